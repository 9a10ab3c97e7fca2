# Small rounds: vertices that a block has reached beyond its room are forgotten.
# only bfs_auto_small_32
# with --schedules 3000
s/^    count = upto = 0;$/    count = room;/
