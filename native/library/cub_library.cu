/// Device-wide sorts and scans by CUB behind a plain C interface, for a host that calls it on the current context of its
/// thread. Every function returns a `cudaError_t`. Called with `temporary` null, it stores the bytes of temporary device
/// memory it wants; called again with them, it queues its work on `stream`.

#include <cstdint>

#include <cub/cub.cuh>

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

/// Stores for an entry the row it lies in.
struct StoreRow {
  const u64* starts;
  u64 rows;
  u32* row_of;

  /// The first row whose end lies behind the entry, or the last one: whatever `starts` holds, a row.
  __device__ void operator()(u64 entry) const {
    u64 low = 0, high = rows - 1;
    while (low < high) {
      const u64 middle = (low + high) / 2;
      if (starts[middle + 1] <= entry) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    row_of[entry] = static_cast<u32>(low);
  }
};

/// Where a sort left its result.
template <class T>
int which(cub::DoubleBuffer<T>& buffer, const T* first) {
  return buffer.Current() == first ? 0 : 1;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int bitfront_cub_version() { return 2; }

/// Sorts `keys` by bits `begin_bit .. end_bit - 1`, with `other` as room; `in_other` says where the result is.
int bitfront_sort_keys(void* temporary, u64* temporary_bytes, u64* keys, u64* other, u64 count, int begin_bit, int end_bit,
                       int* in_other, cudaStream_t stream) {
  cub::DoubleBuffer<u64> buffer(keys, other);
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result = cub::DeviceRadixSort::SortKeys(temporary, bytes, buffer, count, begin_bit, end_bit, stream);
  *temporary_bytes = bytes;
  *in_other = which(buffer, keys);
  return result;
}

/// Sorts `values` by `keys`, stably.
int bitfront_sort_pairs(void* temporary, u64* temporary_bytes, u32* keys, u32* other_keys, u32* values, u32* other_values,
                        u64 count, int* in_other, cudaStream_t stream) {
  cub::DoubleBuffer<u32> key_buffer(keys, other_keys), value_buffer(values, other_values);
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result =
      cub::DeviceRadixSort::SortPairs(temporary, bytes, key_buffer, value_buffer, count, 0, 32, stream);
  *temporary_bytes = bytes;
  *in_other = which(value_buffer, values);
  return result;
}

/// Copies the keys that differ from the one before; their number goes to `kept`, in device memory.
int bitfront_unique(void* temporary, u64* temporary_bytes, const u64* keys, u64* unique, u64* kept, u64 count,
                    cudaStream_t stream) {
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result = cub::DeviceSelect::Unique(temporary, bytes, keys, unique, kept,
                                                       static_cast<std::int64_t>(count), stream);
  *temporary_bytes = bytes;
  return result;
}

/// sums[i] = counts[0] + ... + counts[i - 1].
int bitfront_sum_narrow(void* temporary, u64* temporary_bytes, const u32* counts, u32* sums, u64 count, cudaStream_t stream) {
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result = cub::DeviceScan::ExclusiveSum(temporary, bytes, counts, sums,
                                                           static_cast<std::int64_t>(count), stream);
  *temporary_bytes = bytes;
  return result;
}

/// sums[i] = counts[0] + ... + counts[i - 1], in 64 bits.
int bitfront_sum_wide(void* temporary, u64* temporary_bytes, const u32* counts, u64* sums, u64 count, cudaStream_t stream) {
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result = cub::DeviceScan::ExclusiveScan(temporary, bytes, counts, sums, cuda::std::plus<u64>{}, u64{0},
                                                            static_cast<std::int64_t>(count), stream);
  *temporary_bytes = bytes;
  return result;
}

/// row_of[i] = the row that entry i lies in: row r has the entries from starts[r] up to starts[r + 1], exclusive.
/// `starts` has `rows` + 1 elements, `rows` is not 0.
int bitfront_rows_of(void* temporary, u64* temporary_bytes, const u64* starts, u64 rows, u32* row_of, u64 entries,
                     cudaStream_t stream) {
  *temporary_bytes = 1;
  return temporary == nullptr ? cudaSuccess : cub::DeviceFor::Bulk(entries, StoreRow{starts, rows, row_of}, stream);
}

/// The largest of `count` numbers, which are not none, to `largest`, in device memory.
int bitfront_largest(void* temporary, u64* temporary_bytes, const u32* numbers, u32* largest, u64 count, cudaStream_t stream) {
  std::size_t bytes = *temporary_bytes;
  const cudaError_t result =
      cub::DeviceReduce::Max(temporary, bytes, numbers, largest, static_cast<std::int64_t>(count), stream);
  *temporary_bytes = bytes;
  return result;
}

}  // extern "C"
#pragma GCC visibility pop
