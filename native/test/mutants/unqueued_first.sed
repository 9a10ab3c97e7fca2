# Adaptive: of the vertices that have a warp each the last is not queued.
# only bfs_auto_32
# with --graph directed_uniform_n_65_seed_65_jaccard --schedules 400000
s/if \(own < first_words \&\& /if (own < first_words \&\& warp_in_grid() % 32 != 31 \&\& /
