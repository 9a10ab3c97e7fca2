package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Components;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

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
        int[] order = IntStream.range(0, n)
                .filter(label -> sizeOf[label] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(label -> -sizeOf[label])
                        .thenComparingInt(label -> firstOf[label]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] numberOf = firstOf;
        int[] size = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            size[i] = sizeOf[order[i]];
            numberOf[order[i]] = i + 1;
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
