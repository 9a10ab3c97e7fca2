# Multi-source: what light sources reached stays marked for the next batch.
# only multi_wide_256_32
# with --graph directed_uniform_n_7_seed_7_rcm --at-least 400
s/, state\.marked\[0\]\}\) \{/}) {/
