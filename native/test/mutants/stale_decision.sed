# Adaptive: the next level's mode is chosen by where the traversal stood before this one.
# only bfs_auto_32
s/^    advance\(next, all, mode\);//
