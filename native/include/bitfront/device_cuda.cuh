#pragma once
/// The device functions on a GPU. Inline PTX wherever the instruction matters: a reduction must stay `red`, a read-only
/// load must stay `ld.global.nc`, whatever the compiler would have chosen.

#include "bitfront/device.cuh"

#define BITFRONT_DEVICE __device__ __forceinline__
#define BITFRONT_CALLED __device__ __noinline__
#define BITFRONT_KERNEL(name, Arguments, shape)                                             \
  extern "C" __global__ void __launch_bounds__((shape).block_threads, (shape).blocks_per_sm) \
      name(const __grid_constant__ Arguments arguments)
#define BITFRONT_SHARED(T, name, count)           \
  __shared__ alignas(16) T name##_memory[count];  \
  const ::bitfront::SharedPtr<T> name{name##_memory}

#define BITFRONT_DYNAMIC_SHARED(T, name, count)     \
  extern __shared__ T bitfront_dynamic_shared_##T[]; \
  const ::bitfront::SharedPtr<T> name{bitfront_dynamic_shared_##T}

#define BITFRONT_TUNABLE(T, name, value) constexpr T name = value

namespace bitfront {

template <class T>
struct SharedPtr {
  T* address;
};

BITFRONT_DEVICE u32 thread_in_block() { return threadIdx.x; }
BITFRONT_DEVICE u32 block_threads() { return blockDim.x; }
BITFRONT_DEVICE u32 block_index() { return blockIdx.x; }
BITFRONT_DEVICE u32 block_count() { return gridDim.x; }
BITFRONT_DEVICE u32 lane_id() { return threadIdx.x % kLanes; }

constexpr u32 kAllLanes = 0xFFFFFFFF;

BITFRONT_DEVICE u32 ballot(bool vote) { return __ballot_sync(kAllLanes, vote); }
BITFRONT_DEVICE u32 shuffle(u32 value, u32 lane) { return __shfl_sync(kAllLanes, value, lane); }
BITFRONT_DEVICE u32 shuffle_up(u32 value, u32 distance) { return __shfl_up_sync(kAllLanes, value, distance); }

BITFRONT_DEVICE u32 lanes_sum(u32 value) { return __reduce_add_sync(kAllLanes, value); }
BITFRONT_DEVICE u32 lanes_min(u32 value) { return __reduce_min_sync(kAllLanes, value); }
BITFRONT_DEVICE u32 lanes_or(u32 value) { return __reduce_or_sync(kAllLanes, value); }
BITFRONT_DEVICE void warp_barrier() { __syncwarp(); }

BITFRONT_DEVICE u32 popcount(u32 word) { return __popc(word); }
/// Position of the lowest set bit; `word` is not zero.
BITFRONT_DEVICE u32 lowest_bit(u32 word) { return __ffs(word) - 1; }

/// Per half, with signs: the lesser of `a + b` and `c`.
BITFRONT_DEVICE u32 least_sums(u32 a, u32 b, u32 c) { return __viaddmin_s16x2(a, b, c); }

BITFRONT_DEVICE float quotient(float a, float b) { return __fdividef(a, b); }
BITFRONT_DEVICE float square_root(float a) {
  float root;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(a));
  return root;
}

/// C = popc(A & B) per element, A 8 x 128 bits by rows, B 128 x 8 bits by columns, a 32-bit word of each per lane.
BITFRONT_DEVICE CountPair and_popc_m8n8k128(u32 a, u32 b) {
  u32 even, odd;
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0,%1}, {%2}, {%3}, {%4,%4};"
               : "=r"(even), "=r"(odd)
               : "r"(a), "r"(b), "r"(0));
  return {even, odd};
}

BITFRONT_DEVICE void block_barrier() { __syncthreads(); }

/// Counts blocks in the low bits; the last of them flips the top bit, so the word needs no reset between barriers or
/// launches. Needs a cooperative launch: all blocks are resident.
/// The first thread of each block runs `once` before the others of its block go on.
template <class Once>
BITFRONT_DEVICE void grid_barrier(DevicePtr<u32> word, Once once) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const u32 arrival = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1u;
    u32 before, now;
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(word.address), "r"(arrival)
                 : "memory");
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(word.address) : "memory");
    } while (((before ^ now) & 0x80000000u) == 0);
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    once();
  }
  __syncthreads();
}

