# Sums per level that the host has been told stay in the device's memory.
# only bfs_lazy
s/^    store\(arguments\.edges, level, u64\{0\}\);$//
