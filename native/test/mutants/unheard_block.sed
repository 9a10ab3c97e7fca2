# Small rounds: a block goes on before it has heard of the others.
s/const BlockSums sums = sum_of_blocks\(small_sum\(state, parity\), base,/const BlockSums sums = BlockSums{0, u64{length} * block_count() << kFoundAt}; static_cast<void>(/
s/u64\{length\} << kFoundAt \| uneven << kUnevenAt \| \(flagged != length \? 1 : 0\)\);/uneven);/
