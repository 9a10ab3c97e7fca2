#pragma once
/// A check of finished levels in linear time that shares nothing with the traversals.

#include "post.cuh"

namespace bitfront {

/// Whether out-neighbours at positions `from .. end - 1` are more than one level deeper than `own`, or unreached.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE bool leads_too_deep(const VerifyArguments& arguments, i32 own, u64 from, u64 end) {
  bool spans = false;
  for (u64 e = from + lane_id(); e < end; e += kLanes) {
    const i32 other = load_readonly(arguments.level, load_readonly(arguments.graph.out_index, e));
    spans |= other < 0 || other > own + 1;
  }
  return ballot(spans) != 0;
}

/// Whether some in-neighbour at positions `from .. end - 1` is one level above `own`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE bool leads_up(const VerifyArguments& arguments, i32 own, u64 from, u64 end) {
  bool has_parent = false;
  for (u64 e = from + lane_id(); !has_parent && e < end; e += kLanes) {
    has_parent = load_readonly(arguments.level, load_readonly(arguments.graph.in_index, e)) == own - 1;
  }
  return ballot(has_parent) != 0;
}

/// Looks through the lists that are left to it.
///
/// Launch: any grid, block size a multiple of 32; before `verify_levels`.
/// Writes: spanning, parented.
template <Offsets kOffsets>
BITFRONT_DEVICE void verify_long_lists(const VerifyArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  const auto note = [&](DevicePtr<u32> bitmap, u32 vertex) {
    if (lane_id() == 0) reduce_or(bitmap, vertex / 32, 1u << vertex % 32);
  };
  share_lists<kOffsets>(graph.out_start, graph.vertex_count, arguments.shared_list, [&](u32 vertex, u64 from, u64 end) {
    const i32 own = load_readonly(arguments.level, vertex);
    if (own >= 0 && leads_too_deep(arguments, own, from, end)) note(arguments.spanning, vertex);
  });
  share_lists<kOffsets>(graph.in_start, graph.vertex_count, arguments.shared_list, [&](u32 vertex, u64 from, u64 end) {
    const i32 own = load_readonly(arguments.level, vertex);
    if (own > 0 && leads_up(arguments, own, from, end)) note(arguments.parented, vertex);
  });
}

/// Whether `vertex` has a right level as seen from its edges: no out-neighbour is more than one level deeper, or unreached;
/// unless it is the source, some in-neighbour is one level up; level 0 is the source's alone.
///
/// Launch: all 32 lanes, converged; the same vertex in all.
template <Offsets kOffsets>
BITFRONT_DEVICE bool level_is_right(const VerifyArguments& arguments, u32 vertex) {
  const GraphArrays& graph = arguments.graph;
  const i32 own = load_readonly(arguments.level, vertex);
  if ((own == 0) != (vertex == arguments.source) || own < -1) return false;
  if (own < 0) return true;
  const u64 out = load_offset<kOffsets>(graph.out_start, vertex), out_end = load_offset<kOffsets>(graph.out_start, vertex + 1ull);
  const u64 in = load_offset<kOffsets>(graph.in_start, vertex), in_end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
  const auto known = [&](DevicePtr<u32> bitmap) { return (load(bitmap, vertex / 32) >> vertex % 32 & 1) != 0; };
  const bool spans = out_end - out > arguments.shared_list ? known(arguments.spanning) : leads_too_deep(arguments, own, out, out_end);
  if (spans) return false;
  if (own == 0) return true;
  return in_end - in > arguments.shared_list ? known(arguments.parented) : leads_up(arguments, own, in, in_end);
}

/// Counts the vertices whose level is wrong.
///
/// Launch: any grid, block size a multiple of 32.
/// Needs:  levels of a whole traversal, without a limit; defects zeroed; `verify_long_lists` where lists are that long.
template <Offsets kOffsets>
BITFRONT_DEVICE void verify_levels(const VerifyArguments& arguments) {
  for (u32 vertex = warp_in_grid(); vertex < arguments.graph.vertex_count; vertex += warp_count()) {
    if (level_is_right<kOffsets>(arguments, vertex)) continue;
    if (lane_id() != 0) continue;
    reduce_add(as<u32>(arguments.defects), offsetof(VerifyDefects, count) / 4, 1);
    store_relaxed(as<i32>(arguments.defects), offsetof(VerifyDefects, vertex) / 4, static_cast<i32>(vertex));
  }
}

}  // namespace bitfront
