#pragma once
/// What host and device agree on for bounds by neighbourhoods; conventions as in `abi.cuh`, versioned with it.
///
/// Of a vertex that reaches `r` vertices, itself included, has `d` neighbours and at most `s` vertices two hops away, all else
/// it reaches is three hops away or more, so that no measure of its distances is better than `weight * d + s` tells:
/// `bound_degrees` counts neighbours, `bound_most` lists the vertices with the most of them, `bound_sums` (after
/// `bound_long_sums`) those not to be skipped that are good enough where every way of two edges leads to another vertex. Of
/// these `bound_last` (after `bound_long_few`, `bound_few` and `bound_ways`) lists the ones that still are where vertices that
/// one edge to four lead to are counted by themselves (`io.bitfront.engine.answer.FewEdges`).
///
/// Undirected graphs are counted for their largest component, all of which one kind of vertex is. In directed graphs, where
/// `r` is not known, a vertex's kind is which of two searches from one source meet it: the one along the edges adds 1, the one
/// against them 2. `bound_spread` is a step of such a search, `bound_kinds` says what both have met.

#include "bitfront/abi.cuh"

namespace bitfront {

/// Classes of vertices that are counted by themselves: of one edge, of two, and so on.
constexpr u32 kFewClasses = 4;
/// Vertices are counted by their number of neighbours, eight buckets for each power of two: the sign, the exponent and
/// the first three bits of that number as a float, less those of 1.
constexpr u32 kDegreeBuckets = 256;
constexpr u32 kDegreeShift = 20;
constexpr u32 kFirstBucket = 127 << 3;

constexpr u32 kBoundKinds = 4;

struct BoundControl {
  u32 found;                       ///< vertices that were to be listed; spread: not 0 where any was marked
  u32 of_kind[kBoundKinds];        ///< vertices of each kind, of directed graphs
  u32 of_class[kFewClasses + 1];   ///< vertices of each class, those of none last
  u32 degrees[kDegreeBuckets];     ///< vertices by bucket
};

/// The argument of every `bound_*`. Vertices that `graph.strays` names are counted and listed nowhere, those from which no
/// edge leads are not listed.
struct BoundArguments {
  GraphArrays graph;               ///< out_start, out_index, strays, live_count; degrees of directed graphs: in_start
  DevicePtr<BoundControl> control; ///< 0 before `bound_degrees`; found 0 before every other
  DevicePtr<u32> degrees;          ///< live_count
  DevicePtr<u32> back;             ///< live_count: edges that lead to each vertex; degrees where the graph is undirected
  DevicePtr<u64> sums;             ///< live_count: neighbours of neighbours, each once for every way; 0 before `bound_long_sums`
  DevicePtr<u32> few;              ///< kFewClasses for each of live_count: neighbours of each class; 0 before `bound_long_few`
  DevicePtr<u32> marks;            ///< live_count: the round that met a vertex, 0: none. Round 1 meets the source; kinds: twice
                                   ///< as many, the search along the edges first
  DevicePtr<u32> ahead;            ///< what the search along the edges met, a bit for each vertex; null: undirected
  DevicePtr<u32> behind;           ///< what the other met
  DevicePtr<const u32> skipped;    ///< sums: a bit for each of live_count that is not to be listed; null: none
  DevicePtr<const u32> candidates; ///< ways, last: candidate_count vertices
  DevicePtr<u64> ways;             ///< kFewClasses for each candidate: what its neighbours have in `few`; 0 before `bound_ways`
  DevicePtr<u32> listed;           ///< vertices, in no order
  DevicePtr<u64> second;           ///< and how many are two hops away at most; `bound_most` leaves it as it is
  u64 least[kBoundKinds];          ///< by kind, what `weight * d + s` must reach; most: neighbours, whatever the kind
  u64 near[kBoundKinds];           ///< unless `d + s` reaches this
  u32 most[kBoundKinds];           ///< vertices that one reaches at most, itself included
  u32 weight;
  u32 capacity;                    ///< of listed and second; more than these are counted only
  u32 candidate_count;
  u32 shared_list;                 ///< longer lists are shared by warps
  u32 round;                       ///< spread: the one before
  u32 pad;
};

}  // namespace bitfront
