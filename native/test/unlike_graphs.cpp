#include "unlike_graphs.h"

#include <algorithm>
#include <numeric>

#include "machine.h"

namespace bitfront::test {

u32 Edges::add(const Edges& other) {
  const u32 first = vertex_count;
  vertex_count += other.vertex_count;
  for (const auto& [from, to] : other.edges) edges.emplace_back(first + from, first + to);
  return first;
}

Edges chain(u32 vertices) {
  Edges graph{vertices, {}};
  for (u32 v = 1; v < vertices; ++v) graph.edges.emplace_back(v - 1, v);
  return graph;
}

Edges clique(u32 vertices) {
  Edges graph{vertices, {}};
  for (u32 v = 1; v < vertices; ++v) {
    for (u32 u = 0; u < v; ++u) graph.edges.emplace_back(u, v);
  }
  return graph;
}

Edges star(u32 leaves) {
  Edges graph{leaves + 1, {}};
  for (u32 leaf = 1; leaf <= leaves; ++leaf) graph.edges.emplace_back(0, leaf);
  return graph;
}

Edges grid(u32 width, u32 height) {
  Edges graph{width * height, {}};
  for (u32 v = 0; v < width * height; ++v) {
    if (v % width != 0) graph.edges.emplace_back(v - 1, v);
    if (v >= width) graph.edges.emplace_back(v - width, v);
  }
  return graph;
}

Edges triangles(u32 width, u32 height) {
  Edges graph = grid(width, height);
  for (u32 v = width; v < width * height; ++v) {
    if (v % width != 0) graph.edges.emplace_back(v - width - 1, v);
  }
  return graph;
}

void add_leaves(Edges& graph, u32 vertex, u32 leaves) {
  for (u32 i = 0; i < leaves; ++i) graph.edges.emplace_back(vertex, graph.vertex_count++);
}

Edges hubs(u32 vertices, u32 degree, u64 seed) {
  emulator::Random random(seed);
  Edges graph{vertices, {}};
  for (u32 v = 1; v < vertices; ++v) {
    graph.edges.emplace_back(random.below(std::min(v, 4u)), v);
    for (u32 i = 1; i < degree / 2; ++i) {
      const u32 a = random.below(v), b = random.below(v);
      graph.edges.emplace_back(std::min(a, b), v);
    }
  }
  return graph;
}

Vector prepare(const char* name, const Edges& graph, Numbering numbering) {
  const u32 n = graph.vertex_count;
  std::vector<std::vector<u32>> lists(n);
  for (const auto& [from, to] : graph.edges) {
    if (from == to) continue;
    lists[from].push_back(to);
    lists[to].push_back(from);
  }
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  Vector v;
  v.name = name;
  v.vertex_count = n;
  v.old_id_of.resize(n);
  std::iota(v.old_id_of.begin(), v.old_id_of.end(), 0);
  if (numbering == Numbering::Degree) {
    std::stable_sort(v.old_id_of.begin(), v.old_id_of.end(), [&](u32 a, u32 b) { return lists[a].size() > lists[b].size(); });
  }
  std::vector<u32> number(n);
  for (u32 i = 0; i < n; ++i) number[v.old_id_of[i]] = i;
  v.out_start.push_back(0);
  for (u32 i = 0; i < n; ++i) {
    std::vector<u32> list;
    for (const u32 other : lists[v.old_id_of[i]]) list.push_back(number[other]);
    std::sort(list.begin(), list.end());
    v.out_index.insert(v.out_index.end(), list.begin(), list.end());
    v.out_start.push_back(v.out_index.size());
  }
  v.in_start = v.out_start;
  v.in_index = v.out_index;
  v.real_ptrs.assign((n + kSigma - 1) / kSigma + 1, 0);
  return v;
}

u32 number_of(const Vector& vector, u32 vertex) {
  return static_cast<u32>(std::find(vector.old_id_of.begin(), vector.old_id_of.end(), vertex) - vector.old_id_of.begin());
}

std::vector<i32> plain_levels(const Vector& vector, u32 source) {
  std::vector<i32> level(vector.vertex_count, -1);
  std::vector<u32> queue{source};
  level[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (u64 e = vector.out_start[queue[head]]; e < vector.out_start[queue[head] + 1]; ++e) {
      const u32 next = vector.out_index[e];
      if (level[next] >= 0) continue;
      level[next] = level[queue[head]] + 1;
      queue.push_back(next);
    }
  }
  return level;
}

}  // namespace bitfront::test
