# Multi-source: a pull deals on where the one three rounds before has ended.
# only multi_wide_256_32
s/^ *store\(dealt_count\(state, cleared\), 0, 0u\);$//
