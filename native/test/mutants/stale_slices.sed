# Adaptive: a tensor level expands the slice sets of the tensor level before it.
# only bfs_auto_32
s/at\.sliced = kNotSliced;//
