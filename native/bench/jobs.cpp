#include "jobs.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace bitfront::bench {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != text.npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

namespace {

/// Gives the vertices of `order` the first numbers, in its order.
void renumber(const std::vector<u32>& order, u32 n, Array<Edge>& edges) {
  Array<u32> number(n);
  std::fill(number.begin(), number.end(), ~0u);
  u32 next = 0;
  for (const u32 v : order) number[v] = next++;
  for (u32& v : number) {
    if (v == ~0u) v = next++;
  }
  const auto m = static_cast<std::int64_t>(edges.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < m; ++e) {
    Edge& edge = edges[static_cast<u64>(e)];
    edge = {number[edge.from], number[edge.to]};
  }
}

}  // namespace

HostGraph generate(const std::string& job, bool packed) {
  const auto named = split(job, '@');
  const auto parts = split(named[0], ':');
  const std::string& kind = parts[0];
  const auto scale = [&] { return static_cast<u32>(std::stoul(parts.at(1))); };
  const auto ordering = split(named.size() > 1 ? named[1] : "natural", ':');
  const bool cells = ordering[0] == "cells";
  if (!cells && ordering[0] != "degree" && ordering[0] != "natural") throw std::invalid_argument("unknown ordering " + named[1]);
  const auto finish = [&](u32 n, Array<Edge> edges) {
    if (ordering[0] == "degree") order_by_degree(n, edges);
    const bool directed = kind == "dkron";
    if (cells) renumber(grow_cells(build_graph(job, n, edges, directed, false), static_cast<u32>(std::stoul(ordering.at(1)))), n, edges);
    return build_graph(job, n, edges, directed, packed);
  };
  if (kind == "kron" || kind == "dkron") return finish(1u << scale(), kron_edges(scale(), 1));
  if (kind == "urand") return finish(1u << scale(), urand_edges(scale(), 1));
  if (kind == "rgg") return finish(1u << scale(), rgg_edges(scale(), std::stod(parts.at(2)), 1));
  if (kind == "community") return finish(1u << scale(), community_edges(scale(), 64, 1));
  if (kind == "road") {
    const auto size = split(parts.at(1), 'x');
    const auto width = static_cast<u32>(std::stoul(size.at(0))), height = static_cast<u32>(std::stoul(size.at(1)));
    return finish(width * height, road_edges(width, height, std::stod(parts.at(2)), 1));
  }
  if (kind == "star" || kind == "chain") {
    const u32 n = (1u << scale()) + (kind == "star");
    Array<Edge> edges(n - 1);
    for (u32 i = 0; i + 1 < n; ++i) edges[i] = {kind == "star" ? 0 : i, i + 1};
    return finish(n, std::move(edges));
  }
  throw std::invalid_argument("unknown job " + job);
}

std::vector<u32> grow_cells(const HostGraph& g, u32 size) {
  std::vector<u32> order;
  std::vector<u32> mark(g.vertex_count, 0);  // 0: free, ~0: taken, else the ball that has seen it
  std::vector<u32> ball;
  u32 balls = 0, left = size;
  for (u32 seed = 0; seed < g.live_count; ++seed) {
    if (mark[seed] == ~0u || g.out_degree(seed) == 0) continue;
    ++balls;
    ball.assign(1, seed);
    mark[seed] = balls;
    for (std::size_t head = 0; head < ball.size() && ball.size() < left; ++head) {
      for (u64 e = g.out_start[ball[head]]; e < g.out_start[ball[head] + 1] && ball.size() < left; ++e) {
        const u32 v = g.out_index[e];
        if (mark[v] == ~0u || mark[v] == balls) continue;
        mark[v] = balls;
        ball.push_back(v);
      }
    }
    for (const u32 v : ball) mark[v] = ~0u;
    order.insert(order.end(), ball.begin(), ball.end());
    left = ball.size() == left ? size : left - static_cast<u32>(ball.size());
  }
  return order;
}

std::vector<u32> draw_sources(const HostGraph& g, u32 count) {
  std::vector<u32> sources;
  for (u64 i = 0; sources.size() < count && i < 1'000'000; ++i) {
    u64 z = (i + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    const auto v = static_cast<u32>((z ^ z >> 31) % g.vertex_count);
    if (g.out_degree(v) > 0) sources.push_back(v);
  }
  return sources;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

void write_json(const std::string& path, const std::vector<std::string>& objects) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw std::runtime_error(path + ": cannot be written");
  std::fputs("[\n", file);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::fprintf(file, "%s%s\n", objects[i].c_str(), i + 1 < objects.size() ? "," : "");
  }
  std::fputs("]\n", file);
  std::fclose(file);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace bitfront::bench
