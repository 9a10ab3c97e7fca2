#pragma once
/// Random geometric graphs, edge for edge those of `io.bitfront.generate.GeometricGenerator`. Points are the vertices, sorted
/// by cell and then as drawn; a cell's neighbours to look at are itself, the next one and the three below.

#include "edges.cuh"

namespace bitfront {

constexpr u32 kFractionBits = 31;  ///< of a coordinate

struct Point {
  u32 x, y;
};

BITFRONT_DEVICE Point drawn_point(const PointArguments& arguments, u32 i) {
  const u64 bits = draw_bits(arguments.key, i);
  return {static_cast<u32>(bits >> 33), static_cast<u32>(bits) >> 1};
}

BITFRONT_DEVICE u32 strip_of(const PointArguments& arguments, u32 coordinate) {
  return static_cast<u32>(u64{coordinate} * arguments.side >> kFractionBits);
}

/// Launch: any grid. Cost: an atomic add per point.
BITFRONT_DEVICE void key_points(const PointArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.point_count; i += thread_count()) {
    const Point point = drawn_point(arguments, i);
    const u32 cell = strip_of(arguments, point.y) * arguments.side + strip_of(arguments, point.x);
    store(arguments.keys, i, cell);
    store(arguments.ids, i, i);
    reduce_add(arguments.cell_counts, cell, 1);
  }
}

/// Launch: any grid.
BITFRONT_DEVICE void store_points(const PointArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.point_count; v += thread_count()) {
    const Point point = drawn_point(arguments, load_readonly(as<const u32>(arguments.ids), v));
    store(arguments.x, v, point.x);
    store(arguments.y, v, point.y);
  }
}

/// Calls `found` for each of the vertices begin .. end - 1 that is near.
template <class Found>
BITFRONT_DEVICE void visit_near(const PointArguments& arguments, Point point, u32 begin, u32 end, const Found& found) {
  for (u32 other = begin; other < end; ++other) {
    const auto dx = static_cast<long long>(load_readonly(as<const u32>(arguments.x), other)) - static_cast<long long>(point.x);
    const auto dy = static_cast<long long>(load_readonly(as<const u32>(arguments.y), other)) - static_cast<long long>(point.y);
    if (static_cast<u64>(dx * dx + dy * dy) <= arguments.squared_radius) found(other);
  }
}

/// Calls `found` for each neighbour of v that v is to name.
template <class Found>
BITFRONT_DEVICE void visit_neighbours(const PointArguments& arguments, u32 v, const Found& found) {
  const Point point{load_readonly(as<const u32>(arguments.x), v), load_readonly(as<const u32>(arguments.y), v)};
  const u32 row = strip_of(arguments, point.y), column = strip_of(arguments, point.x);
  const u32 right = column + 1 < arguments.side ? 1 : 0, left = column > 0 ? 1 : 0;
  const u64 cell = u64{row} * arguments.side + column;
  visit_near(arguments, point, v + 1, load_readonly(arguments.cell_starts, cell + right + 1), found);
  if (row + 1 == arguments.side) return;
  const u64 below = cell + arguments.side;
  visit_near(arguments, point, load_readonly(arguments.cell_starts, below - left),
             load_readonly(arguments.cell_starts, below + right + 1), found);
}

/// Launch: any grid.
BITFRONT_DEVICE void count_near(const PointArguments& arguments) {
  for (u64 v = thread_in_grid(); v <= arguments.point_count; v += thread_count()) {
    u32 count = 0;
    if (v < arguments.point_count) visit_neighbours(arguments, static_cast<u32>(v), [&](u32) { ++count; });
    store(arguments.counts, v, count);
  }
}

/// Launch: any grid.
BITFRONT_DEVICE void list_near(const PointArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.point_count; v += thread_count()) {
    u64 at = load_readonly(arguments.starts, v);
    visit_neighbours(arguments, v, [&](u32 other) {
      store(arguments.sources, at, v);
      store(arguments.targets, at++, other);
    });
  }
}

}  // namespace bitfront
