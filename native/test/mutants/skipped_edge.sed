# Adaptive: a piece whose last edge leads to the first vertex that does not look for its marks is left out.
# only bfs_auto_divided_32
# with --graph late_neighbours_natural --schedules 30000
s/\(own & 0xFF\) - 1\) >= first/(own \& 0xFF) - 1) > first/
