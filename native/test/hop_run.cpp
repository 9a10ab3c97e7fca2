#include "hop_run.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "entries.h"

namespace bitfront::test {

namespace {

/// Entries are compared with all others of their list: the emulator takes a fifth of a second for so many.
constexpr u64 kMostComparisons = 500'000;

/// Hops to every vertex that is at most `radius` of them away, but for the vertex itself; of more than there is room for, some.
std::map<u32, u32> vertices_within(const Vector& vector, u32 vertex, u32 radius) {
  std::map<u32, u32> hops{{vertex, 0}};
  std::vector<u32> last{vertex};
  for (u32 hop = 1; hop <= radius; ++hop) {
    std::vector<u32> next;
    for (const u32 from : last) {
      for (u64 edge = vector.out_start[from]; edge < vector.out_start[from + 1]; ++edge) {
        if (hops.try_emplace(vector.out_index[edge], hop).second) next.push_back(vector.out_index[edge]);
        if (hops.size() > kMostListed + 2) return hops;
      }
    }
    last = next;
  }
  hops.erase(vertex);
  return hops;
}

class HopRun {
 public:
  HopRun(EmulatedGraph& graph, emulator::Random& random)
      : graph_(graph), memory_(graph.memory()), random_(random), vector_(graph.vector()), radius_(2 + random.below(kMostHops - 1)),
        wide_(random.below(2) == 0), far_(random.below(2) == 0) {
    for (u32 v = 0; v < vector_.vertex_count; ++v) {
      within_.push_back(vertices_within(vector_, v, radius_));
      entries_ += std::min<u64>(within_.back().size(), kMostListed + 1);
      longest_ = std::max<u64>(longest_, std::min<u64>(within_.back().size(), kMostListed + 1));
    }
  }

  std::string all() {
    u64 comparisons = 0;
    for (const auto& list : within_) comparisons += std::min<u64>(list.size() * list.size(), u64{kMostListed} * kMostListed);
    if (comparisons > kMostComparisons) return {};
    std::string wrong = count_some();
    if (wrong.empty()) wrong = list(static_cast<u32>(entries_) - std::min<u32>(static_cast<u32>(entries_), random_.below(3)));
    if (!wrong.empty() || longest_ > kMostListed) return wrong;
    wrong = list(static_cast<u32>(entries_) + random_.below(3));
    if (wrong.empty()) wrong = check_lists();
    return wrong.empty() ? traverse() : wrong;
  }

