package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;

/// Brings what a traversal found into the input's numbering, in parallel.
///
/// @param graph whose permutation leads back
/// @param in the graph's in-neighbours
record ResultNumbering(Graph graph, Adjacency in, Workers workers) {
    private static final int GRAIN = 1 << 14;

    /// Levels by input index.
    ///
    /// @param level by vertex (engine's number)
    IntArray levels(int[] level, Arena arena) {
        int n = graph.vertexCount();
        IntArray byIndex = IntArray.allocate(arena, n, "levels");
        IntArray newIdOf = graph.permutation().newIdOf();
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            for (long index = begin; index < end; index++) {
                byIndex.set(index, level[newIdOf.get(index)]);
            }
        });
        return byIndex;
    }

    /// Parents by input index: of every reached vertex the smallest (by input id) in-neighbour one level up, as input
    /// id; the source's own; -1 where unreached. Nothing depends on the ordering.
    ///
    /// @param level by vertex (engine's number)
    LongArray parents(int[] level, Arena arena) {
        int n = graph.vertexCount();
        LongArray byIndex = LongArray.allocate(arena, n, "parents");
        IntArray oldIdOf = graph.permutation().oldIdOf();
        VertexIds ids = graph.ids();
        workers.forRange(0, n, GRAIN / 16, (worker, begin, end) -> {
            for (int v = (int) begin; v < end; v++) {
                int index = oldIdOf.get(v);
                int parent = level[v] == 0 ? index : smallestParent(v, level);
                byIndex.set(index, level[v] < 0 ? -1 : ids.idOf(parent));
            }
        });
        return byIndex;
    }

    /// Input index of v's parent, or -1 where none of its in-neighbours is one level up.
    private int smallestParent(int v, int[] level) {
        IntArray oldIdOf = graph.permutation().oldIdOf();
        int wanted = level[v] - 1;
        int smallest = Integer.MAX_VALUE;
        if (wanted >= 0) {
            for (long edge = in.start(v), end = in.end(v); edge < end; edge++) {
                int u = in.row(edge);
                if (level[u] == wanted) {
                    smallest = Math.min(smallest, oldIdOf.get(u));
                }
            }
        }
        return smallest == Integer.MAX_VALUE ? -1 : smallest;
    }
}
