#pragma once
/// Bounds of eccentricities on the emulator, search by search, against bounds by hand and eccentricities of all vertices.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// Searches from where the kernels say in the largest component of an undirected graph until no vertex is open. Empty if every
/// step is that of the oracle and the ends are diameter, radius and vertices that have them; else the first difference.
std::string run_eccentricities(EmulatedGraph& graph, u64 seed);

}  // namespace bitfront::test
