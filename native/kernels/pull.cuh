#pragma once
/// Bottom-up on CUDA cores: every unvisited vertex looks for a visited in-neighbour, its largest first. A warp owns whole
/// words of the bitmaps, so it stores bits and levels with no atomic on device memory and no second stage.

#include "push.cuh"

namespace bitfront {

/// Vertices of a lane whose hubs are looked at together: with four a search of a Kronecker graph takes 1 to 5% longer.
constexpr u32 kHubs = 2;
static_assert(kEvenWords % kHubs == 0);

/// Where at least one in so many of all vertices is open, a lane looks at each, open or not: lanes are full enough, and none is
/// selected.
BITFRONT_TUNABLE(u32, kDenseShare, 4);

/// Where at least one in so many of all vertices is open, words are dealt evenly; else a warp takes as many as it can, as an empty
/// word costs little beside the turn.
constexpr u32 kOpenShare = 8;

/// In-neighbours of a vertex besides its hub that are laid out for it, so that a look at them needs no offsets: the first of its
/// list. The last one has kListEnds where there are no others, places for none are kNoVertex. Vertices from `single_from` on have
/// none, as their hub decides.
constexpr u32 kFirsts = 4;
constexpr u32 kListEnds = 1u << 31;

/// In-neighbours that a lane loads together, of these looked at together, as a needless look costs as much as one that is needed; and
/// in all before its warp takes over.
constexpr u32 kProbes = 4;
constexpr u32 kTogether = 2;
constexpr u32 kOwnProbes = 32;

/// In-neighbours of one vertex that a warp looks at in all before the grid shares the rest, and how many of these make a piece. Only
/// a hub that is not reached yet has as many, as any other meets one that is; it would hold up all others.
BITFRONT_TUNABLE(u32, kWarpProbes, 128);
BITFRONT_TUNABLE(u32, kSharedProbes, 1'024);

/// Memory of the block for blocks of up to 1,024 threads: per warp the vertices whose hubs did not decide and those whose firsts
/// did not, each fewer than a warp's lanes before further ones come, and the hits in its words.
constexpr u32 kCandidates = (kHubs + 1) * kLanes;
constexpr u32 kFar = 2 * kLanes;
constexpr u32 kPullMemory = 32 * (kCandidates + kFar + kLanes);

/// Bits of the vertices that exist in a word: those below `count`.
BITFRONT_DEVICE u32 existing(u32 word, u32 count) { return count - 32 * word >= 32 ? ~0u : (1u << (count - 32 * word)) - 1; }

/// Whether positions `begin .. end - 1` name a visited in-neighbour; `hub` is none, or kNoVertex.
BITFRONT_DEVICE bool probe_list(const GraphArrays& graph, DevicePtr<u32> visited, u64 begin, u64 end, u32 hub) {
  bool found = false;
  for (u64 at = begin; !found && at < end; at += kProbes) {
    u32 neighbour[kProbes];
#pragma unroll
    for (u32 k = 0; k < kProbes; ++k) {
      neighbour[k] = at + k < end ? load_readonly(graph.in_index, at + k) : hub;
    }
#pragma unroll
    for (u32 turn = 0; turn < kProbes; turn += kTogether) {
      if (found) continue;
#pragma unroll
      for (u32 k = turn; k < turn + kTogether; ++k) {
        if (neighbour[k] != hub) found |= holds(visited, neighbour[k]);
      }
    }
  }
  return found;
}

/// Whether positions `begin .. end - 1`, the rest of a long list, name a visited in-neighbour.
///
/// Launch: all 32 lanes, converged, of one mind.
BITFRONT_DEVICE bool probe_by_warp(const GraphArrays& graph, DevicePtr<u32> visited, u64 begin, u64 end) {
  u32 hits = 0;
  for (; hits == 0 && begin < end; begin += kProbes * kLanes) {
    u32 neighbour[kProbes];
#pragma unroll
    for (u32 k = 0; k < kProbes; ++k) {
      const u64 at = begin + k * kLanes + lane_id();
      neighbour[k] = at < end ? load_readonly(graph.in_index, at) : kNoVertex;
    }
    bool found = false;
#pragma unroll
    for (u32 k = 0; k < kProbes; ++k) {
      if (neighbour[k] != kNoVertex) found |= holds(visited, neighbour[k]);
    }
    hits = ballot(found);
  }
  return hits != 0;
}

/// Lays out the firsts of all vertices below `single_from`.
///
/// Launch: any grid.
/// Cost:   the beginning of each list.
template <Offsets kOffsets>
BITFRONT_DEVICE void lay_out_firsts(const FirstsArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  for (u32 vertex = thread_in_grid(); vertex < graph.single_from; vertex += thread_count()) {
    const u32 hub = load_readonly(graph.hubs, vertex);
    const u64 begin = load_offset<kOffsets>(graph.in_start, vertex);
    const u64 end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
    Quad firsts{{kNoVertex, kNoVertex, kNoVertex, kNoVertex}};
    u32 count = 0;
    u64 at = begin;
    for (; at < end && count < kFirsts; ++at) {
      const u32 neighbour = load_readonly(graph.in_index, at);
      if (neighbour != hub) firsts.of[count++] = neighbour;
    }
    const bool is_all = at == end || (at + 1 == end && load_readonly(graph.in_index, at) == hub);
    if (count == kFirsts && is_all) firsts.of[kFirsts - 1] |= kListEnds;
    store_quad(arguments.firsts, vertex, firsts);
  }
}

/// Leaves the last `positions` in-neighbours of each lane's vertex to the grid, in pieces.
///
/// Launch: all 32 lanes, converged.
/// Writes: the grid's queue of `filled`: vertices, and in the low half numbers of pieces.
/// Cost:   one atomic per warp.
BITFRONT_DEVICE void leave_to_grid(const BfsState& state, Round filled, u32 vertex, u64 positions) {
  const u32 count = static_cast<u32>((positions + kSharedProbes - 1) / kSharedProbes);
  const u32 first = reserve_pieces(state, filled, count);
  share_long_lists(count != 0, [&](u32 owner) {
    const u32 at = shuffle(first, owner);
    const u32 end = shuffle(count, owner);
    const u64 piece = u64{shuffle(vertex, owner)} << 32;
    for (u32 i = lane_id(); i < end; i += kLanes) store(state.pieces[filled.queue % 2], at + i, piece | i);
  });
}

/// In-neighbours at the beginning of a list that are among the firsts, if these are laid out, or are the hub.
BITFRONT_DEVICE u32 known_neighbours(const GraphArrays& graph) { return graph.firsts.is_null() ? 0 : kFirsts; }

/// Whether a vertex that a lane may have has a visited one among its firsts, which become kNoVertex where there are none.
BITFRONT_DEVICE bool probe_firsts(DevicePtr<u32> visited, const Rows& firsts) {
  const auto is_visited = [&](u32 k) {
    const u32 neighbour = k == kFirsts - 1 && firsts.of[k] != kNoVertex ? firsts.of[k] & ~kListEnds : firsts.of[k];
    return neighbour != kNoVertex && holds(visited, neighbour);
  };
  const bool a = is_visited(0), b = is_visited(1);
  if (a | b) return true;
  const bool c = is_visited(2), d = is_visited(3);
  return c | d;
}

/// Lists that a warp looks through one after the other; where more of its lanes have one left each goes on with its own.
constexpr u32 kFewLists = 4;

/// Goes on looking through the lists of the lanes that have one left, beyond what their own lanes have looked at.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE bool search_on(const BfsArguments& arguments, DevicePtr<u32> visited, Round filled, u32 vertex, u64 begin,
                               u64 end, bool found) {
  const GraphArrays& graph = arguments.graph;
  const u64 looked = kOwnProbes + u64{kWarpProbes};
  const u64 stop = end - begin < looked ? end : begin + looked;
  u64 at = end - begin > kOwnProbes ? begin + kOwnProbes : stop;
  for (u32 owners = ballot(at < stop); owners != 0; owners = ballot(at < stop)) {
    if (popcount(owners) > kFewLists) {
      if (at >= stop) continue;
      const u64 upto = stop - at < kProbes ? stop : at + kProbes;
      found = probe_list(graph, visited, at, upto, kNoVertex);
      at = found ? stop : upto;
    } else {
      const u32 owner = lowest_bit(owners);
      const bool hit = probe_by_warp(graph, visited, shuffle_wide(at, owner), shuffle_wide(stop, owner));
      if (lane_id() != owner) continue;
      found = hit;
      at = stop;
    }
  }
  const bool leaves = !found && end - begin > looked;
  if (ballot(leaves) != 0) leave_to_grid(arguments.state, filled, vertex, leaves ? end - begin - looked : 0);
  return found;
}

/// Whether this lane's vertex has a visited in-neighbour besides its hub and its firsts, which were none; as far as the warp looks.
///
/// Launch: all 32 lanes, converged.
template <Offsets kOffsets>
BITFRONT_DEVICE bool search(const BfsArguments& arguments, DevicePtr<u32> visited, Round filled, bool exists, u32 vertex) {
  const GraphArrays& graph = arguments.graph;
  u64 begin = 0, end = 0;
  u32 hub = kNoVertex;
  if (exists) {
    begin = load_offset<kOffsets>(graph.in_start, vertex);
    end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
    if (graph.firsts.is_null()) {
      if (arguments.request.costs.look == 0) hub = load_readonly(graph.hubs, vertex);
      if (end - begin == 1) begin = end;
    } else {
      begin = end - begin > kFirsts ? begin + kFirsts : end;
    }
  }
  bool found = false;
  if (begin != end) {
    const u64 own_end = end - begin < kOwnProbes ? end : begin + kOwnProbes;
    found = probe_list(graph, visited, begin, own_end, hub);
  }
  const bool goes_on = !found && end - begin > kOwnProbes;
  return ballot(goes_on) != 0 ? search_on(arguments, visited, filled, vertex, begin, goes_on ? end : begin, found) : found;
}

/// What a warp has in the block's memory, each as a list of vertices but the hits, and how long these are.
struct PullLists {
  SharedPtr<u32> candidates, fars, hits;
  u32 left, far;
};

BITFRONT_DEVICE PullLists pull_lists(SharedPtr<u32> memory) {
  const SharedPtr<u32> own = part(memory, thread_in_block() / kLanes * (kCandidates + kFar + kLanes));
  return {own, part(own, kCandidates), part(own, kCandidates + kFar), 0, 0};
}

/// Appends the vertices of the lanes that keep theirs.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void keep_vertices(SharedPtr<u32> list, u32& length, bool is_kept, u32 vertex) {
  const u32 kept = ballot(is_kept);
  if (is_kept) store(list, length + popcount(kept & ((1u << lane_id()) - 1)), vertex);
  length += popcount(kept);
}

