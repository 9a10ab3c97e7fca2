#pragma once
/// The queue of VSS ids to expand at the next level.

#include "policy.cuh"
#include "warp.cuh"

namespace bitfront {

/// A warp's way through the queue, one item ahead of its work so that the item's load is hidden.
struct QueueCursor {
  u32 item, vss;
};

BITFRONT_DEVICE QueueCursor first_item(DevicePtr<u32> queue, u32 queued) {
  const u32 item = warp_in_grid();
  return {item, item < queued ? load(queue, item) : 0};
}

/// The VSS at the cursor, which moves on.
BITFRONT_DEVICE u32 take_item(QueueCursor& cursor, DevicePtr<u32> queue, u32 queued) {
  const u32 vss = cursor.vss;
  cursor.item += warp_count();
  if (cursor.item < queued) cursor.vss = load(queue, cursor.item);
  return vss;
}

/// VSS ids `begin .. begin + count - 1`.
struct VssRange {
  u32 begin, count;
};

/// Ranges that a lane appends at once: one per row it marks, or one per slice set of its word.
constexpr u32 kRangesPerLane = 4;

/// Ids of a range that its own lane writes; the warp shares the rest, so that a hub's thousands do not hold up one lane.
constexpr u32 kOwnIds = 8;

/// The VSSs of a slice set.
BITFRONT_DEVICE VssRange vss_range(const GraphArrays& graph, u32 slice_set) {
  const u32 begin = load_readonly(graph.real_ptrs, slice_set);
  return {begin, load_readonly(graph.real_ptrs, slice_set + 1ull) - begin};
}

/// Appends all lanes' ranges to a queue.
///
/// Launch: all 32 lanes, converged.
/// Writes: the queue from `length` on, and `length`.
/// Needs:  room for every VSS of the graph; each VSS appended once per level.
/// Cost:   one atomic per warp.
BITFRONT_DEVICE void append(DevicePtr<u32> queue, DevicePtr<u32> length, const VssRange (&ranges)[kRangesPerLane]) {
  u32 mine = 0;
#pragma unroll
  for (u32 r = 0; r < kRangesPerLane; ++r) mine += ranges[r].count;
  if (ballot(mine != 0) == 0) return;
  const u32 upto = lanes_scan(mine);
  u32 first = 0;
  if (lane_id() == kLanes - 1) first = atomic_add(length, 0, upto);
  u32 at = shuffle(first, kLanes - 1) + upto - mine;
#pragma unroll
  for (u32 r = 0; r < kRangesPerLane; ++r) {
    const VssRange range = ranges[r];
    for (u32 i = 0; i < range.count && i < kOwnIds; ++i) store(queue, at + i, range.begin + i);
    share_long_lists(range.count > kOwnIds, [&](u32 owner) {
      const u32 begin = shuffle(range.begin, owner);
      const u32 count = shuffle(range.count, owner);
      const u32 start = shuffle(at, owner);
      for (u32 i = kOwnIds + lane_id(); i < count; i += kLanes) store(queue, start + i, begin + i);
    });
    at += range.count;
  }
}

}  // namespace bitfront
