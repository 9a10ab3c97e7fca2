#pragma once
/// Correcting traversals on the emulator, against levels by a plain queue.

#include <string>

#include "traversal_run.h"

namespace bitfront::test {

/// Draws what blocks keep and when they deal by `seed`. Empty, or what went wrong.
std::string run_correcting(EmulatedGraph& graph, u64 seed);

}  // namespace bitfront::test
