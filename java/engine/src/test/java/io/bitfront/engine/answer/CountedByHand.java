package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.graph.Csc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/// Neighbourhoods counted edge by edge, on graphs small enough for that.
public final class CountedByHand implements NeighbourhoodCounts {
    private static final int CLASSES = 4;

    private final Csc edges;
    private final int live;
    private final int[] component;
    private final int largest;
    private final int[] own;
    private final int mostLeft;
    private int[] left = {};
    private BitSet skipped = new BitSet();

    /// @param graph undirected, with an edge at least
    public CountedByHand(Graph graph) {
        this(graph, Integer.MAX_VALUE);
    }

    /// @param mostLeft where more vertices are left, bounds are taken to be of no use
    public CountedByHand(Graph graph, int mostLeft) {
        this.mostLeft = mostLeft;
        this.edges = graph.out();
        this.live = graph.verticesWithEdges();
        this.component = new int[live];
        Arrays.fill(component, -1);
        int[] sizes = new int[live];
        for (int v = 0; v < live; v++) {
            if (component[v] < 0) {
                label(v, v);
            }
            sizes[component[v]]++;
        }
        this.largest = IntStream.range(0, live)
                .boxed()
                .max(Comparator.comparingInt(v -> sizes[v]))
                .orElseThrow();
        this.own = IntStream.range(0, live).filter(v -> component[v] == largest).toArray();
    }

    private void label(int v, int of) {
        component[v] = of;
        forEachNeighbour(v, w -> {
            if (component[w] < 0) {
                label(w, of);
            }
        });
    }

    private void forEachNeighbour(int v, IntConsumer visit) {
        for (long e = edges.start(v); e < edges.end(v); e++) {
            visit.accept(edges.row(e));
        }
    }

    @Override
    public int reached() {
        return own.length;
    }

    @Override
    public int[] outside() {
        return IntStream.range(0, live).filter(v -> component[v] != largest).toArray();
    }

    @Override
    public int[] mostNeighbours(int count) {
        return Arrays.stream(own)
                .boxed()
                .sorted(Comparator.comparingInt((Integer v) -> -edges.degree(v)).thenComparingInt(v -> v))
                .limit(count)
                .mapToInt(v -> v)
                .sorted()
                .toArray();
    }

    @Override
    public Bounded bounded(int weight, long least, BitSet skipped) {
        this.skipped = skipped;
        int[] asked = Arrays.stream(own).filter(v -> !skipped.get(v)).toArray();
        int[] byWays = admitted(asked, weight, least, this::byWays);
        int[] last = admitted(byWays, weight, least, this::byClasses);
        left = last;
        if (last.length > mostLeft) {
            return null;
        }
        return new Bounded(
                last, Arrays.stream(last).mapToLong(v -> byClasses(v)).toArray(), byWays.length);
    }

    /// What the last bound has left.
    int[] left() {
        return left;
    }

    /// What was not asked for last.
    public BitSet skipped() {
        return skipped;
    }

    private int[] admitted(int[] of, int weight, long least, LongUnaryOperator second) {
        return Arrays.stream(of)
                .filter(v -> (long) weight * edges.degree(v) + second.applyAsLong(v) >= least)
                .toArray();
    }

    /// Every way of two edges leads to another vertex.
    long byWays(long vertex) {
        int v = (int) vertex;
        return Math.min(ends(v).size(), own.length - 1L - edges.degree(v));
    }

    /// Ways to vertices of a class are no more than there are such vertices, itself included.
    long byClasses(long vertex) {
        int v = (int) vertex;
        long sum = 0;
        for (int kind = 0; kind <= CLASSES; kind++) {
            int of = kind;
            long ways = ends(v).stream().filter(w -> kind(w) == of).count();
            long[] others = {Arrays.stream(own).filter(w -> kind(w) == of).count()};
            forEachNeighbour(v, w -> others[0] -= kind(w) == of ? 1 : 0);
            sum += Math.min(ways, others[0]);
        }
        return Math.min(sum, own.length - 1L - edges.degree(v));
    }

    private List<Integer> ends(int v) {
        List<Integer> ends = new ArrayList<>();
        forEachNeighbour(
                v,
                w -> forEachNeighbour(w, x -> {
                    if (x != v) {
                        ends.add(x);
                    }
                }));
        return ends;
    }

    private int kind(int v) {
        return Math.min(edges.degree(v) - 1, CLASSES);
    }

    @Override
    public void close() {}
}
