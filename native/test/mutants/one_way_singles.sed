# A vertex of one in-neighbour is left out of the queue where edges lead one way, too.
# only bfs_auto_32
# with --schedules 400
s/both_ways \? graph\.single_from : graph\.live_count/graph.single_from/
