#pragma once
/// A graph from its edges to CSC, order, hubs and BVSS; `prepare_abi.cuh` says how the steps join.

#include "edges.cuh"
#include "post.cuh"

namespace bitfront {

constexpr u32 kSetBits = 3;  ///< of a column within its slice set
static_assert(1u << kSetBits == kSigma);

/// A column and a row of A, or of its transpose.
struct Entry {
  u32 column, row;
};

/// Edge i in the numbering that the columns are to have.
template <EdgeKind kKind>
BITFRONT_DEVICE Edge numbered_edge(const ColumnArguments& arguments, u64 i) {
  Edge edge = edge_at<kKind>(arguments.edges, i);
  if (edge.exists && !arguments.new_id_of.is_null()) {
    edge.source = load_readonly(arguments.new_id_of, edge.source);
    edge.target = load_readonly(arguments.new_id_of, edge.target);
  }
  return edge;
}

/// Launch: any grid, block size a multiple of 32.
/// Cost:   an atomic add per entry.
template <EdgeKind kKind>
BITFRONT_DEVICE void count_columns(const ColumnArguments& arguments) {
  const EdgeStream& edges = arguments.edges;
  u32 loops = 0;
  for (u64 i = thread_in_grid(); i < edges.count; i += thread_count()) {
    const Edge edge = numbered_edge<kKind>(arguments, i);
    if (!edge.exists) continue;
    if (edge.source == edge.target) {
      ++loops;
      continue;
    }
    const bool by_source = arguments.by_source != 0;
    reduce_add(arguments.counts, by_source ? edge.source : edge.target, 1);
    if (arguments.symmetrise != 0) reduce_add(arguments.counts, by_source ? edge.target : edge.source, 1);
  }
  warp_barrier();
  const u32 sum = lanes_sum(loops);
  if (lane_id() == 0 && sum != 0) reduce_add(arguments.self_loops, 0, sum);
}

/// Stores a key for each lane that has an entry in the range.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void append_key(const ColumnArguments& arguments, bool wanted, Entry entry) {
  wanted = wanted && entry.column >= arguments.first_column && entry.column < arguments.end_column;
  const u32 members = ballot(wanted);
  if (members == 0) return;
  u32 at = 0;
  if (lane_id() == lowest_bit(members)) at = atomic_add(arguments.cursor, 0, popcount(members));
  at = shuffle(at, lowest_bit(members)) + popcount(members & ((1u << lane_id()) - 1));
  if (!wanted) return;
  const u64 column = entry.column - arguments.first_column;
  store(arguments.keys, at, column << arguments.row_bits | entry.row);
}

/// Launch: any grid, block size a multiple of 32.
/// Needs:  room for the entries that `count_columns` found in the range, fewer than 2^32.
template <EdgeKind kKind>
BITFRONT_DEVICE void emit_keys(const ColumnArguments& arguments) {
  const EdgeStream& edges = arguments.edges;
  for (u64 base = u64{warp_in_grid()} * kLanes; base < edges.count; base += thread_count()) {
    const u64 i = base + lane_id();
    Edge edge{0, 0, false};
    if (i < edges.count) edge = numbered_edge<kKind>(arguments, i);
    const bool wanted = edge.exists && edge.source != edge.target;
    const Entry straight{edge.source, edge.target}, turned{edge.target, edge.source};
    append_key(arguments, wanted, arguments.by_source != 0 ? straight : turned);
    if (arguments.symmetrise != 0) append_key(arguments, wanted, arguments.by_source != 0 ? turned : straight);
  }
}

/// Keys below `bound`.
BITFRONT_DEVICE u64 lower_bound(DevicePtr<const u64> keys, u64 count, u64 bound) {
  u64 begin = 0;
  while (count > 0) {
    const u64 half = count / 2;
    const bool below = load_readonly(keys, begin + half) < bound;
    begin = below ? begin + half + 1 : begin;
    count = below ? count - half - 1 : half;
  }
  return begin;
}

/// Launch: any grid.
BITFRONT_DEVICE void compress_columns(const CompressArguments& arguments) {
  const u32 columns = arguments.end_column - arguments.first_column;
  for (u32 column = thread_in_grid(); column < columns; column += thread_count()) {
    const u64 begin = lower_bound(arguments.keys, arguments.key_count, u64{column} << arguments.row_bits);
    const u64 end = lower_bound(arguments.keys, arguments.key_count, (column + 1ull) << arguments.row_bits);
    const u64 at = u64{arguments.first_column} + column;
    if (!arguments.degrees.is_null()) store(arguments.degrees, at, static_cast<u32>(end - begin));
    if (arguments.starts.is_null()) continue;
    store(arguments.starts, at, arguments.base + begin);
    if (column + 1 == columns) store(arguments.starts, at + 1, arguments.base + end);
  }
  if (arguments.rows.is_null()) return;
  const u64 mask = (1ull << arguments.row_bits) - 1;
  for (u64 i = thread_in_grid(); i < arguments.key_count; i += thread_count()) {
    store(arguments.rows, arguments.base + i, static_cast<u32>(load_readonly(arguments.keys, i) & mask));
  }
}

