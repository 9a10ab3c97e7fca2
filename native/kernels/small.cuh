#pragma once
/// Small rounds, for frontiers that wait for latency and not for bandwidth: pushes in which all that blocks exchange are
/// bits of `visited`, set by atomics that return, and a sum. Each block keeps what it finds, so a round needs no fence and
/// no queue in device memory, and how much was found arrives with the barrier. Where a block holds more than its share,
/// the round deals all pieces anew; where a block has more to tell (a target, a list of several pieces), or the frontier
/// outgrows small rounds, the round ends as any other.

#include "push.cuh"
#include "switching.cuh"

namespace bitfront {

/// Log2 of the lanes of a piece up to which each lane follows one edge at a time.
constexpr u32 kFewLanes = 2;

/// Edges that memory delivers together.
constexpr u32 kLineEdges = 16;

/// In the length of a block's queue: the round has to end in full.
constexpr u32 kInFull = 1u << 31;

/// Fields of what blocks add up, from the low end: blocks whose round must end in full, those that hold too much, vertices.
constexpr u32 kUnevenAt = kArrivalBits;
constexpr u32 kFoundAt = 2 * kArrivalBits;

/// What small rounds pass on from level to level; the same in all threads of a block.
struct SmallFrontier {
  u32 own;          ///< pieces in the block's queue
  u32 dealt;        ///< pieces in the grid's queue, of which blocks take equal ranges
  u32 vertices;     ///< of all blocks
};

/// Brings the ends of a list into L2, which is all of most short lists.
BITFRONT_DEVICE void prefetch_list(const GraphArrays& graph, EdgeRange edges) {
  if (edges.begin == edges.end) return;
  prefetch(graph.out_index, edges.begin);
  if ((edges.begin ^ (edges.end - 1)) >= kLineEdges) prefetch(graph.out_index, edges.end - 1);
}

/// Queues the lists of found vertices in the block; those of several pieces, or beyond its room, in the grid's queue.
///
/// Launch: all 32 lanes, converged; some lane has found something.
template <u32 kAtOnce>
BITFRONT_DEVICE void queue_small(const BfsState& state, const BlockQueue& block, Round filled,
                                 const bool (&fresh)[kAtOnce], const EdgeRange (&edges)[kAtOnce]) {
  const u32 parity = filled.queue % 2;
  u32 votes[kAtOnce];
  u32 total = 0;
#pragma unroll
  for (u32 k = 0; k < kAtOnce; ++k) {
    votes[k] = ballot(fresh[k]);
    total += popcount(votes[k]);
  }
  u32 slot = 0;
  if (lane_id() == 0) slot = atomic_add(block.length, parity, total);
  slot = (shuffle(slot, 0) & ~kInFull) + popcount(votes[0] & ((1u << lane_id()) - 1));
#pragma unroll
  for (u32 k = 0; k < kAtOnce; ++k) {
    if (k > 0) slot += popcount(votes[k - 1] >> lane_id()) + popcount(votes[k] & ((1u << lane_id()) - 1));
    const bool fits = slot < kLocalPieces && edges[k].end - edges[k].begin <= kPieceEdges;
    if (fresh[k] && slot < kLocalPieces) {
      store(block.pieces, parity * kLocalPieces + slot, fits ? piece(edges[k], 0) : u64{0});
    }
    if (ballot(fresh[k] && !fits) == 0) continue;
    const EdgeRange list = fresh[k] && !fits ? edges[k] : EdgeRange{};
    write_pieces(state.pieces[parity], reserve_pieces(state, filled, piece_count(list)), list);
    if (lane_id() == 0) reduce_or(block.length, parity, kInFull);
  }
}

/// Follows the edges out of the frontier.
///
/// Launch: whole grid; kAtOnce edges of a lane in flight together.
/// Reads:  the queues of `round`.
/// Writes: `visited`, level, the queues of the next round.
template <Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE Found push_small(const BfsArguments& arguments, const BlockQueue& block, Round round,
                                 const SmallFrontier& frontier, DevicePtr<u32> visited, u32 level) {
  const GraphArrays& graph = arguments.graph;
  const SwitchCosts& costs = arguments.request.costs;
  const u32 parity = round.queue % 2;
  u32 count = frontier.own;
  u32 dealt = 0;
  if (frontier.dealt != 0) {
    dealt = static_cast<u32>(u64{frontier.dealt} * block_index() / block_count());
    count += static_cast<u32>(u64{frontier.dealt} * (block_index() + 1) / block_count()) - dealt;
  }
  const u32 lanes = 1u << costs.small_lanes_log;
  const u32 own_lane = lane_id() & (lanes - 1);
  Found found{};
  for (u32 base = thread_in_block() / kLanes * kLanes >> costs.small_lanes_log; base < count;
       base += block_threads() >> costs.small_lanes_log) {
    const u32 i = base + (lane_id() >> costs.small_lanes_log);
    u64 piece = 0;
    if (i < frontier.own) {
      piece = load(block.pieces, parity * kLocalPieces + i);
    } else if (i < count) {
      piece = load(arguments.state.pieces[parity], dealt + (i - frontier.own));
    }
    const u32 length = static_cast<u32>(piece & 0xFF);
    u32 first = own_lane;
    do {
      u32 vertex[kAtOnce], before[kAtOnce];
      EdgeRange edges[kAtOnce];
      bool fresh[kAtOnce];
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        const u32 edge = first + k * lanes;
        vertex[k] = edge < length ? load_readonly(graph.out_index, (piece >> 8) + edge) : kNoVertex;
        fresh[k] = vertex[k] != kNoVertex;
        before[k] = 0;
      }
      if (costs.small_probe != 0) {
#pragma unroll
        for (u32 k = 0; k < kAtOnce; ++k) {
          if (fresh[k]) before[k] = load_relaxed(visited, vertex[k] / 32);
        }
#pragma unroll
        for (u32 k = 0; k < kAtOnce; ++k) fresh[k] &= (before[k] >> vertex[k] % 32 & 1) == 0;
      }
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        edges[k] = {};
        if (fresh[k]) {
          before[k] = atomic_or(visited, vertex[k] / 32, 1u << vertex[k] % 32);
          edges[k] = out_edges<kOffsets>(graph, vertex[k]);
        }
      }
      u32 votes = 0;
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        fresh[k] &= (before[k] >> vertex[k] % 32 & 1) == 0;
        votes |= fresh[k];
        if (fresh[k]) {
          prefetch_list(graph, edges[k]);
          store(arguments.state.level, vertex[k], static_cast<i32>(level));
          ++found.vertices;
          found.edges += edges[k].end - edges[k].begin;
        }
      }
      if (ballot(votes != 0) != 0) queue_small(arguments.state, block, after(round), fresh, edges);
      if (arguments.request.target_count != 0) {
        u32 targets = 0;
#pragma unroll
        for (u32 k = 0; k < kAtOnce; ++k) targets += fresh[k] && is_target(arguments.request, vertex[k]);
        found.targets += targets;
        if (ballot(targets != 0) != 0 && lane_id() == 0) reduce_or(block.length, 1 - parity, kInFull);
      }
      first += kAtOnce * lanes;
    } while (ballot(first < length) != 0);
  }
  return found;
}