/// A vertex that a lane looks further for, kNoVertex where it has none, and its firsts as they arrive.
struct Waiting {
  u32 vertex;
  Rows firsts;
};

/// Up to a warp's vertices whose hubs did not decide.
///
/// Launch: all 32 lanes, converged; a barrier of the warp before the list grows again.
BITFRONT_DEVICE Waiting take_candidates(const GraphArrays& graph, PullLists& lists) {
  const u32 count = lists.left < kLanes ? lists.left : kLanes;
  const u32 vertex = lane_id() < count ? load(lists.candidates, lists.left - count + lane_id()) : kNoVertex;
  lists.left -= count;
  return {vertex, vertex != kNoVertex && !graph.firsts.is_null() ? load_rows(graph.firsts, vertex) : Rows{}};
}

/// Looks at the firsts of the lanes' vertices; those that they do not decide are kept. Calls `note` with who has met a visited one.
///
/// Launch: all 32 lanes, converged.
template <class Note>
BITFRONT_DEVICE void look_at_firsts(const GraphArrays& graph, PullLists& lists, const Waiting& waiting, DevicePtr<u32> before, Note note) {
  bool met = false;
  bool more = waiting.vertex != kNoVertex;
  if (more && !graph.firsts.is_null()) {
    met = probe_firsts(before, waiting.firsts);
    more = !met && waiting.firsts.of[kFirsts - 1] < kListEnds;
  }
  note(met, waiting.vertex);
  keep_vertices(lists.fars, lists.far, more, waiting.vertex);
}

