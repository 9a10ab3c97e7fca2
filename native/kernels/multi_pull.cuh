#pragma once
/// A level bottom-up over all vertices: each ORs its in-neighbours' records until it has every bit that it still wants.
/// Records hold all that was reached so far, not only at the last level: what an in-neighbour had earlier, the vertex has
/// too.

#include "multi_gather.cuh"

namespace bitfront {

/// Records that a warp has in flight, twice, where it marks vertices.
constexpr u32 kMarkRecords = 4;

/// A pull's items, pieces of hubs' lists and words of the bitmaps, which differ in what they take: every warp gets one, then
/// the next when it is done with that.
struct Deal {
  DevicePtr<u32> dealt;
  u32 item;
  u32 pieces;  ///< items that are pieces, the first ones
};

BITFRONT_DEVICE Deal start_deal(const MultiState& state, const MultiPosition& at) {
  return {dealt_count(state, at.round + 1), warp_in_grid(), 0};
}

/// Takes the warp's next item.
///
/// Launch: all 32 lanes, converged.
/// Cost:   an atomic that is waited for.
BITFRONT_DEVICE void deal_next(Deal& deal) {
  u32 before = 0;
  if (lane_id() == 0) before = atomic_add(deal.dealt, 0, 1);
  deal.item = warp_count() + shuffle(before, 0);
}

/// Pieces that are one item.
constexpr u32 kDealtPieces = 8;

/// Gathers what is asked of pieces of hubs' lists into the hubs' other records. All first pieces come first: where a hub's
/// pieces ran at once, they would look for the same.
///
/// Launch: whole grid, warps converged.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_hub_pieces(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays,
                                     u32 live, u32 light, Deal& deal) {
  const GraphArrays& graph = arguments.graph;
  const MultiState& state = arguments.state;
  const u32 hubs = load(multi_counter(state, offsetof(MultiControl, hub_count)), 0);
  const u32 pieces = hubs + load(multi_counter(state, offsetof(MultiControl, hub_pieces)), 0);
  Gathering gathering = start_gathering(memory);
  deal.pieces = (pieces + kDealtPieces - 1) / kDealtPieces;
  for (; deal.item < deal.pieces; deal_next(deal)) {
    const u32 index = deal.item * kDealtPieces + lane_id();
    const bool exists = lane_id() < kDealtPieces && index < pieces;
    u64 piece = 0;
    if (exists) piece = index < hubs ? multi_piece(load(state.hubs, index), 0) : load(state.hub_pieces, index - hubs);
    const u32 hub = static_cast<u32>(piece >> 32);
    const EdgeRange edges =
        exists ? piece_range(in_edges<kPolicy.offsets>(graph, hub), static_cast<u32>(piece), state.piece_edges) : EdgeRange{};
    const bool done = exists && (load_relaxed(state.done, hub / 32) >> hub % 32 & 1) != 0;
    for (u32 left = ballot(exists && !done); left != 0; left &= left - 1) {
      const u32 turn = lowest_bit(left);
      const u64 at = word_at<kPolicy.words>(shuffle(hub, turn));
      const u64 begin = shuffle_wide(edges.begin, turn);
      const u32 length = shuffle(static_cast<u32>(edges.end - edges.begin), turn);
      const u32 neighbour = kFiltered ? 0 : load_neighbours(graph, begin, length);
      const u32 want = live & ~load(arrays.records, at) & ~load_relaxed(arrays.other_records, at);
      if (ballot(want != 0) == 0) continue;
      u32 probes = 0;
      const u32 bits = gather<kPolicy.words, kFiltered>(graph, arrays, gathering, begin, length, neighbour,
                                                        {want, light, kFiltered ? arrays.active : state.marked[0]}, probes);
      note_probes(memory, probes);
      if (bits != 0 && own_group<kPolicy.words>() == 0) reduce_or(arrays.other_records, at, bits);
    }
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

/// What became of a bitmap word's vertices: a bit for those that gained and those that need no more, how many need some.
struct WordGains {
  u32 gaining, finished, open;
};

/// Stores what became of a word's vertices.
///
/// Launch: all 32 lanes, converged.
template <Offsets kOffsets>
BITFRONT_DEVICE void end_word(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays, u32 word,
                              u32 done, const WordGains& of_word) {
  const MultiState& state = arguments.state;
  if (lane_id() == 0) {
    store(arrays.next_active, word, of_word.gaining);
    if (of_word.finished != 0) store_relaxed(state.done, word, done | of_word.finished);
    if (of_word.gaining != 0) store(state.ever, word, load(state.ever, word) | of_word.gaining);
    if (of_word.open != 0) reduce_add(memory.sums, kOpenSum, of_word.open);
  }
  u64 edges = 0;
  if ((of_word.gaining >> lane_id() & 1) != 0) {
    const EdgeRange out = out_edges<kOffsets>(arguments.graph, 32 * word + lane_id());
    edges = out.end - out.begin;
  }
  note_vertices(memory, of_word.gaining >> lane_id() & 1, edges);
}

/// One level of the vertices that are no hubs, a bitmap word's after the other. Those that share a gather and need no more
/// come first, then the others one at a time, with the next one's record and neighbours on their way.
///
/// Launch: whole grid, warps converged; a warp owns a word of the bitmaps.
/// Writes: other records of vertices that gain bits or did so at the last level; all words of `next_active`; done, ever.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_words(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays, u32 live,
                                u32 light, u32 level, MultiGains& gains, Deal& deal) {
  const GraphArrays& graph = arguments.graph;
  const MultiState& state = arguments.state;
  const u32 words = bitmap_words(graph.live_count);
  Gathering gathering = start_gathering(memory);
  for (; deal.item - deal.pieces < words; deal_next(deal)) {
    const u32 word = deal.item - deal.pieces;
    const u32 was_active = load(arrays.active, word);
    const u32 done = load_relaxed(state.done, word);
    const u32 vertex = 32 * word + lane_id();
    const bool exists = vertex < graph.live_count;
    const EdgeRange edges = exists ? in_edges<kPolicy.offsets>(graph, vertex) : EdgeRange{};
    const u32 degree = static_cast<u32>(edges.end - edges.begin);
    const u32 open = ballot(exists && edges.end - edges.begin <= state.piece_edges) & (~done | was_active);
    WordGains of_word{};
    u32 probes = 0;
    const auto take = [&](u32 owner, u32 before, u32 want, u32 gained) {
      const bool gains_bits = ballot(gained != 0) != 0;
      if (ballot((want & ~gained) != 0) != 0) ++of_word.open;
      else of_word.finished |= 1u << owner;
      if (gains_bits || (was_active >> owner & 1) != 0) {
        if (own_group<kPolicy.words>() == 0) {
          store(arrays.other_records, word_at<kPolicy.words>(32 * word + owner), before | gained);
        }
      }
      if (gains_bits) {
        of_word.gaining |= 1u << owner;
        note_gain<kPolicy.words>(arguments, memory, gains, 32 * word + owner, gained, level);
      }
    };
    u32 left = share_gathers<kPolicy.words, kFiltered>(graph, arrays, gathering, word, edges.begin, degree, open, ~done, live,
                                                       probes, take);
    const auto ask = [&](u32 owner) {
      ask_next<kPolicy.words>(graph, arrays, gathering.memory, 32 * word + owner, shuffle_wide(edges.begin, owner),
                              kFiltered ? 0 : shuffle(degree, owner));
    };
    if (left != 0) ask(lowest_bit(left));
    while (left != 0) {
      const u32 owner = lowest_bit(left);
      await_copies<0>();
      warp_barrier();
      const u32 before = load(gathering.memory, own_memory() + kNextRecord + lane_id());
      const u32 neighbour = load(gathering.memory, own_memory() + kNextNeighbours + lane_id());
      left &= left - 1;
      if (left != 0) ask(lowest_bit(left));
      const u32 want = live & ~before;
      u32 gained = 0;
      if (ballot(want != 0) != 0) {
        gained = gather<kPolicy.words, kFiltered>(graph, arrays, gathering, shuffle_wide(edges.begin, owner),
                                                  shuffle(degree, owner), neighbour,
                                                  {want, light, kFiltered ? arrays.active : state.marked[0]}, probes);
      }
      take(owner, before, want, gained);
    }
    end_word<kPolicy.offsets>(arguments, memory, arrays, word, done, of_word);
    note_probes(memory, probes);
  }
}

/// A source is light in a level if it reached this many times fewer vertices at the last one than the average source.
BITFRONT_TUNABLE(u32, kLightness, 512);

/// Live sources that reached so few vertices at the last level that hardly any neighbour brings their bits: looking for
/// these would read all lists to their ends. A record.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE u32 light_sources(const MultiArguments& arguments, const MultiPosition& at) {
  if (!counts_sources(arguments.request)) return 0;
  const DevicePtr<u32> counts = level_counts(arguments.state, at.level - 1);
  u64 reached = 0;
  for (u32 word = 0; word < kWords; ++word) reached += load(counts, word * kLanes + lane_id());
  reached = lanes_sum_wide(reached);
  u32 light = 0;
  for (u32 word = 0; word < kWords; ++word) {
    const u64 count = load(counts, word * kLanes + lane_id());
    const u32 few = ballot(count * kLightness * arguments.request.source_count < reached);
    if (own_word<kWords>() == word) light = few;
  }
  return light & at.live;
}

