#pragma once
/// One traversal on the emulator, from reset to results in the input's numbering, checked against an oracle.

#include <string>

#include "expectation.h"
#include "machine.h"
#include "vector.h"

namespace bitfront::test {

/// A compiled traversal and the reset it needs.
struct Variant {
  const char* name;
  void (*traverse)(const BfsArguments&);
  void (*reset)(const BfsArguments&);
  enum class Choice { Never, Paper, Auto } choice;  ///< how a level's mode is chosen
  bool wide;                                      ///< reads 64-bit offsets
  bool small = false;                             ///< runs small rounds, and so no levels in one block alone
  bool scans = false;                             ///< pulls of tiny frontiers are scans
  bool divides = false;                           ///< first vertices look for their marks
};

/// Where far offsets begin: beyond 32 bits, not at 0 where they are cut off, and aligned as lists are.
constexpr u64 kFar = (u64{3} << 32) + 0x2'4681'3578;

/// Mostly a few small blocks; on graphs of up to `kWideGrids` vertices sometimes blocks of up to `most_warps` warps.
constexpr u32 kWideGrids = 200;
emulator::GridShape draw_shape(emulator::Random& random, const Vector& vector, u32 most_warps);

constexpr std::size_t kMemoryBytes = 256u << 20;

/// A vector's arrays, in a memory that holds nothing else but what is run on them.
class EmulatedGraph {
 public:
  EmulatedGraph(emulator::Memory& memory, const Vector& vector);

  const Vector& vector() const { return vector_; }
  emulator::Memory& memory() { return memory_; }
  emulator::Machine& machine() { return machine_; }

  /// With offsets of 64 or 32 bits; far ones, of 64 bits, begin at `kFar`, and lists lie where that leads.
  GraphArrays arrays(bool wide, bool far = false) const;

 private:
  Vector vector_;
  emulator::Memory& memory_;
  emulator::Machine machine_;
  GraphArrays narrow_, wide_, far_;
};

/// Runs `variant` with the schedule, source and limits that `seed` draws. Empty if everything is as the oracle says, else
/// the first difference.
std::string run_traversal(EmulatedGraph& graph, const Variant& variant, u64 seed);

}  // namespace bitfront::test
