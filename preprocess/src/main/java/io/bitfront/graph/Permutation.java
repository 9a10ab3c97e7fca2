package io.bitfront.graph;

import io.bitfront.memory.IntArray;

/// A renumbering of vertices, both ways. *Old* is the input index, *new* the engine's number.
///
/// @param newIdOf indexed by old
/// @param oldIdOf indexed by new
public record Permutation(IntArray newIdOf, IntArray oldIdOf) {}
