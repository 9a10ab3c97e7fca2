#pragma once
/// Rounds of an adaptive traversal: the stretch between two grid barriers in which its blocks find vertices, queue pieces
/// of their adjacency lists and count both. Counters rotate, so that one barrier ends a round.

#include "marks.cuh"
#include "queue.cuh"

namespace bitfront {

/// Positions `begin .. end - 1` of an index array.
struct EdgeRange {
  u64 begin, end;
};

template <Offsets kOffsets>
BITFRONT_DEVICE EdgeRange out_edges(const GraphArrays& graph, u32 vertex) {
  return {load_offset<kOffsets>(graph.out_start, vertex), load_offset<kOffsets>(graph.out_start, vertex + 1ull)};
}

/// Where the list of what lies some hops from a vertex begins and ends.
BITFRONT_DEVICE EdgeRange hop_list(const HopLists& hops, u32 vertex) {
  const u64 piece = load_readonly(hops.pieces, vertex);
  return {piece >> 8, (piece >> 8) + (piece & 0xFF)};
}

/// Edges that memory delivers together.
constexpr u32 kLineEdges = 16;

/// Brings the ends of a list into L2, which is all of most short lists.
BITFRONT_DEVICE void prefetch_list(DevicePtr<const u32> index, EdgeRange edges) {
  if (edges.begin == edges.end) return;
  prefetch(index, edges.begin);
  if ((edges.begin ^ (edges.end - 1)) >= kLineEdges) prefetch(index, edges.end - 1);
}

BITFRONT_DEVICE u32 piece_count(EdgeRange edges) {
  return static_cast<u32>((edges.end - edges.begin + kPieceEdges - 1) / kPieceEdges);
}

/// Piece `i` of an adjacency list as queues hold it: its first edge, and in the low byte how many.
BITFRONT_DEVICE u64 piece(EdgeRange edges, u32 i) {
  const u64 begin = edges.begin + u64{i} * kPieceEdges;
  const u64 left = edges.end - begin;
  return begin << 8 | (left < kPieceEdges ? left : kPieceEdges);
}

/// Which queues and which tally a round fills: the queues by parity, the tallies modulo 3.
struct Round {
  u32 queue;
  u32 tally;        ///< counts grid barriers
};

BITFRONT_DEVICE Round after(Round round) { return {round.queue + 1, round.tally + 1}; }

BITFRONT_DEVICE u64 tally_at(u32 tally) { return offsetof(BfsControl, tally) + tally % 3 * sizeof(BfsTally); }

/// The word in which blocks add up what a small round found, by the parity of the queues that it filled.
BITFRONT_DEVICE DevicePtr<u64> small_sum(const BfsState& state, u32 parity) {
  return as<u64>(counter(state.control, offsetof(BfsControl, small) + parity * sizeof(BlockSum)));
}

BITFRONT_DEVICE DevicePtr<u32> tally_queue_length(const BfsState& state, u32 tally) {
  return counter(state.control, tally_at(tally) + offsetof(BfsTally, queue_length));
}

BITFRONT_DEVICE DevicePtr<u32> tally_vertices(const BfsState& state, u32 tally) {
  return counter(state.control, tally_at(tally) + offsetof(BfsTally, vertices));
}

BITFRONT_DEVICE DevicePtr<u64> tally_edges(const BfsState& state, u32 tally) {
  return as<u64>(counter(state.control, tally_at(tally) + offsetof(BfsTally, edges)));
}

BITFRONT_DEVICE DevicePtr<u32> tally_targets(const BfsState& state, u32 tally) {
  return counter(state.control, tally_at(tally) + offsetof(BfsTally, targets));
}

BITFRONT_DEVICE void clear_tally(const BfsState& state, u32 tally) {
  store(tally_queue_length(state, tally), 0, 0u);
  store(tally_vertices(state, tally), 0, 0u);
  store(tally_edges(state, tally), 0, u64{0});
  store(tally_targets(state, tally), 0, 0u);
}

/// What a round found: a lane's share, then the grid's sum.
struct Found {
  u32 vertices;
  u32 targets;
  u64 edges;
  u32 queued;       ///< pieces in the grid's queue; not a lane's
};

/// Memory of the block: pieces it keeps to itself, by round parity, and its share of the tally.
struct BlockQueue {
  SharedPtr<u64> pieces;   ///< 2 x kLocalPieces
  SharedPtr<u32> length;   ///< 2 words; while a round fills the queue it may pass its room, what is beyond went to the grid's
  SharedPtr<u64> found;    ///< 3 words: vertices, edges, targets
  SharedPtr<u64> sums;     ///< 4 words, in small rounds: what the two sums of blocks held, the last sum, the part before
  SharedPtr<u32> few;      ///< frontiers in a row that few edges lead out of, as the grid's rounds found them; levels that it has run
  SharedPtr<u64> vain;     ///< 3 words: samples that a pull would look at in vain; edges out of visited vertices and out of the frontier
                           ///< when that was found, none of these before
  SharedPtr<u64> outcome;  ///< 6 words: the frontier's edges; its vertices and targets; pieces in the grid's queue and what was
                           ///< decided; and of a position: round and visited vertices; edges out of them; targets found
};

BITFRONT_DEVICE void clear_block_queue(const BlockQueue& block) {
  const u32 thread = thread_in_block();
  if (thread < 2) store(block.length, thread, 0u);
  if (thread < 3) store(block.found, thread, u64{0});
  if (thread < 3) store(block.vain, thread, u64{0});
  if (thread < 4) store(block.sums, thread, u64{0});
  if (thread < 2) store(block.few, thread, 0u);
  block_barrier();
}

/// Ends the filling of the block's queue of `round`, empties the one that was read.
///
/// Launch: one thread of the block, between block barriers.
BITFRONT_DEVICE void turn_block_queues(const BlockQueue& block, Round round, u32 room) {
  const u32 filled = round.queue % 2;
  if (load(block.length, filled) > room) store(block.length, filled, room);
  store(block.length, 1 - filled, 0u);
}

/// Sum over the warp of values below 2^52.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u64 lanes_sum_wide(u64 value) {
  const u64 low = lanes_sum(static_cast<u32>(value & 0x3FFFFFF));
  return low + (static_cast<u64>(lanes_sum(static_cast<u32>(value >> 26))) << 26);
}

