# Adaptive: the count of what a warp alone has queued for the grid is kept for the next level.
# only bfs_auto_32
# with --schedules 2000
/^    store_position\(block, at, level\);$/{n;s/store\(length, 0, 0u\);//}
