#pragma once
/// What the tests of the emulator itself share.

#include <cstdio>
#include <functional>
#include <string>

#include "bitfront/device.cuh"

namespace bitfront::test {

using emulator::GridShape;
using emulator::Machine;
using emulator::Memory;

constexpr GridShape kGrid{3, 2};
constexpr u64 kSeeds = 60;

inline int failures = 0;

inline void expect(bool holds, const char* test, const std::string& detail) {
  if (holds) return;
  ++failures;
  std::printf("FAILED %s: %s\n", test, detail.c_str());
}

inline bool contains(const std::string& text, const char* part) { return text.find(part) != text.npos; }

/// A machine, its memory and a buffer of zeroed words.
struct Bench {
  Memory memory{1 << 20};
  Machine machine{memory};

  DevicePtr<u32> words(u32 count) {
    const DevicePtr<u32> buffer{memory.allocate("words", count * 4)};
    for (u32 i = 0; i < count; ++i) view(buffer)[i] = 0;
    memory.set_initialised(buffer.address, count * 4);
    return buffer;
  }
  u32* view(DevicePtr<u32> buffer) { return static_cast<u32*>(memory.host_view(buffer.address)); }

  std::string launch(u64 seed, const std::function<void()>& kernel) { return machine.launch(kGrid, seed, kernel); }
};

/// Runs a kernel under many seeds; how often its message contained `part`.
inline u64 reports(const char* part, const std::function<void(DevicePtr<u32>)>& kernel) {
  u64 count = 0;
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(64);
    count += contains(bench.launch(seed, [&] { kernel(words); }), part);
  }
  return count;
}

/// Which accesses race, and which values a load may find.
void test_races();

}  // namespace bitfront::test
