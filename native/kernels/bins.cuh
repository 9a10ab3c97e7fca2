#pragma once
/// Marks of a level whose many edges lead anywhere. A reduction for each crosses to L2, which takes some 90 G of them a second;
/// here blocks sort what edges lead to into bins of vertices in device memory, and then a block to a bin marks it in its own
/// memory and stores the levels. Bins lie in the memory of a queue: such a level has none, before it and after it.

#include "push.cuh"
#include "switching.cuh"

namespace bitfront {

/// Threads of a block that sorts, at most.
constexpr u32 kMostSorters = 512;

/// Edges of a lane in a turn, and lists that a warp takes for one at most.
constexpr u32 kBinEdges = 16;
constexpr u32 kBinLists = 16;

/// Neighbouring vertices that are of one bin, as a power of two, at least a word of a bitmap; the next as many are of the next
/// bin, as hubs and what edges lead to most often stand side by side.
BITFRONT_TUNABLE(u32, kBinRunLog, 10);

/// Vertices from which on the memory of a queue has room for the bins' lengths.
constexpr u32 kFewestBinned = 128;

/// Memory of the block while it sorts: how many of a turn are for each bin; where the first of them stands among the turn's;
/// from there to where it goes in the bins' memory; sums over 32 bins; whether there will be another turn, by turns; what edges
/// lead to, by bins.
constexpr u32 kBinCounts = 0;
constexpr u32 kBinPlaces = kBinCounts + kBins;
constexpr u32 kBinShifts = kBinPlaces + kBins;
constexpr u32 kBinSums = kBinShifts + kBins;
constexpr u32 kBinMore = kBinSums + kBins / kLanes;
constexpr u32 kBinStaged = kBinMore + 2;
constexpr u32 kBinMemory = kBinStaged + kMostSorters * kBinEdges;
static_assert((1u << 16) / 32 <= kBinMemory && kBinEdges % 2 == 0 && kMostSorters * kBinEdges <= 0xFFFF);

struct Bins {
  DevicePtr<u32> lengths;    ///< of each; may pass `room`, what was beyond it is marked elsewhere
  DevicePtr<u16> members;    ///< `room` for each bin
  u32 room;                  ///< a multiple of 8; of all bins together at most 2^31
};

BITFRONT_DEVICE u32 bin_of(u32 vertex) { return (vertex >> kBinRunLog) % kBins; }

/// A vertex as its bin knows it: the runs before its own, and where it stands in it.
BITFRONT_DEVICE u32 member_of(u32 vertex) {
  return vertex / kBins >> kBinRunLog << kBinRunLog | (vertex & ((1u << kBinRunLog) - 1));
}

/// The word of a bitmap that word `i` of a bin's marks is.
BITFRONT_DEVICE u32 word_of_bin(u32 bin, u32 i) {
  const u32 log = kBinRunLog - 5;
  return ((i >> log) * kBins + bin) << log | (i & ((1u << log) - 1));
}

/// Bins in the memory of a queue.
BITFRONT_DEVICE Bins bins_in(DevicePtr<u64> memory, u64 vertices, u64 edge_count) {
  constexpr u64 kLengths = kBins * sizeof(u32);
  const u64 room = (sizeof(u64) * piece_capacity(vertices, edge_count) - kLengths) / sizeof(u16) / kBins;
  constexpr u64 kMost = (u64{1} << 31) / kBins;
  return {as<u32>(memory), {memory.address + kLengths}, static_cast<u32>(room < kMost ? room : kMost) / 8 * 8};
}

/// Whether marks of a frontier that only bitmaps hold, and `edges` lead out of, are sorted.
BITFRONT_DEVICE bool wants_bins(const BfsArguments& arguments, u64 edges, u64 edge_count) {
  const u32 live = arguments.graph.live_count;
  return edges >= arguments.request.costs.sort_edges && edge_count <= kMostSorted && live >= kFewestBinned && live <= kMostBinned;
}

/// A warp's way through a frontier that two bitmaps hold: words dealt to warps in turn, so that neighbours go to different ones.
struct FrontierCursor {
  u32 base;        ///< the first word of the lanes' words; those before are done
  u32 bits;        ///< the frontier's of the lane's word
  u32 upto;        ///< vertices in words of lanes up to this one
  u32 total, rank; ///< vertices in all lanes' words, and how many of them are done
};

/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void load_words(FrontierCursor& at, DevicePtr<u32> before, DevicePtr<u32> after, u32 words) {
  const u32 word = at.base + warp_count() * lane_id();
  at.bits = word < words ? load(before, word) ^ load(after, word) : 0;
  at.upto = lanes_scan(popcount(at.bits));
  at.total = shuffle(at.upto, kLanes - 1);
  at.rank = 0;
}

/// The next vertices of the frontier, one each of the first `each` lanes; kNoVertex where there are no more.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 take_vertices(FrontierCursor& at, u32 each, DevicePtr<u32> before, DevicePtr<u32> after, u32 words) {
  u32 vertex = kNoVertex;
  u32 taken = 0;
  while (taken < each && at.base < words) {
    if (at.rank == at.total) {
      at.base += kLanes * warp_count();
      if (at.base < words) load_words(at, before, after, words);
      continue;
    }
    const u32 left = at.total - at.rank;
    const u32 count = each - taken < left ? each - taken : left;
    const bool takes = lane_id() >= taken && lane_id() < taken + count;
    const u32 selected = select_vertex(at.base, warp_count(), at.bits, at.upto, takes ? at.rank + lane_id() - taken : at.rank);
    if (takes) vertex = selected;
    taken += count;
    at.rank += count;
  }
  return vertex;
}

