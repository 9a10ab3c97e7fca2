package io.bitfront.testkit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/// Breadth-first search with a queue, as in a textbook.
public final class BfsOracle {
    private BfsOracle() {}

    /// Hops from `source` along out-edges; -1 where unreached.
    public static int[] levels(TestGraph graph, int source) {
        return levels(graph.outNeighbours(), source);
    }

    /// Hops from `source` through these neighbour lists; -1 where unreached.
    public static int[] levels(int[][] neighbours, int source) {
        int[] level = new int[neighbours.length];
        Arrays.fill(level, -1);
        level[source] = 0;
        Queue<Integer> queue = new ArrayDeque<>();
        queue.add(source);
        while (!queue.isEmpty()) {
            int v = queue.remove();
            for (int w : neighbours[v]) {
                if (level[w] < 0) {
                    level[w] = level[v] + 1;
                    queue.add(w);
                }
            }
        }
        return level;
    }

    /// For each vertex its smallest in-neighbour one level up; the source's own number for the source, -1 where
    /// unreached.
    public static int[] parents(TestGraph graph, int source) {
        int[] level = levels(graph, source);
        int[][] in = graph.inNeighbours();
        int[] parent = new int[level.length];
        Arrays.fill(parent, -1);
        parent[source] = source;
        for (int v = 0; v < parent.length; v++) {
            for (int i = in[v].length - 1; i >= 0 && level[v] > 0; i--) {
                if (level[in[v][i]] == level[v] - 1) {
                    parent[v] = in[v][i];
                }
            }
        }
        return parent;
    }
}
