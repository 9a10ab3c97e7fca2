# Multi-source: what light sources reached stays marked for the next batch.
# only multi_wide_256_32
# with --schedules 4000
s/, state\.marked\[0\]\}\) \{/}) {/
