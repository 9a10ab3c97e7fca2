#pragma once
/// Traversals of meshes, whose levels are small and wait for latency: blocks claim vertices by minima of their levels, so that none
/// has to know that the others have ended a level before it begins the next.
///
/// A block follows what it has found itself, step by step: at step s it gives level s to what the lists of its vertices of level s - 1
/// lead to. It may be one step ahead of others. A vertex that it reaches first, but not on a shortest path, is given a smaller level
/// by the block that does, and is followed from there again; what came of the larger level was in vain.
///
/// What a block has no room for it gives to the grid; all blocks follow that at the end of the next step, for that step's level, before
/// anything that it found. Whatever a block has reached lately has no larger level than it would be given then.
///
/// Why that is right: a level is the length of a path, so none is too small. The vertices of level d - 1 on a shortest path to a vertex
/// of level d are given it at step d - 1 by a block that follows them at step d, and levels only fall. The search is over once there
/// is a step at which no block has anything to follow. Where it ends after step s because no level is to be larger, every block has
/// run step s and none a later one: all levels up to s are right, and no vertex has a larger one.

#include "push.cuh"

namespace bitfront {

/// Pieces that a block keeps, at most kMostKept; those beyond go to the grid. The emulator tries fewer.
BITFRONT_TUNABLE(u32, kKept, kMostKept);

/// Vertices that a block has reached lately, by the low bits of their numbers.
constexpr u32 kReachedLately = 4096;

/// Deals have numbers that fit a word beside a piece.
constexpr u32 kMostDeals = (1u << (64 - kTellAt)) - 1;

/// Fields of what blocks add up, from the low end: blocks that have given pieces to the grid, those that hold more than their share,
/// pieces.
constexpr u32 kFullAt = kArrivalBits;
constexpr u32 kHeldAt = 2 * kArrivalBits;

/// Memory of the block.
struct Correcting {
  SharedPtr<u64> pieces;      ///< 2 x kMostKept, by the parity of the step that found them
  SharedPtr<u32> length;      ///< 3 words, by that step modulo 3; goes on beyond kKept
  SharedPtr<u32> given;       ///< 2 words: whether the step, by parity, gave pieces to the grid
  SharedPtr<u32> given_from;  ///< 2 words: the length of the grid's queue before the first of them
  SharedPtr<u32> lately;      ///< kReachedLately
  SharedPtr<u32> open;        ///< a warp's worth for each warp: vertices to claim
  SharedPtr<u32> upto;        ///< kMostArrivals + 1: pieces that blocks hold up to each, in a deal
  SharedPtr<u64> sums;        ///< 4 words, by the parity of the step: what the two sums of blocks held, the sums
};

/// Words by which a deal is told: how much each block holds, then what.
BITFRONT_DEVICE u64 told_pieces(u32 block) { return block_count() + u64{block} * kMostKept; }

/// Keeps the lists of those lanes that have found something at step `step`; those of several pieces, or beyond the block's room, in the
/// grid's queue.
///
/// Launch: all 32 lanes, converged; some lane has found something.
BITFRONT_DEVICE void keep_lists(const BfsArguments& arguments, const Correcting& block, u32 step, bool fresh, EdgeRange edges) {
  const BfsState& state = arguments.state;
  const u32 parity = step % 2;
  const u32 votes = ballot(fresh);
  u32 slot = 0;
  if (lane_id() == 0) slot = atomic_add(block.length, step % 3, popcount(votes));
  slot = shuffle(slot, 0) + popcount(votes & ((1u << lane_id()) - 1));
  const u64 length = edges.end - edges.begin;
  const bool fits = slot < kKept && length <= kPieceEdges;
  if (fresh && slot < kKept) {
    store(block.pieces, parity * kMostKept + slot, fits ? edges.begin << 8 | length : u64{0});
    prefetch_list(arguments.graph.out_index, edges);
  }
  if (fresh && !fits) {
    const u32 count = piece_count(edges);
    const u32 at = atomic_add(tally_queue_length(state, parity), 0, count) - load(block.given_from, parity);
    for (u32 i = 0; i < count; ++i) store(state.pieces[parity], at + i, piece(edges, i));
    reduce_or(block.given, parity, 1);
  }
}

/// Offsets of the list of a lane's vertex, where it has one.
template <Offsets kOffsets>
BITFRONT_DEVICE EdgeRange out_edges_if(const GraphArrays& graph, u32 vertex, bool has) {
  if constexpr (kOffsets == Offsets::Bits32) {
    const DevicePtr<const u32> start = as<const u32>(graph.out_start);
    return {load_readonly_if(start, vertex, has, 0), load_readonly_if(start, vertex + 1ull, has, 0)};
  } else {
    return has ? out_edges<kOffsets>(graph, vertex) : EdgeRange{};
  }
}

/// Claims a lane's vertex, kNoVertex is none, for level `step`, and keeps its list if it had a larger level.
///
/// Launch: all 32 lanes, converged.
/// Cost:   an atomic, offsets beside it, then one in the block's memory; where the list begins is on its way to L2.
template <Offsets kOffsets>
BITFRONT_DEVICE void correct(const BfsArguments& arguments, const Correcting& block, u32 step, u32 vertex) {
  const bool has = vertex != kNoVertex;
  const u32 before = atomic_min_if(as<u32>(arguments.state.level), vertex, step, has);
  const EdgeRange edges = out_edges_if<kOffsets>(arguments.graph, vertex, has);
  const bool fresh = before > step;
  if (ballot(fresh) == 0) return;
  keep_lists(arguments, block, step, fresh, edges);
}

/// Follows the edges of `count` pieces, which `fetch` knows, at step `step`.
///
/// Launch: whole block. A few lanes take a piece, each `kAtOnce` edges whose loads are in flight together; what their block has not
///         reached lately is claimed a vertex a lane.
/// Cost:   an atomic in the block's memory per edge, no branch on what it says: a step is as long as its instructions take one after
///         the other.
template <Offsets kOffsets, u32 kAtOnce, class Fetch>
BITFRONT_DEVICE void follow_correcting(const BfsArguments& arguments, const Correcting& block, u32 step, u32 count, Fetch fetch) {
  const u32 lanes_log = arguments.request.costs.small_lanes_log;
  const u32 lanes = 1u << lanes_log;
  const u32 below = (1u << lane_id()) - 1;
  const SharedPtr<u32> open = part(block.open, thread_in_block() / kLanes * kLanes);
  for (u32 base = thread_in_block() / kLanes * kLanes >> lanes_log; base < count; base += block_threads() >> lanes_log) {
    const u32 i = base + (lane_id() >> lanes_log);
    const u64 piece = i < count ? fetch(i) : 0;
    const u32 length = static_cast<u32>(piece & 0xFF);
    u32 edge = lane_id() & (lanes - 1);
    do {
      u32 vertex[kAtOnce];
      bool is_open[kAtOnce];
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        const u32 at = edge + k * lanes;
        vertex[k] = load_readonly_if(arguments.graph.out_index, (piece >> 8) + at, at < length, kNoVertex);
      }
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        is_open[k] = atomic_exchange_if(block.lately, vertex[k] % kReachedLately, vertex[k], vertex[k] != kNoVertex) != vertex[k];
      }
      u32 total = 0;
#pragma unroll
      for (u32 k = 0; k < kAtOnce; ++k) {
        const u32 votes = ballot(is_open[k]);
        const u32 at = total + popcount(votes & below);
        if (is_open[k] && at < kLanes) {
          store(open, at, vertex[k]);
          is_open[k] = false;
        }
        total += popcount(votes);
      }
      warp_barrier();
      const u32 own = lane_id() < total ? load(open, lane_id()) : kNoVertex;
      warp_barrier();
      correct<kOffsets>(arguments, block, step, own);
      if (total > kLanes) {
#pragma unroll
        for (u32 k = 0; k < kAtOnce; ++k) correct<kOffsets>(arguments, block, step, is_open[k] ? vertex[k] : kNoVertex);
      }
      edge += lanes * kAtOnce;
    } while (ballot(edge < length) != 0);
  }
}

