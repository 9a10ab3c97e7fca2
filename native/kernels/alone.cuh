#pragma once
/// Levels of few edges, run by one block while the others wait: nothing but its own barriers comes between two levels.

#include "push.cuh"
#include "switching.cuh"

namespace bitfront {

/// Parts of a piece, so that the edges of a few pieces have a lane each.
constexpr u32 kPieceParts = kPieceEdges / kLanes;

/// Part `i` of a piece, as a piece.
BITFRONT_DEVICE u64 part_of_piece(u64 piece, u32 i) {
  const u32 length = static_cast<u32>(piece & 0xFF);
  const u32 begin = i * kLanes;
  if (begin >= length) return 0;
  return ((piece >> 8) + begin) << 8 | (length - begin < kLanes ? length - begin : kLanes);
}

/// Whether the next level is one for a block alone; where the frontier is not queued, its edges are estimated. A search of few levels
/// has some of few edges, its first and its last, that take 8 us less as others do: not what one or two are like decides, but
/// how many there have been. Rules of earlier systems know no such thing.
BITFRONT_DEVICE bool begins_alone(const BfsRequest& request, const BlockQueue& block, const Position& at, u32 level) {
  return (request.costs.allowed & bit_of(LevelMode::PushAlone)) != 0 && request.policy.rule == SwitchRule::Auto &&
         level >= request.forced_count && at.frontier.edges <= request.costs.alone_edges &&
         load(block.few, 0) >= request.costs.alone_after && (!at.queued || at.frontier.queued <= request.costs.alone_edges);
}

/// Stores where a traversal stands after level `level` for the block's other threads.
///
/// Launch: one thread of the block, before a barrier.
BITFRONT_DEVICE void store_position(const BlockQueue& block, const Position& at, u32 level) {
  store_outcome(block, {at.frontier, level});
  store(block.outcome, 3, u64{at.round.queue} << 32 | at.visited);
  store(block.outcome, 4, at.edges);
  store(block.outcome, 5, u64{at.targets});
}

/// Loads what a thread of the block has stored so; the level.
///
/// Launch: after that barrier.
BITFRONT_DEVICE u32 load_position(const BlockQueue& block, Position& at) {
  const Outcome outcome = load_outcome(block);
  const u64 round_and_visited = load(block.outcome, 3);
  at.frontier = outcome.found;
  at.visited = static_cast<u32>(round_and_visited);
  at.edges = load(block.outcome, 4);
  at.targets = static_cast<u32>(load(block.outcome, 5));
  at.round.queue = static_cast<u32>(round_and_visited >> 32);
  at.queued = true;
  at.sliced = kNotSliced;
  at.pulling = false;
  return outcome.decision;
}

/// Hands the pieces that blocks keep to the grid's queue; how many these were is the length in `tally`.
///
/// Launch: whole grid.
/// Needs:  the frontier queued, by a round before that of tally `tally`, which is clear.
/// Cost:   a grid barrier.
BITFRONT_DEVICE void gather_pieces(const BfsArguments& arguments, const BlockQueue& block, const Position& at, u32 tally) {
  const BfsState& state = arguments.state;
  const u32 parity = at.round.queue % 2;
  const u32 own = load(block.length, parity);
  if (own != 0) {
    block_barrier();
    if (thread_in_block() == 0) store(block.outcome, 0, u64{atomic_add(tally_queue_length(state, tally), 0, own)});
    block_barrier();
    give_pieces(state, block, parity, at.frontier.queued + static_cast<u32>(load(block.outcome, 0)), own);
    block_barrier();
    if (thread_in_block() == 0) store(block.length, parity, 0u);
  }
  synchronise(state);
}

/// Ends a level: what it found; its pieces are in the block's queue and in the grid's.
///
/// Launch: whole block.
BITFRONT_DEVICE Found end_alone(const BfsArguments& arguments, const BlockQueue& block, Round filled, Found mine) {
  add_found(arguments.request, block, mine);
  block_barrier();
  if (thread_in_block() == 0) {
    const DevicePtr<u32> length = tally_queue_length(arguments.state, filled.tally);
    const Found all{static_cast<u32>(load(block.found, 0)), static_cast<u32>(load(block.found, 2)), load(block.found, 1), load(length, 0)};
    store_outcome(block, {all, 0});
    store(length, 0, 0u);
    for (u32 i = 0; i < 3; ++i) store(block.found, i, u64{0});
    turn_block_queues(block, filled, kLocalPieces);
  }
  block_barrier();
  return load_outcome(block).found;
}

/// Edges that a frontier may have whose levels one warp runs, an edge a lane.
BITFRONT_DEVICE u32 warp_edges(const BfsRequest& request) {
  return request.costs.alone_edges < kLanes ? request.costs.alone_edges : kLanes;
}

/// Runs levels in one warp, at least one, until the traversal is over or more edges lead out of the frontier than the warp has
/// lanes. A lane keeps the list of a vertex that it found, so that nothing is queued and no barrier comes between two levels.
///
/// Launch: one warp, the only one of the grid that runs.
/// Needs:  `mine` of all lanes together no more than kLanes edges; what they are after the last level is the frontier.
/// Cost:   a load, and an atomic beside two more, a level, each waiting for the one before. Arguments and position are copied, lest
///         they be memory: a level of a chain on an H200 took 0.98 us where registers take 0.75, in a function that was called.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 push_in_warp(const BfsArguments& told, DevicePtr<u32> visited, LevelClock clock, u32 level, EdgeRange& mine,
                                 Position& stands) {
  const BfsArguments arguments = told;
  const BfsRequest& request = arguments.request;
  Position at = stands;
  do {
    const u32 vertices = at.frontier.vertices;
    const u32 length = static_cast<u32>(mine.end - mine.begin);
    const u32 upto = lanes_scan(length);
    const u64 shift = mine.begin - (upto - length);
    u32 owner = 0;
#pragma unroll
    for (u32 step = kLanes / 2; step != 0; step /= 2) owner += shuffle(upto, owner + step - 1) <= lane_id() ? step : 0;
    const u64 place = shuffle_wide(shift, owner) + lane_id();
    ++level;
    mine = {};
    u32 targets = 0;
    bool fresh = false;
    if (lane_id() < shuffle(upto, kLanes - 1)) {
      const u32 vertex = load_readonly(arguments.graph.out_index, place);
      const u32 bit = 1u << vertex % 32;
      const EdgeRange edges = out_edges<kOffsets>(arguments.graph, vertex);
      fresh = (atomic_or(visited, vertex / 32, bit) & bit) == 0;
      if (fresh) {
        store(arguments.state.level, vertex, static_cast<i32>(level));
        targets = targets_among(request, vertex / 32, bit);
        mine = edges;
      }
    }
    const Found all{popcount(ballot(fresh)), popcount(ballot(targets != 0)), lanes_sum_wide(mine.end - mine.begin), 0};
    advance(at, all, LevelMode::PushAlone);
    record_level(clock, request, level, LevelMode::PushAlone, vertices);
  } while (goes_on(arguments, at, at.frontier.vertices) && level < request.max_level && at.frontier.edges <= warp_edges(request));
  stands = at;
  return level;
}

