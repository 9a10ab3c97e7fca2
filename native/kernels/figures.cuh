#pragma once
/// What is known about a graph without traversing it: degrees, components, update divergence.

#include "bitfront/device.cuh"
#include "bitfront/prepare_abi.cuh"

namespace bitfront {

/// Degrees below are counted in shared memory first: most columns have one of them.
constexpr u32 kCommonDegrees = 1024;

/// Columns by degree. Larger degrees than `counted` are listed.
///
/// Launch: any grid.
BITFRONT_DEVICE void count_degrees(const FigureArguments& arguments) {
  BITFRONT_SHARED(u32, common, kCommonDegrees);
  for (u32 d = thread_in_block(); d < kCommonDegrees; d += block_threads()) store(common, d, 0u);
  block_barrier();
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) {
    const u64 degree = load_readonly(arguments.out_start, v + 1ull) - load_readonly(arguments.out_start, v);
    if (degree < kCommonDegrees) {
      reduce_add(common, static_cast<u32>(degree), 1);
    } else if (degree < arguments.counted) {
      reduce_add(arguments.degree_counts, degree, 1);
    } else {
      store(arguments.large_degrees, atomic_add(arguments.large_count, 0, 1), static_cast<u32>(degree));
    }
  }
  block_barrier();
  for (u32 d = thread_in_block(); d < kCommonDegrees; d += block_threads()) {
    const u32 count = load(common, d);
    if (count != 0) reduce_add(arguments.degree_counts, d, count);
  }
}

/// The root of a vertex's tree. Halves the path on the way: a plain store may meet another's, but both name ancestors, and a
/// vertex that is no root never becomes one again.
BITFRONT_DEVICE u32 root_of(DevicePtr<u32> parent, u32 vertex) {
  while (true) {
    const u32 up = load_relaxed(parent, vertex);
    if (up == vertex) return vertex;
    const u32 next = load_relaxed(parent, up);
    if (next == up) return up;
    store_relaxed(parent, vertex, next);
    vertex = next;
  }
}

/// Links the larger root below the smaller.
BITFRONT_DEVICE void unite(DevicePtr<u32> parent, u32 one, u32 other) {
  u32 a = root_of(parent, one), b = root_of(parent, other);
  while (a != b) {
    const u32 larger = a > b ? a : b, smaller = a > b ? b : a;
    if (atomic_replace(parent, larger, larger, smaller) == larger) return;
    a = root_of(parent, larger);
    b = root_of(parent, smaller);
  }
}

/// Launch: any grid.
BITFRONT_DEVICE void start_components(const FigureArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) store(arguments.parent, v, v);
}

/// Unites every vertex with its first neighbours: that alone finds most of the largest component (Sutton, Ben-Nun, Barak,
/// IPDPS 2018).
///
/// Launch: any grid.
BITFRONT_DEVICE void unite_first(const FigureArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) {
    const u64 begin = load_readonly(arguments.out_start, v), end = load_readonly(arguments.out_start, v + 1ull);
    for (u64 e = begin; e < end && e < begin + arguments.first_neighbours; ++e) {
      unite(arguments.parent, v, load_readonly(arguments.out_index, e));
    }
  }
}

/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void unite_list(const FigureArguments& arguments, u32 vertex, DevicePtr<const u64> starts,
                                DevicePtr<const u32> index, u32 skipped) {
  const u64 end = load_readonly(starts, vertex + 1ull);
  for (u64 e = load_readonly(starts, vertex) + skipped + lane_id(); e < end; e += kLanes) {
    unite(arguments.parent, vertex, load_readonly(index, e));
  }
}

/// Unites with all their neighbours the vertices outside the largest tree: an edge out of it is met from its other end.
///
/// Launch: any grid, block size a multiple of 32.
/// Needs:  flattened trees; `largest` a root.
BITFRONT_DEVICE void unite_rest(const FigureArguments& arguments) {
  for (u32 v = warp_in_grid(); v < arguments.vertex_count; v += warp_count()) {
    if (shuffle(root_of(arguments.parent, v), 0) == arguments.largest) continue;
    unite_list(arguments, v, arguments.out_start, arguments.out_index, arguments.first_neighbours);
    if (!arguments.in_start.is_null()) unite_list(arguments, v, arguments.in_start, arguments.in_index, 0);
  }
}

