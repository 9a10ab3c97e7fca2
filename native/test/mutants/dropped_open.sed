# Vertices beyond the first 32 that a warp has to claim are not.
s/if \(total > kLanes\) \{/if (total > 4 * kLanes) {/
# only correcting