/// Has the first warp run levels while the others of its block wait; the last level run. The frontier is in the queues before and
/// after.
///
/// Launch: a whole block, the only one that runs.
/// Needs:  no more than `warp_edges` edges out of the frontier, `own` pieces in the block's queue; the tally clear.
/// Cost:   two barriers of the block.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 push_in_first_warp(const BfsArguments& arguments, const BlockQueue& block, DevicePtr<u32> visited,
                                       LevelClock clock, u32 level, u32 own, Round filled, Position& at) {
  const u32 parity = at.round.queue % 2;
  const DevicePtr<u32> length = tally_queue_length(arguments.state, filled.tally);
  if (thread_in_block() < kLanes) {
    const u32 i = lane_id();
    const u64 piece = i < own                        ? load(block.pieces, parity * kLocalPieces + i)
                      : i < own + at.frontier.queued ? load(arguments.state.pieces[parity], i - own)
                                                     : 0;
    EdgeRange mine{piece >> 8, (piece >> 8) + (piece & 0xFF)};
    level = push_in_warp<kOffsets>(arguments, visited, clock, level, mine, at);
    queue_lists(arguments, block, filled, kLocalPieces, mine);
  }
  block_barrier();
  if (thread_in_block() == 0) {
    at.frontier.queued = load(length, 0);
    at.round = filled;
    store_position(block, at, level);
    store(length, 0, 0u);
    turn_block_queues(block, filled, kLocalPieces);
  }
  block_barrier();
  at.round.tally = filled.tally;
  return load_position(block, at);
}

