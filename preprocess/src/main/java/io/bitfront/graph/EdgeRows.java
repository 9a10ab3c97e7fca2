package io.bitfront.graph;

import java.lang.foreign.MemorySegment;

/// Edges sorted by their sources, native byte order, aligned or not. Memory of the [EdgeSource] they are of; where it
/// is
/// a mapped file, its contents may change at any time.
///
/// @param starts by source where its targets begin, 64-bit, one more than there are vertices
/// @param targets 32-bit, one for each edge
public record EdgeRows(MemorySegment starts, MemorySegment targets) {}
