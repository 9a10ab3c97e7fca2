# Adaptive: what is of other components is left out, but not taken for visited.
# only bfs_auto_32
s/^    \+\+vertices;$//
