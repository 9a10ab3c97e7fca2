# Adaptive: what a round counts is added to what an earlier one left.
s/if \(block_index\(\) == 0\) clear_tally\(state, round\.tally \+ 1\);//