BITFRONT_DEVICE void grid_barrier(DevicePtr<u32> word) {
  grid_barrier(word, [] {});
}

/// Adds `value` to a sum of blocks; what the word held before. `await_sum` wants it, so that a thread need not wait for it.
BITFRONT_DEVICE u64 join_sum(DevicePtr<u64> word, u64 value) {
  u64 before;
  asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], %2;"
               : "=l"(before)
               : "l"(word.address), "l"(value << kArrivalBits | 1)
               : "memory");
  return before;
}

/// Waits until all blocks have joined. `base` is what the word held before the first: 0 in a cleared word, then what the
/// last call left there. Blocks take two words by turns, so that none joins one that another still reads.
/// No fence: an atomic that returned has been performed in L2, where all others will be.
BITFRONT_DEVICE BlockSums await_sum(DevicePtr<u64> word, u64& base, u64 before) {
  u64 now;
  do {
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(now) : "l"(word.address) : "memory");
  } while ((static_cast<u32>(now - base) & kMostArrivals) != gridDim.x);
  const u64 old = base;
  base = now;
  return {(before - old) >> kArrivalBits, (now - old) >> kArrivalBits};
}

template <class T>
BITFRONT_DEVICE T load(DevicePtr<T> from, u64 index) {
  return *reinterpret_cast<const T*>(__cvta_global_to_generic(from.address + index * sizeof(T)));
}

template <class T>
BITFRONT_DEVICE void store(DevicePtr<T> to, u64 index, T value) {
  *reinterpret_cast<T*>(__cvta_global_to_generic(to.address + index * sizeof(T))) = value;
}

BITFRONT_DEVICE u32 load_readonly(DevicePtr<const u32> from, u64 index) {
  u32 value;
  asm("ld.global.nc.u32 %0, [%1];" : "=r"(value) : "l"(from.address + index * 4));
  return value;
}

BITFRONT_DEVICE u64 load_readonly(DevicePtr<const u64> from, u64 index) {
  u64 value;
  asm("ld.global.nc.u64 %0, [%1];" : "=l"(value) : "l"(from.address + index * 8));
  return value;
}

BITFRONT_DEVICE i32 load_readonly(DevicePtr<const i32> from, u64 index) {
  i32 value;
  asm("ld.global.nc.s32 %0, [%1];" : "=r"(value) : "l"(from.address + index * 4));
  return value;
}

/// Loads without a branch; `otherwise` where it does not.
BITFRONT_DEVICE u32 load_readonly_if(DevicePtr<const u32> from, u64 index, bool does, u32 otherwise) {
  u32 value;
  asm volatile(
      "{\n .reg .pred p;\n setp.ne.u32 p, %2, 0;\n mov.u32 %0, %3;\n @p ld.global.nc.u32 %0, [%1];\n}"
      : "=&r"(value)
      : "l"(from.address + index * 4), "r"(static_cast<u32>(does)), "r"(otherwise));
  return value;
}

/// 128 bits: rows `4 tile .. 4 tile + 3`, read once per level and so kept out of L1.
BITFRONT_DEVICE Rows load_rows(DevicePtr<const u32> from, u64 tile) {
  Rows rows;
  asm("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
      : "=r"(rows.of[0]), "=r"(rows.of[1]), "=r"(rows.of[2]), "=r"(rows.of[3])
      : "l"(from.address + tile * 16));
  return rows;
}

/// A load that L1 may answer with a value from before other warps' writes of this level.
BITFRONT_DEVICE i32 load_stale(DevicePtr<i32> from, u64 index) {
  i32 value;
  asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(value) : "l"(from.address + index * 4));
  return value;
}

BITFRONT_DEVICE u32 load_stale(DevicePtr<u32> from, u64 index) {
  u32 value;
  asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(from.address + index * 4));
  return value;
}

BITFRONT_DEVICE u32 load_relaxed(DevicePtr<u32> from, u64 index) {
  u32 value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from.address + index * 4));
  return value;
}

BITFRONT_DEVICE void prefetch(DevicePtr<const u32> from, u64 index) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from.address + index * 4));
}

BITFRONT_DEVICE void store_relaxed(DevicePtr<i32> to, u64 index, i32 value) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(to.address + index * 4), "r"(value) : "memory");
}

