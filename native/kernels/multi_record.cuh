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

/// Records that a lane adds up before it hands them on, and the planes that takes.
constexpr u32 kPlanes = 5;
constexpr u32 kCounterLimit = (1u << kPlanes) - 1;

/// How often each bit of a word was set: bit i of plane p is bit p of the count for bit i.
struct BitCounter {
  u32 plane[kPlanes];
  u32 added;          ///< no count is larger; the same in all lanes
};

/// Adds numbers of `kDigits` binary digits, one for each bit of the word, which are planes likewise.
template <u32 kDigits>
BITFRONT_DEVICE void count_bits(BitCounter& counter, const u32 (&digit)[kDigits], u32 records) {
  u32 carry = 0;
#pragma unroll
  for (u32 p = 0; p < kPlanes; ++p) {
    const u32 own = counter.plane[p];
    const u32 more = p < kDigits ? digit[p < kDigits ? p : 0] : 0;
    counter.plane[p] = own ^ more ^ carry;
    carry = (own & more) | (carry & (own | more));
  }
  counter.added += records;
}

/// Planes of a word of the block's counts, which are below 2^32, and their distance: lanes with different words, and lanes
/// with different planes of a word, hit different banks.
constexpr u32 kBlockPlanes = 32;
constexpr u32 kPlaneStride = kBlockPlanes + 1;

/// Moves a lane's counts of `word` to the block's. Other lanes may do the same: who flips a plane's bit to 0 takes the carry,
/// so that no sum is lost whatever the order.
///
/// Launch: any lanes.
/// Cost:   an atomic for each plane that is not empty, and for each further one that a carry reaches. The planes move down
///         in one loop: with a copy of it for each the dense levels of urand 22 spill more and take 5% longer.
BITFRONT_DEVICE void flush_counter(BitCounter& counter, SharedPtr<u32> counts, u32 word) {
  u32 carry = 0;
  for (u32 at = kPlaneStride * word; counter.added != 0 || carry != 0; ++at) {
    const u32 flipped = counter.plane[0] ^ carry;
    carry &= counter.plane[0];
    if (flipped != 0) carry |= flipped & atomic_xor(counts, at, flipped);
#pragma unroll
    for (u32 p = 0; p + 1 < kPlanes; ++p) counter.plane[p] = counter.plane[p + 1];
    counter.plane[kPlanes - 1] = 0;
    counter.added /= 2;
  }
}

/// Bit j of lane i becomes bit i of lane j.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 transpose_bits(u32 row) {
#pragma unroll
  for (u32 distance = kLanes / 2; distance != 0; distance /= 2) {
    const u32 low = ~0u / ((1u << distance) + 1);
    const u32 other = shuffle(row, lane_id() ^ distance);
    row = (lane_id() & distance) != 0 ? (row & ~low) | (other >> distance & low) : (row & low) | (other << distance & ~low);
  }
  return row;
}

}  // namespace bitfront
