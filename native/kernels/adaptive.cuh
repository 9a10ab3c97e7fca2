#pragma once
/// Ours: every level is run the way that its policy says, top-down or bottom-up, with one grid barrier, two where levels
/// are stored by a sweep, three on tensor cores; small frontiers in rounds that have none (`small.cuh`) or, where no such rounds are
/// compiled, those of few edges by one block (`alone.cuh`).
///
/// `visited` and `frontier` hold visited vertices by turns. A pull or a sweep writes the one that is not current, which then
/// is; their difference is the frontier, from which a queue is built only if the next level wants one. A push works on the
/// current one alone; a tensor level after it first brings the other one up to date.

#include "alone.cuh"
#include "bins.cuh"
#include "scan.cuh"
#include "slices.cuh"
#include "small.cuh"

namespace bitfront {

/// Queues the frontier's VSSs, once per level; `level` is the frontier's.
///
/// Launch: whole grid.
BITFRONT_DEVICE void slice_frontier(const BfsArguments& arguments, const BlockQueue& block, u32 level, Position& at) {
  if (at.sliced != kNotSliced) return;
  const Bitmaps bitmaps = bitmaps_at(arguments.state, at);
  at.round = after(at.round);
  queue_slices(arguments, at.round, bitmaps.visited, bitmaps.other, at.queued, level);
  at.sliced = end_round(arguments, block, at.round, arguments.request.costs.local_pieces, {}).queued;
}

/// In place of a LevelMode.
constexpr u32 kUndecided = 0;

/// The mode of level `level` as it is forced, else by the request's policy.
BITFRONT_DEVICE LevelMode decide_mode(const BfsArguments& arguments, const BlockQueue& block, const Position& at, u64 edge_count,
                                      u32 level) {
  const u32 forced = forced_mode(arguments.request, level);
  return forced != 0 ? static_cast<LevelMode>(forced) : choose_mode(arguments, block, at, edge_count);
}

/// What the block's memory holds by turns: candidates and hits of a pull, marks of other levels, what small rounds have reached.
constexpr u32 kScratchWords = kGatheredWords;
static_assert(kPullMemory <= kScratchWords && kMostReached <= kScratchWords);

template <Marking kMarking>
constexpr u32 kMemoryWords = kMarking == Marking::Sorted && kBinMemory > kScratchWords ? kBinMemory : kScratchWords;

/// Where marks are divided, the first vertices look for theirs in levels of at least one in so many of all edges: one in so many of all
/// vertices with edges. What they save are most of a hub's marks, and they hardly look at more than one neighbour or a few.
BITFRONT_TUNABLE(u32, kDividedShare, 32);
BITFRONT_TUNABLE(u32, kFirstShare, 8);

/// Vertices that look for their marks themselves, whole words of them; none where lists need not ascend.
BITFRONT_DEVICE u32 vertices_that_look(const GraphArrays& graph, u64 frontier_edges, u64 edge_count) {
  if (!goes_both_ways(graph) || frontier_edges < edge_count / kDividedShare) return 0;
  return graph.live_count / kFirstShare / 32 * 32;
}

/// Runs one level in the given mode. The next one's, kUndecided where it depends on what only the whole grid can find out.
///
/// Launch: whole grid; kMemoryWords of the block's memory.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE u32 run_level(const BfsArguments& arguments, const BlockQueue& block, SharedPtr<u32> scratch,
                              LevelMode mode, u32 level, u64 edge_count, Position& at) {
  constexpr Offsets kOffsets = kPolicy.offsets;
  constexpr bool kDivides = kPolicy.marking == Marking::Divided;
  const BfsState& state = arguments.state;
  const auto [visited, other] = bitmaps_at(state, at);
  const u32 room = arguments.request.costs.local_pieces;
  const bool sorts = kPolicy.marking == Marking::Sorted && mode == LevelMode::PushMarked && !at.queued &&
                     wants_bins(arguments, at.frontier.edges, edge_count);
  if (mode == LevelMode::Tensor) {
    slice_frontier(arguments, block, level - 1, at);
  } else if (mode != LevelMode::Pull && !at.queued && !sorts) {
    at.round = after(at.round);
    queue_frontier<kOffsets>(arguments, at.round, other, visited);
    at.frontier.queued = end_round(arguments, block, at.round, room, {}).queued;
  }
  Found found{};
  if (mode == LevelMode::Push) {
    found = push<kOffsets>(arguments, block, at.round, at.frontier.queued, visited, level);
  } else if (kPolicy.scans == Scans::WhenRare && mode == LevelMode::Pull && at.edges <= edge_count / kScannedShare) {
    mark_by_scan<kOffsets>(arguments, scratch, kScratchWords, visited, edge_count);
    synchronise(state);
    found = sweep<kOffsets>(arguments, visited, other, level);
  } else if (mode == LevelMode::Pull) {
    found = pull<kOffsets>(arguments, scratch, after(at.round), arguments.graph.live_count - at.visited,
                           edge_count > at.edges ? edge_count - at.edges : 0, visited, other, level);
  } else if (sorts) {
    found = mark_by_bins<kOffsets>(arguments, scratch, at, edge_count, {visited, other}, level);
  } else {
    const bool by_slices = mode == LevelMode::Tensor;
    u32 first = 0;
    if constexpr (kDivides) {
      if (!by_slices) first = vertices_that_look(arguments.graph, at.frontier.edges, edge_count);
      if (first != 0) {
        mark_by_pull<kOffsets>(arguments, scratch, after(at.round), first / 32, visited);
        block_barrier();
      }
    }
    // Blocks gather marks of those that look for themselves, and few of the others are marked twice.
    const Marks marks = begin_marks(arguments, scratch, first != 0 ? 0 : at.frontier.edges,
                                    by_slices || (first == 0 && arguments.request.costs.look != 0));
    if (by_slices) {
      mark_by_slices(arguments, marks, at.sliced, visited, other);
    } else {
      mark_by_push<kDivides>(arguments, marks, block, at.round, at.frontier.queued, at.frontier.edges, first);
    }
    end_marks(marks);
    synchronise(state);
    found = sweep<kOffsets>(arguments, visited, other, level);
  }
  at.round = after(at.round);
  const bool looks = mode == LevelMode::Pull || (kDivides && mode == LevelMode::PushMarked);
  Outcome outcome = end_round(arguments, block, at.round, room, found, [&](const Found& all) {
    count_shared(block);
    if (looks && all.queued != 0) return kUndecided;
    count_few(arguments.request, block, all);
    Position next = at;
    advance(next, all, mode);
    if (arguments.request.policy.rule == SwitchRule::Paper || !goes_on(arguments, next, all.vertices)) return kUndecided;
    return static_cast<u32>(decide_mode(arguments, block, next, edge_count, level + 1));
  });
  if (looks && outcome.found.queued != 0) {
    const AfterSharedPull shared = end_shared_pull<kOffsets>(arguments, block, visited, other, level, at.round, outcome.found);
    at.round = shared.round;
    outcome.found = shared.found;
  }
  advance(at, outcome.found, mode);
  return outcome.decision;
}

