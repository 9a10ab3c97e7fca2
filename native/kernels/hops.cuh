#pragma once
/// Traversals by rounds of several levels (`Reach::Hops` in `small.cuh`), for graphs on which few vertices lie within a few hops: a round
/// costs little more than one of a single level, which waits for latency. Lists of what lies so near are made on the device,
/// once for all traversals.

#include "small.cuh"

namespace bitfront {

/// Lanes that make a list together, and lists that a block makes at the same time.
constexpr u32 kListLanes = 8;
constexpr u32 kListsAtOnce = 256 / kListLanes;

/// A list that lanes of a warp make together.
struct HopList {
  SharedPtr<u32> entries;   ///< kMostListed, in the block's memory
  u32 first_lane;
  u32 count;                ///< more than kMostListed where there is no room
};

/// Adds what lanes have found, kNoVertex is nothing, to their lists: each vertex once, but not `self`.
///
/// Launch: all 32 lanes, converged; block barriers or `warp_barrier` between calls.
BITFRONT_DEVICE void add_to_list(HopList& list, u32 self, u32 vertex, u32 hop) {
  bool known = vertex == kNoVertex || vertex == self;
  for (u32 k = 0; k < list.count && k < kMostListed && !known; ++k) known = (load(list.entries, k) & kHopVertex) == vertex;
  const u32 own = lane_id() - list.first_lane;
#pragma unroll
  for (u32 before = 1; before < kListLanes; ++before) {
    const u32 other = shuffle(vertex, list.first_lane + (own - before) % kListLanes);
    known |= before <= own && other == vertex;
  }
  const u32 votes = ballot(!known) >> list.first_lane & ((1u << kListLanes) - 1);
  const u32 at = list.count + popcount(votes & ((1u << own) - 1));
  warp_barrier();
  if (!known && at < kMostListed) store(list.entries, at, vertex | hop << kHopShift);
  list.count += popcount(votes);
  warp_barrier();
}

/// Collects what lies up to `radius` hops from each list's vertex, near ones first.
///
/// Launch: all 32 lanes, converged; `self` is the list's vertex or kNoVertex.
/// Cost:   a list of neighbours for each vertex but the farthest, and a look at all that was found for each of its entries, by
///         eight lanes at once.
template <Offsets kOffsets>
BITFRONT_DEVICE void collect_hops(const GraphArrays& graph, u32 radius, u32 self, HopList& list) {
  u32 from = 0;
  for (u32 hop = 0; hop < radius; ++hop) {
    const u32 upto = hop == 0 ? (self != kNoVertex ? 1 : 0) : list.count;
    for (u32 first = from; ballot(first < upto && list.count <= kMostListed) != 0; first += kListLanes) {
      const u32 i = first + lane_id() - list.first_lane;
      EdgeRange edges{};
      if (i < upto && list.count <= kMostListed) {
        edges = out_edges<kOffsets>(graph, hop == 0 ? self : load(list.entries, i) & kHopVertex);
      }
      for (; ballot(edges.begin < edges.end && list.count <= kMostListed) != 0; ++edges.begin) {
        const bool has_more = edges.begin < edges.end && list.count <= kMostListed;
        add_to_list(list, self, has_more ? load_readonly(graph.out_index, edges.begin) : kNoVertex, hop);
      }
    }
    from = hop == 0 ? 0 : upto;
  }
  if (list.count > kMostListed) list.count = kMostListed + 1;
}

/// Makes the lists of `HopLists`, or counts those of some vertices.
///
/// Launch: any grid, block size a multiple of 32, at most 256.
/// Cost:   an atomic per four vertices.
template <Offsets kOffsets>
BITFRONT_DEVICE void list_hops(const HopArguments& arguments) {
  BITFRONT_SHARED(u32, memory, kListsAtOnce * kMostListed);
  const u32 count = arguments.graph.vertex_count / arguments.stride + (arguments.graph.vertex_count % arguments.stride != 0);
  const DevicePtr<u32> entries{arguments.counts.address + offsetof(HopCounts, entries)};
  const u32 own = lane_id() % kListLanes;
  HopList list{part(memory, thread_in_block() / kListLanes * kMostListed), lane_id() - own, 0};
  constexpr u32 kPerWarp = kLanes / kListLanes;
  for (u32 base = warp_in_grid() * kPerWarp; base < count; base += warp_count() * kPerWarp) {
    const u32 index = base + lane_id() / kListLanes;
    const u32 vertex = index < count ? index * arguments.stride : kNoVertex;
    list.count = 0;
    collect_hops<kOffsets>(arguments.graph, arguments.radius, vertex, list);
    const u32 longest = ~lanes_min(~list.count);
    const u32 upto = lanes_scan(own == 0 ? list.count : 0);
    u32 first = 0;
    if (lane_id() == kLanes - 1) {
      first = atomic_add(entries, 0, upto);
      reduce_max({arguments.counts.address + offsetof(HopCounts, longest)}, 0, longest);
    }
    first = shuffle(first, kLanes - 1) + upto - list.count;
    if (vertex != kNoVertex && !arguments.pieces.is_null() && list.count <= kMostListed && first <= arguments.capacity &&
        arguments.capacity - first >= list.count) {
      if (own == 0) store(arguments.pieces, vertex, u64{first} << 8 | list.count);
      for (u32 i = own; i < list.count; i += kListLanes) store(arguments.index, first + i, load(list.entries, i));
    }
    warp_barrier();
  }
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, at most kMostArrivals of them, block size a multiple of 32, at most 1,024.
/// Needs:  state reset for the source by `reset_hops`; no targets, no trace. The last level run may be up to `radius` - 1 beyond the
///         limit; all levels up to it are right.
BITFRONT_DEVICE void traverse_by_hops(const BfsArguments& arguments) {
  BITFRONT_SHARED(u64, pieces, 2 * kLocalPieces);
  BITFRONT_SHARED(u32, length, 2);
  BITFRONT_SHARED(u64, found, 3);
  BITFRONT_SHARED(u64, sums, 4);
  BITFRONT_SHARED(u32, few, 2);
  BITFRONT_SHARED(u64, vain, 3);
  BITFRONT_SHARED(u64, outcome, 6);
  BITFRONT_SHARED(u32, reached_entries, kMostReached);
  BITFRONT_SHARED(u32, reached_count, 2);
  BITFRONT_SHARED(u32, recent, kRecent);
  const BlockQueue block{pieces, length, found, sums, few, vain, outcome};
  clear_block_queue(block);
  const EdgeRange of_source = hop_list(arguments.hops, arguments.request.source);
  const u32 queued = of_source.begin < of_source.end ? 1 : 0;
  Position at{};
  at.frontier = {1, 0, 0, queued};
  const u32 level = queued == 0 ? 0
                                : run_small_rounds<Reach::Hops, Offsets::Bits32, kHopEntries>(
                                      arguments, block, {reached_entries, reached_count, recent}, {}, {}, 0, at);
  if (thread_in_grid() == 0) store(counter(arguments.state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
