# Adaptive: of the vertices that have a warp each the last is not queued.
# only bfs_auto_32
# with --schedules 12000
s/if \(own < first_words \&\& /if (own < first_words \&\& warp_in_grid() % 32 != 31 \&\& /
