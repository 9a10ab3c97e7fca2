# A traversal that a limit has ended says that nothing is left to follow.
# only bfs_auto_32
s/more \? 1u : 0u/0u/