/// Copies what the block has queued for the next round into the grid's queue, from piece `first` on.
///
/// Launch: whole block.
BITFRONT_DEVICE void give_pieces(const BfsState& state, const BlockQueue& block, u32 parity, u32 first, u32 count) {
  for (u32 i = thread_in_block(); i < count; i += block_threads()) {
    store(state.pieces[parity], first + i, load(block.pieces, parity * kLocalPieces + i));
  }
}

/// Ends a small round: `frontier` becomes what was found, `at.round` the queues that hold it. Whether it ended in full, and
/// so `at.frontier` too is known.
///
/// Launch: whole grid.
/// Cost:   an atomic by each block and polling of its word in L2; a grid barrier more where pieces are dealt anew or the
///         round ends in full.
BITFRONT_DEVICE bool end_small_round(const BfsArguments& arguments, const BlockQueue& block, Position& at,
                                     SmallFrontier& frontier, Found mine) {
  const BfsState& state = arguments.state;
  const SwitchCosts& costs = arguments.request.costs;
  const Round filled = after(at.round);
  const u32 parity = filled.queue % 2;
  const u64 fair = u64{costs.small_pieces} * block_count() + 2ull * frontier.vertices;  // times the blocks
  block_barrier();
  if (thread_in_block() == 0) {
    const u32 flagged = load(block.length, parity);
    const u32 length = flagged & ~kInFull;
    const u64 uneven = u64{length} * block_count() > fair ? 1 : 0;
    u64 base = load(block.sums, parity);
    const BlockSums sums = sum_of_blocks(small_sum(state, parity), base,
                                         u64{length} << kFoundAt | uneven << kUnevenAt | (flagged != length ? 1 : 0));
    store(block.sums, parity, base);
    store(block.sums, 2, sums.all);
    store(block.sums, 3, sums.before);
    store(block.length, 1 - parity, 0u);
    if (flagged > kLocalPieces) store(block.length, parity, length < kLocalPieces ? length : kLocalPieces);
  }
  block_barrier();
  const u64 sum = load(block.sums, 2);
  frontier = {load(block.length, parity), 0, static_cast<u32>(sum >> kFoundAt)};
  if ((sum & kMostArrivals) != 0 || frontier.vertices > costs.small_vertices) {
    at.round = filled;
    at.frontier = end_round(arguments, block, filled, kLocalPieces, mine);
    frontier = {frontier.own, at.frontier.queued, at.frontier.vertices};
    return true;
  }
  ++at.round.queue;
  if ((sum >> kUnevenAt & kMostArrivals) != 0) {
    give_pieces(state, block, parity, static_cast<u32>(load(block.sums, 3) >> kFoundAt), frontier.own);
    synchronise(state);
    frontier = {0, frontier.vertices, frontier.vertices};
  }
  return false;
}

