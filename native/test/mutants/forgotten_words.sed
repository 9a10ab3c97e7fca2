# Adaptive: of a frontier whose marks are sorted, what words hold beyond a turn of a warp is forgotten.
# only bfs_auto_sorted_32
s/at\.rank \+= count;/at.rank = at.total;/
