package io.bitfront.engine.lab;

import io.bitfront.engine.BfsResult;
import java.util.List;

/// One traversal without its level array: what a measuring loop needs, when renumbering millions of levels for each
/// run would only cost.
///
/// @param trace a record per level, empty where not asked for
public record BfsSummary(
        long source, long[] verticesPerLevel, long reachedEdges, BfsResult.Timings timings, List<LevelTrace> trace) {}
