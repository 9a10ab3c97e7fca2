#pragma once
/// Counts for bounds by neighbourhoods on the emulator, against counts by hand.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// Takes the largest component of an undirected graph, or a directed graph, and runs the kernels one after the other, with a
/// source, limits and capacities that `seed` draws. Empty if degrees, sums and lists are those of the oracle and nothing is listed that has more vertices two hops
/// away than it says; else the first difference.
std::string run_bounds(EmulatedGraph& graph, u64 seed);

}  // namespace bitfront::test