/// From how many of a turn are for each bin to where they stand among the turn's and in the bins. How many there are.
///
/// Launch: whole block; after a barrier, and with two within.
/// Writes: places, shifts, lengths; zeroes counts.
BITFRONT_DEVICE u32 place_turn(const Bins& bins, SharedPtr<u32> memory) {
  const u32 warps = block_threads() / kLanes;
  for (u32 group = thread_in_block() / kLanes; group < kBins / kLanes; group += warps) {
    const u32 bin = group * kLanes + lane_id();
    const u32 count = load(memory, kBinCounts + bin);
    const u32 upto = lanes_scan(count);
    store(memory, kBinPlaces + bin, upto - count);
    store(memory, kBinCounts + bin, 0u);
    store(memory, kBinShifts + bin, bin * bins.room + (count != 0 ? atomic_add(bins.lengths, bin, count) : 0));
    if (lane_id() == kLanes - 1) store(memory, kBinSums + group, upto);
  }
  block_barrier();
  const u32 sum = lane_id() < kBins / kLanes ? load(memory, kBinSums + lane_id()) : 0;
  const u32 upto = lanes_scan(sum);
  for (u32 group = thread_in_block() / kLanes; group < kBins / kLanes; group += warps) {
    const u32 bin = group * kLanes + lane_id();
    const u32 place = load(memory, kBinPlaces + bin) + shuffle(upto - sum, group);
    store(memory, kBinPlaces + bin, place);
    store(memory, kBinShifts + bin, load(memory, kBinShifts + bin) - place);
  }
  block_barrier();
  return shuffle(upto, kLanes - 1);
}

