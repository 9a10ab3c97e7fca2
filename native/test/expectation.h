#pragma once
/// What a traversal with limits must find, derived from the unlimited levels of an oracle.

#include <vector>

#include "vector.h"

namespace bitfront::test {

struct Limits {
  u32 max_level = ~0u;
  std::vector<u32> targets;  ///< vertices
};

struct Expectation {
  std::vector<i32> level;            ///< by vertex
  std::vector<i32> level_by_input;
  std::vector<i32> parent_by_input;
  std::vector<u64> vertices, edges;  ///< per level
  std::vector<u32> queued;           ///< VSSs in the queue from which level i + 1 is found
  bool ends_by_limit;                ///< a limit, not an empty frontier, ends the traversal
  u32 last_level;                    ///< the highest with a vertex
};

Expectation expect(const Vector& vector, const Traversal& traversal, const Limits& limits);

}  // namespace bitfront::test
