# The check of levels: any vertex may have level 0, and the source another.
# only bfs_verify_32
s/\(own == 0\) != \(vertex == arguments\.source\) \|\| //
