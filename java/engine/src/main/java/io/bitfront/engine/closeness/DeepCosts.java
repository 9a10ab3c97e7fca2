package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.Backend;
import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/// What ways to search a deep graph take, in the time of a search that shares nothing with others.
///
/// @param cutting the cutting into cells
/// @param border a search of a border
/// @param cell another vertex of a cell
/// @param batchHop a vertex in a batch of neighbours, for each hop within which such a batch lies; 0: that is not known
/// @param batched a vertex in a batch of neighbours
/// @param together whether a device's searches on their own run beside each other
record DeepCosts(double cutting, double border, double cell, double batchHop, double batched, boolean together) {
    /// Vertices that a search on its own must rule out where they do not: 3.6 on a road network of 115 k vertices.
    private static final double USEFUL_ALONE = 4;

    /// By Luxembourg's roads, 115 k vertices, two cores, where cutting takes less than a round of searches.
    static final DeepCosts HOST = new DeepCosts(0, 2, 0.015, 0, 0.7, false);

    /// Searches that a device does in batches while 16 cores cut the graph: both take longer the more vertices there
    /// are. Of a small graph it is one of the time that launches take for every vertex.
    private static final int CUTTING = 30_000;

    /// Nanoseconds that cutting takes for each vertex, 16 cores: 540 to 1,500 of a chain of 65,536 vertices, 1,300 of
    /// that road. For [#timed].
    private static final double CUTTING_NANOS = 1_300;

    /// Nanoseconds that another vertex of a cell takes at most in a graph of `SMALL` vertices; they grow
    /// with the root of how many there are: 1,600 of that chain, 3,200 of a road grid of 1 M vertices.
    private static final double MOST_CELL_NANOS = 3_000;

    private static final int SMALL = 1 << 16;

    /// Nanoseconds that a vertex takes in a batch of neighbours, as a rule at most, for each vertex of the
    /// graph: 0.027 of a grid of 40^3 vertices, 0.085 of one of 65,536 with shortcuts, 0.15 of a banded graph
    /// of as many (H200). For [#timed], of graphs that are no deeper than that: levels of a batch take their
    /// time, too, 26 us each of a caterpillar of 4,096.
    private static final double BATCH_NANOS = 0.1;

    private static final int MOST_LEVELS = 256;

    /// Of a vertex of a cell, and more for each neighbour: a road grid of 24 M vertices takes 12.5 us of 1.03 ms, a
    /// random geometric graph of 16.8 M 44 us of 1.08 ms (H200).
    private static final double CELL = 0.0068;

    private static final double CELL_DEGREE = 0.00215;

    /// A batch of neighbours takes as long as it meets vertices: each about as many times as levels lie between
    /// its own. The road's, of 31 hops about its middle, takes 0.86 of as many searches on their own, and the
    /// geometric graph's, of 11 hops, 0.2.
    private static final double BATCH_HOPS = 32;

    private static final double BATCH_DEGREE = 1.5;

    /// Searches in batches take so much less than one after another with the whole device.
    private static final int ALONE = 10;

    /// Vertices around which hops are counted.
    static final int SAMPLE = 15;

    private static final int BATCH = 1 << 10;
    private static final int WALKED = 1 << 17;

    /// @param together whether a device's searches on their own run beside each other
    static DeepCosts of(Graph graph, List<Backend> engines, boolean together) {
        if (engines.stream().noneMatch(engine -> engine.leastCellComponent().isPresent())) {
            return HOST;
        }
        double degree = graph.statistics().meanDegree();
        double unit = together ? 1 : 1.0 / ALONE;
        return new DeepCosts(
                        unit * Math.min(CUTTING, graph.vertexCount()),
                        unit,
                        unit * (CELL + CELL_DEGREE * degree),
                        unit / (BATCH_HOPS + BATCH_DEGREE * degree),
                        0,
                        together)
                .among(graph, _ -> true, dice(graph));
    }

    private static int[] dice(Graph graph) {
        return new SplittableRandom(SAMPLE)
                .ints(SAMPLE, 0, Math.max(1, graph.verticesWithEdges()))
                .toArray();
    }

    /// The same once it is known what a search takes, which on small graphs is what launches and levels
    /// take, however few vertices there are.
    ///
    /// @param levels of the deepest one; 0 where none has ended
    DeepCosts timed(double nanosASearch, int levels, int vertexCount) {
        if (batchHop == 0 || !Double.isFinite(nanosASearch)) {
            return this;
        }
        double mostOfCell = MOST_CELL_NANOS * Math.sqrt(vertexCount / (double) SMALL);
        double mostBatched = BATCH_NANOS * vertexCount / nanosASearch;
        double share = levels == 0 || levels > MOST_LEVELS ? 1 : Math.min(1, mostBatched / batched);
        return new DeepCosts(
                CUTTING_NANOS * vertexCount / nanosASearch,
                border,
                Math.min(cell, mostOfCell / nanosASearch),
                share * batchHop,
                share * batched,
                together);
    }

    /// The same where some vertices are left to be searched, between which others lie.
    ///
    /// @param some of them
    DeepCosts among(Graph graph, IntPredicate left, int... some) {
        if (batchHop == 0 || some.length == 0) {
            return this;
        }
        return new DeepCosts(cutting, border, cell, batchHop, batchHop * hops(graph, left, some), together);
    }

    /// Vertices that a search on its own must rule out to be worth it: what a batch of neighbours does meanwhile.
    double useful() {
        return together ? 1 / batched : Math.max(USEFUL_ALONE, 1 / batched);
    }

    /// What cells take; infinite where nothing is cut.
    double of(ProfiledRows cells, long vertices) {
        return cells.isEmpty() ? Double.POSITIVE_INFINITY : border * cells.searches() + cell * vertices;
    }

    /// Whether cells may take less than batches where nothing is cut yet.
    boolean mayCut(long vertices) {
        return ofUncut(vertices) < ofBatches(vertices);
    }

    /// The least that cells may take where nothing is cut yet.
    double ofUncut(long vertices) {
        return cutting + cell * vertices;
    }

    double ofBatches(long vertices) {
        return batched * vertices;
    }

    /// Hops within which a vertex has a batch of others that are left, as a rule.
    private static int hops(Graph graph, IntPredicate left, int... some) {
        BitSet seen = new BitSet(graph.vertexCount());
        int[] hops = Arrays.stream(some)
                .map(v -> hops(graph.out(), v, left, seen))
                .sorted()
                .toArray();
        return Math.max(1, hops[hops.length / 2]);
    }

    private static int hops(Csc neighbours, int source, IntPredicate left, BitSet seen) {
        int[] queue = new int[WALKED];
        queue[0] = source;
        int hops = 0;
        int end = 1;
        int found = 0;
        seen.set(source);
        for (int head = 0; head < end && end < WALKED && found < BATCH; hops++) {
            for (int level = end; head < level; head++) {
                found += left.test(queue[head]) ? 1 : 0;
                long last = neighbours.end(queue[head]);
                for (long edge = neighbours.start(queue[head]); edge < last && end < WALKED; edge++) {
                    int w = neighbours.row(edge);
                    if (!seen.get(w)) {
                        seen.set(w);
                        queue[end++] = w;
                    }
                }
            }
        }
        Arrays.stream(queue, 0, end).forEach(seen::clear);
        return hops;
    }
}
