#pragma once
/// Neighbourhoods of the vertices of the largest component, counted for bounds: `bound_abi.cuh` says how the steps join.

#include "bitfront/bound_abi.cuh"
#include "post.cuh"
#include "round.cuh"

namespace bitfront {

BITFRONT_DEVICE DevicePtr<u32> bound_counter(const BoundArguments& arguments, u64 offset) { return {arguments.control.address + offset}; }

BITFRONT_DEVICE bool is_marked(const DevicePtr<const u32>& bits, u32 vertex) {
  return !bits.is_null() && (load_readonly(bits, vertex / 32) >> vertex % 32 & 1) != 0;
}

BITFRONT_DEVICE bool is_stray(const GraphArrays& graph, u32 vertex) { return is_marked(graph.strays, vertex); }

/// Of so many edges: kFewClasses for more than any class has, or none.
BITFRONT_DEVICE u32 few_class(u32 degree) { return degree - 1 < kFewClasses ? degree - 1 : kFewClasses; }

/// Launch: any grid.
/// Writes: degrees; control's counts.
template <Offsets kOffsets>
BITFRONT_DEVICE void count_neighbours(const BoundArguments& arguments) {
  BITFRONT_SHARED(u32, buckets, kDegreeBuckets);
  BITFRONT_SHARED(u32, classes, kFewClasses + 1);
  for (u32 i = thread_in_block(); i < kDegreeBuckets; i += block_threads()) store(buckets, i, 0u);
  for (u32 i = thread_in_block(); i <= kFewClasses; i += block_threads()) store(classes, i, 0u);
  block_barrier();
  for (u32 v = thread_in_grid(); v < arguments.graph.live_count; v += thread_count()) {
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, v);
    const u32 degree = static_cast<u32>(edges.end - edges.begin);
    store(arguments.degrees, v, degree);
    if (degree == 0 || is_stray(arguments.graph, v)) continue;
    reduce_add(buckets, (std::bit_cast<u32>(static_cast<float>(degree)) >> kDegreeShift) - kFirstBucket, 1);
    reduce_add(classes, few_class(degree), 1);
  }
  block_barrier();
  for (u32 i = thread_in_block(); i < kDegreeBuckets; i += block_threads()) {
    if (load(buckets, i) != 0) reduce_add(bound_counter(arguments, offsetof(BoundControl, degrees)), i, load(buckets, i));
  }
  for (u32 i = thread_in_block(); i <= kFewClasses; i += block_threads()) {
    reduce_add(bound_counter(arguments, offsetof(BoundControl, of_class)), i, load(classes, i));
  }
}

/// For one lane.
BITFRONT_DEVICE void list_bounded(const BoundArguments& arguments, u32 vertex, u64 second) {
  const u32 at = atomic_add(bound_counter(arguments, offsetof(BoundControl, found)), 0, 1);
  if (at >= arguments.capacity) return;
  store(arguments.listed, at, vertex);
  if (!arguments.second.is_null()) store(arguments.second, at, second);
}

/// Launch: any grid.
/// Needs:  degrees.
BITFRONT_DEVICE void list_most_neighbours(const BoundArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.graph.live_count; v += thread_count()) {
    const u32 degree = load_readonly(as<const u32>(arguments.degrees), v);
    if (degree != 0 && degree >= arguments.least && !is_stray(arguments.graph, v)) list_bounded(arguments, v, 0);
  }
}

/// Neighbours of the neighbours at positions `from .. end - 1`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u64 sum_degrees(const BoundArguments& arguments, u64 from, u64 end) {
  u64 sum = 0;
  for (u64 e = from + lane_id(); e < end; e += kLanes) {
    sum += load_readonly(as<const u32>(arguments.degrees), load_readonly(arguments.graph.out_index, e));
  }
  warp_barrier();
  return lanes_sum_wide(sum);
}

/// Launch: any grid, block size a multiple of 32.
/// Needs:  degrees.
/// Writes: sums of the vertices with long lists.
template <Offsets kOffsets>
BITFRONT_DEVICE void sum_long_lists(const BoundArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  share_lists<kOffsets>(graph.out_start, graph.live_count, arguments.shared_list, [&](u32 vertex, u64 from, u64 end) {
    const u64 sum = sum_degrees(arguments, from, end);
    if (lane_id() == 0) reduce_add(arguments.sums, vertex, sum);
  });
}

BITFRONT_DEVICE bool is_admitted(const BoundArguments& arguments, u32 degree, u64 second) {
  return u64{arguments.weight} * degree + second >= arguments.least;
}

/// Launch: any grid, block size a multiple of 32; after `sum_long_lists`.
/// Writes: the other sums, but for those of vertices to be skipped; lists vertices and what is two hops away from them at
///         most.
template <Offsets kOffsets>
BITFRONT_DEVICE void sum_lists(const BoundArguments& arguments) {
  for (u32 v = warp_in_grid(); v < arguments.graph.live_count; v += warp_count()) {
    if (is_marked(arguments.skipped, v)) continue;
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, v);
    const bool is_long = edges.end - edges.begin > arguments.shared_list;
    const u64 sum = is_long ? load(arguments.sums, v) : sum_degrees(arguments, edges.begin, edges.end);
    if (lane_id() != 0) continue;
    if (!is_long) store(arguments.sums, v, sum);
    const u32 degree = static_cast<u32>(edges.end - edges.begin);
    if (degree == 0 || is_stray(arguments.graph, v)) continue;
    const u64 others = u64{arguments.reached} - 1 - degree;
    const u64 second = sum - degree < others ? sum - degree : others;
    if (is_admitted(arguments, degree, second)) list_bounded(arguments, v, second);
  }
}

