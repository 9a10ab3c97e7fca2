# Adaptive: a block that sorts marks ends with its first warp that has no more.
# only bfs_auto_sorted_32
s/return others != 0;/return others != 0 \&\& more;/
