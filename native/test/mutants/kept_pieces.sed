# Adaptive: pieces that blocks keep are not handed to the one that runs levels alone.
# only bfs_auto_small_32
s/if \(level != 0\) gather_pieces\(arguments, block, at, tally\);/if (level != 0) synchronise(state);/
