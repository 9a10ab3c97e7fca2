#include "host_graph.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace bitfront::bench {

namespace {

/// A stateless stream of random words: word `index` of stream `seed`, so that threads draw without sharing.
u64 draw(u64 seed, u64 index) {
  u64 z = seed * 0xD1342543DE82EF95ull + (index + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

double draw_unit(u64 seed, u64 index) { return static_cast<double>(draw(seed, index) >> 11) * 0x1.0p-53; }

/// A seeded permutation of 0..2^bits-1 without a table: a four-round Feistel network on the bits.
u32 permuted(u32 value, u32 bits, u64 seed) {
  const u32 low_bits = bits / 2;
  const u32 high_bits = bits - low_bits;
  u32 low = value & ((1u << low_bits) - 1);
  u32 high = value >> low_bits;
  for (u32 round = 0; round < 4; ++round) {
    if (round % 2 == 0) high ^= static_cast<u32>(draw(seed + round, low)) & ((1u << high_bits) - 1);
    else low ^= static_cast<u32>(draw(seed + round, high)) & ((1u << low_bits) - 1);
  }
  return high << low_bits | low;
}

void prefix_sum(Array<u64>& counts) {
  u64 sum = 0;
  for (u64& count : counts) sum += std::exchange(count, sum);
}

/// CSC of edges `from -> to`; with `both`, of their reverses too.
void build_csc(u32 n, const Array<Edge>& edges, bool forward, bool backward, Array<u64>& start, Array<u32>& index) {
  const auto m = static_cast<std::int64_t>(edges.size());
  Array<u64> begin(n + 1ull);
  std::fill(begin.begin(), begin.end(), 0);
  const auto each = [&](auto&& visit) {
#pragma omp parallel for schedule(static)
    for (std::int64_t e = 0; e < m; ++e) {
      const Edge edge = edges[static_cast<u64>(e)];
      if (edge.from == edge.to) continue;
      if (forward) visit(edge.from, edge.to);
      if (backward) visit(edge.to, edge.from);
    }
  };
  each([&](u32 column, u32) { std::atomic_ref(begin[column]).fetch_add(1, std::memory_order_relaxed); });
  prefix_sum(begin);
  Array<u64> cursor = begin;
  Array<u32> rows(begin[n]);
  each([&](u32 column, u32 row) {
    rows[std::atomic_ref(cursor[column]).fetch_add(1, std::memory_order_relaxed)] = row;
  });
  start.resize(n + 1ull);
#pragma omp parallel for schedule(dynamic, 1024)
  for (u32 v = 0; v < n; ++v) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin[v]);
    const auto last = rows.begin() + static_cast<std::ptrdiff_t>(begin[v + 1]);
    std::sort(first, last);
    start[v] = static_cast<u64>(std::unique(first, last) - first);
  }
  start[n] = 0;
  prefix_sum(start);
  index.resize(start[n]);
#pragma omp parallel for schedule(dynamic, 1024)
  for (u32 v = 0; v < n; ++v) {
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(begin[v]), start[v + 1] - start[v],
                index.begin() + static_cast<std::ptrdiff_t>(start[v]));
  }
}

/// The slices of a slice set, ascending by row: row << 8 | mask.
void collect_slices(const HostGraph& g, u32 set, std::vector<u64>& slices) {
  slices.clear();
  for (u32 column = set * kSigma; column < std::min(g.vertex_count, (set + 1) * kSigma); ++column) {
    for (u64 e = g.out_start[column]; e < g.out_start[column + 1]; ++e) {
      slices.push_back(u64{g.out_index[e]} << 8 | 1u << column % kSigma);
    }
  }
  std::sort(slices.begin(), slices.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (kept > 0 && slices[kept - 1] >> 8 == slices[i] >> 8) slices[kept - 1] |= slices[i] & 0xFF;
    else slices[kept++] = slices[i];
  }
  slices.resize(kept);
}

