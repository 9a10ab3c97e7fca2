#include "batch_sums.h"

#include <algorithm>

namespace bitfront::test {

namespace {

constexpr u64 kHarmonicUnit = u64{1} << 40;

}  // namespace

std::vector<i32> plain_levels(const std::vector<u64>& start, const std::vector<u32>& index, u32 source) {
  std::vector<i32> level(start.size() - 1, -1);
  std::vector<u32> queue{source};
  level[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const u32 from = queue[head];
    for (u64 e = start[from]; e < start[from + 1]; ++e) {
      if (level[index[e]] >= 0) continue;
      level[index[e]] = level[from] + 1;
      queue.push_back(index[e]);
    }
  }
  return level;
}

void add_source(BatchSums& sums, const std::vector<i32>& level, u32 summed_levels) {
  const i32 depth = *std::max_element(level.begin(), level.end());
  std::vector<u64> count(static_cast<std::size_t>(depth) + 1, 0);
  for (std::size_t v = 0; v < level.size(); ++v) {
    if (level[v] < 0) continue;
    const auto hops = static_cast<u64>(level[v]);
    ++count[hops];
    if (hops <= summed_levels) continue;
    sums.target_sums[4 * v] += 1;
    sums.target_sums[4 * v + 1] += hops;
    sums.target_sums[4 * v + 2] += hops * hops;
    sums.target_sums[4 * v + 3] += kHarmonicUnit / hops;
  }
  u64 reached = 1, distance = 0;
  double harmonic = 0;
  for (u64 hops = 1; hops < count.size(); ++hops) {
    reached += count[hops];
    distance += count[hops] * hops;
    harmonic += static_cast<double>(count[hops]) / static_cast<double>(hops);
  }
  sums.reached.push_back(reached);
  sums.distance.push_back(distance);
  sums.harmonic.push_back(harmonic);
  sums.eccentricity.push_back(static_cast<u32>(depth));
}

u32 cut_search(BatchSums& sums, std::size_t source, const std::vector<i32>& level, const SearchLimit& limit) {
  std::vector<u64> count(static_cast<std::size_t>(sums.eccentricity[source]) + 1, 0);
  for (const i32 hops : level) {
    if (hops > 0) ++count[static_cast<std::size_t>(hops)];
  }
  u64 reached = 1, distance = 0;
  double harmonic = 0;
  for (u32 hops = 1; hops < count.size(); ++hops) {
    reached += count[hops];
    distance += count[hops] * hops;
    harmonic += static_cast<double>(count[hops]) / hops;
    if (reached >= limit.reached) continue;
    const u64 left = limit.reached - reached;
    if (distance + left * (hops + 1) <= limit.distance && harmonic + static_cast<double>(left) / (hops + 1) >= limit.harmonic) continue;
    sums.reached[source] = reached;
    sums.distance[source] = distance;
    sums.harmonic[source] = harmonic;
    sums.eccentricity[source] = hops;
    return hops;
  }
  return 0;
}

}  // namespace bitfront::test