/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void order_keys(const OrderArguments& arguments) {
  u32 isolated_count = 0;
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) {
    const u32 degree = load_readonly(arguments.in_degrees, v);
    const bool isolated = degree == 0 && load_readonly(arguments.out_degrees, v) == 0;
    store(arguments.keys, v, isolated ? ~0u : arguments.by_degree != 0 ? ~1u - degree : 0u);
    store(arguments.old_id_of, v, v);
    isolated_count += isolated ? 1 : 0;
  }
  warp_barrier();
  const u32 sum = lanes_sum(isolated_count);
  if (lane_id() == 0 && sum != 0) reduce_add(arguments.isolated, 0, sum);
}

/// Launch: any grid.
BITFRONT_DEVICE void invert_order(const OrderArguments& arguments) {
  for (u32 v = thread_in_grid(); v < arguments.vertex_count; v += thread_count()) {
    store(arguments.new_id_of, load_readonly(as<const u32>(arguments.old_id_of), v), v);
  }
}

/// Longer lists are shared by warps.
BITFRONT_TUNABLE(u32, kLongList, 8'192);

BITFRONT_DEVICE u64 length_of(DevicePtr<const u64> starts, u32 v) { return load_readonly(starts, v + 1ull) - load_readonly(starts, v); }

/// The neighbour of largest in-degree at positions `from .. end - 1`, ties to the smallest number, ~0 where there is none.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 best_of(const HubArguments& arguments, u64 from, u64 end) {
  u32 hub = ~0u, most = 0;
  for (u64 e = from + lane_id(); e < end; e += kLanes) {
    const u32 neighbour = load_readonly(arguments.in_index, e);
    const u32 degree = static_cast<u32>(length_of(arguments.in_start, neighbour));
    if (hub != ~0u && degree <= most) continue;
    hub = neighbour;
    most = degree;
  }
  const u32 largest = ~lanes_min(hub == ~0u ? ~0u : ~most);
  return lanes_min(hub != ~0u && most == largest ? hub : ~0u);
}

/// Takes a hub for a vertex unless a better one is there.
BITFRONT_DEVICE void offer_hub(const HubArguments& arguments, u32 vertex, u32 hub) {
  const u64 degree = length_of(arguments.in_start, hub);
  for (u32 known = load_relaxed(arguments.hubs, vertex);;) {
    const u64 other = known == ~0u ? 0 : length_of(arguments.in_start, known);
    if (known != ~0u && (other > degree || (other == degree && known <= hub))) return;
    const u32 before = atomic_replace(arguments.hubs, vertex, known, hub);
    if (before == known) return;
    known = before;
  }
}

/// The in-neighbour of largest in-degree, ties to the smallest number, ~0 where there is none.
///
/// Launch: any grid, block size a multiple of 32.
/// Needs:  hubs ~0.
BITFRONT_DEVICE void find_hubs(const HubArguments& arguments) {
  for (u32 v = warp_in_grid(); v < arguments.vertex_count; v += warp_count()) {
    const u64 begin = load_readonly(arguments.in_start, v);
    u64 end = load_readonly(arguments.in_start, v + 1ull);
    if (arguments.descending != 0 && end > begin) end = begin + 1;
    if (end - begin > kLongList) continue;
    const u32 hub = best_of(arguments, begin, end);
    if (lane_id() == 0) store(arguments.hubs, v, hub);
  }
  if (arguments.descending != 0) return;
  share_lists<Offsets::Bits64>(as<const void>(arguments.in_start), arguments.vertex_count, kLongList, [&](u32 vertex, u64 from, u64 end) {
    const u32 hub = best_of(arguments, from, end);
    if (lane_id() == 0) offer_hub(arguments, vertex, hub);
  });
}

/// Slices of each slice set: a row has one for every set among its in-neighbours, which stand side by side.
///
/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void count_slices(const SliceArguments& arguments) {
  const auto count = [&](u64 begin, u64 from, u64 end) {
    for (u64 e = from + lane_id(); e < end; e += kLanes) {
      const u32 set = load_readonly(arguments.rows, e) >> kSetBits;
      if (e > begin && load_readonly(arguments.rows, e - 1) >> kSetBits == set) continue;
      reduce_add(arguments.set_slices, set, 1);
    }
  };
  for (u32 row = warp_in_grid(); row < arguments.vertex_count; row += warp_count()) {
    const u64 begin = load_readonly(arguments.starts, row);
    const u64 end = load_readonly(arguments.starts, row + 1ull);
    if (end - begin <= kLongList) count(begin, begin, end);
  }
  warp_barrier();
  share_lists<Offsets::Bits64>(as<const void>(arguments.starts), arguments.vertex_count, kLongList, [&](u32 row, u64 from, u64 end) {
    count(load_readonly(arguments.starts, row), from, end);
  });
}

