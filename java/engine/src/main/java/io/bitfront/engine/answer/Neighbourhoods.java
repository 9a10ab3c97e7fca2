package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.stream.IntStream;

/// What vertices' values are at most, as their neighbourhoods tell: so many vertices are at level 1, at level 2 only so
/// many, and all else is farther away. Three ways to bound level 2, each dearer than the one before:
///
/// | [#byDegree] | as many vertices as those that follow the most edges, so many as there are neighbours, lead to |
/// | [#byNeighbours] | as many as the neighbours lead to, but for the way back |
/// | [#byClasses] | the same for vertices of few edges on their own ([FewEdges]): there are more ways to a hub's many
/// neighbours than vertices, but few to the many that hang on others |
///
/// 4 bytes a vertex. Loops over edges are small methods on heap arrays: these are soon compiled, while many threads in
/// one loop that is not yet wait for each other.
public final class Neighbourhoods {
    private static final long GRAIN = 1 << 12;
    private static final int FEW_VERTICES = 16;
    private static final int CHUNK = 1 << 12;
    private static final int KNOWN_DEGREES = 1 << 10;

    private final boolean directed;
    private final Csc ahead;
    private final Csc back;
    private final Reach reach;
    private final UpperBounds bounds;
    private final int[] degree;
    private final int step;
    private final int withEdges;
    private FewEdges few;

    /// @param out whether distances follow out-edges
    public Neighbourhoods(Graph graph, boolean out, Reach reach, UpperBounds bounds) {
        this.directed = graph.directed();
        this.ahead = out ? graph.out() : graph.in();
        this.back = out ? graph.in() : graph.out();
        this.reach = reach;
        this.bounds = bounds;
        this.degree = degrees(ahead.columnStart(), graph.vertexCount());
        this.step = directed ? 0 : 1;
        this.withEdges = graph.verticesWithEdges();
    }

    private static int[] degrees(LongArray start, int n) {
        int[] degree = new int[n];
        try (Workers workers = workers(n, GRAIN)) {
            workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
                DegreeBlocks.forEach(
                        start, begin, end, (first, some, count) -> System.arraycopy(some, 0, degree, first, count));
            });
        }
        return degree;
    }

    /// No more threads than there are pieces.
    private static Workers workers(long count, long grain) {
        return new Workers(
                Math.clamp(Math.ceilDiv(count, grain), 1, Runtime.getRuntime().availableProcessors()));
    }

    /// Bounds of all vertices.
    public double[] byDegree() {
        long[] largest = LargestDegrees.sums(degree);
        double[] known = directed ? new double[0] : knownByDegree(largest);
        double alone = bounds.nearby(0, 0, 1, 1);
        double[] found = new double[degree.length];
        Arrays.fill(found, withEdges, found.length, alone);
        try (Workers workers = workers(withEdges, GRAIN)) {
            workers.forRange(0, withEdges, GRAIN, (worker, begin, end) -> {
                for (int v = (int) begin; v < end; v++) {
                    int neighbours = degree[v];
                    if (neighbours == 0) {
                        found[v] = alone;
                    } else if (neighbours < known.length && reach.most(v) == reach.largest()) {
                        found[v] = known[neighbours];
                    } else {
                        found[v] = nearby(v, ofLargest(largest, neighbours));
                    }
                }
            });
        }
        return found;
    }

    /// Bounds by degree in the largest component, where all reach the same number.
    private double[] knownByDegree(long... largest) {
        double[] known = new double[KNOWN_DEGREES];
        for (int neighbours = 1; neighbours < known.length; neighbours++) {
            known[neighbours] =
                    bounds.nearby(neighbours, ofLargest(largest, neighbours), reach.largest(), reach.largest());
        }
        return known;
    }

    private long ofLargest(long[] largest, int neighbours) {
        return largest[Math.min(neighbours, largest.length - 1)] - (long) step * neighbours;
    }

    private double nearby(int v, long second) {
        return bounds.nearby(degree[v], second, reach.least(v), reach.most(v));
    }

    /// Lowers the bounds of some vertices.
    public void byNeighbours(int[] vertices, double[] bound) {
        forEach(vertices, GRAIN, (v, buffer) -> bound[v] = Math.min(bound[v], nearby(v, second(v, buffer))));
    }

    /// Bounds of all vertices, by their neighbours.
    public double[] all() {
        double[] bound = new double[degree.length];
        Arrays.fill(bound, Double.POSITIVE_INFINITY);
        byNeighbours(IntStream.range(0, bound.length).toArray(), bound);
        return bound;
    }

    /// Lowers the bounds of some vertices, of which those with the most neighbours should be first.
    ///
    /// @param closely whether by all classes, which takes twice as long
    public void byClasses(int[] vertices, double[] bound, boolean closely) {
        if (few == null) {
            few = FewEdges.count(back, degree, withEdges, reach, directed);
        }
        int pairs = closely ? FewEdges.PAIRS : 1;
        few.tell(pairs, withEdges);
        forEach(
                vertices,
                FEW_VERTICES,
                (v, buffer) -> bound[v] = Math.min(bound[v], nearby(v, few.second(v, ahead, buffer, pairs))));
    }

    private interface VertexTask {
        void run(int v, int[] buffer);
    }

    private static void forEach(int[] vertices, long grain, VertexTask task) {
        try (Workers workers = workers(vertices.length, grain)) {
            int[][] buffers = new int[workers.threads()][CHUNK];
            workers.forRange(0, vertices.length, grain, (worker, begin, end) -> {
                for (int i = (int) begin; i < end; i++) {
                    task.run(vertices[i], buffers[worker]);
                }
            });
        }
    }

    /// Edges out of a vertex's neighbours, the way back left out; no more than all that are reached, as more say no
    /// more than these.
    private long second(int v, int[] buffer) {
        long most = reach.most(v);
        long last = ahead.end(v);
        long sum = 0;
        int chunk = 1 << 6;
        for (long edge = ahead.start(v); edge < last && sum < most; edge += chunk) {
            int count = (int) Math.min(chunk, last - edge);
            ahead.rowIndex().read(edge, buffer, 0, count);
            sum += added(buffer, count, degree) - (long) step * count;
        }
        return sum;
    }

    static long added(int[] vertices, int count, int... degree) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += degree[vertices[i]];
        }
        return sum;
    }
}
