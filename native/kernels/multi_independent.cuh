#pragma once
/// Searches from many sources that know nothing of each other: each block runs one after the other and never waits for another
/// block. For deep graphs, where the sources of a batch reach a vertex at hundreds of different levels, so that records of one
/// bit per source save nothing, and where a level is too small to be shared by a grid.

#include "multi_level.cuh"

namespace bitfront {

/// Where searches find a vertex's neighbours: behind its offsets, or, where lists are short, in a row of fixed length (ELLPACK) whose
/// place the vertex's number says, and only those that do not fit it behind offsets. A row is a load less to wait for and half of
/// the requests that L2 is full of: road 1,257 and 964 us a search, a grid 875 and 762, rgg 22 with rows of 16 316 and 347.
enum class Adjacency { Csr, Ell };

struct IndependentPolicy {
  Offsets offsets;
  Adjacency adjacency = Adjacency::Csr;
};

/// In a row's places beyond the list; in its last place, where the list goes on behind offsets.
constexpr u32 kNoNeighbour = ~0u;
constexpr u32 kMoreNeighbours = kNoNeighbour - 1;

/// Neighbours of a row that a lane holds.
constexpr u32 kRowLane = 4;

/// Long lists that a block shares at the end of a level; further ones are followed by the lanes that meet them.
constexpr u32 kLongLists = 256;

/// Neighbours of a lane that are looked at together: with two the lanes of a list of 16 take a second turn too often, with four
/// they find less to do (rgg 24: 1,391, 1,232 and 1,337 us a search).
constexpr u32 kAhead = 3;

/// Memory of the block: what a level found and how many long lists it met, each by level modulo 3, so that a level needs one
/// barrier; the source at hand; the vertices of long lists.
struct IndependentMemory {
  SharedPtr<u32> found, long_count, source, longs;
};

/// A search under way. The frontier is ring positions `begin` to `end`; what a level finds follows it.
struct Search {
  u32 column;     ///< of its levels
  u32 begin, end;
  u32 level;
};

/// The block's own part of the state.
struct OwnState {
  DevicePtr<u32> seen, queue;
  u32 mask;       ///< of ring positions
};

BITFRONT_DEVICE OwnState own_state(const IndependentState& state) {
  return {{state.seen.address + u64{block_index()} * state.seen_words * 4},
          {state.queue.address + u64{block_index()} * state.queue_capacity * 4},
          state.queue_capacity - 1};
}

BITFRONT_DEVICE void store_search_level(const IndependentArguments& arguments, u32 vertex, const Search& search) {
  if (arguments.request.levels.is_null()) return;
  const IndependentState& state = arguments.state;
  store_cell(arguments.request, vertex * state.cell_row + search.column * state.cell_column, search.level);
}

/// Queues a vertex that a lane has found.
///
/// Cost:   an atomic of the block's memory. One for the whole warp takes more instructions, which is what limits graphs of many
///         neighbours: 1,281 us a search of rgg 24 for 1,232.
BITFRONT_DEVICE void queue_found(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                 const Search& search, u32 vertex) {
  const u32 place = atomic_add(memory.found, search.level % 3, 1);
  if (place < own.mask + 1 - (search.end - search.begin)) store(own.queue, (search.end + place) & own.mask, vertex);
  store_search_level(arguments, vertex, search);
}

/// Queues those of a lane's neighbours that no one has seen.
///
/// Reads:  bits of `seen` that L1 may hold from earlier in this level: they are only added to, and an atomic decides.
template <u32 kCount>
BITFRONT_DEVICE void look_at(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                             const Search& search, const u32 (&vertex)[kCount]) {
  u32 seen[kCount];
#pragma unroll
  for (u32 k = 0; k < kCount; ++k) seen[k] = vertex[k] < kMoreNeighbours ? load_stale(own.seen, vertex[k] / 32) : ~0u;
#pragma unroll
  for (u32 k = 0; k < kCount; ++k) {
    const u32 bit = 1u << vertex[k] % 32;
    const bool fresh = (seen[k] & bit) == 0 && (atomic_or(own.seen, vertex[k] / 32, bit) & bit) == 0;
    if (fresh) queue_found(arguments, memory, own, search, vertex[k]);
  }
}

/// Follows neighbours `first`, `first + stride`, ... below `count` of lists that begin at `begin`, one to a group of lanes.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void follow_list(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                 const Search& search, u64 begin, u32 count, u32 first, u32 stride) {
  const DevicePtr<const u32> list{arguments.graph.out_index.address + begin * 4};
  for (u32 edge = first; ballot(edge < count) != 0; edge += kAhead * stride) {
    u32 vertex[kAhead];
#pragma unroll
    for (u32 k = 0; k < kAhead; ++k) {
      vertex[k] = edge + k * stride < count ? load_readonly(list, edge + k * stride) : kNoNeighbour;
    }
    look_at(arguments, memory, own, search, vertex);
  }
}

