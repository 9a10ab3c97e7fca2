#pragma once
/// In-neighbours' records by asynchronous copies into the block's memory: those of one vertex, or a few of four vertices at
/// once, so that a warp waits for memory a quarter as often.

#include "multi_level.cuh"

namespace bitfront {

template <Offsets kOffsets>
BITFRONT_DEVICE EdgeRange in_edges(const GraphArrays& graph, u32 vertex) {
  return {load_offset<kOffsets>(graph.in_start, vertex), load_offset<kOffsets>(graph.in_start, vertex + 1ull)};
}

/// Stretches of 128 bytes, a record or as many as that holds, that a warp asks for at once; it has two such parts under way.
constexpr u32 kPart = 8;
constexpr u32 kParts = 2;
constexpr u32 kGathers = kParts * kPart;

/// Warps of a block that gathers.
constexpr u32 kWideWarps = 16;

/// In-neighbours that a warp sifts at once, and how many of them each lane.
constexpr u32 kSiftedEach = 3;
constexpr u32 kSifted = kSiftedEach * kLanes;

/// Vertices that share a gather, a group of lanes each, and in-neighbours of one that are looked at, at most.
constexpr u32 kSharing = 4;
constexpr u32 kSharingLanes = kLanes / kSharing;
template <u32 kWords>
constexpr u32 kShare = kGroups<kWords> == 1 ? kGathers / kSharing : kSharingLanes;
static_assert(2 * kGathers / kSharing == kSharingLanes);

/// Positions of their lists that each lane filters, and the longest list that shares.
constexpr u32 kFilteredEach = 5;
constexpr u32 kLongestShared = 2 * kLanes;

/// Words of the block's memory that a warp has to itself: two parts of records, where before the in-neighbours are listed
/// that vertices share; then their own records or, where vertices go alone, the in-neighbours sifted and the next vertex's
/// record and first in-neighbours.
constexpr u32 kSharedList = 0;
constexpr u32 kSharedLengths = kSharedList + kLanes;
constexpr u32 kOwnRecords = kGathers * kLanes;
constexpr u32 kSiftedList = kOwnRecords;
constexpr u32 kNextRecord = kSiftedList + kSifted;
constexpr u32 kNextNeighbours = kNextRecord + kLanes;
constexpr u32 kGatherWords = kNextNeighbours + kLanes;
static_assert(kOwnRecords + kSharing * kLanes <= kGatherWords);

/// Bitmap words that go alone after one whose vertices shared for nothing: at first, at most.
constexpr u32 kFirstPause = 8;
constexpr u32 kLongestPause = 64;

/// In-neighbours from position `at` on, one for each lane below `count`.
BITFRONT_DEVICE u32 load_neighbours(const GraphArrays& graph, u64 at, u32 count) {
  return lane_id() < count ? load_readonly(graph.in_index, at + lane_id()) : 0;
}

/// Where a warp's records arrive, whether the last vertex needed no more than a part, for how many words vertices go alone
/// and for how many the next time.
struct Gathering {
  SharedPtr<u32> memory;
  bool few;
  u32 pause;
  u32 next_pause;
};

BITFRONT_DEVICE Gathering start_gathering(const MultiMemory& memory) { return {memory.records, true, 0, kFirstPause}; }

/// Where a warp's words begin.
BITFRONT_DEVICE u32 own_memory() { return thread_in_block() / kLanes * kGatherWords; }

/// Asks for a vertex's record and its first in-neighbours, which hold no register meanwhile.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE void ask_next(const GraphArrays& graph, const MultiArrays& arrays, SharedPtr<u32> memory, u32 vertex, u64 begin,
                              u32 degree) {
  constexpr u32 kQuads = kWords / 4;
  const u32 own = own_memory();
  warp_barrier();
  copy_word_async(memory, own + kNextNeighbours + lane_id(), graph.in_index, begin + lane_id(), lane_id() < degree);
  if (lane_id() < kLanes / 4) {
    copy_async(memory, (own + kNextRecord) / 4 + lane_id(), arrays.records, u64{vertex} * kQuads + lane_id() % kQuads, true);
  }
  close_copies();
}

