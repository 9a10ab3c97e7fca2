# Small rounds: a block goes on before it has heard of the others.
s/const BlockSums sums = await_sum\(word, base, before\);/const BlockSums sums{before, u64{length} * block_count() << kFoundAt};/