/// Whether the next level begins small rounds. Rules of earlier systems know no such thing.
BITFRONT_DEVICE bool begins_small(const BfsRequest& request, const Position& at, u32 level) {
  const SwitchCosts& costs = request.costs;
  return (costs.allowed & bit_of(LevelMode::PushSmall)) != 0 && request.policy.rule == SwitchRule::Cost && at.queued &&
         level >= request.forced_count && at.frontier.edges <= costs.small_edges &&
         at.frontier.vertices <= costs.small_vertices && block_count() <= kMostArrivals;
}

/// Whether a traversal goes on after a level that found `vertices`.
BITFRONT_DEVICE bool goes_on(const BfsArguments& arguments, const Position& at, u32 vertices) {
  const BfsRequest& request = arguments.request;
  return vertices != 0 && at.visited < arguments.graph.live_count &&
         (request.target_count == 0 || at.targets < request.target_count);
}

/// Runs levels as small rounds until the traversal is over or the frontier too large; the last level run.
///
/// Launch: whole grid.
/// Needs:  the frontier queued.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 run_small_rounds(const BfsArguments& arguments, const BlockQueue& block, DevicePtr<u32> visited,
                                     LevelClock& clock, u32 level, Position& at) {
  SmallFrontier frontier{load(block.length, at.round.queue % 2), at.frontier.queued, at.frontier.vertices};
  bool more = true;
  while (more) {
    const u32 vertices = frontier.vertices;
    ++level;
    const Found found = arguments.request.costs.small_lanes_log <= kFewLanes
                            ? push_small<kOffsets, 1>(arguments, block, at.round, frontier, visited, level)
                            : push_small<kOffsets, 2>(arguments, block, at.round, frontier, visited, level);
    if (end_small_round(arguments, block, at, frontier, found)) at.targets += at.frontier.targets;
    at.visited += frontier.vertices;
    more = goes_on(arguments, at, frontier.vertices) && level < arguments.request.max_level &&
           frontier.vertices <= arguments.request.costs.small_vertices;
    record_level(clock, arguments.request, level, LevelMode::PushSmall, vertices);
  }
  at.frontier.vertices = frontier.vertices;
  at.sliced = kNotSliced;
  at.pulling = false;
  return level;
}

}  // namespace bitfront