/// Sums of what blocks hold, up to each.
///
/// Launch: one warp; `upto` holds each block's before.
BITFRONT_DEVICE void sum_held(SharedPtr<u32> upto) {
  u32 before = 0;
  for (u32 base = 0; base < block_count(); base += kLanes) {
    const u32 i = base + lane_id();
    const u32 sum = before + lanes_scan(i < block_count() ? load(upto, i) : 0);
    if (i < block_count()) store(upto, i, sum);
    before = shuffle(sum, kLanes - 1);
  }
}

/// Deals what all blocks keep anew, in the order of blocks, so that neighbouring blocks go on where the wave front is one.
/// Each word that tells of it carries the deal's number, so that nobody waits for all others.
///
/// Launch: whole grid; deal `deal` of the traversal, from 1 on.
/// Cost:   two loads of what others have just stored.
BITFRONT_DEVICE void deal_pieces(const BfsArguments& arguments, const Correcting& block, u32 step, u32 deal) {
  const DevicePtr<u64> told = arguments.state.told;
  const SharedPtr<u64> pieces = part(block.pieces, step % 2 * kMostKept);
  const u64 number = u64{deal} << kTellAt;
  const u32 length = load(block.length, step % 3);
  const u32 own = length < kKept ? length : kKept;
  if (thread_in_block() == 0) tell(told, block_index(), number | own);
  for (u32 i = thread_in_block(); i < own; i += block_threads()) {
    tell(told, told_pieces(block_index()) + i, number | load(pieces, i));
  }
  for (u32 i = thread_in_block(); i < block_count(); i += block_threads()) {
    store(block.upto, i, static_cast<u32>(await_told(told, i, deal)));
  }
  block_barrier();
  if (thread_in_block() < kLanes) sum_held(block.upto);
  block_barrier();
  const u32 held = load(block.upto, block_count() - 1);
  const u32 first = static_cast<u32>(u64{held} * block_index() / block_count());
  const u32 last = static_cast<u32>(u64{held} * (block_index() + 1) / block_count());
  for (u32 i = first + thread_in_block(); i < last; i += block_threads()) {
    u32 holder = 0, end = block_count() - 1;
    while (holder < end) {
      const u32 middle = (holder + end) / 2;
      if (load(block.upto, middle) > i) end = middle;
      else holder = middle + 1;
    }
    const u32 before = holder == 0 ? 0 : load(block.upto, holder - 1);
    const u64 piece = await_told(told, told_pieces(holder) + i - before, deal);
    prefetch_list(arguments.graph.out_index, {piece >> 8, (piece >> 8) + (piece & 0xFF)});
    store(pieces, i - first, piece);
  }
  if (thread_in_block() == 0) store(block.length, step % 3, last - first);
  block_barrier();
}

