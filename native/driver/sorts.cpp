/// The functions of library/cub_library.cu, on the host.

#include <algorithm>
#include <cstring>
#include <numeric>

#include "driver.h"

using namespace bitfront::emulator;
using bitfront::u32;
using bitfront::u64;

namespace {

struct Operand {
  const void* address;
  u64 bytes;
};

/// Answers how much temporary memory is wanted, else queues `work` on arrays that must lie within buffers.
int with_temporary(void* temporary, u64* temporary_bytes, void* handle, std::vector<Operand> operands,
                   std::function<void(Heap&)> work) {
  constexpr u64 kTemporaryBytes = 256;
  if (temporary == nullptr) {
    *temporary_bytes = kTemporaryBytes;
    return kSuccess;
  }
  if (*temporary_bytes < kTemporaryBytes) return kInvalidValue;
  Lock lock(Driver::get().mutex());
  auto* stream = static_cast<Stream*>(handle);
  const u32 device = stream->context->device;
  return Driver::get().queue(stream, {[=] {
    for (const Operand& operand : operands) {
      if (!holds(reinterpret_cast<u64>(operand.address), operand.bytes, device, "a sort or scan")) return +kInvalidValue;
    }
    work(Driver::get().heap());
    return +kSuccess;
  }});
}

template <class T>
void written(Heap& heap, const T* at, u64 count) {
  heap.memory().set_initialised(reinterpret_cast<u64>(at), count * sizeof(T));
}

/// The result of a sort ends in either buffer, the other's contents are lost.
template <class T>
void leave(Heap& heap, const std::vector<T>& sorted, T* in, T* other, bool in_other) {
  std::copy(sorted.begin(), sorted.end(), in_other ? other : in);
  std::fill_n(in_other ? in : other, sorted.size(), T{0xA5A5A5A5});
  written(heap, other, sorted.size());
}

bool draw_buffer(int* in_other) {
  Lock lock(Driver::get().mutex());
  *in_other = static_cast<int>(Driver::get().random().below(2));
  return *in_other != 0;
}

template <class T>
int sum_before(void* temporary, u64* temporary_bytes, const u32* counts, T* sums, u64 count, void* stream) {
  return with_temporary(temporary, temporary_bytes, stream, {{counts, 4 * count}, {sums, sizeof(T) * count}}, [=](Heap& heap) {
    std::exclusive_scan(counts, counts + count, sums, T{0});
    written(heap, sums, count);
  });
}

}  // namespace

EXPORTED bitfront_cub_version() { return 2; }

EXPORTED bitfront_sort_keys(void* temporary, u64* temporary_bytes, u64* keys, u64* other, u64 count, int begin_bit, int end_bit,
                            int* in_other, void* stream) {
  const bool to_other = draw_buffer(in_other);
  return with_temporary(temporary, temporary_bytes, stream, {{keys, 8 * count}, {other, 8 * count}}, [=](Heap& heap) {
    const u64 mask = (end_bit == 64 ? 0 : u64{1} << end_bit) - (u64{1} << begin_bit);
    std::vector<u64> sorted(keys, keys + count);
    std::stable_sort(sorted.begin(), sorted.end(), [=](u64 a, u64 b) { return (a & mask) < (b & mask); });
    leave(heap, sorted, keys, other, to_other);
  });
}

EXPORTED bitfront_sort_pairs(void* temporary, u64* temporary_bytes, u32* keys, u32* other_keys, u32* values, u32* other_values,
                             u64 count, int* in_other, void* stream) {
  const bool to_other = draw_buffer(in_other);
  const std::vector<Operand> operands{
      {keys, 4 * count}, {other_keys, 4 * count}, {values, 4 * count}, {other_values, 4 * count}};
  return with_temporary(temporary, temporary_bytes, stream, operands, [=](Heap& heap) {
    std::vector<u64> order(count);
    std::iota(order.begin(), order.end(), u64{0});
    std::stable_sort(order.begin(), order.end(), [=](u64 a, u64 b) { return keys[a] < keys[b]; });
    std::vector<u32> sorted_keys(count), sorted_values(count);
    for (u64 i = 0; i < count; ++i) {
      sorted_keys[i] = keys[order[i]];
      sorted_values[i] = values[order[i]];
    }
    leave(heap, sorted_keys, keys, other_keys, to_other);
    leave(heap, sorted_values, values, other_values, to_other);
  });
}

EXPORTED bitfront_unique(void* temporary, u64* temporary_bytes, const u64* keys, u64* unique, u64* kept, u64 count,
                         void* stream) {
  const std::vector<Operand> operands{{keys, 8 * count}, {unique, 8 * count}, {kept, 8}};
  return with_temporary(temporary, temporary_bytes, stream, operands, [=](Heap& heap) {
    *kept = static_cast<u64>(std::unique_copy(keys, keys + count, unique) - unique);
    written(heap, unique, *kept);
    written(heap, kept, 1);
  });
}

EXPORTED bitfront_sum_narrow(void* temporary, u64* temporary_bytes, const u32* counts, u32* sums, u64 count, void* stream) {
  return sum_before(temporary, temporary_bytes, counts, sums, count, stream);
}

EXPORTED bitfront_sum_wide(void* temporary, u64* temporary_bytes, const u32* counts, u64* sums, u64 count, void* stream) {
  return sum_before(temporary, temporary_bytes, counts, sums, count, stream);
}

EXPORTED bitfront_rows_of(void* temporary, u64* temporary_bytes, const u64* starts, u64 rows, u32* row_of, u64 entries,
                          void* stream) {
  const std::vector<Operand> operands{{starts, 8 * (rows + 1)}, {row_of, 4 * entries}};
  return with_temporary(temporary, temporary_bytes, stream, operands, [=](Heap& heap) {
    for (u64 entry = 0; entry < entries; ++entry) {
      const u64 row = static_cast<u64>(std::upper_bound(starts + 1, starts + rows, entry) - (starts + 1));
      row_of[entry] = static_cast<u32>(row);
    }
    written(heap, row_of, entries);
  });
}

EXPORTED bitfront_largest(void* temporary, u64* temporary_bytes, const u32* numbers, u32* largest, u64 count, void* stream) {
  return with_temporary(temporary, temporary_bytes, stream, {{numbers, 4 * count}, {largest, 4}}, [=](Heap& heap) {
    *largest = *std::max_element(numbers, numbers + count);
    written(heap, largest, 1);
  });
}