BITFRONT_DEVICE void store_relaxed(DevicePtr<u32> to, u64 index, u32 value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to.address + index * 4), "r"(value) : "memory");
}

BITFRONT_DEVICE void store_relaxed(DevicePtr<u8> to, u64 index, u8 value) {
  asm volatile("st.relaxed.gpu.global.u8 [%0], %1;" ::"l"(to.address + index), "r"(u32{value}) : "memory");
}

BITFRONT_DEVICE Quad load_quad(DevicePtr<u32> from, u64 index) {
  const uint4 quad = *reinterpret_cast<const uint4*>(__cvta_global_to_generic(from.address + index * sizeof(Quad)));
  return {quad.x, quad.y, quad.z, quad.w};
}

BITFRONT_DEVICE void store_quad(DevicePtr<u32> to, u64 index, const Quad& quad) {
  *reinterpret_cast<uint4*>(__cvta_global_to_generic(to.address + index * sizeof(Quad))) =
      make_uint4(quad.of[0], quad.of[1], quad.of[2], quad.of[3]);
}

BITFRONT_DEVICE u32 atomic_add(DevicePtr<u32> to, u64 index, u32 value) {
  u32 before;
  asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(to.address + index * 4), "r"(value)
               : "memory");
  return before;
}

BITFRONT_DEVICE u32 atomic_or(DevicePtr<u32> to, u64 index, u32 bits) {
  u32 before;
  asm volatile("atom.relaxed.gpu.global.or.b32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(to.address + index * 4), "r"(bits)
               : "memory");
  return before;
}

BITFRONT_DEVICE u32 atomic_replace(DevicePtr<u32> to, u64 index, u32 expected, u32 value) {
  u32 before;
  asm volatile("atom.relaxed.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(before)
               : "l"(to.address + index * 4), "r"(expected), "r"(value)
               : "memory");
  return before;
}

BITFRONT_DEVICE u64 atomic_replace(DevicePtr<u64> to, u64 index, u64 expected, u64 value) {
  u64 before;
  asm volatile("atom.relaxed.gpu.global.cas.b64 %0, [%1], %2, %3;"
               : "=l"(before)
               : "l"(to.address + index * 8), "l"(expected), "l"(value)
               : "memory");
  return before;
}

/// Sets the least of what was there and `value`, without a branch; what was there, 0 where it does not.
BITFRONT_DEVICE u32 atomic_min_if(DevicePtr<u32> to, u64 index, u32 value, bool does) {
  u32 before;
  asm volatile(
      "{\n .reg .pred p;\n setp.ne.u32 p, %3, 0;\n mov.u32 %0, 0;\n @p atom.relaxed.gpu.global.min.u32 %0, [%1], %2;\n}"
      : "=&r"(before)
      : "l"(to.address + index * 4), "r"(value), "r"(static_cast<u32>(does))
      : "memory");
  return before;
}

/// Stores a word that `await_told` waits for: what it says is all that its reader may rely on.
BITFRONT_DEVICE void tell(DevicePtr<u64> to, u64 index, u64 word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to.address + index * 8), "l"(word) : "memory");
}

/// Waits for a word with `number` in its bits from kTellAt on; the others of it.
BITFRONT_DEVICE u64 await_told(DevicePtr<u64> from, u64 index, u64 number) {
  u64 word;
  do {
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from.address + index * 8) : "memory");
  } while (word >> kTellAt != number);
  return word & ((u64{1} << kTellAt) - 1);
}

BITFRONT_DEVICE void reduce_or(DevicePtr<u32> to, u64 index, u32 bits) {
  asm volatile("red.relaxed.gpu.global.or.b32 [%0], %1;" ::"l"(to.address + index * 4), "r"(bits) : "memory");
}

BITFRONT_DEVICE void reduce_add(DevicePtr<u32> to, u64 index, u32 value) {
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(to.address + index * 4), "r"(value) : "memory");
}

BITFRONT_DEVICE void reduce_min(DevicePtr<u32> to, u64 index, u32 value) {
  asm volatile("red.relaxed.gpu.global.min.u32 [%0], %1;" ::"l"(to.address + index * 4), "r"(value) : "memory");
}