/// Asks for the records of a part of the vertices that the lanes hold, from the `first` of them on, zeros from `end` on.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE void ask_part(const MultiArrays& arrays, SharedPtr<u32> memory, u32 vertices, u32 first, u32 end) {
  constexpr u32 kQuads = kWords / 4;
  constexpr u32 kRecords = kLanes / kQuads;
  const u32 to = (own_memory() + first / (kPart * kGroups<kWords>) % kParts * kPart * kLanes) / 4 + lane_id();
#pragma unroll
  for (u32 k = 0; k < kPart / 4; ++k) {
    const u32 position = first + k * kRecords + lane_id() / kQuads;
    const u32 vertex = shuffle(vertices, position);
    copy_async(memory, to + k * kLanes, arrays.records, u64{vertex} * kQuads + lane_id() % kQuads, position < end);
  }
  close_copies();
}

/// ORs the records of such a part, which have arrived, into `found`.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE u32 take_part(SharedPtr<u32> memory, u32 first, u32 found) {
  const u32 from = own_memory() + first / (kPart * kGroups<kWords>) % kParts * kPart * kLanes + lane_id();
#pragma unroll
  for (u32 k = 0; k < kPart; ++k) found |= load(memory, from + k * kLanes);
  return join_groups<kWords>(found);
}

/// ORs the records of the `end` vertices that the lower lanes hold into `found`, until that has all of `bits`. Returns how
/// many were looked at.
///
/// Launch: all 32 lanes, converged; at least one vertex.
/// Cost:   copies into the block's memory, which hold no register; two parts under way, at first one if the last gather
///         needed no more.
template <u32 kWords>
BITFRONT_DEVICE u32 gather_records(const MultiArrays& arrays, Gathering& gathering, u32 vertices, u32 end, u32 bits,
                                   u32& found) {
  constexpr u32 kStep = kPart * kGroups<kWords>;
  u32 asked = 0;
  u32 taken = 0;
  u32 under_way = gathering.few ? kStep : kParts * kStep;
  for (;;) {
    warp_barrier();
    for (; asked < end && asked < taken + under_way; asked += kStep) {
      ask_part<kWords>(arrays, gathering.memory, vertices, asked, end);
    }
    if (asked > taken + kStep) {
      await_copies<1>();
    } else {
      await_copies<0>();
    }
    warp_barrier();
    found = take_part<kWords>(gathering.memory, taken, found);
    taken += kStep;
    const bool lacks = ballot((bits & ~found) != 0) != 0;
    if (!lacks || taken >= end) {
      if (asked > taken) await_copies<0>();
      gathering.few = !lacks && taken == kStep;
      return taken < end ? taken : end;
    }
    under_way = kParts * kStep;
  }
}

/// What a gather is after: bits, of which those of `light` sources are looked for in vertices of `filter` alone; filtered,
/// all of them.
struct Wanted {
  u32 bits, light;
  DevicePtr<u32> filter;
};

/// Lists those of the first kSifted of `count` in-neighbours from position `at` on that the filter holds. Returns how many.
///
/// Launch: all 32 lanes, converged; at least one in-neighbour.
/// Cost:   loads that a lane need not make are made again for the last of them: no branches, so that all are in flight.
BITFRONT_DEVICE u32 sift(const GraphArrays& graph, SharedPtr<u32> memory, DevicePtr<u32> filter, u64 at, u32 count) {
  u32 neighbour[kSiftedEach], word[kSiftedEach];
#pragma unroll
  for (u32 k = 0; k < kSiftedEach; ++k) {
    const u32 position = k * kLanes + lane_id();
    neighbour[k] = load_readonly(graph.in_index, at + (position < count ? position : count - 1));
  }
#pragma unroll
  for (u32 k = 0; k < kSiftedEach; ++k) word[k] = load(filter, neighbour[k] / 32);
  warp_barrier();
  u32 listed = own_memory() + kSiftedList;
#pragma unroll
  for (u32 k = 0; k < kSiftedEach; ++k) {
    const bool hit = k * kLanes + lane_id() < count && (word[k] >> neighbour[k] % 32 & 1) != 0;
    const u32 hits = ballot(hit);
    if (hit) store(memory, listed + popcount(hits & ((1u << lane_id()) - 1)), neighbour[k]);
    listed += popcount(hits);
  }
  warp_barrier();
  return listed - own_memory() - kSiftedList;
}

