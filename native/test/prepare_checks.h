#pragma once
/// What tests of the preparing kernels share: a device with its own dice, comparisons, and the checks by kind.

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "entries.h"
#include "machine.h"
#include "vector.h"

namespace bitfront::test {

/// A machine over a memory that holds nothing else, and its dice.
class Device {
 public:
  Device(emulator::Memory& memory, u64 seed) : memory_(memory), machine_(memory), random_(seed) { memory.release_to(0); }

  emulator::Random& random() { return random_; }

  template <class T>
  DevicePtr<const T> upload(const char* name, const std::vector<T>& array) {
    return {memory_.allocate_read_only(name, array.data(), array.size() * sizeof(T))};
  }

  template <class T>
  DevicePtr<T> zeroed(const char* name, u64 count) {
    return filled<T>(name, count, 0);
  }

  template <class T>
  DevicePtr<T> filled(const char* name, u64 count, int byte) {
    const DevicePtr<T> array = room<T>(name, count);
    std::memset(memory_.host_view(array.address), byte, count * sizeof(T));
    memory_.set_initialised(array.address, count * sizeof(T));
    return array;
  }

  template <class T>
  DevicePtr<T> room(const char* name, u64 count) {
    return {memory_.allocate(name, count * sizeof(T))};
  }

  template <class T>
  std::vector<T> download(DevicePtr<T> from, u64 count) {
    const T* data = static_cast<const T*>(memory_.host_view(from.address));
    return {data, data + count};
  }

  template <class Arguments>
  void launch(const char* name, void (*kernel)(const Arguments&), const Arguments& arguments) {
    const emulator::GridShape shape{1 + random_.below(4), 1 + random_.below(2)};
    const std::string wrong = machine_.launch(shape, random_.next(), [&] { kernel(arguments); });
    if (!wrong.empty()) throw std::runtime_error(std::string(name) + ": " + wrong);
  }

 private:
  emulator::Memory& memory_;
  emulator::Machine machine_;
  emulator::Random random_;
};

template <class T>
void expect_equal(const char* what, const std::vector<T>& found, const std::vector<T>& expected) {
  if (found.size() != expected.size()) {
    throw std::runtime_error(std::string(what) + " has " + std::to_string(found.size()) + " elements, not " +
                             std::to_string(expected.size()));
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] != expected[i]) {
      throw std::runtime_error(std::string(what) + "[" + std::to_string(i) + "] is " + std::to_string(found[i]) +
                               ", not " + std::to_string(expected[i]));
    }
  }
}

inline u32 bits_for(u32 count) {
  u32 bits = 1;
  while (bits < 32 && count > 1u << bits) ++bits;
  return bits;
}

/// Cuts 0 .. end at random into ranges that are not empty.
inline std::vector<u32> random_cuts(emulator::Random& random, u32 end) {
  std::vector<u32> cuts{0};
  while (cuts.back() < end) cuts.push_back(cuts.back() + 1 + random.below(random.below(3) == 0 ? end : end - cuts.back()));
  cuts.back() = end;
  return cuts;
}

inline std::vector<u32> degrees_of(const std::vector<u64>& start) {
  std::vector<u32> degrees(start.size() - 1);
  for (std::size_t i = 0; i < degrees.size(); ++i) degrees[i] = static_cast<u32>(start[i + 1] - start[i]);
  return degrees;
}

template <class T>
std::vector<T> sums_before(const std::vector<u32>& counts) {
  std::vector<T> sums{0};
  for (const u32 count : counts) sums.push_back(static_cast<T>(sums.back() + count));
  return sums;
}

/// A `.bfe` file: the constants of a generator as `io.bitfront.graph.EdgeStream` has them, and the edges it makes.
/// Little-endian: u32 kind (1 kron, 2 urand, 3 road, 4 rgg), u32 vertex_count, u64 indices, u64 key, u64 threshold, u32 width,
/// height, id_count, id_shift, factors[4], summands[4], u32[256] limits, u32[256] swaps, u64 m, m times u32 source, target.
struct Stream {
  u32 kind, vertex_count;
  u64 indices;
  EdgeStream constants{};
  std::vector<u32> limits = std::vector<u32>(256), swaps = std::vector<u32>(256);
  std::vector<u64> keys;  ///< source << 32 | target
};

Stream read_stream(const std::string& path);

/// Every check throws a `std::runtime_error` that says what differs.
void check_csc(Device& device, const Vector& v);
void check_order(Device& device, const Vector& v);
void check_hubs(Device& device, const Vector& v);
void check_bvss(Device& device, const Vector& v);
/// Under a window drawn at random.
void check_jaccard(Device& device, const Vector& v);
void check_figures(Device& device, const Vector& v);
void check_stream(Device& device, const Stream& stream);

}  // namespace bitfront::test
