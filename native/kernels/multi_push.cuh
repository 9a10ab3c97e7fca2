#pragma once
/// A level top-down: the frontier's vertices hand the bits they gained to the neighbours that lack them, in those
/// neighbours' other records; a second stage makes these whole. Costs what the frontier touches, whatever the graph's size.

#include "multi_level.cuh"

namespace bitfront {

/// Words that lanes of their own, one per edge, hand on; with more, the warp takes edge after edge.
constexpr u32 kFewWords = 4;

/// Records that a lane has in flight.
constexpr u32 kPushRecords = 4;

/// Hands `bits`, of which the words `present` are not empty, to each lane's neighbour, if it has one. True in lanes whose
/// neighbour gained some.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE bool push_few(const MultiArrays& arrays, bool exists, u32 neighbour, u32 bits, u32 present) {
  bool touched = false;
  for (; present != 0; present &= present - 1) {
    const u32 word = lowest_bit(present);
    const u32 handed = shuffle(bits, word);
    if (!exists) continue;
    const u64 at = u64{neighbour} * kWords + word;
    const u32 lacking = handed & ~load(arrays.records, at);
    if (lacking != 0) {
      reduce_or(arrays.other_records, at, lacking);
      touched = true;
    }
  }
  return touched;
}

/// Hands `bits`, of which each lane has its word, to the neighbours that the first `count` lanes hold, one after the other. Whether
/// this lane's lacked any.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE bool push_record(const MultiArrays& arrays, u32 count, u32 neighbour, u32 bits) {
  u32 touched = 0;
  for (u32 first = 0; first < count; first += kPushRecords * kGroups<kWords>) {
    u64 at[kPushRecords];
    u32 lacking[kPushRecords];
#pragma unroll
    for (u32 k = 0; k < kPushRecords; ++k) {
      const u32 position = first + k * kGroups<kWords> + own_group<kWords>();
      at[k] = word_at<kWords>(shuffle(neighbour, position < count ? position : count - 1));
      lacking[k] = load(arrays.records, at[k]);
      lacking[k] = position < count ? bits & ~lacking[k] : 0;
    }
#pragma unroll
    for (u32 k = 0; k < kPushRecords; ++k) {
      if (lacking[k] != 0) reduce_or(arrays.other_records, at[k], lacking[k]);
      const u32 hits = ballot(lacking[k] != 0);
#pragma unroll
      for (u32 group = 0; group < kGroups<kWords>; ++group) {
        const u32 position = first + k * kGroups<kWords> + group;
        if ((hits >> group * kWords & kGroupLanes<kWords>) != 0) touched |= 1u << position;
      }
    }
  }
  return (touched >> lane_id() & 1) != 0;
}

/// Marks the lanes' vertices as active and lists those that were not.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void list_found(const MultiState& state, DevicePtr<u32> next_active, u32 round, bool touched, u32 vertex) {
  const u32 bit = 1u << vertex % 32;
  const bool fresh = touched && (load_relaxed(next_active, vertex / 32) & bit) == 0 &&
                     (atomic_or(next_active, vertex / 32, bit) & bit) == 0;
  const u32 all = ballot(fresh);
  if (all == 0) return;
  u32 first = 0;
  if (lane_id() == 0) first = atomic_add(found_count(state, round), 0, popcount(all));
  first = shuffle(first, 0);
  if (fresh) store(state.found, first + popcount(all & ((1u << lane_id()) - 1)), vertex);
}

/// First stage: a warp per piece of the frontier's adjacency lists.
///
/// Launch: whole grid, warps converged.
/// Reads:  of the other records of frontier vertices only bits that they had before the last level: what this stage adds
///         to them is no part of what they hand on.
/// Writes: other records, by reductions; next_active; found.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void push_pieces(const MultiArguments& arguments, const MultiArrays& arrays, u32 live, u32 round, u32 count) {
  const GraphArrays& graph = arguments.graph;
  const MultiState& state = arguments.state;
  for (u32 item = warp_in_grid(); item < count; item += warp_count()) {
    const u64 piece = load(arrays.pieces, item);
    const u32 vertex = static_cast<u32>(piece >> 32);
    const u64 own = word_at<kPolicy.words>(vertex);
    const u32 bits = live & load(arrays.records, own) & ~load_relaxed(arrays.other_records, own);
    const u32 present = ballot(bits != 0) & kGroupLanes<kPolicy.words>;
    const EdgeRange edges = piece_range(out_edges<kPolicy.offsets>(graph, vertex), static_cast<u32>(piece), state.piece_edges);
    for (u64 at = edges.begin; at < edges.end; at += kLanes) {
      const bool exists = at + lane_id() < edges.end;
      const u32 neighbour = exists ? load_readonly(graph.out_index, at + lane_id()) : 0;
      const u32 here = edges.end - at < kLanes ? static_cast<u32>(edges.end - at) : kLanes;
      const bool touched = popcount(present) <= kFewWords
                               ? push_few<kPolicy.words>(arrays, exists, neighbour, bits, present)
                               : push_record<kPolicy.words>(arrays, here, neighbour, bits);
      list_found(state, arrays.next_active, round, touched, neighbour);
    }
  }
}

/// Items of a list that a warp takes at once: all lanes full where there are enough.
BITFRONT_DEVICE u32 items_per_warp(u32 count) {
  const u32 even = (count + warp_count() - 1) / warp_count();
  return even < kLanes ? even : kLanes;
}

