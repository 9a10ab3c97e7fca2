# Adaptive: pieces of hubs' lists that a pull has left to the grid are not looked through.
# only bfs_auto_32
# with --schedules 1500
s/if \(looks && outcome\.found\.queued != 0\) \{/if (mode == LevelMode::Tensor) {/
