# A vertex of one in-neighbour is left out of the queue where edges lead one way, too.
# only bfs_auto_32
# with --schedules 400
s/both_ways = graph\.out_index\.address == graph\.in_index\.address/both_ways = true/