/// What a round found, and what was decided by it.
struct Outcome {
  Found found;
  u32 decision;
};

/// Adds what a warp's lanes found to the block's share.
///
/// Launch: all 32 lanes, converged; nobody reads it before a block barrier.
BITFRONT_DEVICE void add_found(const BfsRequest& request, const BlockQueue& block, const Found& mine) {
  if (ballot(mine.vertices != 0) == 0) return;
  const u32 vertices = lanes_sum(mine.vertices);
  const u64 edges = lanes_sum_wide(mine.edges);
  const u32 targets = request.target_count != 0 ? lanes_sum(mine.targets) : 0;
  if (lane_id() != 0) return;
  reduce_add(block.found, 0, vertices);
  reduce_add(block.found, 1, edges);
  if (targets != 0) reduce_add(block.found, 2, targets);
}

/// The outcome that a thread of the block has stored.
///
/// Launch: after a barrier.
BITFRONT_DEVICE Outcome load_outcome(const BlockQueue& block) {
  const u64 counts = load(block.outcome, 1);
  const u64 decided = load(block.outcome, 2);
  return {{static_cast<u32>(counts), static_cast<u32>(counts >> 32), load(block.outcome, 0), static_cast<u32>(decided)},
          static_cast<u32>(decided >> 32)};
}

BITFRONT_DEVICE void store_outcome(const BlockQueue& block, const Outcome& outcome) {
  store(block.outcome, 0, outcome.found.edges);
  store(block.outcome, 1, u64{outcome.found.targets} << 32 | outcome.found.vertices);
  store(block.outcome, 2, u64{outcome.decision} << 32 | outcome.found.queued);
}

/// Counts frontiers in a row that one block may be told to follow.
///
/// Launch: one thread of each block, once a level, between barriers.
BITFRONT_DEVICE void count_few(const BfsRequest& request, const BlockQueue& block, const Found& frontier) {
  store(block.few, 0, frontier.edges <= request.costs.alone_edges ? load(block.few, 0) + 1 : 0);
}

/// Counts levels that the whole grid has run.
///
/// Launch: one thread of each block, once a level, between barriers.
BITFRONT_DEVICE void count_shared(const BlockQueue& block) { store(block.few, 1, load(block.few, 1) + 1); }

/// Whether there have been as many of them as the traversal may run.
BITFRONT_DEVICE bool exceeds_shared(const BfsRequest& request, const BlockQueue& block) {
  return request.most_shared != 0 && load(block.few, 1) >= request.most_shared;
}