void pack(HostGraph& g) {
  const u32 sets = g.vertex_count / kSigma + (g.vertex_count % kSigma != 0);
  g.real_ptrs.resize(sets + 1ull);
  Array<u64> counts(sets + 1ull);
  counts[sets] = 0;
#pragma omp parallel
  {
    std::vector<u64> slices;
#pragma omp for schedule(dynamic, 256)
    for (u32 set = 0; set < sets; ++set) {
      collect_slices(g, set, slices);
      counts[set] = (slices.size() + kTau - 1) / kTau;
    }
  }
  prefix_sum(counts);
  std::copy(counts.begin(), counts.end(), g.real_ptrs.begin());
  const u64 vss = counts[sets];
  g.virtual_to_real.resize(vss);
  g.row_ids.resize(vss * kTau);
  g.tile_masks.resize(vss * kLanes);
#pragma omp parallel
  {
    std::vector<u64> slices;
#pragma omp for schedule(dynamic, 256)
    for (u32 set = 0; set < sets; ++set) {
      collect_slices(g, set, slices);
      slices.resize((counts[set + 1] - counts[set]) * kTau, 0);
      for (u64 v = counts[set]; v < counts[set + 1]; ++v) g.virtual_to_real[v] = set;
      for (u64 i = 0; i < slices.size(); ++i) g.row_ids[counts[set] * kTau + i] = static_cast<u32>(slices[i] >> 8);
      for (u64 lane = 0; lane < slices.size() / 4; ++lane) {
        u32 word = 0;
        for (u64 k = 0; k < 4; ++k) word |= static_cast<u32>(slices[4 * lane + k] & 0xFF) << 8 * k;
        g.tile_masks[counts[set] * kLanes + lane] = word;
      }
    }
  }
}

}  // namespace

void find_hubs(HostGraph& g) {
  const u32 n = g.vertex_count;
  const auto& start = g.in_starts();
  const auto& index = g.in_indices();
  g.hubs.resize(n);
  u32 live = 0;
#pragma omp parallel for schedule(dynamic, 1024) reduction(max : live)
  for (u32 v = 0; v < n; ++v) {
    u32 hub = ~0u;
    for (u64 e = start[v]; e < start[v + 1]; ++e) {
      const u32 u = index[e];
      if (hub == ~0u || start[u + 1] - start[u] > start[hub + 1] - start[hub]) hub = u;
    }
    g.hubs[v] = hub;
    if (hub != ~0u || g.out_degree(v) > 0) live = std::max(live, v + 1);
  }
  g.live_count = live;
}

HostGraph build_graph(std::string name, u32 vertex_count, const Array<Edge>& edges, bool directed, bool packed) {
  HostGraph g;
  g.name = std::move(name);
  g.vertex_count = vertex_count;
  g.directed = directed;
  build_csc(vertex_count, edges, true, !directed, g.out_start, g.out_index);
  if (directed) build_csc(vertex_count, edges, false, true, g.in_start, g.in_index);
  find_hubs(g);
  if (packed) pack(g);
  else g.real_ptrs.assign(1, 0);
  return g;
}

Array<Edge> kron_edges(u32 scale, u64 seed) {
  Array<Edge> edges(16ull << scale);
#pragma omp parallel for schedule(static)
  for (u64 e = 0; e < edges.size(); ++e) {
    u32 from = 0, to = 0;
    u64 word = 0;
    for (u32 bit = 0; bit < scale; ++bit, word >>= 16) {
      if (bit % 4 == 0) word = draw(seed, e * 8 + bit / 4);
      const double r = static_cast<double>(word & 0xFFFF) / 65536;
      from = from << 1 | (r >= 0.76);
      to = to << 1 | ((r >= 0.57 && r < 0.76) || r >= 0.95);
    }
    edges[e] = {permuted(from, scale, seed), permuted(to, scale, seed)};
  }
  return edges;
}

Array<Edge> urand_edges(u32 scale, u64 seed) {
  Array<Edge> edges(16ull << scale);
#pragma omp parallel for schedule(static)
  for (u64 e = 0; e < edges.size(); ++e) {
    const u64 word = draw(seed, e);
    edges[e] = {static_cast<u32>(word >> (64 - scale)), static_cast<u32>(word & ((1ull << scale) - 1))};
  }
  return edges;
}

Array<Edge> road_edges(u32 width, u32 height, double keep, u64 seed) {
  Array<Edge> edges;
  edges.reserve(static_cast<u64>(2.05 * keep * width * height) + 64);
  for (u32 y = 0; y < height; ++y) {
    for (u32 x = 0; x < width; ++x) {
      const u32 v = y * width + x;
      if (x + 1 < width && draw_unit(seed, 2ull * v) < keep) edges.push_back({v, v + 1});
      if (y + 1 < height && draw_unit(seed, 2ull * v + 1) < keep) edges.push_back({v, v + width});
    }
  }
  return edges;
}

Array<Edge> community_edges(u32 scale, u32 width, u64 seed) {
  const u32 n = 1u << scale;
  Array<Edge> edges;
#pragma omp parallel
  {
    std::vector<Edge> own;
#pragma omp for schedule(static) nowait
    for (u32 v = 0; v < n; ++v) {
      for (u32 w = v + 1; w < n && w % width != 0; ++w) {
        if (draw_unit(seed, u64{v} * width + w % width) < 0.5) own.push_back({v, w});
      }
      own.push_back({v, static_cast<u32>(draw_unit(seed + 1, v) * n)});
    }
#pragma omp critical
    edges.insert(edges.end(), own.begin(), own.end());
  }
  return edges;
}