/// Marks the vertices that the sources `light` reached at the last level.
///
/// Launch: whole grid, warps converged; a warp owns a word of the bitmaps.
/// Writes: all words of marked[0].
template <u32 kWords>
BITFRONT_DEVICE void mark_light(const MultiArguments& arguments, const MultiArrays& arrays, u32 light) {
  const u32 words = bitmap_words(arguments.graph.live_count);
  for (u32 word = warp_in_grid(); word < words; word += warp_count()) {
    u32 marked = 0;
    for (u32 left = load(arrays.active, word); left != 0;) {
      u32 owner[kMarkRecords], gained[kMarkRecords];
#pragma unroll
      for (u32 k = 0; k < kMarkRecords; ++k) {
        owner[k] = lowest_bit(left);
        const u64 at = word_at<kWords>(32 * word + owner[k]);
        gained[k] = load(arrays.records, at) & ~load(arrays.other_records, at);
        if ((left & (left - 1)) != 0 || k + 1 == kMarkRecords) left &= left - 1;
      }
#pragma unroll
      for (u32 k = 0; k < kMarkRecords; ++k) marked |= ballot((gained[k] & light) != 0) != 0 ? 1u << owner[k] : 0;
    }
    if (lane_id() == 0) store(arguments.state.marked[0], word, marked);
  }
}