/// Leaves a group of lanes' list to the block's warps where it is long: its `degree` becomes 0.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void leave_long_list(const IndependentArguments& arguments, const IndependentMemory& memory, const Search& search,
                                     u32 vertex, u32& degree) {
  const bool is_long = degree > arguments.state.long_list;
  if (ballot(is_long) == 0) return;
  const u32 leader = lane_id() >> arguments.state.lanes_log << arguments.state.lanes_log;
  const bool leads = is_long && lane_id() == leader;
  u32 at = leads ? atomic_add(memory.long_count, search.level % 3, 1) : 0;
  if (leads && at < kLongLists) store(memory.longs, at, vertex);
  at = shuffle(at, leader);
  if (is_long && at < kLongLists) degree = 0;
}

/// What is loaded of a vertex's neighbours while those of the vertices before it are followed: where they are, or this lane's part
/// of its row.
template <IndependentPolicy kPolicy>
BITFRONT_DEVICE auto load_ahead(const IndependentArguments& arguments, bool exists, u32 vertex) {
  if constexpr (kPolicy.adjacency == Adjacency::Ell) {
    const u32 lanes_log = arguments.state.lanes_log;
    const u64 at = (u64{vertex} << lanes_log) + (lane_id() & ((1u << lanes_log) - 1));
    return exists ? load_quad(arguments.state.rows, at) : Quad{{kNoNeighbour, kNoNeighbour, kNoNeighbour, kNoNeighbour}};
  } else {
    return exists ? out_edges<kPolicy.offsets>(arguments.graph, vertex) : EdgeRange{};
  }
}

/// Follows the lists of one vertex to each group of lanes.
///
/// Launch: all 32 lanes, converged.
template <IndependentPolicy kPolicy>
BITFRONT_DEVICE void follow_vertex(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                   const Search& search, u32 vertex, EdgeRange edges, u32 first) {
  const u32 lanes = 1u << arguments.state.lanes_log;
  auto degree = static_cast<u32>(edges.end - edges.begin);
  leave_long_list(arguments, memory, search, vertex, degree);
  follow_list(arguments, memory, own, search, edges.begin, degree, first + (lane_id() & (lanes - 1)), lanes);
}

template <IndependentPolicy kPolicy>
BITFRONT_DEVICE void follow_vertex(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                   const Search& search, u32 vertex, const Quad& row, u32 first) {
  look_at(arguments, memory, own, search, row.of);
  const u32 lanes = 1u << arguments.state.lanes_log;
  const u32 more = ballot(row.of[kRowLane - 1] == kMoreNeighbours);
  if (more == 0) return;
  const bool is_longer = (more >> (lane_id() | (lanes - 1)) & 1) != 0;
  const EdgeRange edges = is_longer ? out_edges<kPolicy.offsets>(arguments.graph, vertex) : EdgeRange{};
  follow_vertex<kPolicy>(arguments, memory, own, search, vertex, edges, first + kRowLane * lanes - 1);
}

/// Follows the lists that the block's lanes have left to all of it, each by an equal share of the warps, at least one.
///
/// Launch: whole block.
template <Offsets kOffsets>
BITFRONT_DEVICE void follow_long_lists(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                       const Search& search) {
  const u32 met = load(memory.long_count, search.level % 3);
  const u32 lists = met < kLongLists ? met : kLongLists;
  if (lists == 0) return;
  const u32 warps = block_threads() / 32;
  const u32 share = lists < warps ? warps / lists : 1;
  const u32 at_once = warps / share;
  const u32 first = thread_in_block() / 32 / share;
  if (first >= at_once) return;
  for (u32 i = first; i < lists; i += at_once) {
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, load(memory.longs, i));
    follow_list(arguments, memory, own, search, edges.begin, static_cast<u32>(edges.end - edges.begin),
                thread_in_block() - 32 * share * first, 32 * share);
  }
}

