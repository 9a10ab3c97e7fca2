# Adaptive: what a round counts is added to what an earlier one left.
# only bfs_auto_small_32
s/if \(block_index\(\) == 0\) clear_tally\(state, round\.tally \+ 1\);//
