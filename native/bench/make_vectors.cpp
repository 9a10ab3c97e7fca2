/// Writes test vectors of small graphs of many kinds and sizes into a folder.

#include <cstdio>
#include <filesystem>

#include "host_graph.h"

using namespace bitfront;
using bench::Array;
using bench::Edge;

namespace {

Array<Edge> random_edges(u32 n, u32 m, u64 seed) {
  Array<Edge> edges;
  u64 state = seed;
  for (u32 i = 0; n > 0 && i < m; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const u32 a = static_cast<u32>(state >> 33) % n;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    edges.push_back({a, static_cast<u32>(state >> 33) % n});
  }
  return edges;
}

}  // namespace

int main(int, char** words) {
  const std::string folder = words[1];
  std::filesystem::create_directories(folder);
  u64 seed = 1;
  const auto add = [&](const std::string& name, u32 n, const Array<Edge>& edges, bool directed) {
    const auto graph = bench::build_graph(name, n, edges, directed);
    if (const auto wrong = bench::check_packing(graph); !wrong.empty()) throw std::runtime_error(wrong);
    test::write_vector(bench::to_vector(graph, 4, ++seed), folder + "/" + name + ".bfv");
  };
  for (const u32 n : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 65u}) {
    for (const bool directed : {false, true}) {
      add("random_" + std::to_string(n) + (directed ? "_directed" : ""), n, random_edges(n, 2 * n, n), directed);
    }
  }
  add("no_edges_40", 40, {}, false);
  for (const u32 leaves : {127u, 128u, 129u, 900u}) {
    Array<Edge> edges;
    for (u32 i = 1; i <= leaves; ++i) edges.push_back({0, i});
    add("star_" + std::to_string(leaves), leaves + 1, edges, false);
    add("star_" + std::to_string(leaves) + "_directed", leaves + 1, edges, true);
  }
  Array<Edge> chain, complete;
  for (u32 i = 0; i + 1 < 150; ++i) chain.push_back({i, i + 1});
  for (u32 i = 0; i < 40; ++i) for (u32 j = 0; j < i; ++j) complete.push_back({i, j});
  add("chain_150", 150, chain, false);
  add("chain_150_directed", 150, chain, true);
  add("complete_40", 40, complete, false);
  add("kron_8", 256, bench::kron_edges(8, 1), false);
  add("kron_8_directed", 256, bench::kron_edges(8, 2), true);
  add("kron_10", 1024, bench::kron_edges(10, 3), false);
  add("urand_8", 256, bench::urand_edges(8, 1), false);
  add("road_20x15", 300, bench::road_edges(20, 15, 0.62, 1), false);
  add("rgg_9", 512, bench::rgg_edges(9, 0.08, 1), false);
  add("components_500", 500, random_edges(500, 350, 5), false);
  return 0;
}
