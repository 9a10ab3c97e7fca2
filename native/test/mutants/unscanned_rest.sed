# Scans: in-neighbours behind the last whole quad are left out.
# only bfs_pull_32
s/^(  for \(u64 at = 4 \* \(quads_end.*at <) edge_count;/\1 4 * quads_end;/
