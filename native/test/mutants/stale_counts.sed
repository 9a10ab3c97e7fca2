# Multi-source: what a level counts per source is added to what an earlier one left.
# only multi_wide_256_32
s/store\(level_counts\(state, level - kKept\), source, 0u\);/{}/
