#pragma once
/// Neighbourhoods counted for bounds: `bound_abi.cuh` says how the steps join.

#include "bitfront/bound_abi.cuh"
#include "post.cuh"
#include "round.cuh"

namespace bitfront {

BITFRONT_DEVICE DevicePtr<u32> bound_counter(const BoundArguments& arguments, u64 offset) { return {arguments.control.address + offset}; }

BITFRONT_DEVICE bool is_marked(const DevicePtr<const u32>& bits, u32 vertex) {
  return !bits.is_null() && (load_readonly(bits, vertex / 32) >> vertex % 32 & 1) != 0;
}

BITFRONT_DEVICE bool is_stray(const GraphArrays& graph, u32 vertex) { return is_marked(graph.strays, vertex); }

BITFRONT_DEVICE bool is_directed(const BoundArguments& arguments) { return !arguments.ahead.is_null(); }

/// By the searches that meet a vertex.
BITFRONT_DEVICE u32 kind_of(const BoundArguments& arguments, u32 vertex) {
  return (is_marked(as<const u32>(arguments.ahead), vertex) ? 1 : 0) + (is_marked(as<const u32>(arguments.behind), vertex) ? 2 : 0);
}

/// Of so many edges: kFewClasses for more than any class has, or none.
BITFRONT_DEVICE u32 few_class(u32 degree) { return degree - 1 < kFewClasses ? degree - 1 : kFewClasses; }

/// Launch: any grid.
/// Writes: degrees, back; control's counts.
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
    if (is_stray(arguments.graph, v)) continue;
    u32 back = degree;
    if (is_directed(arguments)) {
      const EdgeRange edges_back = in_edges<kOffsets>(arguments.graph, v);
      back = static_cast<u32>(edges_back.end - edges_back.begin);
      store(arguments.back, v, back);
    }
    reduce_add(classes, few_class(back), 1);
    if (degree != 0) reduce_add(buckets, (std::bit_cast<u32>(static_cast<float>(degree)) >> kDegreeShift) - kFirstBucket, 1);
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
    if (degree != 0 && degree >= arguments.least[0] && !is_stray(arguments.graph, v)) list_bounded(arguments, v, 0);
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

/// For one lane. Lists a vertex that is good enough.
///
/// @param ways of two edges that do not lead back to it
BITFRONT_DEVICE void list_admitted(const BoundArguments& arguments, u32 vertex, u32 degree, u64 ways) {
  const u32 kind = kind_of(arguments, vertex);
  const u64 others = u64{arguments.most[kind]} - 1 - degree, second = ways < others ? ways : others;
  if (u64{arguments.weight} * degree + second >= arguments.least[kind] || degree + second >= arguments.near[kind]) {
    list_bounded(arguments, vertex, second);
  }
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
    list_admitted(arguments, v, degree, is_directed(arguments) ? sum : sum - degree);
  }
}

/// Neighbours of each class at positions `from .. end - 1`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE Quad count_few(const BoundArguments& arguments, u64 from, u64 end) {
  Quad mine{};
  for (u64 e = from + lane_id(); e < end; e += kLanes) {
    const u32 kind = few_class(load_readonly(as<const u32>(arguments.back), load_readonly(arguments.graph.out_index, e)));
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
  const u32 degree = load(arguments.degrees, vertex);
  const u32 own = is_directed(arguments) ? kFewClasses + 1 : few_class(degree);
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
  return second + (others < most_others ? others : most_others);
}

/// Launch: any grid; after `count_ways`.
/// Writes: lists candidates and what is two hops away from them at most.
BITFRONT_DEVICE void list_last(const BoundArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.candidate_count; i += thread_count()) {
    const u32 vertex = load_readonly(arguments.candidates, i);
    list_admitted(arguments, vertex, load(arguments.degrees, vertex), second_by_classes(arguments, i, vertex));
  }
}

/// Marks the neighbours of what the round before has marked, where nothing has marked them.
///
/// Launch: any grid, block size a multiple of 32.
/// Writes: marks; found.
template <Offsets kOffsets>
BITFRONT_DEVICE void spread_marks(const BoundArguments& arguments) {
  u32 found = 0;
  for (u32 v = warp_in_grid(); v < arguments.graph.live_count; v += warp_count()) {
    if (load_stale(arguments.marks, v) != arguments.round) continue;
    const EdgeRange edges = out_edges<kOffsets>(arguments.graph, v);
    for (u64 e = edges.begin + lane_id(); e < edges.end; e += kLanes) {
      const u32 w = load_readonly(arguments.graph.out_index, e);
      if (load_stale(arguments.marks, w) == 0 && atomic_replace(arguments.marks, w, 0, arguments.round + 1) == 0) found = 1;
    }
  }
  if (found != 0) reduce_or(bound_counter(arguments, offsetof(BoundControl, found)), 0, 1);
}

/// Launch: any grid, block size a multiple of 32; after both searches.
/// Writes: ahead, behind; control's counts of kinds.
BITFRONT_DEVICE void tell_kinds(const BoundArguments& arguments) {
  const u32 live = arguments.graph.live_count;
  for (u32 word = warp_in_grid(); word < bitmap_words(live); word += warp_count()) {
    const u32 v = word * kLanes + lane_id();
    const u32 exist = ballot(v < live);
    const u32 ahead = ballot(v < live && load(arguments.marks, v) != 0);
    const u32 behind = ballot(v < live && load(arguments.marks, u64{live} + v) != 0);
    if (lane_id() != 0) continue;
    store(arguments.ahead, word, ahead);
    store(arguments.behind, word, behind);
    const u32 kinds[kBoundKinds] = {exist & ~(ahead | behind), ahead & ~behind, behind & ~ahead, ahead & behind};
    for (u32 kind = 0; kind < kBoundKinds; ++kind) {
      if (kinds[kind] != 0) reduce_add(bound_counter(arguments, offsetof(BoundControl, of_kind)), kind, popcount(kinds[kind]));
    }
  }
}

}  // namespace bitfront
