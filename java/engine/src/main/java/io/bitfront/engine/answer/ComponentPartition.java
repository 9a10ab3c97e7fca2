package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Components;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Which vertices hang together. Components are numbered from 1, the largest first; of two of one size, the
/// one that has the smallest id goes first. So the numbers depend on the graph alone.
///
/// @param number of each vertex's component (engine's number)
/// @param size of each component; entry 0 is the first's
public record ComponentPartition(int[] number, int[] size) {
    /// Weak components: of a directed graph, with its edges taken both ways.
    public static ComponentPartition weak(Graph graph, Workers workers) {
        try (Graph.Use _ = graph.use();
                Arena arena = Arena.ofShared()) {
            IntArray labels = Components.label(graph.out(), graph.in(), arena, workers);
            return numbered(graph, labels.toArray());
        }
    }

    /// Strong components: each vertex reaches every other. Of an undirected graph they are the weak ones.
    public static ComponentPartition strong(Graph graph, Workers workers) {
        if (!graph.directed()) {
            return weak(graph, workers);
        }
        try (Graph.Use _ = graph.use()) {
            return numbered(graph, StrongComponents.of(graph.out()).labels().clone());
        }
    }

    /// @param labels of each vertex, below n; kept and changed
    private static ComponentPartition numbered(Graph graph, int... labels) {
        int n = labels.length;
        int[] sizeOf = new int[n];
        int[] firstOf = new int[n];
        Arrays.fill(firstOf, Integer.MAX_VALUE);
        IntArray oldIdOf = graph.permutation().oldIdOf();
        for (int v = 0; v < n; v++) {
            sizeOf[labels[v]]++;
            firstOf[labels[v]] = Math.min(firstOf[labels[v]], oldIdOf.get(v));
        }
        int count = (int) Arrays.stream(sizeOf).filter(size -> size > 0).count();
        // Falling by size, then rising by first vertex, whose label is that of its component.
        long[] order = new long[count];
        int next = 0;
        for (int label = 0; label < n; label++) {
            if (sizeOf[label] > 0) {
                order[next++] = (long) -sizeOf[label] << Integer.SIZE | firstOf[label];
            }
        }
        Arrays.sort(order);
        IntArray newIdOf = graph.permutation().newIdOf();
        int[] numberOf = firstOf;
        int[] size = new int[count];
        for (int i = 0; i < count; i++) {
            int first = (int) order[i];
            int label = labels[newIdOf.get(first)];
            size[i] = sizeOf[label];
            numberOf[label] = i + 1;
        }
        for (int v = 0; v < n; v++) {
            labels[v] = numberOf[labels[v]];
        }
        return new ComponentPartition(labels, size);
    }

    public int count() {
        return size.length;
    }

    /// Whether a vertex (engine's number) is in the largest component.
    public boolean inLargest(int vertex) {
        return number[vertex] == 1;
    }
}