/// Runs level `search.level`; the vertices it found, more than were queued where there is no room.
///
/// Launch: whole block.
/// Needs:  found and long_count of this level zero.
/// Cost:   a barrier of the block, another where lists may be long; what is loaded ahead of the next vertices is in flight.
template <IndependentPolicy kPolicy>
BITFRONT_DEVICE u32 run_level_apart(const IndependentArguments& arguments, const IndependentMemory& memory, const OwnState& own,
                                    const Search& search) {
  const IndependentState& state = arguments.state;
  const u32 step = block_threads() >> state.lanes_log;
  const u32 count = search.end - search.begin;
  if (thread_in_block() == 0) {
    store(memory.found, (search.level + 1) % 3, 0u);
    store(memory.long_count, (search.level + 1) % 3, 0u);
  }
  const auto taken = [&](u32 item) { return item < count ? load(own.queue, (search.begin + item) & own.mask) : 0; };
  u32 item = thread_in_block() >> state.lanes_log;
  u32 vertex = taken(item);
  auto ahead = load_ahead<kPolicy>(arguments, item < count, vertex);
  u32 following = taken(item + step);
  for (; ballot(item < count) != 0; item += step) {
    const auto next = load_ahead<kPolicy>(arguments, item + step < count, following);
    const u32 after = taken(item + 2 * step);
    follow_vertex<kPolicy>(arguments, memory, own, search, vertex, ahead, 0);
    vertex = following;
    following = after;
    ahead = next;
  }
  block_barrier();
  if (state.long_list != ~0u) {
    follow_long_lists<kPolicy.offsets>(arguments, memory, own, search);
    block_barrier();
  }
  return load(memory.found, search.level % 3);
}

/// What the first thread of a block adds up of a search, as `fold_counts` does.
struct SearchSums {
  u64 reached, distance;
  double harmonic;
};

/// Clears the bits of a search that has queued all it reached, where the queue still holds that, else all bits.
///
/// Launch: whole block, after a barrier; a barrier must follow.
BITFRONT_DEVICE void forget_search(const IndependentState& state, const OwnState& own, u32 queued, bool queued_all) {
  if (queued_all && queued <= own.mask + 1 && queued < state.seen_words) {
    for (u32 i = thread_in_block(); i < queued; i += block_threads()) store_relaxed(own.seen, load(own.queue, i) / 32, 0u);
    return;
  }
  for (u32 i = thread_in_block(); i < state.seen_words / 4; i += block_threads()) store_quad(own.seen, i, Quad{});
}

/// Says how a search ended, and what it found.
///
/// Launch: one thread.
BITFRONT_DEVICE void end_search(const IndependentArguments& arguments, u32 source, SearchEnd end, const SearchSums& sums, u32 depth) {
  const MultiRequest& request = arguments.request;
  store(arguments.state.ends, source, static_cast<u32>(end));
  if (!counts_sources(request)) return;
  const bool whole = end == SearchEnd::Whole;
  store(request.reached, source, whole ? sums.reached : u64{0});
  store(request.distance, source, whole ? sums.distance : u64{0});
  store(request.harmonic, source, whole ? sums.harmonic : 0.0);
  store(request.eccentricity, source, whole ? depth : 0u);
}

/// Searches from a vertex that has edges.
///
/// Launch: whole block.
template <IndependentPolicy kPolicy>
BITFRONT_DEVICE void search_from(const IndependentArguments& arguments, const IndependentMemory& memory, u32 source, u32 vertex) {
  const OwnState own = own_state(arguments.state);
  const DevicePtr<const u32> columns = arguments.state.columns;
  Search search{columns.is_null() ? source : load_readonly(columns, source), 0, 1, 0};
  if (thread_in_block() == 0) {
    store(own.seen, vertex / 32, 1u << vertex % 32);
    store(own.queue, 0, vertex);
    store_search_level(arguments, vertex, search);
    store(memory.found, 1, 0u);
    store(memory.long_count, 1, 0u);
  }
  block_barrier();
  SearchSums sums{1, 0, 0.0};
  SearchEnd end = SearchEnd::Whole;
  u32 depth = 0;
  while (search.begin != search.end) {
    ++search.level;
    if (exceeds_matrix(arguments.request, search.level)) {
      end = SearchEnd::TooDeep;
      break;
    }
    const u32 found = run_level_apart<kPolicy>(arguments, memory, own, search);
    if (found > own.mask + 1 - (search.end - search.begin)) {
      end = SearchEnd::QueueFull;
      break;
    }
    search.begin = search.end;
    search.end += found;
    if (found == 0) break;
    depth = search.level;
    sums.reached += found;
    sums.distance += u64{found} * search.level;
    sums.harmonic += static_cast<double>(found) / search.level;
  }
  forget_search(arguments.state, own, search.end, end != SearchEnd::QueueFull);
  if (thread_in_block() == 0) end_search(arguments, source, end, sums, depth);
}