/// The wanted bits in the records of the `count` in-neighbours from position `at` on, looked at until all were found. All
/// lanes that hold the same word receive the same.
///
/// Launch: all 32 lanes, converged; at least one in-neighbour.
/// Needs:  `neighbour`: not filtered, the first 32 of them, loaded.
/// Cost:   128 bytes per neighbour until only light bits are wanted; then a probe of the filter for each, and the records
///         only of those in it.
template <u32 kWords, bool kFiltered>
BITFRONT_DEVICE u32 gather(const GraphArrays& graph, const MultiArrays& arrays, Gathering& gathering, u64 at, u32 count,
                           u32 neighbour, const Wanted& wanted, u32& probes) {
  u32 found = 0;
  const u32 heavy = kFiltered ? 0 : wanted.bits & ~wanted.light;
  while (ballot((heavy & ~found) != 0) != 0) {
    if (count == 0) return found & wanted.bits;
    const u32 looked = gather_records<kWords>(arrays, gathering, neighbour, count < kLanes ? count : kLanes, heavy, found);
    probes += looked;
    count -= looked;
    at += looked;
    if (looked == kLanes) neighbour = load_neighbours(graph, at, count);
  }
  while (count != 0 && ballot((wanted.bits & ~found) != 0) != 0) {
    const u32 here = count < kSifted ? count : kSifted;
    const u32 listed = sift(graph, gathering.memory, wanted.filter, at, here);
    probes += here;
    for (u32 base = 0; base < listed; base += kLanes) {
      const u32 end = listed - base < kLanes ? listed - base : kLanes;
      const u32 picked = lane_id() < end ? load(gathering.memory, own_memory() + kSiftedList + base + lane_id()) : 0;
      gather_records<kWords>(arrays, gathering, picked, end, wanted.bits, found);
      if (ballot((wanted.bits & ~found) != 0) == 0) return wanted.bits;
    }
    count -= here;
    at += here;
  }
  return found & wanted.bits;
}

/// In-neighbours that the vertex of a group of lanes shares a gather with: one in each of the `count` lower lanes of the
/// group; and whether no other could bring it anything.
struct Shared {
  u32 neighbour, count;
  bool whole;
};

/// Of each group's vertex the first in-neighbours.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE Shared first_neighbours(const GraphArrays& graph, u64 begin, u32 degree) {
  const u32 count = degree < kShare<kWords> ? degree : kShare<kWords>;
  const u32 place = lane_id() % kSharingLanes;
  return {place < count ? load_readonly(graph.in_index, begin + place) : 0, count, degree == count};
}

