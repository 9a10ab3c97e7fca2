#pragma once
/// Ours: every level is run the way that looks cheapest, top-down or bottom-up, with one grid barrier, two where levels
/// are stored by a sweep.
///
/// `visited` and `frontier` hold visited vertices by turns. A pull or a sweep writes the one that is not current, which then
/// is; their difference is the frontier, from which a queue is built only if the next level wants one. A push works on the
/// current one alone.

#include "pull.cuh"

namespace bitfront {

/// Where a traversal stands; the same in all threads.
struct Position {
  Found frontier;
  u32 visited;      ///< vertices
  u32 targets;      ///< found
  u32 round;        ///< barriers that ended one
  u32 current;      ///< which of the two bitmaps
  bool queued;      ///< the frontier is in the queues of `round`, not only in the bitmaps
};

/// The cheapest allowed way for the next level.
///
/// Expected probes of an unvisited vertex: edges per edge out of the frontier, but no more than most vertices have.
BITFRONT_DEVICE LevelMode choose_mode(const BfsArguments& arguments, const Position& at, u64 edge_count) {
  const SwitchCosts& costs = arguments.request.costs;
  const u64 words = bitmap_words(arguments.graph.live_count);
  const u64 edges = at.frontier.edges == 0 ? 1 : at.frontier.edges;
  const u64 unvisited = arguments.graph.live_count - at.visited;
  const u64 rarity = edge_count / edges + 1;
  const u64 probes = rarity < costs.probe_limit ? rarity : costs.probe_limit;
  const u64 queue = at.queued ? 0 : words * costs.queue_word + costs.barrier;
  u64 of_pull = words * costs.pull_word + unvisited * (costs.pull_vertex + probes * costs.pull_probe);
  u64 of_push = queue + edges * costs.push_edge;
  u64 of_marks = queue + edges * costs.mark_edge + words * costs.sweep_word + costs.barrier;
  if (at.queued) {
    of_pull = of_pull * costs.stay_percent / 100;
  } else {
    of_push = of_push * costs.stay_percent / 100;
    of_marks = of_marks * costs.stay_percent / 100;
  }
  const auto cost = [&](LevelMode mode, u64 of_mode) {
    return (costs.allowed >> static_cast<u32>(mode) & 1) != 0 ? of_mode : ~u64{0};
  };
  LevelMode best = LevelMode::Push;
  u64 least = cost(LevelMode::Push, of_push);
  if (cost(LevelMode::PushMarked, of_marks) < least) {
    best = LevelMode::PushMarked;
    least = of_marks;
  }
  return cost(LevelMode::Pull, of_pull) < least ? LevelMode::Pull : best;
}

/// Runs one level in the given mode.
///
/// Launch: whole grid.
template <Offsets kOffsets>
BITFRONT_DEVICE void run_level(const BfsArguments& arguments, const BlockQueue& block, const PullMemory& memory,
                               LevelMode mode, u32 level, Position& at) {
  const BfsState& state = arguments.state;
  const DevicePtr<u32> visited = at.current == 0 ? state.visited : state.frontier;
  const DevicePtr<u32> other = at.current == 0 ? state.frontier : state.visited;
  if (mode != LevelMode::Pull && !at.queued) {
    queue_frontier<kOffsets>(arguments, ++at.round, other, visited);
    at.frontier.queued = end_round(arguments, block, at.round, {}).queued;
  }
  Found found{};
  if (mode == LevelMode::Push) {
    found = push<kOffsets>(arguments, block, at.round + 1, at.frontier.queued, visited, level);
  } else if (mode == LevelMode::Pull) {
    found = pull<kOffsets>(arguments, memory, visited, other, level);
  } else {
    mark_by_push(arguments, block, at.round, at.frontier.queued);
    synchronise(state);
    found = sweep<kOffsets>(arguments, visited, other, level);
  }
  at.frontier = end_round(arguments, block, ++at.round, found);
  at.visited += at.frontier.vertices;
  at.targets += at.frontier.targets;
  at.queued = mode == LevelMode::Push;
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
  BITFRONT_SHARED(u64, sums, 3);
  BITFRONT_SHARED(u32, candidates, kPullCandidates);
  BITFRONT_SHARED(u32, hits, kPullHits);
  const BlockQueue block{pieces, length, sums};
  clear_block_queue(block);
  const BfsRequest& request = arguments.request;
  const GraphArrays& graph = arguments.graph;
  const u64 edge_count = load_offset<kPolicy.offsets>(graph.in_start, graph.vertex_count);
  LevelClock clock = start_clock(request);
  const EdgeRange of_source = out_edges<kPolicy.offsets>(graph, request.source);
  const u32 targets = is_target(request, request.source) ? 1 : 0;
  Position at{{1, targets, of_source.end - of_source.begin, piece_count(of_source)}, 1, targets, 0, 0, true};
  u32 level = 0;
  bool more = !source_suffices(request);
  while (more && level < request.max_level) {
    const u32 frontier = at.frontier.vertices;
    const LevelMode mode = choose_mode(arguments, at, edge_count);
    run_level<kPolicy.offsets>(arguments, block, {candidates, hits}, mode, ++level, at);
    more = at.frontier.vertices != 0 && at.visited < graph.live_count &&
           (request.target_count == 0 || at.targets < request.target_count);
    record_level(clock, request, level, mode, frontier);
  }
  if (thread_in_grid() == 0) store(counter(arguments.state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
