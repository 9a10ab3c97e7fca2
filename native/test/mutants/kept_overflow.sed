# Small rounds: a block that has queued pieces for others says nothing.
# only bfs_auto_small_32
s/\(flagged != length \? 1 : 0\)/0/
