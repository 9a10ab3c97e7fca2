package io.bitfront.engine;

/// One traversal without its level array: what a measuring loop needs, when renumbering millions of levels for each
/// run would only cost.
public record BfsSummary(long source, long[] verticesPerLevel, long reachedEdges, BfsTimings timings) {}