/// Looks through the lists of up to a warp's vertices whose firsts did not decide. Calls `note` with who has met a visited one.
///
/// Launch: all 32 lanes, converged; a barrier of the warp before the list grows again.
template <Offsets kOffsets, class Note>
BITFRONT_DEVICE void look_far(const BfsArguments& arguments, PullLists& lists, Round filled, DevicePtr<u32> before, Note note) {
  const u32 count = lists.far < kLanes ? lists.far : kLanes;
  const bool exists = lane_id() < count;
  const u32 vertex = exists ? load(lists.fars, lists.far - count + lane_id()) : 0;
  lists.far -= count;
  note(search<kOffsets>(arguments, before, filled, exists, vertex), vertex);
}

/// The words from `base` on, one to each of the first kHubs lanes.
BITFRONT_DEVICE u32 load_seen(DevicePtr<u32> before, u32 words, u32 base) {
  const u32 word = base + lane_id() % kHubs;
  return word < words ? load(before, word) : ~0u;
}

/// The hubs of the open vertices of these words, a vertex of each word to a lane.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void load_hubs(const GraphArrays& graph, u32 base, u32 seen, u32 (&hub)[kHubs]) {
#pragma unroll
  for (u32 k = 0; k < kHubs; ++k) {
    const u32 vertex = 32 * (base + k) + lane_id();
    const bool is_open = (shuffle(seen, k) >> lane_id() & 1) == 0 && vertex < graph.live_count;
    hub[k] = is_open ? load_readonly(graph.hubs, vertex) : kNoVertex;
  }
}

