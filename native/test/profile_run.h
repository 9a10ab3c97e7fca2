#pragma once
/// Sums of a cell's vertices from searches of its border on the emulator, against searches from each of them.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// Draws a component of an undirected graph, a cell in it and a hash, good or weak, and runs the kernels one after the other.
/// Empty if the sums are those of searches, or the cell is left for the reason that the oracle gives; else the first difference.
std::string run_profiles(EmulatedGraph& graph, u64 seed);

}  // namespace bitfront::test
