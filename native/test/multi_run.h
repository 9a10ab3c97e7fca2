#pragma once
/// Batches of traversals from many sources on the emulator, checked source by source against a plain queue.

#include <string>

#include "bitfront/multi_abi.cuh"
#include "traversal_run.h"

namespace bitfront::test {

/// A compiled multi-source traversal: ours and the preparation it needs, or one of the paper's.
struct MultiVariant {
  const char* name;
  void (*wide)(const MultiArguments&);
  void (*prepare)(const MultiArguments&);
  void (*tensor)(const MultiTensorArguments&);
  u32 words;      ///< of a record
  bool offsets64; ///< reads 64-bit offsets
  u32 modes = 0b1110;  ///< bit `1 << mode` for each way to run a level that it has
  void (*independent)(const IndependentArguments&) = nullptr;  ///< instead of the others: searches by themselves
  void (*rows)(const IndependentArguments&) = nullptr;         ///< fills the rows that these read
};

/// Runs two batches, one after the other on the same state, with the schedule, sources, direction and costs that `seed`
/// draws. Empty if everything is as the oracle says, else the first difference.
std::string run_batches(EmulatedGraph& graph, const MultiVariant& variant, u64 seed);

}  // namespace bitfront::test