/// Sorts what a lane's edges lead to into bins, kNoVertex is none. Whether there is another turn: some warp has `more`.
///
/// Launch: whole block, with four barriers; counts are zero, before a barrier, and again at the end. What others still read of
///         the last turn they have done with at the first barrier.
/// Writes: bins; marks of what has no room there.
BITFRONT_DEVICE bool sort_turn(const BfsArguments& arguments, const Bins& bins, SharedPtr<u32> memory, u32 turn, bool more,
                               const u32 (&vertices)[kBinEdges]) {
  if (more && lane_id() == 0) reduce_or(memory, kBinMore + turn % 2, 1u);
  u32 ranks[kBinEdges / 2];   // of two edges each
#pragma unroll
  for (u32 k = 0; k < kBinEdges; ++k) {
    const u32 rank = vertices[k] != kNoVertex ? atomic_add(memory, kBinCounts + bin_of(vertices[k]), 1) : 0;
    ranks[k / 2] = k % 2 == 0 ? rank : ranks[k / 2] | rank << 16;
  }
  block_barrier();
  const u32 others = load(memory, kBinMore + turn % 2);
  if (thread_in_block() == 0) store(memory, kBinMore + (turn + 1) % 2, 0u);
  const u32 all = place_turn(bins, memory);
#pragma unroll
  for (u32 k = 0; k < kBinEdges; ++k) {
    if (vertices[k] == kNoVertex) continue;
    const u32 place = load(memory, kBinPlaces + bin_of(vertices[k])) + (ranks[k / 2] >> 16 * (k % 2) & 0xFFFF);
    store(memory, kBinStaged + place, vertices[k]);
  }
  block_barrier();
  for (u32 i = thread_in_block(); i < all; i += block_threads()) {
    const u32 vertex = load(memory, kBinStaged + i);
    const u32 bin = bin_of(vertex);
    const u32 at = load(memory, kBinShifts + bin) + i;
    if (at < (bin + 1) * bins.room) {
      store(bins.members, at, static_cast<u16>(member_of(vertex)));
    } else {
      reduce_or(arguments.state.next, vertex / 32, 1u << vertex % 32);
    }
  }
  return others != 0;
}

/// Sorts what the frontier reaches into bins.
///
/// Launch: whole grid; kBinMemory of the block's memory.
/// Reads:  visited vertices before and after the last level, whose vertices and edges `frontier` counts.
/// Writes: bins, empty before; marks of what has no room there, and of edges that a warp had too many of.
/// Cost:   per edge an atomic and four accesses in the block's memory, two bytes written; four barriers of the block a turn.
template <Offsets kOffsets>
BITFRONT_DEVICE void sort_into_bins(const BfsArguments& arguments, const Bins& bins, SharedPtr<u32> memory, const Found& frontier,
                                    DevicePtr<u32> before, DevicePtr<u32> after) {
  const u32 words = bitmap_words(arguments.graph.live_count);
  // So many that they rarely have more edges than a turn takes.
  const u64 fitting = u64{kBinEdges * kLanes * 7 / 8} * frontier.vertices / (frontier.edges + 1);
  const u32 each = fitting > kBinLists ? kBinLists : fitting == 0 ? 1 : static_cast<u32>(fitting);
  FrontierCursor cursor{warp_in_grid(), 0, 0, 0, 0};
  load_words(cursor, before, after, words);
  EdgeRange ahead{};
  const auto take_lists = [&] {
    const u32 vertex = take_vertices(cursor, each, before, after, words);
    ahead = vertex != kNoVertex ? out_edges<kOffsets>(arguments.graph, vertex) : EdgeRange{};
    return shuffle(vertex, 0) != kNoVertex;
  };
  take_lists();
  for (u32 i = thread_in_block(); i < kBins; i += block_threads()) store(memory, kBinCounts + i, 0u);
  if (thread_in_block() < 2) store(memory, kBinMore + thread_in_block(), 0u);
  block_barrier();
  bool goes_on = true;
  for (u32 turn = 0; goes_on; ++turn) {
    const WarpLists own = warp_lists(ahead.begin, static_cast<u32>(ahead.end - ahead.begin));
    u32 vertices[kBinEdges];
    load_edges<kBinLists>(arguments.graph, own, 0, vertices);
    const bool more = take_lists();
    for (u32 first = kBinEdges * kLanes; first < own.total; first += kLanes) {
      u32 left[1];
      load_edges<kBinLists>(arguments.graph, own, first, left);
      if (left[0] != kNoVertex) reduce_or(arguments.state.next, left[0] / 32, 1u << left[0] % 32);
    }
    goes_on = sort_turn(arguments, bins, memory, turn, more, vertices);
  }
}

