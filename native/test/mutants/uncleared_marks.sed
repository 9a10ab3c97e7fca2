# Multi-source: what light sources reached stays marked for the next batch.
# only multi_wide_256_32
s/, state\.marked\[0\]\}\) \{/}) {/