BITFRONT_DEVICE void reduce_max(DevicePtr<u32> to, u64 index, u32 value) {
  asm volatile("red.relaxed.gpu.global.max.u32 [%0], %1;" ::"l"(to.address + index * 4), "r"(value) : "memory");
}

BITFRONT_DEVICE void reduce_add(DevicePtr<u64> to, u64 index, u64 value) {
  asm volatile("red.relaxed.gpu.global.add.u64 [%0], %1;" ::"l"(to.address + index * 8), "l"(value) : "memory");
}

template <class T>
BITFRONT_DEVICE T load(SharedPtr<T> from, u32 index) {
  return from.address[index];
}

template <class T>
BITFRONT_DEVICE void store(SharedPtr<T> to, u32 index, T value) {
  to.address[index] = value;
}

/// Indices count 128 bits. Where they do not exist, nothing is read. By way of L1, as plain loads: what many ask for at once, a hub of
/// all lists, would wait at one slice of L2.
BITFRONT_DEVICE void copy_async(SharedPtr<u32> to, u32 to_index, DevicePtr<u32> from, u64 from_index, bool exists) {
  const u32 address = static_cast<u32>(__cvta_generic_to_shared(to.address + 4 * to_index));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from.address + from_index * 16),
               "r"(exists ? 16 : 0)
               : "memory");
}

/// Indices count 32 bits. Where they do not exist, nothing is read.
BITFRONT_DEVICE void copy_word_async(SharedPtr<u32> to, u32 to_index, DevicePtr<const u32> from, u64 from_index, bool exists) {
  const u32 address = static_cast<u32>(__cvta_generic_to_shared(to.address + to_index));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from.address + from_index * 4),
               "r"(exists ? 4 : 0)
               : "memory");
}

BITFRONT_DEVICE void close_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }

template <u32 kPending>
BITFRONT_DEVICE void await_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

template <class T>
BITFRONT_DEVICE SharedPtr<T> part(SharedPtr<T> memory, u32 from) {
  return {memory.address + from};
}

/// While others set bits of it.
BITFRONT_DEVICE u32 load_relaxed(SharedPtr<u32> from, u32 index) {
  return *const_cast<const volatile u32*>(from.address + index);
}

BITFRONT_DEVICE u32 atomic_add(SharedPtr<u32> to, u32 index, u32 value) { return atomicAdd(to.address + index, value); }

BITFRONT_DEVICE u32 atomic_or(SharedPtr<u32> to, u32 index, u32 bits) { return atomicOr(to.address + index, bits); }

BITFRONT_DEVICE u32 atomic_exchange(SharedPtr<u32> to, u32 index, u32 value) { return atomicExch(to.address + index, value); }

/// Exchanges without a branch; `value` where it does not.
BITFRONT_DEVICE u32 atomic_exchange_if(SharedPtr<u32> to, u32 index, u32 value, bool does) {
  u32 before;
  asm volatile(
      "{\n .reg .pred p;\n setp.ne.u32 p, %3, 0;\n mov.u32 %0, %2;\n @p atom.shared.exch.b32 %0, [%1], %2;\n}"
      : "=&r"(before)
      : "r"(static_cast<u32>(__cvta_generic_to_shared(to.address + index))), "r"(value), "r"(static_cast<u32>(does))
      : "memory");
  return before;
}

BITFRONT_DEVICE u32 atomic_xor(SharedPtr<u32> to, u32 index, u32 bits) { return atomicXor(to.address + index, bits); }

BITFRONT_DEVICE void reduce_or(SharedPtr<u32> to, u32 index, u32 bits) { atomicOr(to.address + index, bits); }

BITFRONT_DEVICE void reduce_add(SharedPtr<u32> to, u32 index, u32 value) { atomicAdd(to.address + index, value); }

BITFRONT_DEVICE void reduce_add(SharedPtr<u64> to, u32 index, u64 value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(to.address + index), static_cast<unsigned long long>(value));
}

BITFRONT_DEVICE double rounded_sum(double a, double b) { return __dadd_rn(a, b); }
BITFRONT_DEVICE double rounded_product(double a, double b) { return __dmul_rn(a, b); }
BITFRONT_DEVICE double rounded_root(double a) { return __dsqrt_rn(a); }

/// Ticks of 32 ns on an H200.
BITFRONT_DEVICE u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

}  // namespace bitfront
