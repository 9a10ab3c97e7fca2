# Adaptive: pieces that blocks keep are not handed to the one that runs levels alone.
# only bfs_auto_32
s/if \(gathers\) gather_pieces\(arguments, block, at, tally\);/if (gathers) synchronise(state);/