/// Of each group's vertex the in-neighbours that gained bits at the last level, if there are few.
///
/// Launch: all 32 lanes, converged.
/// Needs:  lists of kFilteredEach * kLanes positions together.
template <u32 kWords>
BITFRONT_DEVICE Shared active_neighbours(const GraphArrays& graph, const MultiArrays& arrays, SharedPtr<u32> memory, u64 begin,
                                         u32 degree) {
  const u32 list = own_memory() + kSharedList;
  const u32 lengths = own_memory() + kSharedLengths;
  const u32 upto = lanes_scan(lane_id() % kSharingLanes == 0 ? degree : 0);
  const u32 total = shuffle(upto, kLanes - 1);
  if (total == 0) return {0, 0, true};
  const u64 shift = begin - (upto - degree);
  warp_barrier();
  if (lane_id() < kSharing) store(memory, lengths + lane_id(), 0u);
  u32 neighbour[kFilteredEach], frontier[kFilteredEach], owner[kFilteredEach];
#pragma unroll
  for (u32 k = 0; k < kFilteredEach; ++k) {
    const u32 beyond = k * kLanes + lane_id();
    const u32 position = beyond < total ? beyond : total - 1;
    owner[k] = 0;
#pragma unroll
    for (u32 i = 0; i + 1 < kSharing; ++i) owner[k] += position >= shuffle(upto, i * kSharingLanes) ? 1 : 0;
    neighbour[k] = load_readonly(graph.in_index, shuffle_wide(shift, owner[k] * kSharingLanes) + position);
  }
#pragma unroll
  for (u32 k = 0; k < kFilteredEach; ++k) frontier[k] = load(arrays.active, neighbour[k] / 32);
  warp_barrier();
#pragma unroll
  for (u32 k = 0; k < kFilteredEach; ++k) {
    if (k * kLanes + lane_id() >= total || (frontier[k] >> neighbour[k] % 32 & 1) == 0) continue;
    const u32 rank = atomic_add(memory, lengths + owner[k], 1);
    if (rank < kShare<kWords>) store(memory, list + owner[k] * kSharingLanes + rank, neighbour[k]);
  }
  warp_barrier();
  const u32 count = load(memory, lengths + lane_id() / kSharingLanes);
  if (count > kShare<kWords>) return {0, 0, false};
  return {lane_id() % kSharingLanes < count ? load(memory, list + lane_id()) : 0, count, true};
}

/// Takes vertices off `tried`, the next one for each group of lanes; this group's, kLanes where none is left for it. Filtered,
/// only as many as have lists of kFilteredEach * kLanes positions together.
///
/// Launch: all 32 lanes, converged; a lane has the degree of its vertex of the word.
template <bool kFiltered>
BITFRONT_DEVICE u32 next_sharing(u32& tried, u32 wanting, u32 degree) {
  u32 owner = kLanes;
  u32 room = kFilteredEach * kLanes;
  for (u32 i = 0; i < kSharing && tried != 0; ++i) {
    const u32 next = lowest_bit(tried);
    if constexpr (kFiltered) {
      const u32 length = (wanting >> next & 1) != 0 ? shuffle(degree, next) : 0;
      if (length > room) break;
      room -= length;
    }
    if (lane_id() / kSharingLanes == i) owner = next;
    tried &= tried - 1;
  }
  return owner;
}

/// Stretches of records that a warp asks for, for all its groups together.
template <u32 kWords>
constexpr u32 kStretches = kShare<kWords> / kGroups<kWords>;

/// Copies the records of what groups share into the warp's memory, and those of their own vertices behind them.
///
/// Launch: all 32 lanes, converged; `owner`: the group's vertex of the word, kLanes where it has none.
template <u32 kWords>
BITFRONT_DEVICE void copy_shared(const MultiArrays& arrays, SharedPtr<u32> memory, u32 word, u32 owner, const Shared& shared) {
  constexpr u32 kQuads = kWords / 4;
  const u32 own = own_memory();
  warp_barrier();
#pragma unroll
  for (u32 k = 0; k < kStretches<kWords>; ++k) {
    const u32 position = k * kGroups<kWords> + lane_id() % kSharingLanes / kQuads;
    const u32 vertex = shuffle(shared.neighbour, lane_id() / kSharingLanes * kSharingLanes + position);
    copy_async(memory, own / 4 + k * kLanes + lane_id(), arrays.records, u64{vertex} * kQuads + lane_id() % kQuads,
               position < shared.count);
  }
  copy_async(memory, (own + kOwnRecords) / 4 + lane_id(), arrays.records, u64{32 * word + owner} * kQuads + lane_id() % kQuads,
             owner != kLanes);
  close_copies();
  await_copies<0>();
  warp_barrier();
}

