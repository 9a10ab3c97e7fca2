# Blocks follow what others are still giving to the grid.
/^BITFRONT_DEVICE void follow_given/,/^}/ s/^  synchronise\(state\);$//
# only correcting