/// Where a traversal begins, at its source or after levels that were run before, with what no path leads to behind it.
BITFRONT_DEVICE Position start_position(const BfsArguments& arguments, u32& level) {
  const BfsStand start = load_stand(stand_at(arguments.state, offsetof(BfsControl, start)));
  level = start.level;
  Position at{{start.vertices, 0, start.frontier_edges, start.queued}, start.visited, start.edges, start.targets, {0, 0}, 0, kNotSliced,
              true, false, false};
  if (!arguments.graph.components.is_null() || !arguments.graph.strays.is_null()) {
    at.visited += load(outside_vertices(arguments.state), 0);
    at.edges += load(outside_edges(arguments.state), 0);
  }
  return at;
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32, at most 1,024.
/// Needs:  state reset for the source or resumed (`resume.cuh`); hubs; no edge at a vertex beyond live_count.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE void traverse_adaptively(const BfsArguments& arguments) {
  BITFRONT_SHARED(u64, pieces, 2 * kLocalPieces);
  BITFRONT_SHARED(u32, length, 2);
  BITFRONT_SHARED(u64, found, 3);
  BITFRONT_SHARED(u64, sums, 4);
  BITFRONT_SHARED(u32, few, 2);
  BITFRONT_SHARED(u64, vain, 3);
  BITFRONT_SHARED(u64, outcome, 6);
  BITFRONT_SHARED(u32, scratch, kMemoryWords<kPolicy.marking>);
  BITFRONT_SHARED(u32, reached_count, 2);
  const BlockQueue block{pieces, length, found, sums, few, vain, outcome};
  clear_block_queue(block);
  const BfsRequest& request = arguments.request;
  const GraphArrays& graph = arguments.graph;
  const u64 edge_count = load_offset<kPolicy.offsets>(graph.in_start, graph.vertex_count);
  BITFRONT_SHARED(u64, clock_since, 1);
  const LevelClock clock{clock_since};
  start_clock(clock, request);
  u32 level;
  Position at = start_position(arguments, level);
  u32 decided = kUndecided;
  bool more = !source_suffices(request) && at.visited <= graph.live_count;
  while (more && level < request.max_level && !exceeds_shared(request, block)) {
    if constexpr (kPolicy.small != SmallRounds::WhenSmall) {
      if (begins_alone(request, block, at, level)) {
        const Bitmaps bitmaps = bitmaps_at(arguments.state, at);
        const u32 before = level;
        level = run_alone<kPolicy.offsets>(arguments, block, bitmaps, clock, level, at);
        decided = kUndecided;
        if (level != before) {
          more = goes_on(arguments, at, at.frontier.vertices);
          continue;
        }
      }
    } else {
      if (begins_small(request, at, level)) {
        const DevicePtr<u32> visited = bitmaps_at(arguments.state, at).visited;
        const ReachedVertices reached{scratch, reached_count, {}};
        level = request.costs.small_lanes_log <= kFewLanes
                    ? run_small_rounds<Reach::Neighbours, kPolicy.offsets, 1>(arguments, block, reached, visited, clock, level, at)
                    : run_small_rounds<Reach::Neighbours, kPolicy.offsets, kSmallEdges>(arguments, block, reached, visited, clock, level, at);
        more = goes_on(arguments, at, at.frontier.vertices);
        decided = kUndecided;
        continue;
      }
    }
    const u32 frontier = at.frontier.vertices;
    while (true) {
      if (decided == kUndecided) {
        const bool is_forced = forced_mode(request, level + 1) != 0;
        if (!is_forced && request.policy.rule == SwitchRule::Paper) slice_frontier(arguments, block, level, at);
        decided = static_cast<u32>(decide_mode(arguments, block, at, edge_count, level + 1));
      }
      if (decided != static_cast<u32>(LevelMode::Pull) || !looks_before_pull(arguments, block, at, edge_count, level + 1)) break;
      sample_pull(arguments, block, bitmaps_at(arguments.state, at).visited, at.edges, at.frontier.edges);
      decided = kUndecided;
    }
    const LevelMode mode = static_cast<LevelMode>(decided);
    decided = run_level<kPolicy>(arguments, block, scratch, mode, ++level, edge_count, at);
    more = goes_on(arguments, at, at.frontier.vertices);
    record_level(clock, request, level, mode, frontier);
  }
  if (thread_in_grid() != 0) return;
  store(counter(arguments.state.control, offsetof(BfsControl, steps)), 0, level);
  store(counter(arguments.state.control, offsetof(BfsControl, unfinished)), 0, more ? 1u : 0u);
}

}  // namespace bitfront