/// Looks at a few in-neighbours of each of the vertices `tried` of a word, four vertices at a time, and calls `take` with
/// each, its record, what it wants and what of that it found, where that is all or no other in-neighbour could bring more.
/// The others are returned.
///
/// Launch: all 32 lanes, converged; a lane has the in-neighbours of its vertex of the word.
/// Needs:  filtered, no list longer than kLongestShared.
/// Cost:   two waits for four vertices, three where they are filtered.
template <u32 kWords, bool kFiltered, class Take>
BITFRONT_DEVICE u32 gather_shared(const GraphArrays& graph, const MultiArrays& arrays, SharedPtr<u32> memory, u32 word,
                                  u64 begin, u32 degree, u32 tried, u32 wanting, u32 live, u32& probes, Take take) {
  const u32 own = own_memory();
  u32 unfinished = 0;
  while (tried != 0) {
    const u32 owner = next_sharing<kFiltered>(tried, wanting, degree);
    const u64 first = shuffle_wide(begin, owner % kLanes);
    const u32 all = shuffle(degree, owner % kLanes);
    const u32 length = owner != kLanes && (wanting >> owner % kLanes & 1) != 0 ? all : 0;
    Shared shared;
    if constexpr (kFiltered) {
      shared = active_neighbours<kWords>(graph, arrays, memory, first, length);
    } else {
      shared = first_neighbours<kWords>(graph, first, length);
    }
    copy_shared<kWords>(arrays, memory, word, owner, shared);
    for (u32 i = 0; i < kSharing; ++i) {
      const u32 vertex = shuffle(owner, i * kSharingLanes);
      if (vertex == kLanes) break;
      const u32 before = load(memory, own + kOwnRecords + i * kLanes + lane_id());
      u32 found = 0;
#pragma unroll
      for (u32 k = 0; k < kStretches<kWords>; ++k) found |= load(memory, own + (kSharing * k + i) * kLanes + lane_id());
      found = join_groups<kWords>(found);
      const u32 want = live & ~before;
      if (shuffle(shared.whole ? 1u : 0u, i * kSharingLanes) == 0 && ballot((want & ~found) != 0) != 0) {
        unfinished |= 1u << vertex;
        continue;
      }
      probes += kFiltered ? (wanting >> vertex & 1) * shuffle(degree, vertex) : shuffle(shared.count, i * kSharingLanes);
      take(vertex, before, want, found & want);
    }
  }
  return unfinished;
}

/// Calls `gather_shared` with those of the vertices `open` for which sharing promises to do, by the words before; the others,
/// and those it left, are returned.
///
/// Launch: as `gather_shared`.
template <u32 kWords, bool kFiltered, class Take>
BITFRONT_DEVICE u32 share_gathers(const GraphArrays& graph, const MultiArrays& arrays, Gathering& gathering, u32 word,
                                  u64 begin, u32 degree, u32 open, u32 wanting, u32 live, u32& probes, Take take) {
  const u32 surely = open & (ballot(degree <= kShare<kWords>) | ~wanting);
  const u32 perhaps = open & ~surely & (kFiltered ? ballot(degree <= kLongestShared) : ~0u);
  const u32 tried = gathering.pause == 0 ? surely | perhaps : surely;
  const u32 unfinished = gather_shared<kWords, kFiltered>(graph, arrays, gathering.memory, word, begin, degree, tried, wanting,
                                                          live, probes, take);
  if (gathering.pause != 0) {
    --gathering.pause;
  } else if (2 * popcount(unfinished & perhaps) > popcount(perhaps)) {
    gathering.pause = gathering.next_pause;
    if (gathering.next_pause < kLongestPause) gathering.next_pause *= 2;
  } else if (perhaps != 0) {
    gathering.next_pause = kFirstPause;
  }
  return (open & ~tried) | unfinished;
}

}  // namespace bitfront
