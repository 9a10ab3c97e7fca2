#pragma once
/// Small rounds, for frontiers that wait for latency and not for bandwidth: pushes in which all that blocks exchange are
/// bits of `visited`, set by atomics that return, and a sum. Each block keeps what it finds, so a round needs no fence and
/// no queue in device memory, and how much was found arrives with the barrier. While a block waits for the others it
/// follows the lists of what it has found itself: what they reach is ready to be claimed when the next round begins.
/// Where a block holds more than its share, the round deals all pieces anew; where a block has more to tell (a target, a
/// list of several pieces), or the frontier outgrows small rounds, the round ends as any other.

#include "push.cuh"
#include "switching.cuh"

namespace bitfront {

/// What a round follows out of its frontier: edges to the next level, or lists of what lies up to `HopLists::radius` hops away. Of
/// these, entries of fewer hops than the radius are levels within the round, whose vertices nobody has to follow, and the
/// frontier of the next round is among those of as many.
///
/// Why a round of several levels is right: entries lead to no level below a vertex's own, and those out of a frontier that holds all
/// vertices of level L give each vertex of levels L + 1 to L + radius its own, the smallest that any entry gives it. Entries of
/// radius hops put a vertex in the next frontier unless it is known to be nearer. One that becomes known too late is followed in
/// vain: what it leads to has been reached with a smaller level in that round or before.
enum class Reach { Neighbours, Hops };

/// Log2 of the lanes of a piece up to which each lane follows one edge at a time.
constexpr u32 kFewLanes = 2;

/// Edges of a lane in flight together where a piece has more lanes.
constexpr u32 kSmallEdges = 4;

/// Entries of a lane in flight together where lists lead several hops far.
constexpr u32 kHopEntries = 3;

/// Entries that a block has followed lately, by the low bits of their vertices.
constexpr u32 kRecent = 4096;

constexpr u32 kHopVertex = (1u << kHopShift) - 1;

/// Hops of an entry.
BITFRONT_DEVICE u32 hops_of(u32 entry) { return (entry >> kHopShift) + 1; }

/// Vertices, or entries, that a block has reached but not claimed: room for so many per thread.
constexpr u32 kReachedPerThread = 5;
constexpr u32 kMostReached = 1024 * kReachedPerThread;

/// In the length of a block's queue: the round has to end in full.
constexpr u32 kInFull = 1u << 31;

/// Fields of what blocks add up, from the low end: blocks whose round must end in full, those that hold too much, vertices.
constexpr u32 kUnevenAt = kArrivalBits;
constexpr u32 kFoundAt = 2 * kArrivalBits;

/// Memory of the block: vertices that edges out of the frontier lead to, and how many, by the parity of the queue that the
/// edges are from. The count goes on beyond the room; what it counts there is nowhere.
struct ReachedVertices {
  SharedPtr<u32> vertices;   ///< kMostReached
  SharedPtr<u32> count;      ///< 2 words
  SharedPtr<u32> recent;     ///< kRecent entries that were reached before, in rounds of several levels
};

/// What small rounds pass on from level to level; the same in all threads of a block.
struct SmallFrontier {
  u32 own;          ///< pieces in the block's queue
  u32 dealt;        ///< pieces in the grid's queue, of which blocks take equal ranges
  u32 vertices;     ///< of all blocks
};

/// A block's share of the frontier's pieces: those in its queue, then those of the grid's queue from `first_dealt` on.
struct SmallShare {
  u32 own, first_dealt, count;
};

BITFRONT_DEVICE SmallShare share_of_block(const SmallFrontier& frontier) {
  if (frontier.dealt == 0) return {frontier.own, 0, frontier.own};
  const u32 first = static_cast<u32>(u64{frontier.dealt} * block_index() / block_count());
  const u32 end = static_cast<u32>(u64{frontier.dealt} * (block_index() + 1) / block_count());
  return {frontier.own, first, frontier.own + end - first};
}

/// What lists hold: neighbours, or entries of several hops.
template <Reach kReach>
BITFRONT_DEVICE DevicePtr<const u32> listed(const BfsArguments& arguments) {
  return kReach == Reach::Hops ? arguments.hops.index : arguments.graph.out_index;
}

/// Where a list begins and ends, into L2.
template <Offsets kOffsets>
BITFRONT_DEVICE void prefetch_offsets(const GraphArrays& graph, u32 vertex) {
  prefetch(as<const u32>(graph.out_start), kOffsets == Offsets::Bits32 ? vertex : 2ull * vertex);
}

/// Most entries of a list that is one piece.
template <Reach kReach>
constexpr u32 kListPiece = kReach == Reach::Hops ? kMostListed : kPieceEdges;

/// Queues the list of each lane's found vertex in the block; those of several pieces, or beyond its room, in the grid's queue.
///
/// Launch: all 32 lanes, converged; some lane has found something.
template <Reach kReach>
BITFRONT_DEVICE void queue_small(const BfsState& state, const BlockQueue& block, Round filled, bool fresh, EdgeRange edges) {
  const u32 parity = filled.queue % 2;
  const u32 votes = ballot(fresh);
  u32 slot = 0;
  if (lane_id() == 0) slot = atomic_add(block.length, parity, popcount(votes));
  slot = (shuffle(slot, 0) & ~kInFull) + popcount(votes & ((1u << lane_id()) - 1));
  const bool fits = slot < kLocalPieces && edges.end - edges.begin <= kListPiece<kReach>;
  const u64 whole = edges.begin << 8 | (edges.end - edges.begin);
  if (fresh && slot < kLocalPieces) store(block.pieces, parity * kLocalPieces + slot, fits ? whole : u64{0});
  if (ballot(fresh && !fits) == 0) return;
  if constexpr (kReach == Reach::Hops) {
    const u32 at = reserve_pieces(state, filled, fresh && !fits ? 1 : 0);
    if (fresh && !fits) store(state.pieces[parity], at, whole);
  } else {
    const EdgeRange list = fresh && !fits ? edges : EdgeRange{};
    write_pieces(state.pieces[parity], reserve_pieces(state, filled, piece_count(list)), list);
  }
  if (lane_id() == 0) reduce_or(block.length, parity, kInFull);
}

/// Forgets what the block has followed, as what it then kept is dropped.
///
/// Launch: whole block, between barriers.
template <Reach kReach>
BITFRONT_DEVICE void forget_recent(const ReachedVertices& reached) {
  if constexpr (kReach == Reach::Hops) {
    for (u32 i = thread_in_block(); i < kRecent; i += block_threads()) store(reached.recent, i, kNoVertex);
  }
}

/// Whether the block has kept an entry of as many hops or fewer to this one's vertex: then that is claimed with a level that is no
/// larger, in this round or before. Entries of one vertex that follow each other may forget a nearer one.
BITFRONT_DEVICE bool is_recent(const ReachedVertices& reached, u32 entry) {
  const u32 before = atomic_exchange(reached.recent, entry % kRecent, entry);
  return (before & kHopVertex) == (entry & kHopVertex) && before <= entry;
}

/// Keeps those of a warp's `entries` that look new, for the block to claim.
///
/// Launch: all 32 lanes, converged.
/// Reads:  `visited`, which others may be writing.
/// Cost:   an atomic in the block's memory, for entries of several hops one more each; where their lists begin is on its way to L2.
template <Reach kReach, Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE void keep_reached(const BfsArguments& arguments, const ReachedVertices& reached, u32 parity,
                                  DevicePtr<u32> visited, const u32 (&entries)[kAtOnce]) {
  const u32 room = kReachedPerThread * block_threads();
  u32 votes[kAtOnce];
  u32 total = 0;
  if constexpr (kReach == Reach::Neighbours) {
#pragma unroll
    for (u32 k = 0; k < kAtOnce; ++k) {
      const bool looks = arguments.request.costs.look != 0 && entries[k] != kNoVertex;
      votes[k] = looks ? load_relaxed(visited, entries[k] / 32) : 0;
    }
  }
#pragma unroll
  for (u32 k = 0; k < kAtOnce; ++k) {
    bool open;
    if constexpr (kReach == Reach::Neighbours) {
      open = entries[k] != kNoVertex && (votes[k] >> entries[k] % 32 & 1) == 0;
      if (open) prefetch_offsets<kOffsets>(arguments.graph, entries[k]);
    } else {
      open = entries[k] != kNoVertex && !is_recent(reached, entries[k]);
      const bool queues = open && hops_of(entries[k]) == arguments.hops.radius;
      if (queues) prefetch(as<const u32>(arguments.hops.pieces), 2ull * (entries[k] & kHopVertex));
    }
    votes[k] = ballot(open);
    total += popcount(votes[k]);
  }
  if (total == 0) return;
  u32 slot = 0;
  if (lane_id() == 0) slot = atomic_add(reached.count, parity, total);
  slot = shuffle(slot, 0);
#pragma unroll
  for (u32 k = 0; k < kAtOnce; ++k) {
    const u32 own = slot + popcount(votes[k] & ((1u << lane_id()) - 1));
    if ((votes[k] >> lane_id() & 1) != 0 && own < room) store(reached.vertices, own, entries[k]);
    slot += popcount(votes[k]);
  }
}

/// Follows the lists of pieces `from .. upto - 1` of the block's share to what looks new.
///
/// Launch: whole block; kAtOnce edges of a lane in flight together. A few lanes follow a piece as far as they get at once,
///         the warp what then is left of it.
/// Reads:  the queues of `parity`.
/// Writes: `reached`, which the block may read after a block barrier.
template <Reach kReach, Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE void follow_small(const BfsArguments& arguments, const BlockQueue& block, const ReachedVertices& reached,
                                  u32 parity, const SmallShare& share, u32 from, u32 upto, DevicePtr<u32> visited) {
  const u32 lanes_log = arguments.request.costs.small_lanes_log;
  const auto follow = [&](u64 piece, u32 first, u32 stride) {
    u32 entries[kAtOnce];
#pragma unroll
    for (u32 k = 0; k < kAtOnce; ++k) {
      const u32 edge = first + k * stride;
      entries[k] = edge < (piece & 0xFF) ? load_readonly(listed<kReach>(arguments), (piece >> 8) + edge) : kNoVertex;
    }
    keep_reached<kReach, kOffsets, kAtOnce>(arguments, reached, parity, visited, entries);
  };
  const u32 lanes = 1u << lanes_log;
  for (u32 base = from + (thread_in_block() / kLanes * kLanes >> lanes_log); base < upto; base += block_threads() >> lanes_log) {
    const u32 i = base + (lane_id() >> lanes_log);
    u64 piece = 0;
    if (i < upto && i < share.own) {
      piece = load(block.pieces, parity * kLocalPieces + i);
    } else if (i < upto) {
      piece = load(arguments.state.pieces[parity], share.first_dealt + (i - share.own));
    }
    follow(piece, lane_id() & (lanes - 1), lanes);
    const bool is_long = (piece & 0xFF) > kAtOnce * lanes && (lane_id() & (lanes - 1)) == 0;
    share_long_lists(is_long, [&](u32 owner) {
      const u64 rest = shuffle_wide(piece, owner);
      for (u32 first = kAtOnce * lanes; first < (rest & 0xFF); first += kAtOnce * kLanes) follow(rest, first + lane_id(), kLanes);
    });
  }
}

/// Claims a vertex. Whether it was new; then `edges` is its list.
template <Offsets kOffsets>
BITFRONT_DEVICE bool claim_neighbour(const BfsArguments& arguments, DevicePtr<u32> visited, u32 vertex, EdgeRange& edges) {
  const u32 before = atomic_or(visited, vertex / 32, 1u << vertex % 32);
  edges = out_edges<kOffsets>(arguments.graph, vertex);
  return (before >> vertex % 32 & 1) == 0;
}

/// Claims the vertex of an entry and sets its level; `level` is the one of the most hops. Whether it may be in the next round's
/// frontier; then `edges` is its list.
BITFRONT_DEVICE bool claim_hop(const BfsArguments& arguments, u32 entry, u32 level, EdgeRange& edges) {
  const HopLists& hops = arguments.hops;
  const u32 vertex = entry & kHopVertex;
  const u32 hop = hops_of(entry);
  const bool is_last = hop == hops.radius;
  const u32 shift = vertex % 8 * 4;
  const u32 bits = (1u << hops.radius) - (1u << (hop - 1));
  const u32 before = atomic_or(hops.near, vertex / 8, bits << shift) >> shift & 0xF;
  if (is_last) {
    edges = hop_list(hops, vertex);
  }
  if (hop == 1 && before == 0) {
    store(arguments.state.level, vertex, static_cast<i32>(level - hops.radius + 1));  // all others who come see it settled
  } else if ((before >> (hop - 1) & 1) == 0) {
    reduce_min(as<u32>(arguments.state.level), vertex, level - hops.radius + hop);
  }
  return is_last && before == 0;
}

/// Claims what the block has reached, and queues the lists of what is new.
///
/// Launch: whole block, after a barrier.
/// Writes: `visited` or `near`, level, the queues of the round after `round`.
/// Cost:   an atomic per vertex reached, where several hops lead a reduction more; the vertex's list is on its way meanwhile.
template <Reach kReach, Offsets kOffsets>
BITFRONT_DEVICE void claim_small(const BfsArguments& arguments, const BlockQueue& block, const ReachedVertices& reached,
                                 u32 count, Round round, DevicePtr<u32> visited, u32 level, Found& found) {
  for (u32 base = thread_in_block() / kLanes * kLanes; base < count; base += block_threads()) {
    const u32 vertex = base + lane_id() < count ? load(reached.vertices, base + lane_id()) : kNoVertex;
    EdgeRange edges{};
    bool fresh = vertex != kNoVertex;
    if constexpr (kReach == Reach::Neighbours) {
      if (fresh) fresh = claim_neighbour<kOffsets>(arguments, visited, vertex, edges);
    } else {
      if (fresh) fresh = claim_hop(arguments, vertex, level, edges);
    }
    if (ballot(fresh) == 0) continue;
    if (fresh) {
      prefetch_list(listed<kReach>(arguments), edges);
      if constexpr (kReach == Reach::Neighbours) store(arguments.state.level, vertex, static_cast<i32>(level));
      ++found.vertices;
      found.edges += edges.end - edges.begin;
    }
    queue_small<kReach>(arguments.state, block, after(round), fresh, edges);
    if (kReach == Reach::Neighbours && arguments.request.target_count != 0) {
      const u32 target = fresh && is_target(arguments.request, vertex) ? 1 : 0;
      found.targets += target;
      if (ballot(target != 0) != 0 && lane_id() == 0) reduce_or(block.length, after(round).queue % 2, kInFull);
    }
  }
}

/// Claims what the block's share of the frontier reaches: at once where that is in `reached` as a whole, else piece by piece.
///
/// Launch: whole block, after a barrier.
template <Reach kReach, Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE Found claim_share(const BfsArguments& arguments, const BlockQueue& block, const ReachedVertices& reached,
                                  const SmallShare& share, Round round, DevicePtr<u32> visited, u32 level) {
  const u32 parity = round.queue % 2;
  const u32 room = kReachedPerThread * block_threads();
  u32 count = load(reached.count, parity);
  u32 upto = share.count;
  if (count > room) {
    count = upto = 0;
    forget_recent<kReach>(reached);
  }
  Found found{};
  while (true) {
    claim_small<kReach, kOffsets>(arguments, block, reached, count, round, visited, level, found);
    if (upto >= share.count) return found;
    block_barrier();
    if (thread_in_block() == 0) store(reached.count, parity, 0u);
    block_barrier();
    const u32 from = upto;
    const u32 pieces = room / kListPiece<kReach>;
    upto = share.count - from < pieces ? share.count : from + pieces;
    follow_small<kReach, kOffsets, kAtOnce>(arguments, block, reached, parity, share, from, upto, visited);
    block_barrier();
    count = load(reached.count, parity);
  }
}

/// Ends a small round, following lists while it waits. `frontier` becomes what was found, `at.round` the queues that hold it,
/// `reached` what its lists lead to. Whether the round ended in full, and so `at.frontier` too is known.
///
/// Launch: whole grid.
/// Cost:   an atomic by each block and polling of its word in L2; a grid barrier more where pieces are dealt anew or the
///         round ends in full.
template <Reach kReach, Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE bool end_small_round(const BfsArguments& arguments, const BlockQueue& block, const ReachedVertices& reached,
                                     DevicePtr<u32> visited, Position& at, SmallFrontier& frontier, SmallShare& share,
                                     Found mine) {
  const BfsState& state = arguments.state;
  const SwitchCosts& costs = arguments.request.costs;
  const Round filled = after(at.round);
  const u32 parity = filled.queue % 2;
  const u64 fair = u64{costs.small_pieces} * block_count() + 2ull * frontier.vertices;  // times the blocks
  const DevicePtr<u64> word = small_sum(state, parity);
  const bool speaks = thread_in_block() == block_threads() - kLanes;  // in the warp that is the last to have work
  block_barrier();
  const u32 flagged = load(block.length, parity);
  const u32 length = flagged & ~kInFull;
  const u32 own = length < kLocalPieces ? length : kLocalPieces;
  u64 before = 0;
  if (speaks) {
    const u64 uneven = u64{length} * block_count() > fair ? 1 : 0;
    before = join_sum(word, u64{length} << kFoundAt | uneven << kUnevenAt | (flagged != length ? 1 : 0));
    store(reached.count, 1 - parity, 0u);
  }
  share = {own, 0, own};
  follow_small<kReach, kOffsets, kAtOnce>(arguments, block, reached, parity, share, 0, own, visited);
  if (speaks) {
    u64 base = load(block.sums, parity);
    const BlockSums sums = await_sum(word, base, before);
    store(block.sums, parity, base);
    store(block.sums, 2, sums.all);
    store(block.sums, 3, sums.before);
    store(block.length, 1 - parity, 0u);
  }
  block_barrier();
  const u64 sum = load(block.sums, 2);
  frontier = {own, 0, static_cast<u32>(sum >> kFoundAt)};
  const bool in_full = (sum & kMostArrivals) != 0 || frontier.vertices > costs.small_vertices;
  const bool uneven = (sum >> kUnevenAt & kMostArrivals) != 0;
  if (!in_full) ++at.round.queue;
  if (!in_full && !uneven) return false;
  forget_recent<kReach>(reached);
  if (thread_in_block() == 0) {
    store(reached.count, parity, 0u);
    if (in_full) store(block.length, parity, own);
  }
  if (in_full) {
    at.round = filled;
    at.frontier = end_round(arguments, block, filled, kLocalPieces, mine);
    frontier = {own, at.frontier.queued, at.frontier.vertices};
  } else {
    give_pieces(state, block, parity, static_cast<u32>(load(block.sums, 3) >> kFoundAt), own);
    synchronise(state);
    frontier = {0, frontier.vertices, frontier.vertices};
  }
  share = share_of_block(frontier);
  follow_small<kReach, kOffsets, kAtOnce>(arguments, block, reached, parity, share, 0, share.count, visited);
  block_barrier();
  return in_full;
}

/// Whether the next level begins small rounds. Rules of earlier systems know no such thing.
BITFRONT_DEVICE bool begins_small(const BfsRequest& request, const Position& at, u32 level) {
  const SwitchCosts& costs = request.costs;
  return (costs.allowed & bit_of(LevelMode::PushSmall)) != 0 && request.policy.rule == SwitchRule::Auto && at.queued &&
         level >= request.forced_count && at.frontier.edges <= costs.small_edges &&
         at.frontier.vertices <= costs.small_vertices && block_count() <= kMostArrivals;
}

/// Runs levels as small rounds until the traversal is over or, where they are of a level each, the frontier too large; the last
/// level run.
///
/// Launch: whole grid.
/// Needs:  the frontier queued.
template <Reach kReach, Offsets kOffsets, u32 kAtOnce>
BITFRONT_DEVICE u32 run_small_rounds(const BfsArguments& arguments, const BlockQueue& block, const ReachedVertices& reached,
                                     DevicePtr<u32> visited, LevelClock clock, u32 level, Position& at) {
  const u32 parity = at.round.queue % 2;
  SmallFrontier frontier{load(block.length, parity), at.frontier.queued, at.frontier.vertices};
  SmallShare share = share_of_block(frontier);
  if (thread_in_block() < 2) store(reached.count, thread_in_block(), 0u);
  forget_recent<kReach>(reached);
  block_barrier();
  follow_small<kReach, kOffsets, kAtOnce>(arguments, block, reached, parity, share, 0, share.count, visited);
  block_barrier();
  bool more = true;
  while (more) {
    const u32 vertices = frontier.vertices;
    level += kReach == Reach::Hops ? arguments.hops.radius : 1;
    const Found found = claim_share<kReach, kOffsets, kAtOnce>(arguments, block, reached, share, at.round, visited, level);
    if (end_small_round<kReach, kOffsets, kAtOnce>(arguments, block, reached, visited, at, frontier, share, found)) {
      at.targets += at.frontier.targets;
    }
    if constexpr (kReach == Reach::Hops) {
      more = frontier.vertices != 0 && level < arguments.request.max_level;
      continue;
    }
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
