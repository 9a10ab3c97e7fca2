# Adaptive: Beamer's rule compares with all edges, not with those of unvisited vertices.
# only bfs_auto_32
# with --schedules 4000
s/edges \* alpha > left\.edges/edges * alpha > all.edges/
