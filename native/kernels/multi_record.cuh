#pragma once
/// Records of one bit per source, handled by whole warps: a lane holds one word. Records shorter than a warp have a
/// group of lanes each, so that a warp still loads 128 bytes at once.

#include "bitfront/multi_abi.cuh"
#include "push.cuh"

namespace bitfront {

/// Which ways a level may be run. `Any`: pushed, or pulled by all vertices. `Near`, for graphs of near numbers and short
/// lists: pushed, or pulled by the frontier and its neighbours. Apart, because a pull by all wants many warps and one by few
/// wants registers: in a kernel for both the dense levels of urand 24 took 36 ms for 22.
enum class Levels { Any, Near };

/// A multi-source variant: 32-bit words of a record, width of offsets into adjacency lists, ways to run a level.
struct MultiPolicy {
  u32 words;
  Offsets offsets;
  Levels levels = Levels::Any;
};

template <u32 kWords>
constexpr u32 kGroups = kLanes / kWords;

template <u32 kWords>
constexpr u32 kGroupLanes = kWords == kLanes ? ~0u : (1u << kWords) - 1;

template <u32 kWords>
BITFRONT_DEVICE u32 own_word() {
  return lane_id() % kWords;
}

template <u32 kWords>
BITFRONT_DEVICE u32 own_group() {
  return lane_id() / kWords;
}

/// Where this lane's word of a vertex's record is.
template <u32 kWords>
BITFRONT_DEVICE u64 word_at(u32 vertex) {
  return u64{vertex} * kWords + own_word<kWords>();
}

/// OR over the lanes that hold the same word.
///
/// Launch: all 32 lanes, converged.
template <u32 kWords>
BITFRONT_DEVICE u32 join_groups(u32 bits) {
#pragma unroll
  for (u32 distance = kWords; distance < kLanes; distance *= 2) bits |= shuffle(bits, lane_id() ^ distance);
  return bits;
}

/// Records that a lane adds up before it counts them out, and the planes that takes.
constexpr u32 kPlanes = 5;
constexpr u32 kCounterLimit = (1u << kPlanes) - 1;

/// How often each bit of this lane's word was set: bit i of plane p is bit p of the count for bit i.
struct BitCounter {
  u32 plane[kPlanes];
  u32 added;
};

BITFRONT_DEVICE void count_bits(BitCounter& counter, u32 bits) {
#pragma unroll
  for (u32 p = 0; p < kPlanes; ++p) {
    const u32 carry = counter.plane[p] & bits;
    counter.plane[p] ^= bits;
    bits = carry;
  }
  ++counter.added;
}

/// Adds a lane's counts to the block's, which are by bit, then word, so that lanes hit different banks.
template <u32 kWords>
BITFRONT_DEVICE void flush_counter(BitCounter& counter, SharedPtr<u32> counts) {
  if (counter.added == 0) return;
  if (own_group<kWords>() == 0) {
    for (u32 bit = 0; bit < 32; ++bit) {
      u32 count = 0;
#pragma unroll
      for (u32 p = 0; p < kPlanes; ++p) count |= (counter.plane[p] >> bit & 1) << p;
      if (count != 0) reduce_add(counts, bit * kWords + own_word<kWords>(), count);
    }
  }
  counter = {};
}

}  // namespace bitfront
