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

/// Whether the next level is one for a block alone; where the frontier is not queued, its edges are estimated. Rules of earlier
/// systems know no such thing.
BITFRONT_DEVICE bool begins_alone(const BfsRequest& request, const Position& at, u32 level) {
  return (request.costs.allowed & bit_of(LevelMode::PushAlone)) != 0 && request.policy.rule == SwitchRule::Auto &&
         level >= request.forced_count && at.frontier.edges <= request.costs.alone_edges &&
         (!at.queued || at.frontier.queued <= request.costs.alone_edges);
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

/// Runs levels in one block, at least one, until the traversal is over or more edges lead out of the frontier than are worth
/// it. `at.frontier` is all in the grid's queue then. The last level run.
///
/// Launch: a whole block.
/// Needs:  the frontier in the grid's queue, nothing in the block's; a tally that is clear.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 push_alone(const BfsArguments& arguments, const BlockQueue& block, DevicePtr<u32> visited, LevelClock& clock,
                               u32 level, u32 tally, Position& at) {
  const BfsRequest& request = arguments.request;
  u32 own = 0;
  do {
    const u32 parity = at.round.queue % 2;
    const u32 vertices = at.frontier.vertices;
    const DevicePtr<u64> queue = arguments.state.pieces[parity];
    const Round filled{at.round.queue + 1, tally};
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
BITFRONT_DEVICE u32 run_alone(const BfsArguments& arguments, const BlockQueue& block, const Bitmaps& bitmaps, LevelClock& clock,
                              u32 level, Position& at) {
  const BfsState& state = arguments.state;
  const bool was_queued = at.queued;
  if (!was_queued) {
    at.round = after(at.round);
    queue_frontier<kOffsets>(arguments, at.round, bitmaps.other, bitmaps.visited);
    at.frontier.queued = end_round(arguments, block, at.round, 0, {}).queued;
    at.queued = true;
    if (at.frontier.queued > arguments.request.costs.alone_edges) return level;
  }
  const bool gathers = was_queued && level != 0;
  const auto told = [&](u64 member) { return counter(state.control, offsetof(BfsControl, alone) + member); };
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
      store(told(offsetof(BfsAlone, level)), 0, level);
      store(told(offsetof(BfsAlone, queue)), 0, at.round.queue);
      store(told(offsetof(BfsAlone, vertices)), 0, at.frontier.vertices);
      store(told(offsetof(BfsAlone, queued)), 0, at.frontier.queued);
      store(told(offsetof(BfsAlone, visited)), 0, at.visited);
      store(told(offsetof(BfsAlone, targets)), 0, at.targets);
      store(as<u64>(told(offsetof(BfsAlone, frontier_edges))), 0, at.frontier.edges);
      store(as<u64>(told(offsetof(BfsAlone, edges))), 0, at.edges);
    }
  }
  synchronise(state);
  at.frontier = {load(told(offsetof(BfsAlone, vertices)), 0), 0, load(as<u64>(told(offsetof(BfsAlone, frontier_edges))), 0),
                 load(told(offsetof(BfsAlone, queued)), 0)};
  at.visited = load(told(offsetof(BfsAlone, visited)), 0);
  at.targets = load(told(offsetof(BfsAlone, targets)), 0);
  at.edges = load(as<u64>(told(offsetof(BfsAlone, edges))), 0);
  at.round = {load(told(offsetof(BfsAlone, queue)), 0), tally};
  at.queued = true;
  at.sliced = kNotSliced;
  at.pulling = false;
  return load(told(offsetof(BfsAlone, level)), 0);
}

/// Calls `run_alone`: inlined into kernels of 64 registers it spills 40 to 96 bytes in their other levels.
template <Offsets kOffsets>
BITFRONT_CALLED u32 call_alone(const BfsArguments& arguments, const BlockQueue& block, const Bitmaps& bitmaps, LevelClock& clock,
                               u32 level, Position& at) {
  return run_alone<kOffsets>(arguments, block, bitmaps, clock, level, at);
}

}  // namespace bitfront
