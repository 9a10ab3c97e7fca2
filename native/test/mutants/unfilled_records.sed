# Multi-source: of the sources of other components, vertices seem to have gained the bits at the level before the first.
# only multi_wide_256_32
s/store_quad\(state\.records\[1\], quad, load_quad\(state\.records\[0\], quad\)\);/{}/
