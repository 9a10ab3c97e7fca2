package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.graph.Components;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/// Between which numbers the vertices lie that each vertex reaches, itself included. Undirected: exactly the
/// size of its component. Directed: along the condensation, where what the largest strong component reaches
/// is counted once and all else with repetition, as WebGraph and Bergamini et al. (*Computing top-k closeness
/// centrality faster in unweighted graphs*, 2019) do.
public final class Reach {
    private static final VarHandle SIZE = MethodHandles.arrayElementVarHandle(int[].class);
    private static final long GRAIN = 1 << 14;

    private final IntUnaryOperator group;
    private final int[] least;
    private final int[] most;
    private final int largest;

    private Reach(IntUnaryOperator group, int[] least, int[] most) {
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
        return of(graph, out, components, () -> false);
    }

    /// @param out whether edges are followed
    /// @param components finds for each vertex the first of its component, of an undirected graph, or has no way to
    /// @throws CancellationException where it was given up
    public static Reach of(Graph graph, boolean out, Supplier<Optional<int[]>> components, BooleanSupplier stop) {
        if (graph.directed()) {
            StrongComponents strong = StrongComponents.of(out ? graph.out() : graph.in(), stop);
            ReachBounds bounds = new ReachBounds(strong, graph.permutation().oldIdOf(), stop);
            int[] labels = strong.labels();
            return new Reach(v -> labels[v], bounds.least(), bounds.most());
        }
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] label = oneComponent(graph).or(components).orElseGet(() -> label(graph, workers, stop));
            int[] size = new int[label.length];
            workers.forRange(
                    0, label.length, GRAIN, (worker, begin, end) -> count(label, (int) begin, (int) end, size));
            return new Reach(v -> label[v], size, size);
        }
    }

    /// In a directed graph whose vertices with edges are of some kinds.
    ///
    /// @param kindOf the place of a vertex's kind
    static Reach ofKinds(Graph graph, List<NeighbourhoodCounts.Kind> kinds, IntUnaryOperator kindOf) {
        int[] least = new int[kinds.size() + 1];
        int[] most = new int[kinds.size() + 1];
        for (int kind = 0; kind < kinds.size(); kind++) {
            least[kind] = kinds.get(kind).least();
            most[kind] = kinds.get(kind).most();
        }
        least[kinds.size()] = 1;
        most[kinds.size()] = 1;
        int live = graph.verticesWithEdges();
        return new Reach(v -> v < live ? kindOf.applyAsInt(v) : kinds.size(), least, most);
    }

    /// In an undirected graph whose largest component is known.
    ///
    /// @param size vertices of it
    /// @param outside vertices with edges that are of others, ascending
    /// @param firsts for each of them the first of its component; where nobody knows, they should be few
    static Reach ofLargest(Graph graph, int size, int[] outside, Optional<int[]> firsts) {
        int[] group = firsts.map(known -> places(outside, known)).orElseGet(() -> flooded(graph.out(), outside));
        int[] sizes = new int[outside.length + 2];
        sizes[0] = size;
        sizes[1] = 1;
        for (int own : group) {
            sizes[own]++;
        }
        int live = graph.verticesWithEdges();
        IntUnaryOperator groupOf = v -> {
            int at = Arrays.binarySearch(outside, v);
            return at >= 0 ? group[at] : v < live ? 0 : 1;
        };
        return new Reach(groupOf, sizes, sizes);
    }

    /// The group of each of some vertices, from 2 on: by the place among them of the first of its component.
    private static int[] places(int[] vertices, int... firsts) {
        return Arrays.stream(firsts)
                .parallel()
                .map(first -> 2 + Arrays.binarySearch(vertices, first))
                .toArray();
    }

    /// The same, where searches find components.
    private static int[] flooded(Csc edges, int... vertices) {
        int[] group = new int[vertices.length];
        int[] queue = new int[vertices.length];
        for (int i = 0; i < vertices.length; i++) {
            if (group[i] == 0) {
                flood(edges, vertices, i, 2 + i, group, queue);
            }
        }
        return group;
    }

    /// Gives all vertices of a component their group.
    ///
    /// @param vertices those that can be of it, ascending
    /// @param first the place of one of it
    private static void flood(Csc edges, int[] vertices, int first, int own, int[] group, int... queue) {
        int end = 0;
        queue[end++] = first;
        group[first] = own;
        for (int i = 0; i < end; i++) {
            int v = vertices[queue[i]];
            for (long e = edges.start(v); e < edges.end(v); e++) {
                int at = Arrays.binarySearch(vertices, edges.row(e));
                if (group[at] == 0) {
                    group[at] = own;
                    queue[end++] = at;
                }
            }
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

    private static int[] label(Graph graph, Workers workers, BooleanSupplier stop) {
        try (Arena work = Arena.ofShared()) {
            return Components.label(graph.out(), graph.in(), work, workers, stop)
                    .toArray();
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
        return least[group.applyAsInt(vertex)];
    }

    public int most(int vertex) {
        return most[group.applyAsInt(vertex)];
    }

    /// The most that any vertex reaches, at most.
    int largest() {
        return largest;
    }
}
