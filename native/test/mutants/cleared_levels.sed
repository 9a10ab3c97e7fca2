# A pull of many open vertices stores that those are unreached which are visited.
# only bfs_auto_32
# with --schedules 1500
s/if \(hub\[k\] != kNoVertex\) store\(/if (vertex < graph.live_count) store(/
