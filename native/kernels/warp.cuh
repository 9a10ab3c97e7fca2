#pragma once
/// What the lanes of a warp do together.

#include "bitfront/device.cuh"

namespace bitfront {

/// Sum of `value` over the lanes up to and including this one.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 lanes_scan(u32 value) {
#pragma unroll
  for (u32 distance = 1; distance < kLanes; distance *= 2) {
    const u32 below = shuffle_up(value, distance);
    value += lane_id() >= distance ? below : 0;
  }
  return value;
}

/// Calls `share` with each lane in turn whose list is too long for one lane: all lanes follow it together.
///
/// Launch: all 32 lanes, converged.
template <class Share>
BITFRONT_DEVICE void share_long_lists(bool is_long, Share share) {
  for (u32 longs = ballot(is_long); longs != 0; longs &= longs - 1) share(lowest_bit(longs));
}

}  // namespace bitfront