/// A whole batch: the first sources one to a block, the others to whichever block is done.
///
/// Launch: any grid, block size a multiple of 32; for `multi_fold` to follow, at least as many blocks as sources.
/// Cost:   no barrier but the block's, one a level.
template <IndependentPolicy kPolicy>
BITFRONT_DEVICE void traverse_independently(const IndependentArguments& arguments) {
  BITFRONT_SHARED(u32, found, 3);
  BITFRONT_SHARED(u32, long_count, 3);
  BITFRONT_SHARED(u32, next, 1);
  BITFRONT_SHARED(u32, longs, kLongLists);
  const IndependentMemory memory{found, long_count, next, longs};
  const MultiRequest& request = arguments.request;
  for (u32 source = block_index(); source < request.source_count;) {
    const u32 vertex = load_readonly(request.sources, source);
    if (vertex < arguments.graph.live_count) {
      search_from<kPolicy>(arguments, memory, source, vertex);
    } else if (thread_in_block() == 0) {
      end_search(arguments, source, SearchEnd::Whole, {1, 0, 0.0}, 0);
    }
    if (thread_in_block() == 0) store(memory.source, 0, block_count() + atomic_add(arguments.state.dealt, 0, 1));
    block_barrier();
    source = load(memory.source, 0);
    block_barrier();
  }
}

/// Fills the rows of all vertices.
///
/// Launch: any grid; a thread per place.
/// Needs:  lanes_log, the row's lanes.
template <Offsets kOffsets>
BITFRONT_DEVICE void fill_rows(const IndependentArguments& arguments) {
  const u32 places = kRowLane << arguments.state.lanes_log;
  const u64 all = u64{arguments.graph.live_count} * places;
  for (u64 at = thread_in_grid(); at < all; at += thread_count()) {
    const auto vertex = static_cast<u32>(at / places);
    const auto place = static_cast<u32>(at % places);
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, vertex);
    u32 neighbour = kNoNeighbour;
    if (edges.end - edges.begin > places && place == places - 1) {
      neighbour = kMoreNeighbours;
    } else if (place < edges.end - edges.begin) {
      neighbour = load_readonly(arguments.graph.out_index, edges.begin + place);
    }
    store(arguments.state.rows, at, neighbour);
  }
}

/// What a search at `level` hops adds to sum `i` of a vertex. The quotient's distance from the next integer is at least
/// 1 / level, and a double's precision there less: rounded down it is exact.
BITFRONT_DEVICE u64 fold_sum(u32 i, u32 level) {
  return i == 3 ? static_cast<u64>(1099511627776.0 / level) : target_sum(i, 1, level);
}

/// Adds the levels of a batch to the sums of the vertices that share a word of each search's levels, and makes the levels -1.
///
/// Launch: any grid; a thread per word, so that a warp reads neighbouring levels of a search.
template <class Level>
BITFRONT_DEVICE void fold_words(const IndependentArguments& arguments) {
  constexpr u32 kInWord = 4 / sizeof(Level);
  const MultiRequest& request = arguments.request;
  const DevicePtr<u32> words = as<u32>(request.levels);
  const u64 column = arguments.state.cell_column / kInWord;
  for (u32 word = thread_in_grid(); word * kInWord < arguments.graph.live_count; word += thread_count()) {
    u64 sums[kInWord][kTargetSums]{};
#pragma unroll 8
    for (u32 source = 0; source < request.source_count; ++source) {
      const u64 at = word + source * column;
      const u32 levels = load(words, at);
      if (levels == ~0u) continue;
      store(words, at, ~0u);
      if (load(arguments.state.ends, source) != static_cast<u32>(SearchEnd::Whole)) continue;
#pragma unroll
      for (u32 k = 0; k < kInWord; ++k) {
        const auto level = static_cast<Level>(levels >> (8 * sizeof(Level) * k));
        if (level == static_cast<Level>(~0u) || level <= request.summed_levels) continue;
#pragma unroll
        for (u32 i = 0; i < kTargetSums; ++i) sums[k][i] += fold_sum(i, level);
      }
    }
#pragma unroll
    for (u32 k = 0; k < kInWord; ++k) {
#pragma unroll
      for (u32 i = 0; i < kTargetSums; ++i) {
        const u64 at = u64{kTargetSums} * (word * kInWord + k) + i;
        if (sums[k][0] != 0) store(request.target_sums, at, load(request.target_sums, at) + sums[k][i]);
      }
    }
  }
}

/// Adds the levels of a batch, 2 or 4 bytes each, to the sums per vertex.
///
/// Launch: any grid.
/// Needs:  cell_row 1; cell_column even.
/// Cost:   every level read and written once.
BITFRONT_DEVICE void fold_levels(const IndependentArguments& arguments) {
  if (arguments.request.level_bytes == 2) {
    fold_words<u16>(arguments);
  } else {
    fold_words<u32>(arguments);
  }
}

}  // namespace bitfront
