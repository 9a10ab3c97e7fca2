# A vertex of one in-neighbour is left out of the queue where edges lead one way, too.
# only bfs_auto_32
# with --schedules 400
s/return goes_both_ways\(graph\) \? graph.single_from : graph.live_count;/return graph.single_from;/
