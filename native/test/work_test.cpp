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
enum Buffer : u32 { kLists, kHubs, kVisited, kRecords, kQueued };

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

using Kernel = void (*)(const BfsArguments&);

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

  Search& add(const Search& other) {
    work.append(other.work);
    return *this;
  }

  u64 barriers() const { return work.stretches().size() - 1; }
};

class Bench {
 public:
  explicit Bench(const Vector& vector) : graph_(memory_, vector) {}

  /// Whether kernels are told from where on vertices have one neighbour.
  bool knows_singles = true;

  const Vector& vector() const { return graph_.vector(); }

  Search search(u32 source, const SwitchCosts& costs, const std::vector<u32>& forced, bool components, Kernel kernel = bfs_auto_32) {
    emulator::Memory& memory = memory_;
    const std::size_t mark = memory.mark();
    const u32 n = vector().vertex_count;
    BfsArguments arguments{};
    arguments.graph = graph_.arrays(false);
    if (!components) arguments.graph.components = {};
    if (!knows_singles) arguments.graph.single_from = arguments.graph.live_count;
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
    watch_lists(found, arguments.graph);
    found.work.watch(kHubs, arguments.graph.hubs.address, 4ull * n);
    for (const auto& pieces : state.pieces) found.work.watch(kQueued, pieces.address, 8 * piece_capacity(n, vector().out_index.size()));
    for (const auto& bitmap : {state.frontier, state.visited}) found.work.watch(kVisited, bitmap.address, 4 * bitmap_words(n));
    graph_.machine().count(&found.work);
    launch([&] { kernel(arguments); });
    graph_.machine().count(nullptr);
    found.levels = static_cast<const BfsControl*>(memory.host_view(state.control.address))->steps;
    const std::vector<i32> expected = plain_levels(vector(), source);
    const auto* levels = static_cast<const i32*>(memory.host_view(state.level.address));
    if (!std::equal(expected.begin(), expected.end(), levels)) throw std::runtime_error(vector().name + ": wrong levels");
    memory.release_to(mark);
    return found;
  }

  /// What an entry does with lists.
  template <class Arguments>
  Search count(void (*kernel)(const Arguments&), const Arguments& arguments) {
    Search found;
    watch_lists(found, arguments.graph);
    graph_.machine().count(&found.work);
    launch([&] { kernel(arguments); });
    graph_.machine().count(nullptr);
    return found;
  }

  GraphArrays arrays() const { return graph_.arrays(false); }

  emulator::Memory& memory() { return memory_; }

  u64 zeroed(const char* name, u64 bytes) {
    const u64 address = memory().allocate(name, bytes);
    std::fill_n(static_cast<char*>(memory().host_view(address)), bytes, 0);
    memory().set_initialised(address, bytes);
    return address;
  }

  template <class Launched>
  void launch(const Launched& kernel) {
    const std::string wrong = graph_.machine().launch(kShape, 1, kernel);
    if (!wrong.empty()) throw std::runtime_error(vector().name + ": " + wrong);
  }

 private:
  void watch_lists(Search& found, const GraphArrays& graph) {
    found.work.watch(kLists, graph.in_index.address, 4 * vector().in_index.size());
    if (vector().directed) found.work.watch(kLists, graph.out_index.address, 4 * vector().out_index.size());
  }