/// Neighbours of each class at positions `from .. end - 1`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE Quad count_few(const BoundArguments& arguments, u64 from, u64 end) {
  Quad mine{};
  for (u64 e = from + lane_id(); e < end; e += kLanes) {
    const u32 kind = few_class(load_readonly(as<const u32>(arguments.degrees), load_readonly(arguments.graph.out_index, e)));
#pragma unroll
    for (u32 k = 0; k < kFewClasses; ++k) mine.of[k] += kind == k ? 1 : 0;
  }
  warp_barrier();
#pragma unroll
  for (u32 k = 0; k < kFewClasses; ++k) mine.of[k] = lanes_sum(mine.of[k]);
  return mine;
}

/// Launch: any grid, block size a multiple of 32.
/// Needs:  degrees.
/// Writes: few, of the vertices with long lists.
template <Offsets kOffsets>
BITFRONT_DEVICE void count_few_of_long_lists(const BoundArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  share_lists<kOffsets>(graph.out_start, graph.live_count, arguments.shared_list, [&](u32 vertex, u64 from, u64 end) {
    const Quad found = count_few(arguments, from, end);
    if (lane_id() != 0) return;
    for (u32 k = 0; k < kFewClasses; ++k) reduce_add(arguments.few, u64{kFewClasses} * vertex + k, found.of[k]);
  });
}

/// Launch: any grid, block size a multiple of 32; after `count_few_of_long_lists`.
/// Writes: few, of the others.
template <Offsets kOffsets>
BITFRONT_DEVICE void count_few_of_lists(const BoundArguments& arguments) {
  for (u32 v = warp_in_grid(); v < arguments.graph.live_count; v += warp_count()) {
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, v);
    if (edges.end - edges.begin > arguments.shared_list) continue;
    const Quad found = count_few(arguments, edges.begin, edges.end);
    if (lane_id() == 0) store_quad(arguments.few, v, found);
  }
}

/// Adds up for each candidate how many neighbours of each class its neighbours have, a block to a candidate.
///
/// Launch: any grid, block size a multiple of 32.
/// Needs:  few.
template <Offsets kOffsets>
BITFRONT_DEVICE void count_ways(const BoundArguments& arguments) {
  for (u32 i = block_index(); i < arguments.candidate_count; i += block_count()) {
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, load_readonly(arguments.candidates, i));
    u64 ways[kFewClasses] = {};
    for (u64 e = edges.begin + thread_in_block(); e < edges.end; e += block_threads()) {
      const Quad next = load_quad(arguments.few, load_readonly(arguments.graph.out_index, e));
#pragma unroll
      for (u32 k = 0; k < kFewClasses; ++k) ways[k] += next.of[k];
    }
    warp_barrier();
#pragma unroll
    for (u32 k = 0; k < kFewClasses; ++k) {
      const u64 sum = lanes_sum_wide(ways[k]);
      if (lane_id() == 0 && sum != 0) reduce_add(arguments.ways, u64{kFewClasses} * i + k, sum);
    }
  }
}

/// What is two hops away at most, where each class is counted by itself: as many as there are ways to it, or vertices of it.
BITFRONT_DEVICE u64 second_by_classes(const BoundArguments& arguments, u32 candidate, u32 vertex) {
  const DevicePtr<u32> of_class = bound_counter(arguments, offsetof(BoundControl, of_class));
  const u32 degree = load(arguments.degrees, vertex), own = few_class(degree);
  const Quad next = load_quad(arguments.few, vertex);
  u64 others = load(arguments.sums, vertex) - (own == kFewClasses ? degree : 0);
  u64 most_others = u64{load(of_class, kFewClasses)} - degree;
  u64 second = 0;
  for (u32 k = 0; k < kFewClasses; ++k) {
    const u64 all_ways = load(arguments.ways, u64{kFewClasses} * candidate + k);
    const u64 ways = all_ways - (own == k ? degree : 0), most = u64{load(of_class, k)} - next.of[k];
    others -= all_ways;
    most_others += next.of[k];
    second += ways < most ? ways : most;
  }
  second += others < most_others ? others : most_others;
  const u64 all_others = u64{arguments.reached} - 1 - degree;
  return second < all_others ? second : all_others;
}

/// Launch: any grid; after `count_ways`.
/// Writes: lists candidates and what is two hops away from them at most.
BITFRONT_DEVICE void list_last(const BoundArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.candidate_count; i += thread_count()) {
    const u32 vertex = load_readonly(arguments.candidates, i);
    const u64 second = second_by_classes(arguments, i, vertex);
    if (is_admitted(arguments, load(arguments.degrees, vertex), second)) list_bounded(arguments, vertex, second);
  }
}

}  // namespace bitfront
