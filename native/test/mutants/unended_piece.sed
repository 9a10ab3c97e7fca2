# Marks of whole pieces leave out the last edge of each.
# only bfs_auto_32
# with --schedules 400
s/vertex\[p \* kChunks \+ chunk\] = at < \(piece \& 0xFF\) \?/vertex[p * kChunks + chunk] = at < (piece \& 0xFF) - 1 ?/
