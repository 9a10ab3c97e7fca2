# Levels that the vertices' sums have already are added again.
# only multi_wide_256_32
s/if \(sums\.is_null\(\) \|\| level <= request\.summed_levels\) return;/if (sums.is_null()) return;/