/// One level.
///
/// Launch: whole grid, warps converged.
/// Cost:   a grid barrier where the graph has hubs, another where there are light sources.
template <MultiPolicy kPolicy, bool kFiltered>
BITFRONT_DEVICE void pull_level(const MultiArguments& arguments, const MultiMemory& memory, MultiPosition& at, MultiGains& gains) {
  const MultiState& state = arguments.state;
  const MultiArrays arrays = arrays_at(state, at.current);
  const u32 light = kFiltered ? 0 : light_sources<kPolicy.words>(arguments, at);
  if (ballot(light != 0) != 0) {
    mark_light<kPolicy.words>(arguments, arrays, light);
    end_multi_round(state, at);
  }
  const bool has_hubs = load(multi_counter(state, offsetof(MultiControl, hub_count)), 0) != 0;
  Deal deal = start_deal(state, at);
  if (has_hubs) pull_hub_pieces<kPolicy, kFiltered>(arguments, memory, arrays, at.live, light, deal);
  pull_words<kPolicy, kFiltered>(arguments, memory, arrays, at.live, light, at.level, gains, deal);
  if (has_hubs) {
    end_multi_round(state, at);
    settle_hubs<kPolicy>(arguments, memory, arrays, at.live, at.level, gains);
  }
  at.queued = false;
  at.complete = true;
}

}  // namespace bitfront
