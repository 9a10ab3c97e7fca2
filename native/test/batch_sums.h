#pragma once
/// What batches must find, from the levels of a plain queue.

#include "bitfront/multi_abi.cuh"
#include "vector.h"

namespace bitfront::test {

/// What a batch must find.
struct BatchSums {
  std::vector<u64> reached, distance;
  std::vector<double> harmonic;
  std::vector<u32> eccentricity;
  std::vector<u64> target_sums;  ///< four per vertex
};

/// Levels by a plain queue along `start` and `index`, -1 where unreached.
std::vector<i32> plain_levels(const std::vector<u64>& start, const std::vector<u32>& index, u32 source);

/// Adds a source of these levels; to the vertices' sums those beyond `summed_levels` alone.
void add_source(BatchSums& sums, const std::vector<i32>& level, u32 summed_levels);

/// A search up to the level after which its limit ends it; 0 and unchanged where it does not.
u32 cut_search(BatchSums& sums, std::size_t source, const std::vector<i32>& level, const SearchLimit& limit);

}  // namespace bitfront::test