 private:
  template <class Arguments>
  std::string launch(const char* name, void (*kernel)(const Arguments&), const Arguments& arguments, u32 most_warps = 16) {
    const auto shape = draw_shape(random_, vector_, most_warps);
    const std::string wrong = graph_.machine().launch(shape, random_.next(), [&] { kernel(arguments); });
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  HopArguments arguments(u32 stride) {
    HopArguments found{};
    found.graph = graph_.arrays(wide_, far_);
    found.counts = {memory_.allocate("hop counts", sizeof(HopCounts))};
    std::memset(memory_.host_view(found.counts.address), 0, sizeof(HopCounts));
    memory_.set_initialised(found.counts.address, sizeof(HopCounts));
    found.radius = radius_;
    found.stride = stride;
    return found;
  }

  std::string make(const HopArguments& made, u64 entries, u64 longest) {
    std::string wrong = launch("list hops", wide_ ? graph_hops_64 : graph_hops_32, made, 256 / kLanes);
    if (!wrong.empty()) return wrong;
    const auto& counts = *static_cast<const HopCounts*>(memory_.host_view(made.counts.address));
    if (counts.entries == entries && counts.longest == longest) return {};
    return "lists have " + std::to_string(counts.entries) + " entries, the longest " + std::to_string(counts.longest) + ", not " +
           std::to_string(entries) + " and " + std::to_string(longest);
  }

  std::string count_some() {
    const HopArguments counted = arguments(1 + random_.below(4));
    u64 entries = 0, longest = 0;
    for (u32 v = 0; v < vector_.vertex_count; v += counted.stride) {
      const u64 length = std::min<u64>(within_[v].size(), kMostListed + 1);
      entries += length;
      longest = std::max(longest, length);
    }
    return make(counted, entries, longest);
  }

  /// With room for `capacity` entries, of which nothing beyond is written.
  std::string list(u32 capacity) {
    HopArguments listed = arguments(1);
    listed.pieces = {memory_.allocate("made pieces", vector_.vertex_count * 8ull)};
    listed.index = {memory_.allocate("made entries", capacity * 4ull)};
    listed.capacity = capacity;
    made_ = listed;
    return make(listed, entries_, longest_);
  }

  std::string check_lists() const {
    const auto* pieces = static_cast<const u64*>(memory_.host_view(made_.pieces.address));
    const auto* index = static_cast<const u32*>(memory_.host_view(made_.index.address));
    for (u32 v = 0; v < vector_.vertex_count; ++v) {
      const u64 begin = pieces[v] >> 8, length = pieces[v] & 0xFF;
      std::map<u32, u32> found;
      for (u64 i = begin; i < begin + length; ++i) {
        found[index[i] & ((1u << kHopShift) - 1)] = (index[i] >> kHopShift) + 1;
        if (i > begin && index[i] >> kHopShift < index[i - 1] >> kHopShift) return "a far entry comes before a near one";
      }
      if (found != within_[v] || length != within_[v].size()) return "the list of vertex " + std::to_string(v) + " is wrong";
    }
    return {};
  }

  u64 words(const char* name, u64 count) { return memory_.allocate(name, count * 4); }

  std::string traverse() {
    const Traversal& traversal = vector_.traversals[random_.below(static_cast<u32>(vector_.traversals.size()))];
    const u32 limit = random_.below(3) == 0 ? 1 + random_.below(8) : ~0u;
    BfsArguments run{};
    run.graph = graph_.arrays(wide_, far_);
    run.hops.pieces = {memory_.allocate_read_only("hop pieces", memory_.host_view(made_.pieces.address), vector_.vertex_count * 8ull)};
    run.hops.index = {memory_.allocate_read_only("hop entries", memory_.host_view(made_.index.address), entries_ * 4)};
    run.hops.near = {words("near", (vector_.vertex_count + 7ull) / 8)};
    run.hops.radius = radius_;
    run.state.level = {words("level", vector_.vertex_count)};
    run.state.control = {memory_.allocate("control", sizeof(BfsControl))};
    const u64 room = vector_.vertex_count;
    for (auto& pieces : run.state.pieces) pieces = {memory_.allocate("pieces", room * 8)};
    run.request.source = traversal.source;
    run.request.max_level = limit;
    run.request.costs.small_vertices = random_.below(2) == 0 ? ~0u : random_.below(20);
    run.request.costs.small_pieces = random_.below(3) == 0 ? kLocalPieces : random_.below(3);
    run.request.costs.small_lanes_log = random_.below(6);
    std::string wrong = launch("reset", bfs_reset_hops, run);
    if (wrong.empty()) wrong = launch("traverse", bfs_hops, run);
    if (!wrong.empty()) return wrong;
    const u32 steps = static_cast<const BfsControl*>(memory_.host_view(run.state.control.address))->steps;
    Limits limits;
    if (steps >= limit) limits.max_level = steps;
    const Expectation expected = expect(vector_, traversal, limits);
    if (limit != ~0u && steps > limit + radius_ - 1) return "a round began beyond the limit of levels";
    // Another round finds that the last one's frontier leads nowhere, and so may one after what was followed in vain.
    if (steps < expected.last_level || steps > expected.last_level + 3 * radius_) {
      return "steps is " + std::to_string(steps) + " where the last level is " + std::to_string(expected.last_level);
    }
    const auto* level = static_cast<const i32*>(memory_.host_view(run.state.level.address));
    for (u32 v = 0; v < vector_.vertex_count; ++v) {
      if (level[v] == expected.level[v]) continue;
      return "level[" + std::to_string(v) + "] is " + std::to_string(level[v]) + ", not " + std::to_string(expected.level[v]);
    }
    return {};
  }

  EmulatedGraph& graph_;
  emulator::Memory& memory_;
  emulator::Random& random_;
  const Vector& vector_;
  u32 radius_;
  bool wide_, far_;
  std::vector<std::map<u32, u32>> within_;
  u64 entries_ = 0, longest_ = 0;
  HopArguments made_{};
};

}  // namespace

std::string run_hops(EmulatedGraph& graph, u64 seed) {
  if (graph.vector().vertex_count == 0) return {};
  emulator::Random random(seed);
  const std::size_t mark = graph.memory().mark();
  std::string wrong = HopRun(graph, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