/// One level at which many vertices are open: a lane looks at each, open or not, a few words of the bitmaps at a time; hubs and firsts
/// are loaded a turn before they are looked at.
///
/// Launch: whole grid, warps converged; kPullMemory of the block's memory.
/// Reads:  as `pull_few`; `degree`, edges out of an open vertex that is followed, on average.
/// Writes: as `pull_few`; bits of vertices whose hubs did not decide by reductions, after their words.
/// Cost:   as `pull_few`; what firsts and lists are wanted for waits for a warp's vertices, and is left over once only.
template <Offsets kOffsets>
BITFRONT_DEVICE Found pull_many(const BfsArguments& arguments, SharedPtr<u32> memory, Round filled, DevicePtr<u32> before,
                                DevicePtr<u32> after, u32 level, u64 degree) {
  const GraphArrays& graph = arguments.graph;
  const u32 words = bitmap_words(graph.live_count);
  const u32 step = warp_count() * kHubs;
  const u32 followed = followed_count(graph);
  PullLists lists = pull_lists(memory);
  Found found{};
  const auto note = [&](bool met, u32 vertex) {
    if (!met) return;
    reduce_or(after, vertex / 32, 1u << vertex % 32);
    store(arguments.state.level, vertex, static_cast<i32>(level));
    ++found.vertices;
    if (vertex / 32 * 32 < followed) ++found.edges;
    found.targets += targets_among(arguments.request, vertex / 32, 1u << vertex % 32);
  };
  Waiting waiting{kNoVertex, {}};
  const auto decide_waiting = [&] {
    look_at_firsts(graph, lists, waiting, before, note);
    warp_barrier();
    while (lists.far >= kLanes) {
      look_far<kOffsets>(arguments, lists, filled, before, note);
      warp_barrier();
    }
  };
  u32 base = warp_in_grid() * kHubs;
  u32 seen = load_seen(before, words, base);
  u32 seen_next = load_seen(before, words, base + step);
  u32 hub[kHubs];
  load_hubs(graph, base, seen, hub);
  for (; base < words; base += step) {
    const u32 seen_later = load_seen(before, words, base + 2 * step);
    u32 hub_next[kHubs];
    load_hubs(graph, base + step, seen_next, hub_next);
    bool hit[kHubs];
#pragma unroll
    for (u32 k = 0; k < kHubs; ++k) hit[k] = hub[k] != kNoVertex && holds(before, hub[k]);
    u32 hits = 0;
#pragma unroll
    for (u32 k = 0; k < kHubs; ++k) {
      const u32 vertex = 32 * (base + k) + lane_id();
      keep_vertices(lists.candidates, lists.left, hub[k] != kNoVertex && !hit[k] && vertex < graph.single_from, vertex);
      const u32 bits = ballot(hit[k]);
      if (lane_id() == k) hits = bits;
      // All that are open, so that whole sectors are written and memory need not be read for the rest of them.
      if (hub[k] != kNoVertex) store(arguments.state.level, vertex, hit[k] ? static_cast<i32>(level) : -1);
    }
    if (lane_id() < kHubs && base + lane_id() < words) store(after, base + lane_id(), seen | hits);
    if (hits != 0) {
      found.vertices += popcount(hits);
      if (32 * (base + lane_id()) < followed) found.edges += popcount(hits);
      found.targets += targets_among(arguments.request, base + lane_id(), hits);
    }
    warp_barrier();
    while (lists.left >= kLanes) {
      decide_waiting();
      waiting = take_candidates(graph, lists);
      warp_barrier();
    }
    seen = seen_next;
    seen_next = seen_later;
#pragma unroll
    for (u32 k = 0; k < kHubs; ++k) hub[k] = hub_next[k];
  }
  decide_waiting();
  if (lists.left != 0) {
    waiting = take_candidates(graph, lists);
    decide_waiting();
  }
  if (lists.far != 0) look_far<kOffsets>(arguments, lists, filled, before, note);
  found.edges *= degree;
  return found;
}

