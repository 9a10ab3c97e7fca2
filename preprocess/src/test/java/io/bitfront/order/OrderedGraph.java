package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.Permutation;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;

/// A test graph and what an ordering made of it.
record OrderedGraph(TestGraph graph, Csc out, Csc in, Permutation permutation, Arena arena) implements AutoCloseable {
    static OrderedGraph of(TestGraph graph, Ordering ordering, int threads) {
        Arena arena = Arena.ofShared();
        try (Workers workers = new Workers(threads)) {
            Csc out = CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
            Csc in =
                    graph.directed() ? CscBuilder.of(arena, graph.vertexCount(), graph.to(), graph.from(), false) : out;
            return new OrderedGraph(graph, out, in, ordering.order(out, in, arena, workers, Progress.NONE), arena);
        }
    }

    int[] oldIdOf() {
        return permutation.oldIdOf().toArray();
    }

    int[] newIdOf() {
        return permutation.newIdOf().toArray();
    }

    boolean isolated(int vertex) {
        return out.degree(vertex) == 0 && in.degree(vertex) == 0;
    }

    boolean isPermutation() {
        int[] oldIdOf = oldIdOf();
        int[] newIdOf = newIdOf();
        boolean[] seen = new boolean[graph.vertexCount()];
        for (int v = 0; v < seen.length; v++) {
            if (seen[oldIdOf[v]] || newIdOf[oldIdOf[v]] != v) {
                return false;
            }
            seen[oldIdOf[v]] = true;
        }
        return oldIdOf.length == seen.length && newIdOf.length == seen.length;
    }

    boolean isolatedVerticesAreLast() {
        boolean behind = false;
        for (int old : oldIdOf()) {
            if (behind && !isolated(old)) {
                return false;
            }
            behind |= isolated(old);
        }
        return true;
    }

    @Override
    public void close() {
        arena.close();
    }
}
