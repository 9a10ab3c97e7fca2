/// Counts what searches do on graphs unlike those that kernels are tuned for, and compares it with the least that would do:
/// nothing here is timed, so a search that is slow because it does too much is found without a GPU.
///
///   work_test
///
/// Prints, for each graph, the work, the least and the quotient that is allowed. Exit code 1 where it is more.

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "entries.h"
#include "traversal_run.h"
#include "unlike_graphs.h"

namespace bitfront {
extern u32 kWarpProbes;  // of pull.cuh
}

namespace bitfront::test {

namespace {

constexpr emulator::GridShape kShape{4, 2};
constexpr u32 kWarps = 8;
constexpr u32 kAloneAfter = 4;
enum Buffer : u32 { kLists, kHubs, kVisited, kRecords };

/// Costs by which levels that are not forced would be chosen on a large GPU.
SwitchCosts usual_costs() {
  SwitchCosts costs{};
  costs.allowed = 0b1011100;
  costs.level = {5'600, 1, 0.05f, 0.01f, 300, 5'800, 18, 0.004f, 5'500, 0.01f, 0.001f, 16, 8'500, 8'000, 0.2f};
  costs.stay = 1.05f;
  costs.tensor_doubt = 1.25f;
  costs.alone_edges = 1'024;
  costs.alone_after = kAloneAfter;
  costs.look = 1;
  return costs;
}

/// One search: what it did, in the order of its stretches between two barriers of the grid.
struct Search {
  emulator::WorkCount work;
  u32 levels = 0;

  u64 accesses(u32 buffer) const {
    u64 sum = 0;
    for (const auto& warps : work.stretches()) {
      for (const auto& count : warps) sum += count.accesses[buffer];
    }
    return sum;
  }

  /// Sum over stretches of what the busiest warp does: what others wait for.
  u64 longest(u32 buffer) const {
    u64 sum = 0;
    for (const auto& warps : work.stretches()) {
      u64 most = 0;
      for (const auto& count : warps) most = std::max(most, count.accesses[buffer]);
      sum += most;
    }
    return sum;
  }

  u64 barriers() const { return work.stretches().size() - 1; }
};

class Bench {
 public:
  explicit Bench(const Vector& vector) : graph_(vector) {}

  const Vector& vector() const { return graph_.vector(); }

  Search search(u32 source, const SwitchCosts& costs, const std::vector<u32>& forced, bool components) {
    emulator::Memory& memory = graph_.memory();
    const std::size_t mark = memory.mark();
    const u32 n = vector().vertex_count;
    BfsArguments arguments{};
    arguments.graph = graph_.arrays(false);
    if (!components) arguments.graph.components = {};
    BfsState& state = arguments.state;
    const auto words = [&](const char* name, u64 count) { return memory.allocate(name, 4 * count); };
    state.level = {words("level", n)};
    state.frontier = {words("frontier", bitmap_words(n))};
    state.next = {words("next", bitmap_words(n))};
    state.visited = {words("visited", bitmap_words(n))};
    for (auto& pieces : state.pieces) pieces = {words("pieces", 2 * piece_capacity(n, vector().out_index.size()))};
    state.control = {memory.allocate("control", sizeof(BfsControl))};
    arguments.request.source = source;
    arguments.request.max_level = ~0u;
    arguments.request.costs = costs;
    arguments.request.forced_count = static_cast<u32>(forced.size());
    if (!forced.empty()) arguments.request.forced = {memory.allocate_read_only("forced", forced.data(), 4 * forced.size())};
    launch([&] { bfs_reset_auto_32(arguments); });
    if (components) launch([&] { bfs_leave_out_32(arguments); });
    Search found;
    found.work.watch(kLists, arguments.graph.in_index.address, 4 * vector().in_index.size());
    found.work.watch(kLists, arguments.graph.out_index.address, 4 * vector().out_index.size());
    found.work.watch(kHubs, arguments.graph.hubs.address, 4ull * n);
    for (const auto& bitmap : {state.frontier, state.visited}) found.work.watch(kVisited, bitmap.address, 4 * bitmap_words(n));
    graph_.machine().count(&found.work);
    launch([&] { bfs_auto_32(arguments); });
    graph_.machine().count(nullptr);
    found.levels = static_cast<const BfsControl*>(memory.host_view(state.control.address))->steps;
    const std::vector<i32> expected = plain_levels(vector(), source);
    const auto* levels = static_cast<const i32*>(memory.host_view(state.level.address));
    if (!std::equal(expected.begin(), expected.end(), levels)) throw std::runtime_error(vector().name + ": wrong levels");
    memory.release_to(mark);
    return found;
  }

 private:
  template <class Kernel>
  void launch(const Kernel& kernel) {
    const std::string wrong = graph_.machine().launch(kShape, 1, kernel);
    if (!wrong.empty()) throw std::runtime_error(vector().name + ": " + wrong);
  }

  EmulatedGraph graph_;
};

int failures = 0;

/// @param most times the least that the work may be
void compare(const std::string& graph, const char* what, u64 work, u64 before, u64 least, double most) {
  const double times = static_cast<double>(work) / static_cast<double>(least);
  const bool wrong = times > most;
  failures += wrong ? 1 : 0;
  std::printf("%s %-28s %-44s %8llu, least %8llu: %6.2f (at most %.2f; without: %llu)\n", wrong ? "FAILED" : "ok    ", graph.c_str(), what,
              static_cast<unsigned long long>(work), static_cast<unsigned long long>(least), times, most,
              static_cast<unsigned long long>(before));
}

/// Edges out of what a source reaches.
u64 reached_edges(const Vector& v, u32 source) {
  const std::vector<i32> level = plain_levels(v, source);
  u64 edges = 0;
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) edges += level[vertex] >= 0 ? v.out_start[vertex + 1] - v.out_start[vertex] : 0;
  return edges;
}

constexpr u32 kPull = static_cast<u32>(LevelMode::Pull), kPush = static_cast<u32>(LevelMode::Push);

/// Every edge of the source's component need be looked at once, whatever lies beside.
void other_components(const char* name, const Edges& graph) {
  Bench bench(prepare(name, graph));
  const u32 source = number_of(bench.vector(), 0);
  const std::vector<u32> pulls{kPush, kPull, kPull, kPull, kPull, kPull, kPull, kPull};
  const Search known = bench.search(source, usual_costs(), pulls, true);
  const Search unknown = bench.search(source, usual_costs(), pulls, false);
  compare(name, "positions of lists", known.accesses(kLists), unknown.accesses(kLists), reached_edges(bench.vector(), source), 1.5);
}

/// Levels of a few edges want no barrier of the grid, but for a few in a row that may be pulled before: with lists as long as those of
/// a clique, half of whose vertices are not reached, these read more than the one time that all others do.
void deep(const char* name, const Edges& graph, u64 wide_levels) {
  Bench bench(prepare(name, graph));
  const u32 source = number_of(bench.vector(), 0);
  SwitchCosts together = usual_costs();
  together.allowed &= ~(1u << static_cast<u32>(LevelMode::PushAlone));
  const Search alone = bench.search(source, usual_costs(), {}, true);
  const Search all = bench.search(source, together, {}, true);
  compare(name, "barriers of the grid", alone.barriers(), all.barriers(), wide_levels + kAloneAfter, 2);
  compare(name, "positions of lists", alone.accesses(kLists), all.accesses(kLists), reached_edges(bench.vector(), source), 2.5);
}

/// A hub that is not reached yet: every level of pulls looks through its list, which all warps share.
void unreached_hub() {
  constexpr u32 kLeaves = 40'000, kHops = 4;
  Edges graph = star(kLeaves);
  graph.edges.emplace_back(1, graph.add(chain(kHops)));
  Bench bench(prepare("unreached hub", graph));
  const u32 source = number_of(bench.vector(), kLeaves + kHops);
  const u32 hub = number_of(bench.vector(), 0);
  const u64 list = bench.vector().out_start[hub + 1] - bench.vector().out_start[hub];
  const std::vector<u32> pulls(kHops + 3, kPull);
  const Search shared = bench.search(source, usual_costs(), pulls, true);
  kWarpProbes = ~0u;
  const Search walked = bench.search(source, usual_costs(), pulls, true);
  kWarpProbes = 128;
  compare("unreached hub", "positions of lists, busiest warp", shared.longest(kLists), walked.longest(kLists), kHops * list / kWarps, 2);
}

}  // namespace

int run_all() {
  Edges twins = hubs(300, 16, 1);
  twins.add(hubs(300, 16, 2));
  other_components("two components", twins);
  Edges beside = hubs(300, 16, 3);
  beside.add(star(3'000));
  other_components("star beside", beside);
  Edges tail = hubs(300, 16, 4);
  tail.edges.emplace_back(299, tail.add(chain(200)));
  deep("tail", tail, 8);
  Edges cliques = clique(60);
  const u32 path = cliques.add(chain(150));
  cliques.edges.emplace_back(59, path);
  cliques.edges.emplace_back(path + 149, cliques.add(clique(60)));
  deep("cliques joined by a path", cliques, 4);
  deep("chain", chain(400), 1);
  unreached_hub();
  return failures == 0 ? 0 : 1;
}

}  // namespace bitfront::test

int main() {
  try {
    return bitfront::test::run_all();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "work_test: %s\n", e.what());
    return 2;
  }
}
