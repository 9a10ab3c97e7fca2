#pragma once
/// Traversals by rounds of several levels on the emulator, and the lists that they follow.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// Makes the lists of some radius, checks each, and traverses by them with limits of rounds that `seed` draws. Empty if lists and levels
/// are those of the oracle, or a list is rightly found too long; else the first difference.
std::string run_hops(EmulatedGraph& graph, u64 seed);

}  // namespace bitfront::test
