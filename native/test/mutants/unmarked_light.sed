# Multi-source: of the vertices that light sources reached, those in the last place of a word's four are not marked.
# only multi_wide_256_32
s/marked \|= ballot\(\(gained\[k\] & light\) != 0\) != 0 \? 1u << owner\[k\] : 0;/marked |= k < 3 \&\& ballot((gained[k] \& light) != 0) != 0 ? 1u << owner[k] : 0;/
# with --graph uniform_n_64_seed_64_natural --schedules 480000
