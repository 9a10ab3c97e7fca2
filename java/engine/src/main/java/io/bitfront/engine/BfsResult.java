package io.bitfront.engine;

import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;

/// What one traversal found, in the input's numbering: arrays are indexed by input index (rank by ascending id).
/// The arrays belong to the arena given to [Engine#bfs(BfsRequest, java.lang.foreign.Arena)], ids to the graph, which
/// must stay open while vertices are asked for by id.
///
/// @param source input id
/// @param ids of the vertices, ascending
/// @param level per input index: hops from the source, -1 where unreached
/// @param parent per input index: *input id* of the parent, the source's own for the source, -1 where unreached;
///     null where not asked for
/// @param verticesPerLevel count of vertices at each level; index 0 is the source alone. Not copied: whoever
///     changes it changes the result
/// @param reachedEdges directed edges out of reached vertices (an undirected edge counts twice): the E of TEPS
public record BfsResult(
        long source,
        VertexIds ids,
        IntArray level,
        LongArray parent,
        long[] verticesPerLevel,
        long reachedEdges,
        Timings timings) {

    /// Hops from the source to the vertex with this input id, -1 where it is not reached.
    ///
    /// @throws IllegalArgumentException where the graph has no such vertex
    public int levelOf(long id) {
        return level.get(ids.requireKnown(id));
    }

    /// Input id of the parent of the vertex with this input id, -1 where it is not reached.
    ///
    /// @throws IllegalArgumentException where the graph has no such vertex
    /// @throws IllegalStateException where parents were not asked for
    public long parentOf(long id) {
        if (parent == null) {
            throw new IllegalStateException("the traversal was not asked for parents");
        }
        return parent.get(ids.requireKnown(id));
    }

    /// All levels on the heap, by input index.
    public int[] toArray() {
        return level.toArray();
    }

    /// Vertices reached, the source included.
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

    /// Where the time of one traversal went, nanoseconds. `kernel` is from the start of the first level to
    /// the last level stored, in the engine's numbering, state already initialised; the rest stands beside
    /// it, never in it.
    ///
    /// @param initialise resetting the state
    /// @param parents the parent post-pass, 0 where not asked for
    /// @param renumber putting results into the input's numbering
    /// @param download counting vertices and edges per level and copying all results from the device, 0 on the CPU
    public record Timings(long initialise, long kernel, long parents, long renumber, long download) {
        public long total() {
            return initialise + kernel + parents + renumber + download;
        }
    }
}
