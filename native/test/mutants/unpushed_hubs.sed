# Multi-source: hubs that a pull gave bits are no part of the next frontier.
# only multi_wide_256_32
s/^ *reduce_or\(arrays\.next_active, word, bit\);$//
