#pragma once
/// A level bottom-up over all vertices: each ORs its in-neighbours' records until it has every bit that it still wants.
/// Records hold all that was reached so far, not only at the last level: what an in-neighbour had earlier, the vertex has
/// too.

#include "multi_level.cuh"

namespace bitfront {

/// Records that a lane has in flight.
constexpr u32 kGathers = 8;

/// In-neighbours from position `at` on, one for each lane below `count`.
BITFRONT_DEVICE u32 load_neighbours(const GraphArrays& graph, u64 at, u32 count) {
  return lane_id() < count ? load_readonly(graph.in_index, at + lane_id()) : 0;
}

/// The bits of `want` in the records of the `count` in-neighbours from position `at` on, looked at until all were found.
/// All lanes that hold the same word receive the same.
///
/// Launch: all 32 lanes, converged.
/// Needs:  `neighbour`: the first 32 of them, loaded.
/// Cost:   128 bytes per neighbour, kGathers at a time, the last one again where fewer are left: a load that may not be
///         made is a branch, and kept four from being in flight (55 ms instead of 22 a level of urand 24); filtered, a probe of the bitmap `active` for each, and the
///         records only of those in it.
template <u32 kWords, bool kFiltered>
BITFRONT_DEVICE u32 gather(const GraphArrays& graph, const MultiArrays& arrays, u64 at, u32 count, u32 neighbour, u32 want,
                           u32& probes) {
  u32 found = 0;
  for (;;) {
    u32 here = count < kLanes ? count : kLanes;
    probes += here;
    if constexpr (kFiltered) {
      const u32 wanted = ballot(lane_id() < here && holds(arrays.active, neighbour));
      here = popcount(wanted);
      neighbour = shuffle(neighbour, select_bit(wanted, lane_id()));
    }
    for (u32 first = 0; first < here; first += kGathers * kGroups<kWords>) {
      u32 record[kGathers];
#pragma unroll
      for (u32 k = 0; k < kGathers; ++k) {
        const u32 position = first + k * kGroups<kWords> + own_group<kWords>();
        const u32 vertex = shuffle(neighbour, position < here ? position : here - 1);
        record[k] = load(arrays.records, word_at<kWords>(vertex));
      }
#pragma unroll
      for (u32 k = 0; k < kGathers; ++k) found |= record[k];
      found = join_groups<kWords>(found);
      if (ballot((want & ~found) != 0) == 0) return want;
    }
    if (count <= kLanes) return found & want;
    count -= kLanes;
    at += kLanes;
    neighbour = load_neighbours(graph, at, count);
  }
}

template <Offsets kOffsets>
BITFRONT_DEVICE EdgeRange in_edges(const GraphArrays& graph, u32 vertex) {
  return {load_offset<kOffsets>(graph.in_start, vertex), load_offset<kOffsets>(graph.in_start, vertex + 1ull)};
}

/// Gathers what is asked of pieces of hubs' lists into the hubs' other records.
///
/// Launch: whole grid, warps converged.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_hub_pieces(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays,
                                     u32 live) {
  const MultiState& state = arguments.state;
  const u32 count = load(multi_counter(state, offsetof(MultiControl, hub_pieces)), 0);
  for (u32 item = warp_in_grid(); item < count; item += warp_count()) {
    const u64 piece = load(state.hub_pieces, item);
    const u32 hub = static_cast<u32>(piece >> 32);
    if ((load_relaxed(state.done, hub / 32) >> hub % 32 & 1) != 0) continue;
    const u64 at = word_at<kPolicy.words>(hub);
    const u32 want = live & ~load(arrays.records, at) & ~load_relaxed(arrays.other_records, at);
    if (ballot(want != 0) == 0) continue;
    const EdgeRange edges = piece_range(in_edges<kPolicy.offsets>(arguments.graph, hub), static_cast<u32>(piece), state.piece_edges);
    const u32 length = static_cast<u32>(edges.end - edges.begin);
    u32 probes = 0;
    const u32 bits = gather<kPolicy.words, kFiltered>(arguments.graph, arrays, edges.begin, length,
                                                      load_neighbours(arguments.graph, edges.begin, length), want, probes);
    note_probes(memory, probes);
    if (bits != 0 && own_group<kPolicy.words>() == 0) reduce_or(arrays.other_records, at, bits);
  }
}

