package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.graph.Csc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/// Neighbourhoods counted edge by edge, on graphs small enough for that.
public final class CountedByHand implements NeighbourhoodCounts {
    private static final int CLASSES = 4;

    private final boolean directed;
    private final Csc edges;
    private final Csc back;
    private final int live;
    /// Vertices counted, and those of them that are left out.
    private final int[] own;

    private final int[] outside;
    private final int[] kindOf;
    private final List<Kind> kinds;
    private final int mostLeft;
    private int[] left = {};
    private BitSet skipped;

    /// @param graph undirected, with an edge at least
    public CountedByHand(Graph graph) {
        this(graph, Direction.OUT, Integer.MAX_VALUE);
    }

    /// @param graph with an edge at least
    /// @param mostLeft where more vertices are left, bounds are taken to be of no use
    public CountedByHand(Graph graph, Direction direction, int mostLeft) {
        this.mostLeft = mostLeft;
        this.directed = graph.directed();
        this.edges = direction == Direction.OUT ? graph.out() : graph.in();
        this.back = direction == Direction.OUT ? graph.in() : graph.out();
        this.live = graph.verticesWithEdges();
        this.kindOf = new int[live];
        if (directed) {
            own = IntStream.range(0, live).toArray();
            outside = new int[0];
            kinds = kindsFrom(hub());
        } else {
            BitSet largest = largest();
            own = largest.stream().toArray();
            outside = IntStream.range(0, live).filter(v -> !largest.get(v)).toArray();
            kinds = List.of(new Kind(own.length, own.length));
        }
    }

    private BitSet largest() {
        BitSet largest = new BitSet();
        for (int v = 0; v < live; v++) {
            BitSet met = largest.get(v) ? largest : met(edges, v);
            largest = met.cardinality() > largest.cardinality() ? met : largest;
        }
        return largest;
    }

    /// What a search meets.
    private BitSet met(Csc along, int source) {
        BitSet met = new BitSet();
        int[] queue = new int[live];
        int end = 0;
        queue[end++] = source;
        met.set(source);
        for (int i = 0; i < end; i++) {
            for (long e = along.start(queue[i]); e < along.end(queue[i]); e++) {
                int w = along.row(e);
                if (!met.get(w)) {
                    met.set(w);
                    queue[end++] = w;
                }
            }
        }
        return met;
    }

    /// Of the 64 vertices with the most neighbours the first that has the most edges both ways.
    private int hub() {
        return Arrays.stream(mostNeighbours(64))
                .boxed()
                .max(Comparator.comparingInt((Integer v) -> Math.min(edges.degree(v), back.degree(v)))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /// By what vertices reach in truth, but for the numbers that a kind does not tell.
    private List<Kind> kindsFrom(int hub) {
        BitSet ahead = met(edges, hub);
        BitSet behind = met(back, hub);
        int[] sizes = new int[4];
        for (int v = 0; v < live; v++) {
            kindOf[v] = (ahead.get(v) ? 1 : 0) + (behind.get(v) ? 2 : 0);
            sizes[kindOf[v]]++;
        }
        int all = ahead.cardinality();
        Kind[] found = {
            new Kind(1, live - behind.cardinality()), new Kind(1, sizes[1]), new Kind(all + 1, live), new Kind(all, all)
        };
        return IntStream.range(0, 4)
                .mapToObj(kind -> sizes[kind] == 0 ? new Kind(0, 0) : found[kind])
                .toList();
    }

    private void forEachNeighbour(int v, IntConsumer visit) {
        for (long e = edges.start(v); e < edges.end(v); e++) {
            visit.accept(edges.row(e));
        }
    }

    @Override
    public List<Kind> kinds() {
        return kinds;
    }

    @Override
    public int kindOf(int vertex) {
        return kindOf[vertex];
    }

    @Override
    public int[] outside() {
        return outside;
    }

    /// From the share on from which a device tells them, too.
    @Override
    public Optional<int[]> firstsOf(int... vertices) {
        return directed || outside.length * 64L < live
                ? Optional.empty()
                : Optional.of(Arrays.stream(vertices)
                        .map(v -> met(edges, v).nextSetBit(0))
                        .toArray());
    }

    @Override
    public int[] mostNeighbours(int count) {
        return Arrays.stream(own)
                .filter(v -> edges.degree(v) > 0)
                .boxed()
                .sorted(Comparator.comparingInt((Integer v) -> -edges.degree(v)).thenComparingInt(v -> v))
                .limit(count)
                .mapToInt(v -> v)
                .sorted()
                .toArray();
    }

    @Override
    public Bounded bounded(int weight, List<Limit> limits, BitSet skipped) {
        this.skipped = skipped;
        int[] asked = Arrays.stream(own)
                .filter(v -> edges.degree(v) > 0 && !skipped.get(v))
                .toArray();
        int[] byWays = admitted(asked, weight, limits, this::byWays);
        int[] last = admitted(byWays, weight, limits, this::byClasses);
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

    /// What was not asked for last; null where nothing was.
    public BitSet skipped() {
        return skipped;
    }

    private int[] admitted(int[] of, int weight, List<Limit> limits, LongUnaryOperator second) {
        return Arrays.stream(of)
                .filter(v -> {
                    Limit limit = limits.get(kindOf[v]);
                    long neighbours = edges.degree(v);
                    long near = neighbours + second.applyAsLong(v);
                    return near + (weight - 1) * neighbours >= limit.least() || near >= limit.near();
                })
                .toArray();
    }

    private long others(int v) {
        return kinds.get(kindOf[v]).most() - 1L - edges.degree(v);
    }

    /// Every way of two edges leads to another vertex.
    long byWays(long vertex) {
        int v = (int) vertex;
        return Math.min(ends(v).size(), others(v));
    }

    /// Ways to vertices of a class are no more than there are such vertices, itself included.
    long byClasses(long vertex) {
        int v = (int) vertex;
        long sum = 0;
        for (int kind = 0; kind <= CLASSES; kind++) {
            int of = kind;
            long ways = ends(v).stream().filter(w -> classOf(w) == of).count();
            long[] others = {Arrays.stream(own).filter(w -> classOf(w) == of).count()};
            forEachNeighbour(v, w -> others[0] -= classOf(w) == of ? 1 : 0);
            sum += Math.min(ways, others[0]);
        }
        return Math.min(sum, others(v));
    }

    private List<Integer> ends(int v) {
        List<Integer> ends = new ArrayList<>();
        forEachNeighbour(
                v,
                w -> forEachNeighbour(w, x -> {
                    if (directed || x != v) {
                        ends.add(x);
                    }
                }));
        return ends;
    }

    private int classOf(int v) {
        int edgesBack = back.degree(v);
        return edgesBack == 0 ? CLASSES : Math.min(edgesBack - 1, CLASSES);
    }

    @Override
    public void close() {}
}
