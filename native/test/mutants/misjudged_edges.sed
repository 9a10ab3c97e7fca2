# Adaptive: every edge out of the frontier is expected to find a vertex.
# only bfs_auto_32
s/finding \* of\.push_new/edges * of.push_new/