/// The vertex that is `rank`th among the set bits of all lanes' words, which lanes have four by four, `stride` apart.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 select_dealt(u32 base, u32 stride, u32 open, u32 upto, u32 rank) {
  const u32 owner = select_lane(upto, rank);
  const u32 bits = shuffle(open, owner);
  const u32 before = shuffle(upto, owner) - popcount(bits);
  return 32 * dealt_word(base, stride, owner) + select_bit(bits, rank - before);
}

/// The open vertices of the first `words` words that have a visited in-neighbour. Calls `meet` with each, and `end` with every lane's word,
/// whether it has one, what of it was visited and what is found.
///
/// Launch: whole grid, warps converged; a lane owns a word of the bitmaps, a warp up to 1,024 vertices, `each` words at a time;
///         kPullMemory of the block's memory.
/// Reads:  `before`, visited vertices: those among an unvisited vertex's in-neighbours are all in the frontier.
/// Cost:   a load and a probe per unvisited vertex, a load of its firsts where its hub does not decide, and its adjacency where
///         these do not; lanes are full however few vertices are left in a word.
template <Offsets kOffsets, class Meet, class End>
BITFRONT_DEVICE void pull_words(const BfsArguments& arguments, SharedPtr<u32> memory, Round filled, u32 words, u32 each,
                                DevicePtr<u32> before, Meet meet, End end) {
  const GraphArrays& graph = arguments.graph;
  // Words are dealt four at a time, so that open vertices that stand side by side, such as those of a part of the graph that is not
  // reached yet, are looked at by many warps.
  const u32 stride = warp_count() * kEvenWords;
  PullLists lists = pull_lists(memory);
  for (u32 base = warp_in_grid() * kEvenWords; base < words; base += warp_count() * each) {
    const u32 word = dealt_word(base, stride, lane_id());
    const bool owns = lane_id() < each && word < words;
    const u32 seen = owns ? load(before, word) : ~0u;
    const u32 open = owns ? ~seen & existing(word, graph.live_count) : 0;
    const u32 upto = lanes_scan(popcount(open));
    const u32 total = shuffle(upto, kLanes - 1);
    const auto note = [&](bool met, u32 vertex) {
      if (!met) return;
      const u32 place = vertex / 32 - base;
      reduce_or(lists.hits, place / stride * kEvenWords + place % kEvenWords, 1u << vertex % 32);
      meet(vertex);
    };
    store(lists.hits, lane_id(), 0u);
    warp_barrier();
    for (u32 first = 0; first < total; first += kHubs * kLanes) {
      u32 vertex[kHubs], hub[kHubs];
#pragma unroll
      for (u32 k = 0; k < kHubs; ++k) {
        const u32 rank = first + k * kLanes + lane_id();
        vertex[k] = select_dealt(base, stride, open, upto, rank < total ? rank : total - 1);
        hub[k] = rank < total ? load_readonly(graph.hubs, vertex[k]) : kNoVertex;
      }
      bool hit[kHubs];
#pragma unroll
      for (u32 k = 0; k < kHubs; ++k) hit[k] = hub[k] != kNoVertex && holds(before, hub[k]);
#pragma unroll
      for (u32 k = 0; k < kHubs; ++k) {
        keep_vertices(lists.candidates, lists.left, hub[k] != kNoVertex && !hit[k] && vertex[k] < graph.single_from, vertex[k]);
        note(hit[k], vertex[k]);
      }
      warp_barrier();
      const u32 least = first + kHubs * kLanes < total ? kLanes : 1;
      while (lists.left >= least || lists.far >= least) {
        if (lists.far >= kLanes || lists.left < least) {
          look_far<kOffsets>(arguments, lists, filled, before, note);
        } else {
          look_at_firsts(graph, lists, take_candidates(graph, lists), before, note);
        }
        warp_barrier();
      }
    }
    end(word, owns, seen, load(lists.hits, lane_id()));
  }
}

