# The odd columns of B meet the wrong slices.
# only bfs_lazy
s/frontier_byte << 8 \* \(column % 2\)/frontier_byte << 7 * (column % 2)/
