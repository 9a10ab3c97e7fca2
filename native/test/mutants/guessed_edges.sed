# Levels of few edges: one warp takes a frontier that only bitmaps held by the guess of its edges.
# only bfs_auto_64
# with --graph directed_scale_free_n_150_seed_2_jaccard --at-least 400
s/^    if \(at\.frontier\.edges <= kLanes\) at\.frontier\.edges = kLanes \+ 1;$//
