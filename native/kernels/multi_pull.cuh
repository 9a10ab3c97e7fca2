#pragma once
/// A level bottom-up over all vertices: each ORs its in-neighbours' records until it has every bit that it still wants.
/// Records hold all that was reached so far, not only at the last level: what an in-neighbour had earlier, the vertex has
/// too.

#include "multi_level.cuh"

namespace bitfront {

/// Stretches of 128 bytes, a record or as many as that holds, that a warp has in flight: at most, and first where the last
/// vertex needed no more than that.
constexpr u32 kGathers = 16;
constexpr u32 kFewGathers = 8;

/// Warps of a block that gathers.
constexpr u32 kWideWarps = 16;

/// In-neighbours from position `at` on, one for each lane below `count`.
BITFRONT_DEVICE u32 load_neighbours(const GraphArrays& graph, u64 at, u32 count) {
  return lane_id() < count ? load_readonly(graph.in_index, at + lane_id()) : 0;
}

/// Where a warp's records arrive, and how many stretches it asks for at once.
struct Gathering {
  SharedPtr<u32> memory;
  u32 stretches;
};

BITFRONT_DEVICE Gathering start_gathering(const MultiMemory& memory) { return {memory.records, kFewGathers}; }

/// ORs the records of the `here` vertices that the lower lanes hold, from the `first` of them on, into `found`.
///
/// Launch: all 32 lanes, converged.
/// Cost:   copies into the block's memory, which hold no register and are not made where there is no vertex.
template <u32 kWords>
BITFRONT_DEVICE u32 gather_stretches(const MultiArrays& arrays, const Gathering& gathering, u32 vertices, u32 first, u32 here,
                                     u32 found) {
  constexpr u32 kQuads = kWords / 4;
  constexpr u32 kRecords = kLanes / kQuads;
  const u32 own = thread_in_block() / kLanes * kGathers * kLanes;
  const u32 beyond = first + gathering.stretches * kGroups<kWords>;
  const u32 end = here < beyond ? here : beyond;
  warp_barrier();
#pragma unroll
  for (u32 k = 0; k < kGathers / 4; ++k) {
    const u32 position = first + k * kRecords + lane_id() / kQuads;
    const u32 vertex = shuffle(vertices, position);
    if (position < end) {
      copy_async(gathering.memory, own / 4 + k * kLanes + lane_id(), arrays.records, u64{vertex} * kQuads + lane_id() % kQuads);
    }
  }
  close_copies();
  await_copies<0>();
  warp_barrier();
#pragma unroll
  for (u32 k = 0; k < kGathers; ++k) {
    if (first + k * kGroups<kWords> + own_group<kWords>() < end) found |= load(gathering.memory, own + k * kLanes + lane_id());
  }
  return join_groups<kWords>(found);
}

/// The bits of `want` in the records of the `count` in-neighbours from position `at` on, looked at until all were found.
/// All lanes that hold the same word receive the same.
///
/// Launch: all 32 lanes, converged.
/// Needs:  `neighbour`: the first 32 of them, loaded; filtered, `hit`: whether the frontier holds this lane's.
/// Cost:   128 bytes per neighbour; filtered, a probe of the bitmap `active` for each, and the records only of those in it.
template <u32 kWords, bool kFiltered>
BITFRONT_DEVICE u32 gather(const GraphArrays& graph, const MultiArrays& arrays, Gathering& gathering, u64 at, u32 count,
                           u32 neighbour, bool hit, u32 want, u32& probes) {
  u32 found = 0;
  bool few = true;
  for (;;) {
    u32 here = count < kLanes ? count : kLanes;
    probes += here;
    if constexpr (kFiltered) {
      const u32 wanted = ballot(lane_id() < here && hit);
      here = popcount(wanted);
      neighbour = shuffle(neighbour, select_bit(wanted, lane_id()));
    }
    for (u32 first = 0; first < here;) {
      found = gather_stretches<kWords>(arrays, gathering, neighbour, first, here, found);
      if (ballot((want & ~found) != 0) == 0) {
        if (few) gathering.stretches = kFewGathers;
        return want;
      }
      few = false;
      first += gathering.stretches * kGroups<kWords>;
      gathering.stretches = kGathers;
    }
    if (count <= kLanes) return found & want;
    count -= kLanes;
    at += kLanes;
    neighbour = load_neighbours(graph, at, count);
    if constexpr (kFiltered) hit = lane_id() < count && holds(arrays.active, neighbour);
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
  Gathering gathering = start_gathering(memory);
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
    const u32 neighbour = load_neighbours(arguments.graph, edges.begin, length);
    const bool hit = kFiltered && lane_id() < length && holds(arrays.active, neighbour);
    const u32 bits =
        gather<kPolicy.words, kFiltered>(arguments.graph, arrays, gathering, edges.begin, length, neighbour, hit, want, probes);
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
  Gathering gathering = start_gathering(memory);
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
    u32 probes = 0;
    const u32 degree = static_cast<u32>(edges.end - edges.begin);
    const auto neighbours_of = [&](u32 owner) {
      return load_neighbours(graph, shuffle_wide(edges.begin, owner), shuffle(degree, owner));
    };
    // Ahead of the vertex that is looked at: of the next one its record, its neighbours and, filtered, their words of the
    // frontier; then, filtered, of the one after that its neighbours.
    u32 record = 0, neighbour = 0, frontier = 0, later = 0;
    const auto fetch = [&](u32 left) {
      const u32 owner = lowest_bit(left);
      record = load(arrays.records, word_at<kPolicy.words>(32 * word + owner));
      if constexpr (kFiltered) {
        neighbour = later;
        frontier = lane_id() < shuffle(degree, owner) ? load(arrays.active, neighbour / 32) : 0;
        left &= left - 1;
        if (left != 0) later = neighbours_of(lowest_bit(left));
      } else {
        neighbour = neighbours_of(owner);
      }
    };
    if (kFiltered && open != 0) later = neighbours_of(lowest_bit(open));
    if (open != 0) fetch(open);
    for (u32 left = open; left != 0;) {
      const u32 owner = lowest_bit(left);
      const u32 before = record;
      const u32 first = neighbour;
      const bool hit = (frontier >> first % 32 & 1) != 0;
      left &= left - 1;
      if (left != 0) fetch(left);
      const u64 at = word_at<kPolicy.words>(32 * word + owner);
      const u32 want = live & ~before;
      u32 gained = 0;
      if (ballot(want != 0) != 0) {
        gained = gather<kPolicy.words, kFiltered>(graph, arrays, gathering, shuffle_wide(edges.begin, owner), shuffle(degree, owner),
                                                  first, hit, want, probes);
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
