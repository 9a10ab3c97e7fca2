package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Components;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/// Between which numbers the vertices lie that each vertex reaches, itself included. Undirected: exactly the
/// size of its component. Directed: along the condensation, where what the largest strong component reaches
/// is counted once and all else with repetition, as WebGraph and Bergamini et al. (*Computing top-k closeness
/// centrality faster in unweighted graphs*, 2019) do.
public final class Reach {
    private static final VarHandle SIZE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final long GRAIN = 1 << 14;

    private final int[] group;
    private final int[] least;
    private final int[] most;
    private final int largest;

    private Reach(int[] group, int[] least, int[] most) {
        this.group = group;
        this.least = least;
        this.most = most;
        this.largest = Arrays.stream(most).parallel().max().orElse(0);
    }

    /// @param out whether edges are followed
    public static Reach of(Graph graph, boolean out) {
        return of(graph, out, Optional::empty);
    }

    /// @param out whether edges are followed
    /// @param components finds for each vertex the first of its component, of an undirected graph, or has no way to
    public static Reach of(Graph graph, boolean out, Supplier<Optional<int[]>> components) {
        if (graph.directed()) {
            StrongComponents strong = StrongComponents.of(out ? graph.out() : graph.in());
            ReachBounds bounds = new ReachBounds(strong);
            return new Reach(strong.labels(), bounds.least(), bounds.most());
        }
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] label = oneComponent(graph).or(components).orElseGet(() -> label(graph, workers));
            int[] size = new int[label.length];
            workers.forRange(
                    0, label.length, GRAIN, (worker, begin, end) -> count(label, (int) begin, (int) end, size));
            return new Reach(label, size, size);
        }
    }

    /// Where all vertices with edges hang together, which come first.
    private static Optional<int[]> oneComponent(Graph graph) {
        int components = graph.statistics().components();
        int live = graph.verticesWithEdges();
        if (components < 0 || components - (graph.vertexCount() - live) > 1) {
            return Optional.empty();
        }
        int[] label = new int[graph.vertexCount()];
        for (int v = live; v < label.length; v++) {
            label[v] = v;
        }
        return Optional.of(label);
    }

    private static int[] label(Graph graph, Workers workers) {
        try (Arena work = Arena.ofShared()) {
            return Components.label(graph.out(), graph.in(), work, workers).toArray();
        }
    }

    /// Adds up stretches of one label at once: most vertices have that of the largest component.
    private static void count(int[] label, int begin, int end, int... size) {
        int first = begin;
        for (int v = begin + 1; v < end; v++) {
            if (label[v] != label[first]) {
                int _ = (int) SIZE.getAndAdd(size, label[first], v - first);
                first = v;
            }
        }
        int _ = (int) SIZE.getAndAdd(size, label[first], end - first);
    }

    public int least(int vertex) {
        return least[group[vertex]];
    }

    public int most(int vertex) {
        return most[group[vertex]];
    }

    /// The most that any vertex reaches, at most.
    int largest() {
        return largest;
    }
}