Array<Edge> rgg_edges(u32 scale, double radius, u64 seed) {
  const u32 n = 1u << scale;
  const auto cells = static_cast<u32>(std::floor(1 / radius));
  const auto cell_of = [&](double x) { return std::min(cells - 1, static_cast<u32>(x * cells)); };
  Array<u64> start(u64{cells} * cells + 1);
  std::fill(start.begin(), start.end(), 0);
  const auto cell = [&](u32 p) {
    return u64{cell_of(draw_unit(seed, 2ull * p))} * cells + cell_of(draw_unit(seed, 2ull * p + 1));
  };
#pragma omp parallel for schedule(static)
  for (u32 p = 0; p < n; ++p) std::atomic_ref(start[cell(p)]).fetch_add(1, std::memory_order_relaxed);
  prefix_sum(start);
  Array<u64> cursor = start;
  Array<float> xs(n), ys(n);
  for (u32 p = 0; p < n; ++p) {  // in order, so that ids depend on the seed alone
    const u64 at = cursor[cell(p)]++;
    xs[at] = static_cast<float>(draw_unit(seed, 2ull * p));
    ys[at] = static_cast<float>(draw_unit(seed, 2ull * p + 1));
  }
  Array<Edge> edges;
#pragma omp parallel
  {
    std::vector<Edge> own;
#pragma omp for schedule(dynamic, 16) nowait
    for (u32 i = 0; i < cells; ++i) {
      for (u64 c = u64{i} * cells; c < (i + 1ull) * cells; ++c) {
        const auto j = static_cast<u32>(c - u64{i} * cells);
        for (u32 ni = i; ni <= std::min(i + 1, cells - 1); ++ni) {
          for (u32 nj = j == 0 ? 0 : j - 1; nj <= std::min(j + 1, cells - 1); ++nj) {
            const u64 other = u64{ni} * cells + nj;
            if (other < c) continue;
            for (u64 p = start[c]; p < start[c + 1]; ++p) {
              for (u64 q = other == c ? p + 1 : start[other]; q < start[other + 1]; ++q) {
                const float dx = xs[p] - xs[q], dy = ys[p] - ys[q];
                if (dx * dx + dy * dy < radius * radius) own.push_back({static_cast<u32>(p), static_cast<u32>(q)});
              }
            }
          }
        }
      }
    }
#pragma omp critical
    edges.insert(edges.end(), own.begin(), own.end());
  }
  return edges;
}

void order_by_degree(u32 n, Array<Edge>& edges) {
  Array<u32> degree(n);
  std::fill(degree.begin(), degree.end(), 0);
  const auto m = static_cast<std::int64_t>(edges.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < m; ++e) {
    const Edge edge = edges[static_cast<u64>(e)];
    if (edge.from == edge.to) continue;
    std::atomic_ref(degree[edge.from]).fetch_add(1, std::memory_order_relaxed);
    std::atomic_ref(degree[edge.to]).fetch_add(1, std::memory_order_relaxed);
  }
  const u32 largest = n == 0 ? 0 : *std::max_element(degree.begin(), degree.end());
  Array<u64> start(largest + 1ull);
  std::fill(start.begin(), start.end(), 0);
  for (u32 v = 0; v < n; ++v) ++start[largest - degree[v]];
  prefix_sum(start);
  for (u32 v = 0; v < n; ++v) degree[v] = static_cast<u32>(start[largest - degree[v]]++);
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < m; ++e) {
    Edge& edge = edges[static_cast<u64>(e)];
    edge = {degree[edge.from], degree[edge.to]};
  }
}

u32 mean_neighbour_degree(const HostGraph& g) {
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (u32 v = 0; v < g.live_count; ++v) {
    sum += static_cast<double>(g.out_degree(v)) * static_cast<double>(g.in_starts()[v + 1] - g.in_starts()[v]);
  }
  return g.edge_count() == 0 ? 1 : static_cast<u32>(sum / static_cast<double>(g.edge_count()));
}

