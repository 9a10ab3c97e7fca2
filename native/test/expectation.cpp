#include "expectation.h"

#include <algorithm>

namespace bitfront::test {

namespace {

/// The level after which the limits end the traversal.
u32 stop_level(const Limits& limits, const std::vector<i32>& level) {
  u32 stop = limits.max_level;
  if (limits.targets.empty()) return stop;
  u32 farthest = 0;
  for (const u32 target : limits.targets) {
    farthest = std::max(farthest, static_cast<u32>(level[target]));  // unreached: never stops
  }
  return std::min(stop, farthest);
}

}  // namespace

Expectation expect(const Vector& v, const Traversal& traversal, const Limits& limits) {
  const u32 n = v.vertex_count;
  std::vector<i32> unlimited(n);
  for (u32 vertex = 0; vertex < n; ++vertex) unlimited[vertex] = traversal.level[v.old_id_of[vertex]];
  const u32 stop = stop_level(limits, unlimited);
  const u32 depth = static_cast<u32>(*std::max_element(unlimited.begin(), unlimited.end()));
  Expectation e;
  e.ends_by_limit = stop <= depth;
  e.last_level = std::min(stop, depth);
  e.level.assign(n, -1);
  e.level_by_input.assign(n, -1);
  e.parent_by_input.assign(n, -1);
  e.vertices.assign(e.last_level + 1, 0);
  e.edges.assign(e.last_level + 1, 0);
  e.queued.assign(e.last_level + 1, 0);
  std::vector<std::vector<u32>> sets(e.last_level + 1);
  for (u32 vertex = 0; vertex < n; ++vertex) {
    const i32 level = unlimited[vertex];
    if (level < 0 || static_cast<u32>(level) > stop) continue;
    const u32 input = v.old_id_of[vertex];
    e.level[vertex] = level;
    e.level_by_input[input] = level;
    e.parent_by_input[input] = traversal.parent[input];
    ++e.vertices[static_cast<u32>(level)];
    e.edges[static_cast<u32>(level)] += v.out_start[vertex + 1] - v.out_start[vertex];
    sets[static_cast<u32>(level)].push_back(vertex / kSigma);
  }
  for (u32 level = 0; level <= e.last_level; ++level) {
    auto& of_level = sets[level];
    std::sort(of_level.begin(), of_level.end());
    of_level.erase(std::unique(of_level.begin(), of_level.end()), of_level.end());
    for (const u32 set : of_level) e.queued[level] += v.real_ptrs[set + 1] - v.real_ptrs[set];
  }
  return e;
}

}  // namespace bitfront::test
