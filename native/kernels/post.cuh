#pragma once
/// What follows a traversal: sizes per level, parents, the input's numbering.

#include "level.cuh"
#include "warp.cuh"

namespace bitfront {

/// Levels whose sums a block gathers in shared memory before they go to the device's.
constexpr u32 kSharedLevels = 2'048;

/// Vertices of a warp that are added to their level together; where fewer are of one level, each is added by its lane.
constexpr u32 kSameLevel = 4;

/// What a block has gathered, by level. Edges are two words each: shared memory adds words, not pairs of them.
struct GatheredLevels {
  SharedPtr<u32> vertices;
  SharedPtr<u32> edges;
  SharedPtr<u32> carries;
};

/// Adds vertices of one level, and the edges out of them, to the sums.
BITFRONT_DEVICE void add_to_level(const SummaryArguments& arguments, const GatheredLevels& sums, u32 level, u32 vertices, u64 edges) {
  if (level >= kSharedLevels) {
    reduce_add(arguments.vertices, level, vertices);
    reduce_add(arguments.edges, level, edges);
    return;
  }
  reduce_add(sums.vertices, level, vertices);
  const u32 low = static_cast<u32>(edges);
  const u32 before = atomic_add(sums.edges, level, low);
  const u32 carry = static_cast<u32>(edges >> 32) + (before + low < before ? 1 : 0);
  if (carry != 0) reduce_add(sums.carries, level, carry);
}

/// Adds one warp's vertices to the sums: a level at a time while many are of the same.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void add_to_levels(const SummaryArguments& arguments, const GatheredLevels& sums, i32 level, u32 degree) {
  for (u32 pending = ballot(level >= 0); pending != 0;) {
    const u32 leader = lowest_bit(pending);
    const u32 of_leader = shuffle(static_cast<u32>(level), leader);
    const bool same = level >= 0 && static_cast<u32>(level) == of_leader;
    const u32 members = ballot(same);
    if (popcount(members) < kSameLevel) {
      if ((pending >> lane_id() & 1) != 0) add_to_level(arguments, sums, static_cast<u32>(level), 1, degree);
      return;
    }
    const u64 low = lanes_sum(same ? degree & 0xFFFF : 0);
    const u64 sum = low + (static_cast<u64>(lanes_sum(same ? degree >> 16 : 0)) << 16);
    if (lane_id() == leader) add_to_level(arguments, sums, of_leader, popcount(members), sum);
    pending &= ~members;
  }
}

/// Tells the host what was counted, and clears the sums.
///
/// Launch: one block, after a barrier.
BITFRONT_DEVICE void report_sums(const SummaryArguments& arguments) {
  const auto control = [&](u64 offset) { return counter(arguments.control, offset); };
  const auto at = [&](u64 offset) { return DevicePtr<u32>{arguments.report.address + offset}; };
  const u32 steps = load(control(offsetof(BfsControl, steps)), 0);
  if (thread_in_block() == 0) {
    store(at(offsetof(BfsReport, steps)), 0, steps);
    store(at(offsetof(BfsReport, unfinished)), 0, load(control(offsetof(BfsControl, unfinished)), 0));
    store(at(offsetof(BfsReport, outside_vertices)), 0, load(control(offsetof(BfsControl, outside_vertices)), 0));
    store(as<u64>(at(offsetof(BfsReport, outside_edges))), 0, load(as<u64>(control(offsetof(BfsControl, outside_edges))), 0));
  }
  const DevicePtr<u64> sums = as<u64>(at(sizeof(BfsReport)));
  for (u32 level = thread_in_block(); level <= steps && level < arguments.level_count; level += block_threads()) {
    store(sums, level, load(arguments.vertices, level));
    store(sums, arguments.level_count + u64{level}, load(arguments.edges, level));
    store(arguments.vertices, level, u64{0});
    store(arguments.edges, level, u64{0});
  }
}

