# Adaptive: marks that are sorted and find no room in their bin are lost.
# only bfs_auto_sorted_32
s/if \(at < \(bin \+ 1\) \* bins\.room\)/if (at < (bin + 1) * bins.room || true)/
