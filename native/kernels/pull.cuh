#pragma once
/// Bottom-up on CUDA cores: every unvisited vertex looks for a visited in-neighbour, its largest first. A warp owns whole
/// words of the bitmaps, so it stores bits and levels with no atomic on device memory and no second stage.

#include "push.cuh"

namespace bitfront {

/// Vertices of a lane whose hubs are looked at together.
constexpr u32 kHubs = 4;

/// In-neighbours that a lane loads together, and in all before its warp takes over.
constexpr u32 kProbes = 4;
constexpr u32 kOwnProbes = 32;

/// In-neighbours of one vertex that a warp looks at in all before the grid shares the rest, and how many of these make a piece. Only
/// a hub that is not reached yet has as many, as any other meets one that is; it would hold up all others.
BITFRONT_TUNABLE(u32, kWarpProbes, 128);
BITFRONT_TUNABLE(u32, kSharedProbes, 1'024);

/// Memory of the block for blocks of up to 1,024 threads: per warp the vertices whose hubs did not decide, fewer than a
/// warp's lanes before each look at hubs, and the hits in its 32 words.
constexpr u32 kCandidates = (kHubs + 1) * kLanes;
constexpr u32 kPullCandidates = 32 * kCandidates;
constexpr u32 kPullHits = 32 * kLanes;

struct PullMemory {
  SharedPtr<u32> candidates, hits;
};

BITFRONT_DEVICE bool holds(DevicePtr<u32> bitmap, u32 vertex) { return (load(bitmap, vertex / 32) >> vertex % 32 & 1) != 0; }

/// Bits of the vertices that exist in a word: those below `count`.
BITFRONT_DEVICE u32 existing(u32 word, u32 count) { return count - 32 * word >= 32 ? ~0u : (1u << (count - 32 * word)) - 1; }

/// Whether positions `begin .. end - 1` name a visited in-neighbour; `hub` is none, or kNoVertex. kProbes are loaded together,
/// of those kTogether looked at together: all where latency counts, fewer where a look that proves needless costs as much as
/// one that is needed.
template <u32 kTogether>
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

/// Whether this lane's vertex has a visited in-neighbour besides its hub, which was none; as far as the warp looks.
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
    if (arguments.request.costs.look == 0) hub = load_readonly(graph.hubs, vertex);
  }
  bool found = false;
  if (end - begin > 1) {
    const u64 own_end = end - begin < kOwnProbes ? end : begin + kOwnProbes;
    found = arguments.request.costs.look != 0 ? probe_list<kProbes>(graph, visited, begin, own_end, hub)
                                              : probe_list<kProbes / 2>(graph, visited, begin, own_end, hub);
  }
  share_long_lists(!found && end - begin > kOwnProbes, [&](u32 owner) {
    const u64 first = shuffle_wide(begin, owner) + kOwnProbes;
    const u64 left = shuffle_wide(end, owner) - first;
    const bool hit = probe_by_warp(graph, visited, first, first + (left < kWarpProbes ? left : kWarpProbes));
    found = lane_id() == owner ? hit : found;
  });
  const u64 looked = kOwnProbes + u64{kWarpProbes};
  const bool leaves = !found && end - begin > looked;
  if (ballot(leaves) != 0) leave_to_grid(arguments.state, filled, vertex, leaves ? end - begin - looked : 0);
  return found;
}

/// One level.
///
/// Launch: whole grid, warps converged; a lane owns a word of the bitmaps, a warp 1,024 vertices.
/// Reads:  `before`, visited vertices: those among an unvisited vertex's in-neighbours are all in the frontier.
/// Writes: `after` = `before` and what was found, every word; level.
/// Cost:   a coalesced load and a probe per unvisited vertex, and its adjacency where its hub does not decide; lanes are
///         full however few vertices are left in a word.
template <Offsets kOffsets>
BITFRONT_DEVICE Found pull(const BfsArguments& arguments, const PullMemory& memory, Round filled, DevicePtr<u32> before,
                           DevicePtr<u32> after, u32 level) {
  const GraphArrays& graph = arguments.graph;
  const u32 words = bitmap_words(graph.live_count);
  const u32 warp = thread_in_block() / kLanes;
  const u32 first_candidate = warp * kCandidates;
  const u32 below = (1u << lane_id()) - 1;
  Found found{};
  const auto note = [&](bool hit, u32 vertex) {
    if (!hit) return;
    reduce_or(memory.hits, warp * kLanes + vertex / 32 % kLanes, 1u << vertex % 32);
    store(arguments.state.level, vertex, static_cast<i32>(level));
  };
  const auto search_from = [&](u32 from, u32 count) {
    const bool exists = lane_id() < count;
    const u32 vertex = exists ? load(memory.candidates, first_candidate + from + lane_id()) : 0;
    note(search<kOffsets>(arguments, before, filled, exists, vertex), vertex);
  };
  for (u32 base = warp_in_grid() * kLanes; base < words; base += thread_count()) {
    const u32 word = base + lane_id();
    const u32 seen = word < words ? load(before, word) : ~0u;
    const u32 open = word < words ? ~seen & existing(word, graph.live_count) : 0;
    const u32 upto = lanes_scan(popcount(open));
    const u32 total = shuffle(upto, kLanes - 1);
    u32 left = 0;
    store(memory.hits, warp * kLanes + lane_id(), 0u);
    warp_barrier();
    for (u32 first = 0; first < total; first += kHubs * kLanes) {
      u32 vertex[kHubs], hub[kHubs];
#pragma unroll
      for (u32 k = 0; k < kHubs; ++k) {
        const u32 rank = first + k * kLanes + lane_id();
        vertex[k] = select_vertex(base, 1, open, upto, rank < total ? rank : total - 1);
        hub[k] = rank < total ? load_readonly(graph.hubs, vertex[k]) : kNoVertex;
      }
#pragma unroll
      for (u32 k = 0; k < kHubs; ++k) {
        const bool hit = hub[k] != kNoVertex && holds(before, hub[k]);
        const u32 rest = ballot(hub[k] != kNoVertex && !hit);
        note(hit, vertex[k]);
        if ((rest >> lane_id() & 1) != 0) store(memory.candidates, first_candidate + left + popcount(rest & below), vertex[k]);
        left += popcount(rest);
      }
      warp_barrier();
      for (; left >= kLanes; left -= kLanes) search_from(left - kLanes, kLanes);
      warp_barrier();
    }
    if (left != 0) search_from(0, left);
    warp_barrier();
    const u32 hits = load(memory.hits, warp * kLanes + lane_id());
    if (word < words) store(after, word, seen | hits);
    if (hits == 0) continue;
    found.vertices += popcount(hits);
    found.edges += estimate_edges<kOffsets>(graph, word, hits);
    found.targets += targets_among(arguments.request, word, hits);
  }
  return found;
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
    const u64 begin = load_offset<kOffsets>(graph.in_start, vertex) + kOwnProbes + kWarpProbes +
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
