#pragma once
/// The check of finished levels on the emulator: right levels pass, wrong ones of every kind do not.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// The compiled check, for offsets of one width.
struct VerifyVariant {
  const char* name;
  void (*verify)(const VerifyArguments&);
  bool wide;
};

/// Checks the oracle's levels of a source that `seed` draws, then corrupts them in every way there is, one after the other
/// (on graphs of more than `kWideGrids` vertices in two). Empty if as many vertices are found wrong as there are, and one of
/// them is named; else the first difference.
std::string run_verify(EmulatedGraph& graph, const VerifyVariant& variant, u64 seed);

}  // namespace bitfront::test