BITFRONT_DEVICE void mark_member(SharedPtr<u32> memory, u32 member) { reduce_or(memory, member / 32, 1u << member % 32); }

/// Stores the levels of what lies in bins or was marked, and clears the marks.
///
/// Launch: whole grid; kBinMemory of the block's memory.
/// Writes: as `sweep`.
/// Cost:   two bytes read and a reduction in the block's memory per edge.
template <Offsets kOffsets>
BITFRONT_DEVICE Found sweep_bins(const BfsArguments& arguments, const Bins& bins, SharedPtr<u32> memory, DevicePtr<u32> before,
                                 DevicePtr<u32> after, u32 level) {
  constexpr u32 kOfQuad = sizeof(Quad) / sizeof(u16);
  const u32 words = bitmap_words(arguments.graph.live_count);
  const u32 run_words = 1u << (kBinRunLog - 5);
  Found found{};
  for (u32 bin = block_index(); bin < kBins && bin * run_words < words; bin += block_count()) {
    const u32 own_words = ((words - 1 - bin * run_words) / (kBins * run_words) + 1) * run_words;
    for (u32 i = thread_in_block(); i < own_words; i += block_threads()) store(memory, i, 0u);
    block_barrier();
    const u32 told = load(bins.lengths, bin);
    const u32 length = told < bins.room ? told : bins.room;
    const u64 first = u64{bin} * bins.room;
    for (u32 i = thread_in_block(); i < length / kOfQuad; i += block_threads()) {
      const Quad quad = load_quad(as<u32>(bins.members), first / kOfQuad + i);
#pragma unroll
      for (u32 k = 0; k < kOfQuad; ++k) mark_member(memory, quad.of[k / 2] >> 16 * (k % 2) & 0xFFFF);
    }
    const u32 last = length - length % kOfQuad + thread_in_block();
    if (last < length) mark_member(memory, load(bins.members, first + last));
    block_barrier();
    for (u32 base = thread_in_block() / kLanes * kLanes; base < own_words; base += block_threads()) {
      const u32 i = base + lane_id();
      const u32 word = word_of_bin(bin, i);
      const u32 fresh =
          i < own_words && word < words ? sweep_word<kOffsets>(arguments, before, after, word, load(memory, i), found) : 0;
      store_levels_of_words(arguments.state.level, [&](u32 lane) { return shuffle(word, lane); }, fresh, level);
    }
    block_barrier();
  }
  return found;
}

/// A level whose marks are sorted into bins.
///
/// Launch: whole grid; kBinMemory of the block's memory.
/// Reads:  visited vertices before and after the last level.
/// Writes: as `sweep`; the memory of the queue of `round`.
template <Offsets kOffsets>
BITFRONT_DEVICE Found mark_by_bins(const BfsArguments& arguments, SharedPtr<u32> memory, const Position& at, u64 edge_count,
                                   const Bitmaps& bitmaps, u32 level) {
  const Bins bins = bins_in(arguments.state.pieces[at.round.queue % 2], arguments.graph.vertex_count, edge_count);
  for (u32 bin = thread_in_grid(); bin < kBins; bin += thread_count()) store(bins.lengths, bin, 0u);
  synchronise(arguments.state);
  sort_into_bins<kOffsets>(arguments, bins, memory, at.frontier, bitmaps.other, bitmaps.visited);
  synchronise(arguments.state);
  return sweep_bins<kOffsets>(arguments, bins, memory, bitmaps.visited, bitmaps.other, level);
}

}  // namespace bitfront
