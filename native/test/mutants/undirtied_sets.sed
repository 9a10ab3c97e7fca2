# Multi-source, Algorithm 5: slice sets that a level has marked are not swept.
# only multi_tensor
s/store_relaxed\(state\.dirty_sets, row \/ kSigma, u8\{1\}\);/store_relaxed(state.dirty_sets, row \/ kSigma, u8{0});/
