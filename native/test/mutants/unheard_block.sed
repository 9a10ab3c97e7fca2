# Small rounds: a block goes on before it has heard of the others.
# only bfs_auto_small_32
s/const BlockSums sums = await_sum\(word, base, before\);/const BlockSums sums{before, u64{length} * block_count() << kFoundAt};/