/// Ends round `round`: what all lanes found becomes one tally, the queue that it read is emptied. `decide` is told what was
/// found, by one thread of each block, which decide alike.
///
/// Launch: whole grid; `room` in the block's queue.
/// Cost:   one grid barrier; two reductions per block that found something.
template <class Decide>
BITFRONT_DEVICE Outcome end_round(const BfsArguments& arguments, const BlockQueue& block, Round round, u32 room, Found mine,
                                  Decide decide) {
  const BfsState& state = arguments.state;
  const bool has_targets = arguments.request.target_count != 0;
  add_found(arguments.request, block, mine);
  block_barrier();
  if (thread_in_block() == 0) {
    const u64 vertices = load(block.found, 0);
    if (vertices != 0) {
      reduce_add(tally_vertices(state, round.tally), 0, static_cast<u32>(vertices));
      reduce_add(tally_edges(state, round.tally), 0, load(block.found, 1));
      if (has_targets) reduce_add(tally_targets(state, round.tally), 0, static_cast<u32>(load(block.found, 2)));
      for (u32 i = 0; i < 3; ++i) store(block.found, i, u64{0});
    }
    turn_block_queues(block, round, room);
    if (block_index() == 0) clear_tally(state, round.tally + 1);
  }
  synchronise(state, [&] {
    const Found all{load(tally_vertices(state, round.tally), 0), has_targets ? load(tally_targets(state, round.tally), 0) : 0,
                    load(tally_edges(state, round.tally), 0), load(tally_queue_length(state, round.tally), 0)};
    store_outcome(block, {all, decide(all)});
  });
  return load_outcome(block);
}

/// Ends round `round`, deciding nothing.
BITFRONT_DEVICE Found end_round(const BfsArguments& arguments, const BlockQueue& block, Round round, u32 room, Found mine) {
  return end_round(arguments, block, round, room, mine, [](const Found&) { return 0u; }).found;
}

/// Writes the pieces of all lanes' lists into the grid's queue, lane by lane from `at`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void write_pieces(DevicePtr<u64> queue, u32 at, EdgeRange edges) {
  const u32 count = piece_count(edges);
  for (u32 i = 0; i < count && i < kOwnIds; ++i) store(queue, at + i, piece(edges, i));
  share_long_lists(count > kOwnIds, [&](u32 owner) {
    const EdgeRange shared{shuffle_wide(edges.begin, owner), shuffle_wide(edges.end, owner)};
    const u32 start = shuffle(at, owner);
    for (u32 i = kOwnIds + lane_id(); i < piece_count(shared); i += kLanes) store(queue, start + i, piece(shared, i));
  });
}

/// Reserves room for `count` pieces of each lane in a queue of this length; where the lane's begin.
///
/// Launch: all 32 lanes, converged.
/// Cost:   one atomic per warp.
BITFRONT_DEVICE u32 reserve_pieces(DevicePtr<u32> length, u32 count) {
  const u32 upto = lanes_scan(count);
  u32 first = 0;
  if (lane_id() == kLanes - 1) first = atomic_add(length, 0, upto);
  return shuffle(first, kLanes - 1) + upto - count;
}

/// The same in the grid's queue of a round.
BITFRONT_DEVICE u32 reserve_pieces(const BfsState& state, Round round, u32 count) {
  return reserve_pieces(tally_queue_length(state, round.tally), count);
}

/// Queues the lists of all lanes, empty ones excepted: a single piece stays in the block while it keeps less than `room`, the
/// others go to the grid.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void queue_lists(const BfsArguments& arguments, const BlockQueue& block, Round round, u32 room, EdgeRange edges) {
  const u32 parity = round.queue % 2;
  u32 count = piece_count(edges);
  const u32 singles = ballot(count == 1);
  if (singles != 0) {
    u32 first = 0;
    if (lane_id() == 0) first = atomic_add(block.length, parity, popcount(singles));
    const u32 slot = shuffle(first, 0) + popcount(singles & ((1u << lane_id()) - 1));
    if (count == 1 && slot < room) {
      store(block.pieces, parity * kLocalPieces + slot, piece(edges, 0));
      edges.end = edges.begin;
      count = 0;
    }
  }
  if (ballot(count != 0) == 0) return;
  write_pieces(arguments.state.pieces[parity], reserve_pieces(arguments.state, round, count), edges);
}

/// Copies what the block has queued into the grid's queue, from piece `first` on.
///
/// Launch: whole block.
BITFRONT_DEVICE void give_pieces(const BfsState& state, const BlockQueue& block, u32 parity, u32 first, u32 count) {
  for (u32 i = thread_in_block(); i < count; i += block_threads()) {
    store(state.pieces[parity], first + i, load(block.pieces, parity * kLocalPieces + i));
  }
}

}  // namespace bitfront
