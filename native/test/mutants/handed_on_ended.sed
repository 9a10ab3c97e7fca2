# Bits of searches that limits have ended are still handed on, and live again.
# only multi_wide_256_32
# with --schedules 2000
s/const u32 bits = live \& load\(arrays\.records, own\)/const u32 bits = (live | ~0u) \& load(arrays.records, own)/