/// Second stage for the vertices that gained bits: their other records become whole.
///
/// Launch: whole grid, warps converged.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void settle_found(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays, u32 round,
                                  u32 count, u32 level, MultiGains& gains) {
  const MultiState& state = arguments.state;
  const u32 batch = items_per_warp(count);
  for (u32 base = warp_in_grid() * batch; base < count; base += warp_count() * batch) {
    const u32 here = count - base < batch ? count - base : batch;
    const bool exists = lane_id() < here;
    const u32 vertex = exists ? load(state.found, base + lane_id()) : 0;
    const EdgeRange edges = exists ? out_edges<kPolicy.offsets>(arguments.graph, vertex) : EdgeRange{};
    for (u32 first = 0; first < here; first += kPushRecords) {
      u32 before[kPushRecords], after[kPushRecords];
#pragma unroll
      for (u32 k = 0; k < kPushRecords; ++k) {
        const u64 at = word_at<kPolicy.words>(shuffle(vertex, first + k < here ? first + k : here - 1));
        before[k] = load(arrays.records, at);
        after[k] = load(arrays.other_records, at);
      }
      warp_barrier();
#pragma unroll
      for (u32 k = 0; k < kPushRecords; ++k) {
        const u32 of = shuffle(vertex, (first + k) % kLanes);
        if (first + k >= here) continue;
        if (own_group<kPolicy.words>() == 0) store(arrays.other_records, word_at<kPolicy.words>(of), before[k] | after[k]);
        note_gain<kPolicy.words>(arguments, memory, gains, of, after[k] & ~before[k], level);
      }
    }
    if (exists) reduce_or(state.ever, vertex / 32, 1u << vertex % 32);
    note_vertices(memory, exists ? 1 : 0, edges.end - edges.begin);
    queue_pieces(state, arrays.next_pieces, round, exists, vertex, edges.end - edges.begin);
  }
}

/// Second stage for the frontier itself: other records of those that gained nothing take over what the last level
/// added; its active bits are cleared.
///
/// Launch: whole grid, warps converged.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void settle_frontier(const MultiArrays& arrays, u32 count) {
  const u32 batch = items_per_warp(count);
  for (u32 base = warp_in_grid() * batch; base < count; base += warp_count() * batch) {
    const u64 piece = base + lane_id() < count && lane_id() < batch ? load(arrays.pieces, base + lane_id()) : 1;
    const u32 vertex = static_cast<u32>(piece >> 32);
    const bool leads = static_cast<u32>(piece) == 0;
    if (leads) store_relaxed(arrays.active, vertex / 32, 0u);
    for (u32 left = ballot(leads && !holds(arrays.next_active, vertex)); left != 0; left &= left - 1) {
      const u64 at = word_at<kPolicy.words>(shuffle(vertex, lowest_bit(left)));
      if (own_group<kPolicy.words>() == 0) store(arrays.other_records, at, load(arrays.records, at));
    }
  }
}

/// Queues a frontier that only a bitmap holds, and clears the other bitmap.
///
/// Launch: whole grid, warps converged.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void queue_active(const MultiArguments& arguments, const MultiArrays& arrays, u32 round) {
  const u32 words = bitmap_words(arguments.graph.live_count);
  for (u32 base = warp_in_grid() * kLanes; base < words; base += thread_count()) {
    const u32 word = base + lane_id();
    u32 bits = word < words ? load(arrays.active, word) : 0;
    if (word < words) store(arrays.next_active, word, 0u);
    while (ballot(bits != 0) != 0) {
      const bool exists = bits != 0;
      const u32 vertex = exists ? 32 * word + lowest_bit(bits) : 0;
      const EdgeRange edges = exists ? out_edges<kPolicy.offsets>(arguments.graph, vertex) : EdgeRange{};
      queue_pieces(arguments.state, arrays.pieces, round, exists, vertex, edges.end - edges.begin);
      bits &= bits - 1;
    }
  }
}

/// Sees to it that the frontier is queued.
///
/// Launch: whole grid, warps converged.
/// Cost:   a grid barrier where it is not.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void queue_frontier(const MultiArguments& arguments, const MultiArrays& arrays, MultiPosition& at) {
  if (at.queued) return;
  queue_active<kPolicy>(arguments, arrays, at.round + 1);
  end_multi_round(arguments.state, at);
  at.pieces = load(queued_pieces(arguments.state, at.round), 0);
}

/// One level.
///
/// Launch: whole grid, warps converged.
/// Cost:   a grid barrier, one more where the frontier is not queued.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void push_level(const MultiArguments& arguments, const MultiMemory& memory, MultiPosition& at, MultiGains& gains) {
  const MultiState& state = arguments.state;
  const MultiArrays arrays = arrays_at(state, at.current);
  queue_frontier<kPolicy>(arguments, arrays, at);
  push_pieces<kPolicy>(arguments, arrays, at.live, at.round + 1, at.pieces);
  end_multi_round(state, at);
  settle_found<kPolicy>(arguments, memory, arrays, at.round + 1, load(found_count(state, at.round), 0), at.level, gains);
  settle_frontier<kPolicy>(arrays, at.pieces);
  at.queued = true;
}

}  // namespace bitfront
