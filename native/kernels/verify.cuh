#pragma once
/// A check of finished levels in linear time that shares nothing with the traversals.

#include "policy.cuh"

namespace bitfront {

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
  bool spans = false, has_parent = own == 0;
  const u64 out_end = load_offset<kOffsets>(graph.out_start, vertex + 1ull);
  for (u64 e = load_offset<kOffsets>(graph.out_start, vertex) + lane_id(); e < out_end; e += kLanes) {
    const i32 other = load_readonly(arguments.level, load_readonly(graph.out_index, e));
    spans |= other < 0 || other > own + 1;
  }
  const u64 in_end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
  for (u64 e = load_offset<kOffsets>(graph.in_start, vertex) + lane_id(); !has_parent && e < in_end; e += kLanes) {
    has_parent = load_readonly(arguments.level, load_readonly(graph.in_index, e)) == own - 1;
  }
  return ballot(spans) == 0 && ballot(has_parent) != 0;
}

/// Counts the vertices whose level is wrong.
///
/// Launch: any grid, block size a multiple of 32.
/// Needs:  levels of a whole traversal, without a limit; defects zeroed.
template <Offsets kOffsets>
BITFRONT_DEVICE void verify_levels(const VerifyArguments& arguments) {
  for (u32 vertex = warp_in_grid(); vertex < arguments.graph.vertex_count; vertex += warp_count()) {
    if (level_is_right<kOffsets>(arguments, vertex)) continue;
    if (lane_id() != 0) continue;
    reduce_add(arguments.defects, 0, 1);
    store_relaxed(as<i32>(arguments.defects), 1, static_cast<i32>(vertex));
  }
}

}  // namespace bitfront