/// Counts the vertices of each level and the edges out of them.
///
/// Launch: any grid, block size a multiple of 32; cooperative with a report.
/// Needs:  sums zeroed. Levels from level_count on are left out.
template <Offsets kOffsets>
BITFRONT_DEVICE void summarise(const SummaryArguments& arguments) {
  BITFRONT_SHARED(u32, vertices, kSharedLevels);
  BITFRONT_SHARED(u32, edges, kSharedLevels);
  BITFRONT_SHARED(u32, carries, kSharedLevels);
  const GatheredLevels sums{vertices, edges, carries};
  const u32 shared_levels = arguments.level_count < kSharedLevels ? arguments.level_count : kSharedLevels;
  for (u32 level = thread_in_block(); level < shared_levels; level += block_threads()) {
    store(vertices, level, 0u);
    store(edges, level, 0u);
    store(carries, level, 0u);
  }
  block_barrier();
  const u32 vertex_count = arguments.graph.vertex_count;
  for (u32 base = warp_in_grid() * kLanes; base < vertex_count; base += thread_count()) {
    const u32 vertex = base + lane_id();
    i32 level = vertex < vertex_count ? load_readonly(arguments.level, vertex) : -1;
    if (level >= 0 && static_cast<u32>(level) >= arguments.level_count) level = -1;
    u32 degree = 0;
    if (level >= 0) {
      degree = static_cast<u32>(load_offset<kOffsets>(arguments.graph.out_start, vertex + 1ull) -
                                load_offset<kOffsets>(arguments.graph.out_start, vertex));
    }
    add_to_levels(arguments, sums, level, degree);
  }
  block_barrier();
  for (u32 level = thread_in_block(); level < shared_levels; level += block_threads()) {
    const u32 count = load(vertices, level);
    if (count == 0) continue;
    reduce_add(arguments.vertices, level, count);
    reduce_add(arguments.edges, level, static_cast<u64>(load(carries, level)) << 32 | load(edges, level));
  }
  if (arguments.report.is_null()) return;
  grid_barrier(counter(arguments.control, offsetof(BfsControl, barrier)));
  if (block_index() == 0) report_sums(arguments);
}

/// Neighbours that a vertex's own lane looks through; longer lists are shared by the warp.
constexpr u64 kOwnNeighbours = 64;

/// Smallest input index among in-neighbours `from`, `from + stride`, ... below `end` that are on level `level`.
BITFRONT_DEVICE u32 smallest_on_level(const ParentArguments& arguments, i32 level, u64 from, u64 end, u64 stride) {
  u32 smallest = ~0u;
  for (u64 edge = from; edge < end; edge += stride) {
    const u32 neighbour = load_readonly(arguments.graph.in_index, edge);
    if (load_readonly(arguments.level, neighbour) != level) continue;
    const u32 index = load_readonly(arguments.graph.old_id_of, neighbour);
    smallest = index < smallest ? index : smallest;
  }
  return smallest;
}

/// Finds for every reached vertex its in-neighbour one level up that comes first in the input's numbering; vertices of longer lists
/// than `shared_list` have -1.
///
/// Launch: any grid, block size a multiple of 32.
/// Cost:   a level probe per edge into a reached vertex.
template <Offsets kOffsets>
BITFRONT_DEVICE void find_parents(const ParentArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  for (u32 base = warp_in_grid() * kLanes; base < graph.vertex_count; base += thread_count()) {
    const u32 vertex = base + lane_id();
    const bool exists = vertex < graph.vertex_count;
    const i32 level = exists ? load_readonly(arguments.level, vertex) : -1;
    const u64 begin = level > 0 ? load_offset<kOffsets>(graph.in_start, vertex) : 0;
    u64 end = level > 0 ? load_offset<kOffsets>(graph.in_start, vertex + 1ull) : 0;
    if (end - begin > arguments.shared_list) end = begin;
    const bool is_long = end - begin > kOwnNeighbours;
    u32 parent = is_long ? ~0u : smallest_on_level(arguments, level - 1, begin, end, 1);
    share_long_lists(is_long, [&](u32 owner) {
      const i32 above = static_cast<i32>(shuffle(static_cast<u32>(level), owner)) - 1;
      const u32 found = lanes_min(
          smallest_on_level(arguments, above, shuffle_wide(begin, owner) + lane_id(), shuffle_wide(end, owner), kLanes));
      parent = lane_id() == owner ? found : parent;
    });
    if (!exists) continue;
    const u32 self = load_readonly(graph.old_id_of, vertex);
    store(arguments.parent, self, level > 0 ? static_cast<i32>(parent) : level == 0 ? static_cast<i32>(self) : -1);
  }
}

/// Stores levels plus `more`, an `Entry` each, by input index.
template <typename Entry>
BITFRONT_DEVICE void scatter_as(const RenumberArguments& arguments, i32 more) {
  const DevicePtr<Entry> to{arguments.to.address};
  for (u32 vertex = thread_in_grid(); vertex < arguments.vertex_count; vertex += thread_count()) {
    store(to, load_readonly(arguments.old_id_of, vertex),
          static_cast<Entry>(load_readonly(arguments.from, vertex) + more));
  }
}