/// Points every vertex at its root and counts roots. Nobody halves a path meanwhile: who does may store an ancestor where a root
/// is already.
///
/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void flatten_components(const FigureArguments& arguments) {
  u32 roots = 0;
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) {
    u32 root = v;
    for (u32 up = load_relaxed(arguments.parent, v); up != root; up = load_relaxed(arguments.parent, root)) root = up;
    store_relaxed(arguments.parent, v, root);
    roots += root == v ? 1 : 0;
  }
  warp_barrier();
  const u32 sum = lanes_sum(roots);
  if (lane_id() == 0 && sum != 0) reduce_add(arguments.roots, 0, sum);
}

/// The labels of `sample_count` vertices spread over all.
///
/// Launch: any grid.
BITFRONT_DEVICE void sample_components(const FigureArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.sample_count; i += thread_count()) {
    const u64 vertex = u64{arguments.vertex_count} * i / arguments.sample_count;
    store(arguments.samples, i, load_readonly(as<const u32>(arguments.parent), vertex));
  }
}

/// First slice set of a piece: `io.bitfront.graph.Pieces`.
BITFRONT_DEVICE u32 first_set(const FigureArguments& arguments, u64 piece) {
  const u32 sets = (arguments.vertex_count + kSigma - 1) / kSigma;
  u32 low = 0, high = sets;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    const u64 column = u64{middle} * kSigma < arguments.vertex_count ? middle * kSigma : arguments.vertex_count;
    const bool before = load_readonly(arguments.out_start, column) + u64{middle} * arguments.set_cost < piece * arguments.piece_cost;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  return low;
}

/// Population standard deviation of every fourth row of a VSS, the rounding of every step as on the CPU.
BITFRONT_DEVICE double deviation(const FigureArguments& arguments, u32 vss, u32 column, u32 slices) {
  u64 total = 0;
  u32 count = 0;
  for (u32 i = column; i < slices; i += kRowsPerLane) {
    total += load_readonly(arguments.row_ids, u64{vss} * kTau + i);
    ++count;
  }
  const double mean = static_cast<double>(total) / count;
  double squares = 0;
  for (u32 i = column; i < slices; i += kRowsPerLane) {
    const double distance = load_readonly(arguments.row_ids, u64{vss} * kTau + i) - mean;
    squares = rounded_sum(squares, rounded_product(distance, distance));
  }
  return rounded_root(squares / count);
}

/// Real slices of a VSS.
BITFRONT_DEVICE u32 slices_of(const FigureArguments& arguments, u32 vss) {
  const u32 set = load_readonly(arguments.virtual_to_real, vss);
  const u64 before = u64{vss - load_readonly(arguments.real_ptrs, set)} * kTau;
  const u64 left = load_readonly(arguments.slice_starts, set + 1ull) - load_readonly(arguments.slice_starts, set) - before;
  return left < kTau ? static_cast<u32>(left) : kTau;
}

/// Sums of the VSSs' divergences, a warp to a piece, eight VSSs at a time and added in their order: the bits of
/// `io.bitfront.graph.UpdateDivergence`.
///
/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void sum_divergence(const FigureArguments& arguments) {
  constexpr u32 kAtOnce = kLanes / kRowsPerLane;
  const u32 column = lane_id() % kRowsPerLane;
  for (u32 piece = warp_in_grid(); piece < arguments.piece_count; piece += warp_count()) {
    const u32 end = load_readonly(arguments.real_ptrs, first_set(arguments, piece + 1ull));
    double sum = 0;
    for (u32 first = load_readonly(arguments.real_ptrs, first_set(arguments, piece)); first < end; first += kAtOnce) {
      const u32 vss = first + lane_id() / kRowsPerLane;
      const u32 slices = vss < end ? slices_of(arguments, vss) : 0;
      const double own = column < slices ? deviation(arguments, vss, column, slices) : 0;
      double of_vss = 0;
      for (u32 c = 0; c < kRowsPerLane; ++c) {
        of_vss = rounded_sum(of_vss, shuffle_double(own, lane_id() / kRowsPerLane * kRowsPerLane + c));
      }
      of_vss /= slices == 0 ? 1 : slices < kRowsPerLane ? slices : kRowsPerLane;
      for (u32 k = 0; k < kAtOnce; ++k) sum = rounded_sum(sum, shuffle_double(of_vss, k * kRowsPerLane));
    }
    if (lane_id() == 0) store(arguments.divergences, piece, sum);
  }
}

}  // namespace bitfront
