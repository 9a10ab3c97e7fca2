#pragma once
/// What host and device agree on for bounds by neighbourhoods; conventions as in `abi.cuh`, versioned with it.
///
/// The graph is undirected. Of a vertex of its largest component that has `d` neighbours and at most `s` vertices two hops
/// away, all else of the component is three hops away or more, so that no measure of its distances is better than
/// `weight * d + s` tells: `bound_degrees` counts neighbours, `bound_most` lists the vertices with the most of them,
/// `bound_sums` (after `bound_long_sums`) those not to be skipped that are good enough where every way of two edges leads to
/// another vertex.
/// Of these `bound_last` (after `bound_long_few`, `bound_few` and `bound_ways`) lists the ones that still are where
/// vertices of one edge to four are counted by themselves (`io.bitfront.engine.answer.FewEdges`).

#include "bitfront/abi.cuh"

namespace bitfront {

/// Classes of vertices that are counted by themselves: of one edge, of two, and so on.
constexpr u32 kFewClasses = 4;
/// Vertices are counted by their number of neighbours, eight buckets for each power of two: the sign, the exponent and
/// the first three bits of that number as a float, less those of 1.
constexpr u32 kDegreeBuckets = 256;
constexpr u32 kDegreeShift = 20;
constexpr u32 kFirstBucket = 127 << 3;

struct BoundControl {
  u32 found;                       ///< vertices that were to be listed
  u32 reserved;
  u32 of_class[kFewClasses + 1];   ///< vertices of each class, those of none last
  u32 pad;
  u32 degrees[kDegreeBuckets];     ///< vertices by bucket
};

/// The argument of every `bound_*`. Vertices that `graph.strays` names, or that have no edge, are counted and listed nowhere.
struct BoundArguments {
  GraphArrays graph;               ///< out_start, out_index, strays, live_count
  DevicePtr<BoundControl> control; ///< 0 before `bound_degrees`; found 0 before every other
  DevicePtr<u32> degrees;          ///< live_count
  DevicePtr<u64> sums;             ///< live_count: neighbours of neighbours, each once for every way; 0 before `bound_long_sums`
  DevicePtr<u32> few;              ///< kFewClasses for each of live_count: neighbours of each class; 0 before `bound_long_few`
  DevicePtr<const u32> skipped;    ///< sums: a bit for each of live_count that is not to be listed; null: none
  DevicePtr<const u32> candidates; ///< ways, last: candidate_count vertices
  DevicePtr<u64> ways;             ///< kFewClasses for each candidate: what its neighbours have in `few`; 0 before `bound_ways`
  DevicePtr<u32> listed;           ///< vertices, in no order
  DevicePtr<u64> second;           ///< and how many are two hops away at most; `bound_most` leaves it as it is
  u64 least;                       ///< what `weight * d + s` must reach; most: neighbours
  u32 weight;
  u32 reached;                     ///< vertices of the largest component
  u32 capacity;                    ///< of listed and second; more than these are counted only
  u32 candidate_count;
  u32 shared_list;                 ///< longer lists are shared by warps
  u32 reserved;
};

}  // namespace bitfront
