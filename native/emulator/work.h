#pragma once
/// What a launch does, counted: accesses to chosen buffers, by warp and by the stretch between two grid barriers.

#include <vector>

#include "bitfront/abi.cuh"
#include "memory.h"

namespace bitfront::emulator {

class WorkCount {
 public:
  /// Counts accesses to the bytes from `begin` on as accesses to buffer `buffer`.
  void watch(u32 buffer, u64 begin, u64 bytes) { ranges_.push_back({buffer, begin, begin + bytes}); }

  void note(u64 address, Access access, u32 warp) {
    for (const Range& range : ranges_) {
      if (address < range.begin || address >= range.end) continue;
      if (stretches_.empty()) stretches_.emplace_back();
      if (stretches_.back().size() <= warp) stretches_.back().resize(warp + 1);
      Count& count = stretches_.back()[warp];
      const bool atomic = access == Access::Update;
      (atomic ? count.atomics : count.accesses)[range.buffer] += 1;
    }
  }

  void end_stretch() { stretches_.emplace_back(); }

  /// Takes the stretches of another launch behind its own.
  void append(const WorkCount& other) { stretches_.insert(stretches_.end(), other.stretches_.begin(), other.stretches_.end()); }

  static constexpr u32 kBuffers = 5;

  struct Count {
    u64 accesses[kBuffers]{}, atomics[kBuffers]{};
  };

  /// By stretch, then by warp.
  const std::vector<std::vector<Count>>& stretches() const { return stretches_; }

 private:
  struct Range {
    u32 buffer;
    u64 begin, end;
  };

  std::vector<Range> ranges_;
  std::vector<std::vector<Count>> stretches_;
};

}  // namespace bitfront::emulator
