# Multi-source: a vertex that shared a gather takes what it found for all.
# only multi_wide_1024_32
s/unfinished \|= 1u << vertex;/take(vertex, before, want, found \& want);/