/// Launch: any grid. Needs: first_set 0, end_set the number of sets.
BITFRONT_DEVICE void count_vss(const SliceArguments& arguments) {
  for (u32 set = thread_in_grid(); set <= arguments.end_set; set += thread_count()) {
    u32 count = 0;
    if (set < arguments.end_set) count = (load_readonly(as<const u32>(arguments.set_slices), set) + kTau - 1) / kTau;
    store(arguments.set_vss, set, count);
  }
}

/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void emit_slice_keys(const SliceArguments& arguments) {
  const u32 first = arguments.first_set * kSigma;
  const u64 last = u64{arguments.end_set} * kSigma;
  const u32 end_column = last < arguments.vertex_count ? static_cast<u32>(last) : arguments.vertex_count;
  const u64 base = load_readonly(arguments.starts, first);
  const auto emit = [&](u32 column, u64 from, u64 end) {
    const u64 set = (column >> kSetBits) - arguments.first_set;
    for (u64 e = from + lane_id(); e < end; e += kLanes) {
      const u64 slice = set << arguments.row_bits | load_readonly(arguments.rows, e);
      store(arguments.keys, e - base, slice << kSetBits | column % kSigma);
    }
  };
  for (u32 column = first + warp_in_grid(); column < end_column; column += warp_count()) {
    const u64 begin = load_readonly(arguments.starts, column), end = load_readonly(arguments.starts, column + 1ull);
    if (end - begin <= kLongList) emit(column, begin, end);
  }
  warp_barrier();
  share_lists<Offsets::Bits64>(as<const void>(arguments.starts), arguments.vertex_count, kLongList, [&](u32 column, u64 from, u64 end) {
    if (column >= first && column < end_column) emit(column, from, end);
  });
}

/// Launch: any grid.
BITFRONT_DEVICE void flag_heads(const SliceArguments& arguments) {
  const DevicePtr<const u64> keys = as<const u64>(arguments.keys);
  for (u64 i = thread_in_grid(); i < arguments.key_count; i += thread_count()) {
    const bool head = i == 0 || load_readonly(keys, i - 1) >> kSetBits != load_readonly(keys, i) >> kSetBits;
    store(arguments.heads, i, head ? 1u : 0u);
  }
}

/// Launch: any grid.
BITFRONT_DEVICE void fold_slices(const SliceArguments& arguments) {
  const DevicePtr<const u64> keys = as<const u64>(arguments.keys);
  const u64 row_mask = (1ull << arguments.row_bits) - 1;
  for (u64 i = thread_in_grid(); i < arguments.key_count; i += thread_count()) {
    const u64 key = load_readonly(keys, i);
    const u64 group = key >> kSetBits;
    if (i > 0 && load_readonly(keys, i - 1) >> kSetBits == group) continue;
    u64 mask = 1ull << key % kSigma;
    for (u64 next = i + 1; next < arguments.key_count; ++next) {
      const u64 other = load_readonly(keys, next);
      if (other >> kSetBits != group) break;
      mask |= 1ull << other % kSigma;
    }
    store(arguments.slices, load_readonly(arguments.positions, i), (group & row_mask) << kSigma | mask);
  }
}

/// The slice set of a VSS: the last whose VSSs do not start after it.
BITFRONT_DEVICE u32 set_of_vss(const SliceArguments& arguments, u32 vss) {
  u32 set = arguments.first_set, count = arguments.end_set - arguments.first_set;
  while (count > 1) {
    const u32 half = count / 2;
    if (load_readonly(arguments.real_ptrs, set + half) <= vss) set += half;
    count -= half;
  }
  return set;
}

/// A warp fills one VSS after the other, four slices a lane; a set's last VSS is padded with mask 0 and the set's last row.
///
/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void deal_slices(const SliceArguments& arguments) {
  const DevicePtr<const u64> slices = as<const u64>(arguments.slices);
  const u64 base = load_readonly(arguments.slice_starts, arguments.first_set);
  const u32 end_vss = load_readonly(arguments.real_ptrs, arguments.end_set);
  for (u32 vss = load_readonly(arguments.real_ptrs, arguments.first_set) + warp_in_grid(); vss < end_vss;
       vss += warp_count()) {
    const u32 set = set_of_vss(arguments, vss);
    const u32 first_vss = load_readonly(arguments.real_ptrs, set);
    const u64 end = load_readonly(arguments.slice_starts, set + 1ull) - base;
    const u64 from = load_readonly(arguments.slice_starts, set) - base + u64{vss - first_vss} * kTau +
                     lane_id() * kRowsPerLane;
    u32 masks = 0;
    for (u32 k = 0; k < kRowsPerLane; ++k) {
      const bool real = from + k < end;
      const u64 slice = load_readonly(slices, real ? from + k : end - 1);
      if (real) masks |= static_cast<u32>(slice & 0xFF) << 8 * k;
      store(arguments.row_ids, u64{vss} * kTau + lane_id() * kRowsPerLane + k, static_cast<u32>(slice >> kSigma));
    }
    store(arguments.tile_masks, u64{vss} * kLanes + lane_id(), masks);
    if (lane_id() == 0) store(arguments.virtual_to_real, vss, set);
  }
}

}  // namespace bitfront
