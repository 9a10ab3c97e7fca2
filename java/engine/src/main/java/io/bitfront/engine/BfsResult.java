package io.bitfront.engine;

import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.util.List;

/// What one traversal found, in the input's numbering: arrays are indexed by input index (rank by ascending id).
/// The arrays belong to the arena given to [Engine#bfs(BfsRequest, java.lang.foreign.Arena)].
///
/// @param source input id
/// @param level per input index: hops from the source, -1 where unreached
/// @param parent per input index: *input id* of the parent, the source's own for the source, -1 where unreached;
///     null where not asked for
/// @param verticesPerLevel count of vertices at each level; index 0 is the source alone
/// @param reachedEdges directed edges out of reached vertices (an undirected edge counts twice): the E of TEPS
/// @param trace a record per level, empty where not asked for
public record BfsResult(
        long source,
        IntArray level,
        LongArray parent,
        long[] verticesPerLevel,
        long reachedEdges,
        BfsTimings timings,
        List<LevelTrace> trace) {

    public long reached() {
        long sum = 0;
        for (long count : verticesPerLevel) {
            sum += count;
        }
        return sum;
    }

    /// Largest level that holds a vertex.
    public int depth() {
        return verticesPerLevel.length - 1;
    }
}
