#pragma once
/// The device functions on the emulator: the same meaning as on a GPU, with every access seen and a switch of threads
/// possible at each.

#include <cmath>
#include <utility>

#include "bitfront/device.cuh"
#include "machine.h"

#define BITFRONT_DEVICE inline
#define BITFRONT_CALLED inline
#define BITFRONT_KERNEL(name, Arguments, shape) void name(const Arguments& arguments)
#define BITFRONT_SHARED(T, name, count)  \
  static const char name##_key = 0;      \
  const ::bitfront::SharedPtr<T> name {  \
    ::bitfront::emulator::Machine::current().shared_memory(&name##_key, "shared " #name, sizeof(T) * (count)) \
  }

#define BITFRONT_DYNAMIC_SHARED BITFRONT_SHARED
#define BITFRONT_TUNABLE(T, name, value) T name = value

namespace bitfront {

using emulator::Access;
using emulator::Machine;
using emulator::WarpOp;

template <class T>
struct SharedPtr {
  u64 address;
};

inline u32 thread_in_block() { return Machine::current().thread_in_block(); }
inline u32 block_threads() { return Machine::current().shape().warps_per_block * kLanes; }
inline u32 block_index() { return Machine::current().block_index(); }
inline u32 block_count() { return Machine::current().shape().blocks; }
inline u32 lane_id() { return thread_in_block() % kLanes; }

inline u32 meet(WarpOp op, u32 a, u32 b) { return static_cast<u32>(Machine::current().meet(op, a, b)); }

inline u32 ballot(bool vote) { return meet(WarpOp::Ballot, vote, 0); }
inline u32 shuffle(u32 value, u32 lane) { return meet(WarpOp::Shuffle, value, lane); }
inline u32 shuffle_up(u32 value, u32 distance) { return meet(WarpOp::ShuffleUp, value, distance); }
inline u32 lanes_sum(u32 value) { return meet(WarpOp::Sum, value, 0); }
inline u32 lanes_min(u32 value) { return meet(WarpOp::Min, value, 0); }
inline u32 lanes_or(u32 value) { return meet(WarpOp::Or, value, 0); }
inline void warp_barrier() { meet(WarpOp::Barrier, 0, 0); }

inline u32 popcount(u32 word) { return static_cast<u32>(__builtin_popcount(word)); }
inline u32 lowest_bit(u32 word) { return static_cast<u32>(__builtin_ctz(word)); }

inline u32 least_sums(u32 a, u32 b, u32 c) {
  const auto half = [&](u32 shift) {
    const auto sum = static_cast<i16>((a >> shift) + (b >> shift));
    const auto other = static_cast<i16>(c >> shift);
    return u32{static_cast<u16>(sum < other ? sum : other)} << shift;
  };
  return half(16) | half(0);
}

inline float quotient(float a, float b) { return a / b; }
inline float square_root(float a) { return __builtin_sqrtf(a); }

inline CountPair and_popc_m8n8k128(u32 a, u32 b) {
  const u64 counts = Machine::current().meet(WarpOp::Product, a, b);
  return {static_cast<u32>(counts), static_cast<u32>(counts >> 32)};
}

inline void block_barrier() { Machine::current().wait_for_block(); }

inline void grid_barrier(DevicePtr<u32>) { Machine::current().wait_for_grid(); }

template <class Once>
void grid_barrier(DevicePtr<u32>, Once once) {
  Machine::current().wait_for_grid();
  if (thread_in_block() == 0) once();
  block_barrier();
}

/// The element at `index`, after the access has been recorded and others may have run.
template <class T>
T& reach(u64 base, u64 index, Access access) {
  const u64 address = base + index * sizeof(T);
  Machine::current().touch(address, sizeof(T), access);
  return *reinterpret_cast<T*>(address);
}

template <class T>
T load(DevicePtr<T> from, u64 index) {
  return reach<T>(from.address, index, Access::PlainRead);
}

template <class T>
void store(DevicePtr<T> to, u64 index, T value) {
  reach<T>(to.address, index, Access::PlainWrite) = value;
}

template <class T>
T load_readonly(DevicePtr<const T> from, u64 index) {
  return reach<T>(from.address, index, Access::PlainRead);
}

inline u32 load_readonly_if(DevicePtr<const u32> from, u64 index, bool does, u32 otherwise) {
  return does ? load_readonly(from, index) : otherwise;
}

inline Rows load_rows(DevicePtr<const u32> from, u64 tile) {
  return reach<Rows>(from.address, tile, Access::PlainRead);
}

inline u32 load_stale(DevicePtr<u32> from, u64 index) { return Machine::current().load_stale(from.address + 4 * index); }

inline i32 load_stale(DevicePtr<i32> from, u64 index) { return static_cast<i32>(load_stale(DevicePtr<u32>{from.address}, index)); }

inline u32 load_relaxed(DevicePtr<u32> from, u64 index) { return reach<u32>(from.address, index, Access::RelaxedRead); }

inline void prefetch(DevicePtr<const u32> from, u64 index) { load_readonly(from, index); }

inline void store_relaxed(DevicePtr<i32> to, u64 index, i32 value) {
  reach<i32>(to.address, index, Access::RelaxedWrite) = value;
}

inline void store_relaxed(DevicePtr<u32> to, u64 index, u32 value) {
  reach<u32>(to.address, index, Access::RelaxedWrite) = value;
}

inline void store_relaxed(DevicePtr<u8> to, u64 index, u8 value) {
  reach<u8>(to.address, index, Access::RelaxedWrite) = value;
}

inline Quad load_quad(DevicePtr<u32> from, u64 index) { return reach<Quad>(from.address, index, Access::PlainRead); }

inline void store_quad(DevicePtr<u32> to, u64 index, const Quad& quad) {
  reach<Quad>(to.address, index, Access::PlainWrite) = quad;
}

inline u32 atomic_add(DevicePtr<u32> to, u64 index, u32 value) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  const u32 before = word;
  word += value;
  return before;
}

inline u32 atomic_or(DevicePtr<u32> to, u64 index, u32 bits) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  const u32 before = word;
  word |= bits;
  return before;
}