/// Takes over what the pieces of hubs' lists brought.
///
/// Launch: whole grid, warps converged; after a barrier.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void settle_hubs(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays, u32 live,
                                 u32 level, MultiGains& gains) {
  const MultiState& state = arguments.state;
  const u32 count = load(multi_counter(state, offsetof(MultiControl, hub_count)), 0);
  for (u32 item = warp_in_grid(); item < count; item += warp_count()) {
    const u32 hub = load(state.hubs, item);
    const u32 word = hub / 32;
    const u32 bit = 1u << hub % 32;
    if ((load_relaxed(state.done, word) & bit) != 0) continue;
    const u64 at = word_at<kPolicy.words>(hub);
    const u32 before = load(arrays.records, at);
    const u32 gained = load(arrays.other_records, at) & ~before;
    warp_barrier();
    if (own_group<kPolicy.words>() == 0) store(arrays.other_records, at, before | gained);
    if (ballot((live & ~(before | gained)) != 0) != 0 && lane_id() == 0) reduce_add(memory.sums, kOpenSum, 1);
    if (ballot(gained != 0) != 0) {
      note_gain<kPolicy.words>(arguments, memory, gains, hub, gained, level);
      if (lane_id() == 0) {
        const EdgeRange out = out_edges<kPolicy.offsets>(arguments.graph, hub);
        reduce_add(memory.sums, kVertexSum, 1);
        reduce_add(memory.sums, kEdgeSum, out.end - out.begin);
        reduce_or(arrays.next_active, word, bit);
        reduce_or(state.ever, word, bit);
      }
    } else if (ballot((live & ~before) != 0) == 0 && lane_id() == 0) {
      reduce_or(state.done, word, bit);
    }
  }
}

/// One level of the vertices that are no hubs, a bitmap word's after the other.
///
/// Launch: whole grid, warps converged; a warp owns a word of the bitmaps.
/// Writes: other records of vertices that gain bits or did so at the last level; all words of `next_active`; done, ever.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_words(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays, u32 live,
                                u32 level, MultiGains& gains) {
  const GraphArrays& graph = arguments.graph;
  const MultiState& state = arguments.state;
  const u32 words = bitmap_words(graph.live_count);
  for (u32 word = warp_in_grid(); word < words; word += warp_count()) {
    const u32 was_active = load(arrays.active, word);
    const u32 done = load_relaxed(state.done, word);
    const u32 vertex = 32 * word + lane_id();
    const bool exists = vertex < graph.live_count;
    const EdgeRange edges = exists ? in_edges<kPolicy.offsets>(graph, vertex) : EdgeRange{};
    const u32 open = ballot(exists && edges.end - edges.begin <= state.piece_edges) & ~done;
    u32 gaining = 0;
    u32 finished = 0;
    u32 open_after = 0;
    u32 record = 0;
    u32 neighbour = 0;
    u32 probes = 0;
    const u32 degree = static_cast<u32>(edges.end - edges.begin);
    const auto fetch = [&](u32 owner) {
      record = load(arrays.records, word_at<kPolicy.words>(32 * word + owner));
      neighbour = load_neighbours(graph, shuffle_wide(edges.begin, owner), shuffle(degree, owner));
    };
    if (open != 0) fetch(lowest_bit(open));
    for (u32 left = open; left != 0;) {
      const u32 owner = lowest_bit(left);
      const u32 before = record;
      const u32 first = neighbour;
      left &= left - 1;
      if (left != 0) fetch(lowest_bit(left));
      const u64 at = word_at<kPolicy.words>(32 * word + owner);
      const u32 want = live & ~before;
      u32 gained = 0;
      if (ballot(want != 0) != 0) {
        gained = gather<kPolicy.words, kFiltered>(graph, arrays, shuffle_wide(edges.begin, owner), shuffle(degree, owner), first,
                                                  want, probes);
        open_after += ballot((want & ~gained) != 0) != 0 ? 1 : 0;
      } else {
        finished |= 1u << owner;
      }
      const bool gains_bits = ballot(gained != 0) != 0;
      if (gains_bits || (was_active >> owner & 1) != 0) {
        if (own_group<kPolicy.words>() == 0) store(arrays.other_records, at, before | gained);
      }
      if (gains_bits) {
        gaining |= 1u << owner;
        note_gain<kPolicy.words>(arguments, memory, gains, 32 * word + owner, gained, level);
      }
    }
    if (lane_id() == 0) {
      store(arrays.next_active, word, gaining);
      if (finished != 0) store_relaxed(state.done, word, done | finished);
      if (gaining != 0) store(state.ever, word, load(state.ever, word) | gaining);
      if (open_after != 0) reduce_add(memory.sums, kOpenSum, open_after);
    }
    u64 gained_edges = 0;
    if ((gaining >> lane_id() & 1) != 0) {
      const EdgeRange out = out_edges<kPolicy.offsets>(graph, vertex);
      gained_edges = out.end - out.begin;
    }
    note_vertices(memory, gaining >> lane_id() & 1, gained_edges);
    note_probes(memory, probes);
  }
}

/// One level.
///
/// Launch: whole grid, warps converged.
/// Cost:   a grid barrier where the graph has hubs.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_level(const MultiArguments& arguments, const MultiMemory& memory, MultiPosition& at, MultiGains& gains) {
  const MultiState& state = arguments.state;
  const MultiArrays arrays = arrays_at(state, at.current);
  const bool has_hubs = load(multi_counter(state, offsetof(MultiControl, hub_count)), 0) != 0;
  if (has_hubs) pull_hub_pieces<kPolicy, kFiltered>(arguments, memory, arrays, at.live);
  pull_words<kPolicy, kFiltered>(arguments, memory, arrays, at.live, at.level, gains);
  if (has_hubs) {
    end_multi_round(state, at);
    settle_hubs<kPolicy>(arguments, memory, arrays, at.live, at.level, gains);
  }
  at.queued = false;
  at.complete = true;
}

}  // namespace bitfront