/// Runs levels in one block, at least one, until the traversal is over or more edges lead out of the frontier than are worth
/// it. `at.frontier` is all in the grid's queue then. The last level run.
///
/// Launch: a whole block.
/// Needs:  the frontier in the grid's queue, nothing in the block's; a tally that is clear.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 push_alone(const BfsArguments& arguments, const BlockQueue& block, DevicePtr<u32> visited, LevelClock clock,
                               u32 level, u32 tally, Position& at) {
  const BfsRequest& request = arguments.request;
  u32 own = 0;
  do {
    const u32 parity = at.round.queue % 2;
    const u32 vertices = at.frontier.vertices;
    const DevicePtr<u64> queue = arguments.state.pieces[parity];
    const Round filled{at.round.queue + 1, tally};
    if (at.frontier.edges <= warp_edges(request) && own + at.frontier.queued <= kLanes) {
      level = push_in_first_warp<kOffsets>(arguments, block, visited, clock, level, own, filled, at);
      own = load(block.length, filled.queue % 2);
      continue;
    }
    Found found{};
    ++level;
    follow_pieces<kPushEdges>(
        arguments.graph, thread_in_block() / kLanes, block_threads() / kLanes, (own + at.frontier.queued) * kPieceParts,
        [&](u32 i) {
          const u32 at_piece = i / kPieceParts;
          const u64 piece = at_piece < own ? load(block.pieces, parity * kLocalPieces + at_piece) : load(queue, at_piece - own);
          return part_of_piece(piece, i % kPieceParts);
        },
        [&](const u32(&vertex)[kPushEdges]) {
          claim<kOffsets>(arguments, block, filled, kLocalPieces, visited, level, vertex[0], found);
        });
    const Found all = end_alone(arguments, block, filled, found);
    advance(at, all, LevelMode::PushAlone);
    at.round = filled;
    own = load(block.length, filled.queue % 2);
    record_level(clock, request, level, LevelMode::PushAlone, vertices);
  } while (goes_on(arguments, at, at.frontier.vertices) && level < request.max_level &&
           at.frontier.edges <= request.costs.alone_edges);
  give_pieces(arguments.state, block, at.round.queue % 2, at.frontier.queued, own);
  at.frontier.queued += own;
  block_barrier();
  if (thread_in_block() == 0) store(block.length, at.round.queue % 2, 0u);
  return level;
}

/// Runs levels in the first block while the others wait; the last one run. None where a frontier that had to be queued first
/// proves to have more pieces than are worth it.
///
/// Launch: whole grid.
/// Reads:  both bitmaps, where the frontier is not queued.
/// Cost:   a grid barrier, another where the frontier is not queued or blocks may have kept pieces to themselves; in between, two
///         barriers of a block a level.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 run_alone(const BfsArguments& arguments, const BlockQueue& block, const Bitmaps& bitmaps, LevelClock clock,
                              u32 level, Position& at) {
  const BfsState& state = arguments.state;
  const bool was_queued = at.queued;
  if (!was_queued) {
    at.round = after(at.round);
    queue_frontier<kOffsets>(arguments, at.round, bitmaps.other, bitmaps.visited);
    at.frontier.queued = end_round(arguments, block, at.round, 0, {}).queued;
    at.queued = true;
    if (at.frontier.queued > arguments.request.costs.alone_edges) return level;
    // An estimate: one warp takes as many edges as it has lanes, so it must know how many there are.
    if (at.frontier.edges <= kLanes) at.frontier.edges = kLanes + 1;
  }
  const bool gathers = was_queued && level != 0;
  const DevicePtr<BfsStand> told = stand_at(state, offsetof(BfsControl, alone));
  const u32 tally = at.round.tally + 1;
  if (gathers) gather_pieces(arguments, block, at, tally);
  if (block_index() == 0) {
    if (gathers) {
      at.frontier.queued += load(tally_queue_length(state, tally), 0);
      block_barrier();
      if (thread_in_block() == 0) store(tally_queue_length(state, tally), 0, 0u);
      block_barrier();
    }
    level = push_alone<kOffsets>(arguments, block, bitmaps.visited, clock, level, tally, at);
    if (thread_in_block() == 0) {
      clear_tally(state, tally + 1);
      store_stand(told, {level, at.round.queue, at.frontier.vertices, at.frontier.queued, at.visited, at.targets, at.frontier.edges, at.edges, {}});
    }
  }
  // A thread of each block loads it all: words that every warp of the grid asks for arrive one after the other.
  synchronise(state, [&] {
    const BfsStand stand = load_stand(told);
    at.frontier = {stand.vertices, 0, stand.frontier_edges, stand.queued};
    at.visited = stand.visited;
    at.targets = stand.targets;
    at.edges = stand.edges;
    at.round.queue = stand.queue;
    store_position(block, at, stand.level);
  });
  at.round.tally = tally;
  return load_position(block, at);
}

}  // namespace bitfront