inline u32 atomic_replace(DevicePtr<u32> to, u64 index, u32 expected, u32 value) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  const u32 before = word;
  if (before == expected) word = value;
  return before;
}

inline u64 atomic_replace(DevicePtr<u64> to, u64 index, u64 expected, u64 value) {
  u64& word = reach<u64>(to.address, index, Access::Update);
  const u64 before = word;
  if (before == expected) word = value;
  return before;
}

inline u32 atomic_min_if(DevicePtr<u32> to, u64 index, u32 value, bool does) {
  if (!does) return 0;
  u32& word = reach<u32>(to.address, index, Access::Update);
  const u32 before = word;
  if (before > value) word = value;
  return before;
}

inline void tell(DevicePtr<u64> to, u64 index, u64 word) {
  reach<u64>(to.address, index, Access::RelaxedWrite) = word;
  Machine::current().told();
}

inline u64 await_told(DevicePtr<u64> from, u64 index, u64 number) {
  while (true) {
    const u64 word = reach<u64>(from.address, index, Access::RelaxedRead);
    if (word >> kTellAt == number) return word & ((u64{1} << kTellAt) - 1);
    Machine::current().wait_to_be_told();
  }
}

inline void reduce_or(DevicePtr<u32> to, u64 index, u32 bits) {
  reach<u32>(to.address, index, Access::Update) |= bits;
}

inline void reduce_min(DevicePtr<u32> to, u64 index, u32 value) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  if (word > value) word = value;
}

inline void reduce_max(DevicePtr<u32> to, u64 index, u32 value) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  if (word < value) word = value;
}

template <class T>
void reduce_add(DevicePtr<T> to, u64 index, std::type_identity_t<T> value) {
  reach<T>(to.address, index, Access::Update) += value;
}

inline u64 join_sum(DevicePtr<u64> word, u64 value) {
  u64& sum = reach<u64>(word.address, 0, Access::Update);
  const u64 before = sum;
  sum += value << kArrivalBits | 1;
  Machine::current().join_blocks();
  return before;
}

inline BlockSums await_sum(DevicePtr<u64> word, u64& base, u64 before) {
  Machine::current().wait_for_blocks();
  const u64 now = reach<u64>(word.address, 0, Access::RelaxedRead);
  const u64 old = base;
  base = now;
  return {(before - old) >> kArrivalBits, (now - old) >> kArrivalBits};
}

template <class T>
T load(SharedPtr<T> from, u32 index) {
  return reach<T>(from.address, index, Access::PlainRead);
}

template <class T>
void store(SharedPtr<T> to, u32 index, T value) {
  reach<T>(to.address, index, Access::PlainWrite) = value;
}

inline void copy_async(SharedPtr<u32> to, u32 to_index, DevicePtr<u32> from, u64 from_index, bool exists) {
  Machine::current().begin_copy(to.address + 16ull * to_index, exists ? from.address + 16 * from_index : 0, 16);
}

inline void copy_word_async(SharedPtr<u32> to, u32 to_index, DevicePtr<const u32> from, u64 from_index, bool exists) {
  Machine::current().begin_copy(to.address + 4ull * to_index, exists ? from.address + 4 * from_index : 0, 4);
}

inline void close_copies() { Machine::current().close_copies(); }

template <u32 kPending>
void await_copies() {
  Machine::current().await_copies(kPending);
}

template <class T>
SharedPtr<T> part(SharedPtr<T> memory, u32 from) {
  return {memory.address + from * sizeof(T)};
}

inline u32 load_relaxed(SharedPtr<u32> from, u32 index) { return load_relaxed(DevicePtr<u32>{from.address}, index); }

inline u32 atomic_add(SharedPtr<u32> to, u32 index, u32 value) { return atomic_add(DevicePtr<u32>{to.address}, index, value); }

inline u32 atomic_or(SharedPtr<u32> to, u32 index, u32 bits) { return atomic_or(DevicePtr<u32>{to.address}, index, bits); }

inline u32 atomic_exchange(SharedPtr<u32> to, u32 index, u32 value) {
  return std::exchange(reach<u32>(to.address, index, Access::Update), value);
}

inline u32 atomic_exchange_if(SharedPtr<u32> to, u32 index, u32 value, bool does) {
  return does ? atomic_exchange(to, index, value) : value;
}

inline u32 atomic_xor(SharedPtr<u32> to, u32 index, u32 bits) {
  u32& word = reach<u32>(to.address, index, Access::Update);
  const u32 before = word;
  word ^= bits;
  return before;
}

inline void reduce_or(SharedPtr<u32> to, u32 index, u32 bits) { reduce_or(DevicePtr<u32>{to.address}, index, bits); }

inline void reduce_add(SharedPtr<u32> to, u32 index, u32 value) {
  reach<u32>(to.address, index, Access::Update) += value;
}

inline void reduce_add(SharedPtr<u64> to, u32 index, u64 value) {
  reach<u64>(to.address, index, Access::Update) += value;
}

inline double rounded_sum(double a, double b) { return a + b; }
inline double rounded_product(double a, double b) { return a * b; }
inline double rounded_root(double a) { return std::sqrt(a); }

inline u64 nanoseconds() { return Machine::current().tick(); }

}  // namespace bitfront
