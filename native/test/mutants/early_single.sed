# A vertex with two in-neighbours is taken for one whose hub decides.
# only bfs_auto_32
# with --schedules 400
s/!hit\[k\] \&\& vertex < graph\.single_from/!hit[k] \&\& vertex + 3 < graph.single_from/; s/!hit\[k\] \&\& vertex\[k\] < graph\.single_from/!hit[k] \&\& vertex[k] + 3 < graph.single_from/