  emulator::Memory memory_{kMemoryBytes};
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

/// Cliques joined by edges, reached one after the other: what is not reached yet is not looked through at each level.
void parts_not_reached() {
  constexpr u32 kParts = 6, kVertices = 40;
  Edges graph = clique(kVertices);
  for (u32 i = 1; i < kParts; ++i) {
    const u32 first = graph.add(clique(kVertices));
    graph.edges.emplace_back(first - 1, first);
  }
  Bench bench(prepare("cliques in a row", graph));
  const u32 source = number_of(bench.vector(), 0);
  SwitchCosts costs = usual_costs();
  costs.allowed &= ~(1u << static_cast<u32>(LevelMode::PushAlone));
  costs.pull_vain = 20;  // as on a graph a thousand times as large, where levels cost what they do here
  const Search sampled = bench.search(source, costs, {}, true);
  costs.sampled_edges = ~0u;
  const Search trusting = bench.search(source, costs, {}, true);
  compare("cliques in a row", "positions of lists", sampled.accesses(kLists), trusting.accesses(kLists),
          reached_edges(bench.vector(), source), 1.5);
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

/// Positions that pulls alone look at one after the other: each vertex that is not reached yet, until one that was before.
u64 pulled_positions(const Vector& v, u32 source) {
  const std::vector<i32> level = plain_levels(v, source);
  const i32 last = *std::max_element(level.begin(), level.end());
  u64 positions = 0;
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) {
    for (i32 of = 1; level[vertex] > 0 && of <= std::min(level[vertex], last); ++of) {
      for (u64 at = v.in_start[vertex]; at < v.in_start[vertex + 1]; ++at) {
        ++positions;
        const i32 found = level[v.in_index[at]];
        if (found >= 0 && found < of) break;
      }
    }
  }
  return positions;
}

/// Mode `pull` from the first level on, which looks through every list there is, those of the hubs by all warps.
void pulls_alone() {
  Bench bench(prepare("hubs", hubs(1'200, 16, 5)));
  const u32 source = bench.vector().vertex_count - 1;
  SwitchCosts costs = usual_costs();
  costs.allowed = 1u << kPull;
  const Search pulled = bench.search(source, costs, {}, true, bfs_pull_32);
  const Search free = bench.search(source, usual_costs(), {}, true);
  const u64 least = pulled_positions(bench.vector(), source);
  compare("hubs, pulls alone", "positions of lists", pulled.accesses(kLists), free.accesses(kLists), least, 0.5);
  compare("hubs, pulls alone", "positions of lists, busiest warp", pulled.longest(kLists), free.longest(kLists), least / kWarps, 1.2);
}

/// One vertex of many leaves in a mesh: its own level takes the grid, all others are small rounds, and every edge is looked at once.
void hub_in_mesh(const char* name, const Edges& mesh, u32 vertex, u32 leaves) {
  Edges with_hub = mesh;
  add_leaves(with_hub, vertex, leaves);
  SwitchCosts costs = usual_costs();
  costs.allowed = 1u << kPush | 1u << static_cast<u32>(LevelMode::PushSmall);  // pulls pay on graphs as small as these alone
  costs.small_edges = 128;
  costs.small_vertices = 64;
  costs.small_pieces = kLocalPieces;
  Bench plain(prepare(name, mesh)), hub(prepare(name, with_hub));
  const Search without = plain.search(number_of(plain.vector(), 0), costs, {}, true, bfs_auto_small_32);
  const u32 source = number_of(hub.vector(), 0);
  const Search with = hub.search(source, costs, {}, true, bfs_auto_small_32);
  compare(name, "barriers of the grid", with.barriers(), without.barriers(), 2, 2);
  compare(name, "positions of lists", with.accesses(kLists), without.accesses(kLists), reached_edges(hub.vector(), source), 2);
}

/// A level of leaves, and others: what has one neighbour was found from that, and is not queued.
void leaves_of_a_hub() {
  constexpr u32 kLeaves = 3'000, kHops = 8;
  Edges graph = hubs(300, 16, 6);
  add_leaves(graph, 0, kLeaves);
  graph.edges.emplace_back(1, graph.add(chain(kHops)));
  Bench bench(prepare("leaves of a hub", graph));
  const Vector& v = bench.vector();
  const u32 source = number_of(v, 299);
  const std::vector<u32> marks(2 * kHops, static_cast<u32>(LevelMode::PushMarked));
  const Search known = bench.search(source, usual_costs(), marks, true);
  bench.knows_singles = false;
  const Search unknown = bench.search(source, usual_costs(), marks, true);
  u64 pieces = 0;
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) {
    const u64 degree = v.out_start[vertex + 1] - v.out_start[vertex];
    if (degree > 1) pieces += (degree + kPieceEdges - 1) / kPieceEdges;
  }
  compare("leaves of a hub", "pieces queued and taken", known.accesses(kQueued), unknown.accesses(kQueued), 2 * pieces, 1.5);
}

/// A star whose hub is in the middle of all numbers: its list is shared by all warps after a search, too.
void star_in_natural_order() {
  constexpr u32 kLeaves = 4'000, kHub = kLeaves / 2, kPiece = 256;
  Edges graph{kLeaves + 1, {}};
  for (u32 v = 0; v <= kLeaves; ++v) {
    if (v != kHub) graph.edges.emplace_back(kHub, v);
  }
  Bench bench(prepare("star in natural order", graph, Numbering::Natural));
  const u32 n = bench.vector().vertex_count;
  const std::vector<i32> level = plain_levels(bench.vector(), kLeaves);
  const DevicePtr<const i32> levels{bench.memory().allocate_read_only("level", level.data(), 4ull * n)};
  const auto shared = [&](const char* what, u32 directions, const auto& run) {
    const Search pieces = run(kPiece), walked = run(~0u);
    compare("star in natural order", what, pieces.longest(kLists), walked.longest(kLists), directions * 2 * kLeaves / kWarps, 1.5);
  };
  shared("parents: lists, busiest warp", 1, [&](u32 piece) {
    const ParentArguments parents{bench.arrays(), levels, {bench.memory().allocate("parent", 4ull * n)}, piece, 0};
    Search all = bench.count(bfs_parents_32, parents);
    return all.add(bench.count(bfs_long_parents_32, parents));
  });
  shared("verify: lists, busiest warp", 2, [&](u32 piece) {
    const u64 bitmap = 4ull * bitmap_words(n);
    const VerifyArguments verify{bench.arrays(), levels, {bench.zeroed("defects", sizeof(VerifyDefects))},
                                 {bench.zeroed("spanning", bitmap)}, {bench.zeroed("parented", bitmap)}, kLeaves, piece};
    Search all = bench.count(bfs_verify_long_32, verify);
    return all.add(bench.count(bfs_verify_32, verify));
  });
}

/// A batch of searches, its sources spread over all vertices; costs as expected on a large GPU.
Search batch(Bench& bench, bool components) {
  constexpr u32 kWords = 8, kSources = 32 * kWords, kPiece = 256;
  const u64 n = bench.vector().vertex_count, bitmap = 4ull * bitmap_words(static_cast<u32>(n));
  const u64 pieces = 8 * multi_piece_capacity(n, bench.vector().out_index.size(), kPiece);
  MultiArguments arguments{};
  arguments.graph = bench.arrays();
  if (!components) arguments.graph.components = {};
  MultiState& state = arguments.state;
  for (u32 i = 0; i < 2; ++i) {
    state.records[i] = {bench.zeroed("records", 4 * n * kWords)};
    state.active[i] = {bench.zeroed("active", bitmap)};
    state.marked[i] = {bench.zeroed("marked", bitmap)};
    state.pieces[i] = {bench.memory().allocate("pieces", pieces)};
    state.candidates[i] = {bench.memory().allocate("candidates", 4 * n)};
  }
  state.done = {bench.zeroed("done", bitmap)};
  state.ever = {bench.zeroed("ever", bitmap)};
  state.found = {bench.memory().allocate("found", 4 * n)};
  state.hubs = {bench.memory().allocate("hubs", 4 * n)};
  state.hub_pieces = {bench.memory().allocate("hub pieces", pieces)};
  state.control = {bench.zeroed("control", sizeof(MultiControl))};
  state.piece_edges = kPiece;
  state.clear_words = components ? 0 : bitmap_words(arguments.graph.live_count);
  std::vector<u32> sources(kSources);
  for (u32 i = 0; i < kSources; ++i) sources[i] = static_cast<u32>(i * n / kSources);
  MultiRequest& request = arguments.request;
  request.sources = {bench.memory().allocate_read_only("sources", sources.data(), 4 * kSources)};
  request.source_count = kSources;
  request.reached = {bench.memory().allocate("reached", 8 * kSources)};
  request.distance = {bench.memory().allocate("distance", 8 * kSources)};
  request.harmonic = {bench.memory().allocate("harmonic", 8 * kSources)};
  request.eccentricity = {bench.memory().allocate("eccentricity", 4 * kSources)};
  request.costs = {0b11110, 12'000'000, 350, 150, 60, 90, 30, 8, 1'500'000, 20'000'000, 200, 20};
  bench.launch([&] { multi_prepare_32(arguments); });
  if (components) bench.launch([&] { multi_begin_256(arguments); });
  const Search found = bench.count(multi_wide_256_32, arguments);
  const auto* reached = static_cast<const u64*>(bench.memory().host_view(request.reached.address));
  for (u32 i = 0; i < kSources; ++i) {
    const std::vector<i32> level = plain_levels(bench.vector(), sources[i]);
    const auto expected = static_cast<u64>(level.end() - level.begin() - std::count(level.begin(), level.end(), -1));
    if (reached[i] != expected) throw std::runtime_error(bench.vector().name + ": wrong sums");
  }
  return found;
}

/// Vertices that a source cannot reach stay without its bit: no level may read their lists for that.
void equal_components() {
  constexpr u32 kComponents = 4, kVertices = 200;
  Edges parts = hubs(kVertices, 16, 1);
  for (u32 i = 2; i <= kComponents; ++i) parts.add(hubs(kVertices, 16, i));
  Bench apart(prepare("equal components", parts)), whole(prepare("one component", hubs(kComponents * kVertices, 16, 1)));
  const u64 one = batch(whole, true).accesses(kLists);
  compare("equal components, a batch", "positions of lists", batch(apart, true).accesses(kLists), batch(apart, false).accesses(kLists), one, 1.2);
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
  parts_not_reached();
  unreached_hub();
  pulls_alone();
  hub_in_mesh("road with a hub", grid(60, 5), 150, 300);
  hub_in_mesh("triangles with a hub", triangles(60, 5), 150, 300);
  leaves_of_a_hub();
  star_in_natural_order();
  equal_components();
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
