#pragma once
/// Ours: every level is run the way that its policy says, top-down or bottom-up, with one grid barrier, two where levels
/// are stored by a sweep, three on tensor cores; small frontiers in rounds that have none (`small.cuh`).
///
/// `visited` and `frontier` hold visited vertices by turns. A pull or a sweep writes the one that is not current, which then
/// is; their difference is the frontier, from which a queue is built only if the next level wants one. A push works on the
/// current one alone; a tensor level after it first brings the other one up to date.

#include "pull.cuh"
#include "slices.cuh"
#include "small.cuh"

namespace bitfront {

/// The bitmap of visited vertices, and the other one.
struct Bitmaps {
  DevicePtr<u32> visited, other;
};

BITFRONT_DEVICE Bitmaps bitmaps_at(const BfsState& state, const Position& at) {
  return at.current == 0 ? Bitmaps{state.visited, state.frontier} : Bitmaps{state.frontier, state.visited};
}

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

/// Runs one level in the given mode.
///
/// Launch: whole grid.
template <Offsets kOffsets>
BITFRONT_DEVICE void run_level(const BfsArguments& arguments, const BlockQueue& block, const PullMemory& memory,
                               LevelMode mode, u32 level, Position& at) {
  const BfsState& state = arguments.state;
  const auto [visited, other] = bitmaps_at(state, at);
  const u32 room = arguments.request.costs.local_pieces;
  if (mode == LevelMode::Tensor) {
    slice_frontier(arguments, block, level - 1, at);
  } else if (mode != LevelMode::Pull && !at.queued) {
    at.round = after(at.round);
    queue_frontier<kOffsets>(arguments, at.round, other, visited);
    at.frontier.queued = end_round(arguments, block, at.round, room, {}).queued;
  }
  Found found{};
  if (mode == LevelMode::Push) {
    found = push<kOffsets>(arguments, block, at.round, at.frontier.queued, visited, level);
  } else if (mode == LevelMode::Pull) {
    found = pull<kOffsets>(arguments, memory, visited, other, level);
  } else {
    if (mode == LevelMode::Tensor) {
      mark_by_slices(arguments, at.sliced, visited, other);
    } else {
      mark_by_push(arguments, block, at.round, at.frontier.queued);
    }
    synchronise(state);
    found = sweep<kOffsets>(arguments, visited, other, level);
  }
  at.round = after(at.round);
  at.frontier = end_round(arguments, block, at.round, room, found);
  at.visited += at.frontier.vertices;
  at.edges += at.frontier.edges;
  at.targets += at.frontier.targets;
  at.queued = mode == LevelMode::Push;
  at.sliced = kNotSliced;
  at.pulling = mode == LevelMode::Pull;
  at.pulled |= at.pulling;
  at.current ^= mode == LevelMode::Push ? 0 : 1;
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32, at most 1,024.
/// Needs:  state reset for the source; hubs; no edge at a vertex beyond live_count.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE void traverse_adaptively(const BfsArguments& arguments) {
  BITFRONT_SHARED(u64, pieces, 2 * kLocalPieces);
  BITFRONT_SHARED(u32, length, 2);
  BITFRONT_SHARED(u64, found, 3);
  BITFRONT_SHARED(u64, sums, 4);
  BITFRONT_SHARED(u32, candidates, kPullCandidates);
  BITFRONT_SHARED(u32, hits, kPullHits);
  BITFRONT_SHARED(u32, reached_count, 2);
  static_assert(kMostReached <= kPullCandidates);  // pulls and small rounds take turns
  const BlockQueue block{pieces, length, found, sums};
  clear_block_queue(block);
  const BfsRequest& request = arguments.request;
  const GraphArrays& graph = arguments.graph;
  const u64 edge_count = load_offset<kPolicy.offsets>(graph.in_start, graph.vertex_count);
  LevelClock clock = start_clock(request);
  const EdgeRange of_source = out_edges<kPolicy.offsets>(graph, request.source);
  const u32 targets = is_target(request, request.source) ? 1 : 0;
  const u64 edges = of_source.end - of_source.begin;
  Position at{{1, targets, edges, piece_count(of_source)}, 1, edges, targets, {0, 0}, 0, kNotSliced, true, false, false};
  u32 level = 0;
  bool more = !source_suffices(request);
  while (more && level < request.max_level) {
    if constexpr (kPolicy.small == SmallRounds::WhenSmall) {
      if (begins_small(request, at, level)) {
        const DevicePtr<u32> visited = bitmaps_at(arguments.state, at).visited;
        const ReachedVertices reached{candidates, reached_count};
        level = request.costs.small_lanes_log <= kFewLanes
                    ? run_small_rounds<kPolicy.offsets, 1>(arguments, block, reached, visited, clock, level, at)
                    : run_small_rounds<kPolicy.offsets, kSmallEdges>(arguments, block, reached, visited, clock, level, at);
        more = goes_on(arguments, at, at.frontier.vertices);
        continue;
      }
    }
    const u32 frontier = at.frontier.vertices;
    const u32 forced = forced_mode(request, level + 1);
    if (forced == 0 && request.policy.rule == SwitchRule::Eq6) slice_frontier(arguments, block, level, at);
    const LevelMode mode = forced != 0 ? static_cast<LevelMode>(forced) : choose_mode(arguments, at, edge_count);
    run_level<kPolicy.offsets>(arguments, block, {candidates, hits}, mode, ++level, at);
    more = goes_on(arguments, at, at.frontier.vertices);
    record_level(clock, request, level, mode, frontier);
  }
  if (thread_in_grid() == 0) store(counter(arguments.state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
