#pragma once
/// The machine that kernels are written against: threads, warp-wide operations, barriers, memory. Two implementations:
/// the GPU (`device_cuda.cuh`) and the emulator (`device_host.h`), which offer the same functions:
///
///   lane_id block_index block_count thread_in_block block_threads
///   ballot shuffle shuffle_up                       all 32 lanes, converged
///   lanes_sum lanes_min lanes_or                    all 32 lanes, converged
///   warp_barrier                                    all 32 lanes; orders their accesses
///   and_popc_m8n8k128                               all 32 lanes, converged
///   block_barrier grid_barrier                      all threads of the block, of the grid
///   join_sum await_sum                              one thread of each block
///   load store                                      ordered by barriers only
///   load_readonly load_rows                         arrays that no kernel writes
///   load_stale store_relaxed                        races are intended: any earlier value of the word will do
///   load_relaxed                                    the same, but as new as L2's
///   load_quad store_quad                            128 bits; indices count these
///   prefetch                                        into L2, waits for nothing
///   copy_async copy_word_async                      128 or 32 bits into the block's memory, zeros where there are none
///   close_copies await_copies                       a thread's copies up to each close are a group; waits for all but its
///                                                   latest few, for its own lane alone
///   atomic_add atomic_or atomic_xor atomic_exchange return the previous value
///   atomic_replace                                  likewise; stores only where that is the value expected
///   reduce_add reduce_or reduce_min reduce_max      return nothing, so the warp does not wait
///   least_sums                                      min(a + b, c) of 16-bit halves with signs
///   quotient square_root                            of floats, right to about 22 bits
///   part(memory, from)                              the elements of a block's memory from `from` on
///   BITFRONT_SHARED(T, name, count)                 memory of the block, a SharedPtr<T>
///   BITFRONT_DYNAMIC_SHARED(T, name, count)         the same, its size given at the launch; one in a kernel
///   BITFRONT_TUNABLE(T, name, value)                a constant; on small graphs the emulator's tests set it lower
///   rounded_sum rounded_product rounded_root        of doubles, each rounded by itself
///   nanoseconds                                     a clock all threads agree on
///
/// Indices count elements. Barriers order everything before them against everything after them. A sum of blocks orders
/// less: reads before a block joins it, and atomics that have returned by then, against everything after a block has awaited
/// it. What a block has stored, another may not see before the next grid barrier.

#include <bit>

#include "bitfront/abi.cuh"

namespace bitfront {

/// Threads of a block, and blocks an SM must be able to hold at once, which bounds registers.
struct LaunchShape {
  u32 block_threads, blocks_per_sm;
};

/// Low bits of a sum of blocks: how many have added to it.
constexpr u32 kArrivalBits = 9;
constexpr u32 kMostArrivals = (1u << kArrivalBits) - 1;

/// Where the number stands in a word that blocks tell each other, above what it tells.
constexpr u32 kTellAt = 44;

/// What `await_sum` returns, modulo 2^55: the sum over blocks that joined earlier, and over all.
struct BlockSums {
  u64 before, all;
};

/// Four row ids, one lane's share of a VSS.
struct Rows {
  u32 of[kRowsPerLane];
};

/// Four words that are loaded and stored at once.
struct Quad {
  u32 of[4];
};

/// The two accumulators a lane receives from one m8n8k128 product.
struct CountPair {
  u32 even, odd;
};

}  // namespace bitfront

#ifdef __CUDACC__
#include "bitfront/device_cuda.cuh"
#else
#include "bitfront/device_host.h"
#endif

namespace bitfront {

BITFRONT_DEVICE u32 thread_in_grid() { return block_index() * block_threads() + thread_in_block(); }
BITFRONT_DEVICE u32 thread_count() { return block_count() * block_threads(); }
BITFRONT_DEVICE u32 warp_in_grid() { return thread_in_grid() / kLanes; }
BITFRONT_DEVICE u32 warp_count() { return thread_count() / kLanes; }

BITFRONT_DEVICE u64 shuffle_wide(u64 value, u32 lane) {
  const u64 high = shuffle(static_cast<u32>(value >> 32), lane);
  return high << 32 | shuffle(static_cast<u32>(value), lane);
}

BITFRONT_DEVICE double shuffle_double(double value, u32 lane) {
  return std::bit_cast<double>(shuffle_wide(std::bit_cast<u64>(value), lane));
}

template <class To, class From>
BITFRONT_DEVICE DevicePtr<To> as(DevicePtr<From> pointer) {
  return {pointer.address};
}

/// The address of one counter of the control block: `counter(control, offsetof(BfsControl, steps))`.
BITFRONT_DEVICE DevicePtr<u32> counter(DevicePtr<BfsControl> control, u64 offset) { return {control.address + offset}; }

}  // namespace bitfront