/// Follows what step `step` - 1 gave to the grid, all blocks a part of it.
///
/// Launch: whole grid, at the end of step `step`, after a sum of blocks that told of it.
/// Cost:   two grid barriers. An edge of a lane at a time: so it takes the fewest instructions beside those of all other steps.
template <Offsets kOffsets>
BITFRONT_DEVICE void follow_given(const BfsArguments& arguments, const Correcting& block, u32 step) {
  const BfsState& state = arguments.state;
  const u32 parity = (step - 1) % 2;
  synchronise(state);
  const u32 end = load(tally_queue_length(state, parity), 0);
  const u32 given = end - load(block.given_from, parity);
  const u32 first = static_cast<u32>(u64{given} * block_index() / block_count());
  const u32 last = static_cast<u32>(u64{given} * (block_index() + 1) / block_count());
  follow_correcting<kOffsets, 1>(arguments, block, step, last - first,
                                             [&](u32 i) { return load(state.pieces[parity], first + i); });
  synchronise(state);
  if (thread_in_block() == 0) store(block.given_from, parity, end);
  block_barrier();
}

/// Runs all steps after the first, at which the source was found; the last level that anything may have.
///
/// Launch: whole grid.
/// Cost:   per step an atomic by each block and polling of its word in L2, while its own lists are followed.
template <Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE u32 run_correcting(const BfsArguments& arguments, const Correcting& block) {
  const BfsState& state = arguments.state;
  const u64 margin = u64{arguments.request.costs.small_pieces} * block_count();  // times the blocks
  const bool speaks = thread_in_block() == block_threads() - kLanes;             // in the warp that is the last to have work
  u64 held = 0;                                                                  // by all blocks, a step ago
  u32 deals = 0;
  for (u32 step = 1;; ++step) {
    const u32 length = load(block.length, (step - 1) % 3);
    const u32 own = length < kKept ? length : kKept;
    const DevicePtr<u64> word = small_sum(state, step % 2);
    u64 before = 0;
    if (speaks) {
      const u64 overfull = u64{own} * block_count() > margin + 2 * held ? 1 : 0;
      const u64 gave = load(block.given, (step - 1) % 2);
      before = join_sum(word, u64{own} << kHeldAt | overfull << kFullAt | gave);
      store(block.given, (step - 1) % 2, 0u);
      store(block.length, (step + 1) % 3, 0u);
    }
    follow_correcting<kOffsets, kAtOnce>(arguments, block, step, own,
                                         [&](u32 i) { return load(block.pieces, (step - 1) % 2 * kMostKept + i); });
    if (speaks) {
      u64 base = load(block.sums, step % 2);
      const BlockSums sums = await_sum(word, base, before);
      store(block.sums, step % 2, base);
      store(block.sums, 2 + step % 2, sums.all);
    }
    block_barrier();
    const u64 sum = load(block.sums, 2 + step % 2);
    if (sum == 0) return step - 1;
    held = sum >> kHeldAt;
    if ((sum & kMostArrivals) != 0) follow_given<kOffsets>(arguments, block, step);
    if (step >= arguments.request.max_level) return step;
    if ((sum >> kFullAt & kMostArrivals) != 0 && deals < kMostDeals) deal_pieces(arguments, block, step, ++deals);
  }
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, at most kMostArrivals of them, block size a multiple of 32, at most 1,024.
/// Needs:  state reset for the source by `reset_correcting`; no targets, no trace, a limit of at least one level.
template <Offsets kOffsets>
BITFRONT_DEVICE void traverse_correcting(const BfsArguments& arguments) {
  BITFRONT_SHARED(u64, pieces, 2 * kMostKept);
  BITFRONT_SHARED(u32, length, 3);
  BITFRONT_SHARED(u32, given, 2);
  BITFRONT_SHARED(u32, given_from, 2);
  BITFRONT_SHARED(u32, lately, kReachedLately);
  BITFRONT_SHARED(u32, open, 1024);
  BITFRONT_SHARED(u32, upto, kMostArrivals + 1);
  BITFRONT_SHARED(u64, sums, 4);
  const Correcting block{pieces, length, given, given_from, lately, open, upto, sums};
  const u32 thread = thread_in_block();
  for (u32 i = thread; i < kReachedLately; i += block_threads()) store(lately, i, kNoVertex);
  if (thread < 3) store(length, thread, 0u);
  if (thread < 4) store(sums, thread, u64{0});
  if (thread < 2) store(given, thread, 0u);
  if (thread < 2) store(given_from, thread, 0u);
  block_barrier();
  if (block_index() == 0 && thread < kLanes) {
    const EdgeRange of_source = out_edges<kOffsets>(arguments.graph, arguments.request.source);
    keep_lists(arguments, block, 0, thread == 0, of_source);
  }
  block_barrier();
  const u32 level = arguments.request.costs.list_edges <= 2 ? run_correcting<kOffsets, 2>(arguments, block)
                                                            : run_correcting<kOffsets, 4>(arguments, block);
  if (thread_in_grid() == 0) store(counter(arguments.state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