/// One level.
///
/// Launch: as `pull_words`.
/// Writes: `after` = `before` and what was found, every word; level.
template <Offsets kOffsets>
BITFRONT_DEVICE Found pull_few(const BfsArguments& arguments, SharedPtr<u32> memory, Round filled, u32 unvisited,
                               DevicePtr<u32> before, DevicePtr<u32> after, u32 level) {
  const GraphArrays& graph = arguments.graph;
  const u32 words = bitmap_words(graph.live_count);
  const u32 each = u64{unvisited} * kOpenShare >= graph.live_count ? even_words(words) : kLanes;
  Found found{};
  pull_words<kOffsets>(
      arguments, memory, filled, words, each, before,
      [&](u32 vertex) { store(arguments.state.level, vertex, static_cast<i32>(level)); },
      [&](u32 word, bool owns, u32 seen, u32 hits) {
        if (owns) store(after, word, seen | hits);
        if (hits == 0) return;
        found.vertices += popcount(hits);
        found.edges += estimate_edges<kOffsets>(graph, word, hits);
        found.targets += targets_among(arguments.request, word, hits);
      });
  return found;
}

/// Marks the first vertices, those of `words` words, that have a visited in-neighbour.
///
/// Launch: as `pull_words`.
/// Writes: the marks, `next`.
template <Offsets kOffsets>
BITFRONT_DEVICE void mark_by_pull(const BfsArguments& arguments, SharedPtr<u32> memory, Round filled, u32 words, DevicePtr<u32> before) {
  pull_words<kOffsets>(
      arguments, memory, filled, words, even_words(words), before, [](u32) {},
      [&](u32 word, bool, u32, u32 hits) {
        if (hits != 0) reduce_or(arguments.state.next, word, hits);
      });
}

