package io.bitfront.engine.verify;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;

/// Checks that every parent is the smallest (by input id) in-neighbour one level up.
final class ParentVerifier {
    private ParentVerifier() {}

    /// Null where they are, else one line on the first vertex with a wrong parent. The levels must be sound.
    static String firstDefect(Graph graph, BfsResult result) {
        for (int index = 0; index < graph.vertexCount(); index++) {
            long expected = parent(graph, result, index);
            long found = result.parent().get(index);
            if (found != expected) {
                return "vertex %d: parent %d, expected %d".formatted(graph.ids().idOf(index), found, expected);
            }
        }
        return null;
    }

    private static long parent(Graph graph, BfsResult result, int index) {
        IntArray level = result.level();
        int mine = level.get(index);
        if (mine <= 0) {
            return mine < 0 ? -1 : graph.ids().idOf(index);
        }
        Permutation permutation = graph.permutation();
        int v = permutation.newIdOf().get(index);
        Csc in = graph.in();
        int smallest = Integer.MAX_VALUE;
        for (long edge = in.start(v); edge < in.end(v); edge++) {
            int u = permutation.oldIdOf().get(in.row(edge));
            if (u < smallest && level.get(u) == mine - 1) {
                smallest = u;
            }
        }
        return graph.ids().idOf(smallest);
    }
}