/// The vertex whose list holds position `at`.
///
/// Cost:   a load for each halving of the vertices.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 owner_of(DevicePtr<const void> starts, u32 vertex_count, u64 at) {
  u32 low = 0, high = vertex_count;
  while (high - low > 1) {
    const u32 middle = low + (high - low) / 2;
    if (load_offset<kOffsets>(starts, middle) <= at) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Calls `share` with parts of the lists that are longer than `longest`: the vertex, and positions `from .. end - 1` of its list. A
/// warp takes `longest` positions of all lists at a time, where a longer list holds the first or the last.
///
/// Launch: any grid, warps converged.
template <Offsets kOffsets, class Share>
BITFRONT_DEVICE void share_lists(DevicePtr<const void> starts, u32 vertex_count, u32 longest, Share share) {
  const u64 first = load_offset<kOffsets>(starts, 0), all = load_offset<kOffsets>(starts, vertex_count);
  for (u64 begin = first + u64{warp_in_grid()} * longest; begin < all; begin += u64{warp_count()} * longest) {
    const u64 end = begin + longest < all ? begin + longest : all;
    const u32 one = owner_of<kOffsets>(starts, vertex_count, begin);
    const u32 other = owner_of<kOffsets>(starts, vertex_count, end - 1);
    for (u32 vertex = one; vertex == one || vertex == other; vertex = vertex == other ? ~0u : other) {
      const u64 list = load_offset<kOffsets>(starts, vertex), list_end = load_offset<kOffsets>(starts, vertex + 1ull);
      if (list_end - list <= longest) continue;
      share(vertex, list > begin ? list : begin, list_end < end ? list_end : end);
    }
  }
}

/// Finds the parents of the vertices that `find_parents` has left out.
///
/// Launch: any grid, block size a multiple of 32; after `find_parents`.
/// Cost:   a level probe per edge into them; two searches among all offsets for every `shared_list` positions.
template <Offsets kOffsets>
BITFRONT_DEVICE void find_long_parents(const ParentArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  share_lists<kOffsets>(graph.in_start, graph.vertex_count, arguments.shared_list, [&](u32 vertex, u64 from, u64 end) {
    const i32 level = load_readonly(arguments.level, vertex);
    if (level <= 0) return;
    const u32 found = lanes_min(smallest_on_level(arguments, level - 1, from + lane_id(), end, kLanes));
    if (lane_id() != 0 || found == ~0u) return;
    const DevicePtr<u32> parent = as<u32>(arguments.parent);
    const u32 self = load_readonly(graph.old_id_of, vertex);
    for (u32 known = load_relaxed(parent, self); found < known;) {
      const u32 before = atomic_replace(parent, self, known, found);
      if (before == known) return;
      known = before;
    }
  });
}

/// Launch: any grid.
/// Cost:   a random store of level_bytes per vertex: 3.4 ms for 134 million of 4 bytes on an H200.
BITFRONT_DEVICE void scatter_to_input(const RenumberArguments& arguments) {
  switch (arguments.level_bytes) {
    case 1: return scatter_as<u8>(arguments, 1);
    case 2: return scatter_as<u16>(arguments, 1);
    default: return scatter_as<i32>(arguments, 0);
  }
}

template <typename Entry>
BITFRONT_DEVICE void widen_as(const RenumberArguments& arguments) {
  const DevicePtr<Entry> from{arguments.from.address};
  for (u32 i = thread_in_grid(); i < arguments.vertex_count; i += thread_count()) {
    store(arguments.to, i, static_cast<i32>(load(from, i)) - 1);
  }
}

/// Stores levels of 1 or 2 bytes as they are: with these a renumbering scatters into fewer lines, and the bus wants ints where the host has
/// no part in it.
///
/// Launch: any grid.
/// Needs:  `from` as `scatter_to_input` leaves it.
/// Cost:   level_bytes and 4 bytes per vertex.
BITFRONT_DEVICE void widen_levels_of(const RenumberArguments& arguments) {
  if (arguments.level_bytes == 1) widen_as<u8>(arguments);
  else widen_as<u16>(arguments);
}

/// Launch: any grid.
/// Cost:   12 bytes per offset.
BITFRONT_DEVICE void narrow(const NarrowArguments& arguments) {
  for (u64 i = thread_in_grid(); i < arguments.count; i += thread_count()) {
    store(arguments.to, i, static_cast<u32>(load_readonly(arguments.from, i)));
  }
}

}  // namespace bitfront