std::string check_levels(const HostGraph& g, u32 source, const i32* level) {
  std::atomic<u64> wrong{~0ull};
  const auto report = [&](u32 v) { wrong.store(v, std::memory_order_relaxed); };
#pragma omp parallel for schedule(dynamic, 4096)
  for (u32 v = 0; v < g.vertex_count; ++v) {
    if ((level[v] == 0) != (v == source) || level[v] < -1) report(v);
    for (u64 e = g.out_start[v]; level[v] >= 0 && e < g.out_start[v + 1]; ++e) {
      const i32 below = level[g.out_index[e]];
      if (below < 0 || below > level[v] + 1) report(g.out_index[e]);
    }
    if (level[v] <= 0) continue;
    const auto& starts = g.in_starts();
    const auto& indices = g.in_indices();
    bool has_parent = false;
    for (u64 e = starts[v]; !has_parent && e < starts[v + 1]; ++e) has_parent = level[indices[e]] == level[v] - 1;
    if (!has_parent) report(v);
  }
  if (wrong == ~0ull) return {};
  const u64 v = wrong;
  return "vertex " + std::to_string(v) + " has the wrong level " + std::to_string(level[v]) + " from source " +
         std::to_string(source);
}

std::string check_packing(const HostGraph& g) {
  std::atomic<u64> edges{0};
  std::atomic<bool> wrong{false};
  const u32 sets = static_cast<u32>(g.real_ptrs.size() - 1);
#pragma omp parallel for schedule(dynamic, 256)
  for (u32 set = 0; set < sets; ++set) {
    u64 before = 0, found = 0;
    for (u64 slice = u64{g.real_ptrs[set]} * kTau; slice < u64{g.real_ptrs[set + 1]} * kTau; ++slice) {
      const u32 mask = g.tile_masks[slice / 4] >> 8 * (slice % 4) & 0xFF;
      if (g.virtual_to_real[slice / kTau] != set) wrong = true;
      if (mask == 0) continue;
      const u32 row = g.row_ids[slice];
      if (u64{row} + 1 <= before) wrong = true;
      before = row + 1ull;
      for (u32 bit = 0; bit < kSigma; ++bit) {
        if ((mask >> bit & 1) == 0) continue;
        const u32 column = set * kSigma + bit;
        ++found;
        if (column >= g.vertex_count ||
            !std::binary_search(g.out_index.begin() + static_cast<std::ptrdiff_t>(g.out_start[column]),
                                g.out_index.begin() + static_cast<std::ptrdiff_t>(g.out_start[column + 1]), row)) {
          wrong = true;
        }
      }
    }
    edges += found;
  }
  if (wrong || edges != g.edge_count()) return "BVSS of " + g.name + " does not hold its edges";
  return {};
}

test::Vector to_vector(const HostGraph& g, u32 traversals, u64 seed) {
  test::Vector v;
  const u32 n = g.vertex_count;
  v.name = g.name;
  v.vertex_count = n;
  v.directed = g.directed;
  v.out_start.assign(g.out_start.begin(), g.out_start.end());
  v.out_index.assign(g.out_index.begin(), g.out_index.end());
  v.in_start.assign(g.in_starts().begin(), g.in_starts().end());
  v.in_index.assign(g.in_indices().begin(), g.in_indices().end());
  v.real_ptrs.assign(g.real_ptrs.begin(), g.real_ptrs.end());
  v.virtual_to_real.assign(g.virtual_to_real.begin(), g.virtual_to_real.end());
  v.row_ids.assign(g.row_ids.begin(), g.row_ids.end());
  v.tile_masks.assign(g.tile_masks.begin(), g.tile_masks.end());
  v.old_id_of.resize(n);
  std::iota(v.old_id_of.begin(), v.old_id_of.end(), 0u);
  for (u32 i = n; i > 1; --i) std::swap(v.old_id_of[i - 1], v.old_id_of[draw(seed, i) % i]);
  for (u32 t = 0; n != 0 && t < traversals; ++t) {
    test::Traversal run{static_cast<u32>(draw(seed + 1, t) % n), std::vector<i32>(n, -1), std::vector<i32>(n, -1)};
    std::vector<i32> level(n, -1);
    std::deque<u32> queue{run.source};
    level[run.source] = 0;
    for (; !queue.empty(); queue.pop_front()) {
      const u32 from = queue.front();
      for (u64 e = g.out_start[from]; e < g.out_start[from + 1]; ++e) {
        const u32 to = g.out_index[e];
        if (level[to] < 0) level[to] = level[from] + 1, queue.push_back(to);
      }
    }
    for (u32 u = 0; u < n; ++u) {
      const u32 input = v.old_id_of[u];
      run.level[input] = level[u];
      if (level[u] == 0) run.parent[input] = static_cast<i32>(input);
      for (u64 e = v.in_start[u]; level[u] > 0 && e < v.in_start[u + 1]; ++e) {
        const u32 above = v.in_index[e];
        const auto candidate = static_cast<i32>(v.old_id_of[above]);
        if (level[above] == level[u] - 1 && (run.parent[input] < 0 || candidate < run.parent[input])) {
          run.parent[input] = candidate;
        }
      }
    }
    v.traversals.push_back(std::move(run));
  }
  return v;
}

}  // namespace bitfront::bench