/// One level, `open` vertices being unvisited and `edges` out of them.
///
/// Launch: whole grid, warps converged; kPullMemory of the block's memory.
template <Offsets kOffsets>
BITFRONT_DEVICE Found pull(const BfsArguments& arguments, SharedPtr<u32> memory, Round filled, u32 open, u64 edges, DevicePtr<u32> before,
                           DevicePtr<u32> after, u32 level) {
  const u64 live = arguments.graph.live_count;
  const auto degree = [&] { return edges / (u64{open} * followed_count(arguments.graph) / live + 1) + 1; };
  return open * u64{kDenseShare} >= live
             ? pull_many<kOffsets>(arguments, memory, filled, before, after, level, degree())
             : pull_few<kOffsets>(arguments, memory, filled, open, before, after, level);
}

/// Looks through the `count` pieces of lists that a pull has left to the grid.
///
/// Launch: whole grid, warps converged; after a barrier.
/// Writes: `after`, level.
template <Offsets kOffsets>
BITFRONT_DEVICE Found pull_shared(const BfsArguments& arguments, Round filled, u32 count, DevicePtr<u32> before, DevicePtr<u32> after,
                                  u32 level) {
  const GraphArrays& graph = arguments.graph;
  Found found{};
  for (u32 item = warp_in_grid(); item < count; item += warp_count()) {
    const u64 piece = load(arguments.state.pieces[filled.queue % 2], item);
    const u32 vertex = static_cast<u32>(piece >> 32);
    const u32 word = vertex / 32;
    const u32 bit = 1u << vertex % 32;
    if ((shuffle(load_relaxed(after, word), 0) & bit) != 0) continue;
    const u64 begin = load_offset<kOffsets>(graph.in_start, vertex) + known_neighbours(graph) + kOwnProbes + kWarpProbes +
                      u64{static_cast<u32>(piece)} * kSharedProbes;
    const u64 end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
    if (!probe_by_warp(graph, before, begin, begin + kSharedProbes < end ? begin + kSharedProbes : end)) continue;
    if (lane_id() != 0 || (atomic_or(after, word, bit) & bit) != 0) continue;
    const EdgeRange edges = out_edges<kOffsets>(graph, vertex);
    store(arguments.state.level, vertex, static_cast<i32>(level));
    ++found.vertices;
    found.edges += edges.end - edges.begin;
    found.targets += targets_among(arguments.request, word, bit);
  }
  return found;
}

/// The last round of a pull that has left pieces to the grid, and what it found in all.
struct AfterSharedPull {
  Round round;
  Found found;
};

/// Ends such a pull, `found` being what it has found so far. Called, not inlined, as hardly any level needs it; with values, not
/// references, as those are memory wherever they are used.
///
/// Launch: whole grid, after the barrier that ended `round`.
/// Cost:   a grid barrier.
template <Offsets kOffsets>
BITFRONT_CALLED AfterSharedPull end_shared_pull(const BfsArguments& arguments, BlockQueue block, DevicePtr<u32> before,
                                                DevicePtr<u32> after_level, u32 level, Round round, Found found) {
  const Found mine = pull_shared<kOffsets>(arguments, round, found.queued, before, after_level, level);
  round = after(round);
  const auto with = [&](const Found& late) {
    return Found{found.vertices + late.vertices, found.targets + late.targets, found.edges + late.edges, 0};
  };
  const u32 room = arguments.request.costs.local_pieces;
  const Found late = end_round(arguments, block, round, room, mine, [&](const Found& all) {
                       count_few(arguments.request, block, with(all));
                       return 0u;
                     }).found;
  return {round, with(late)};
}

}  // namespace bitfront
