package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.Backend;
import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/// What ways to search a deep graph take, in the time of a search that shares nothing with others.
///
/// @param cutting the cutting into cells
/// @param border a search of a border
/// @param cell another vertex of a cell
/// @param batched a vertex in a batch of neighbours
/// @param useful vertices that a search on its own must rule out to be worth it
record DeepCosts(double cutting, double border, double cell, double batched, double useful) {
    /// By Luxembourg's roads, 115 k vertices, two cores, where cutting takes less than a round of searches.
    static final DeepCosts HOST = new DeepCosts(0, 2, 0.015, 0.7, 4);

    /// Searches that a device does in batches while 16 cores cut the graph: both take longer the more vertices there
    /// are. Of a small graph it is one of the time that launches take for every vertex.
    private static final int CUTTING = 30_000;

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

    private static final int SAMPLE = 15;
    private static final int SAMPLED = 1 << 10;

    /// @param together whether a device's searches on their own run beside each other
    static DeepCosts of(Graph graph, List<Backend> engines, boolean together) {
        if (engines.stream().noneMatch(engine -> engine.leastCellComponent().isPresent())) {
            return HOST;
        }
        double degree = graph.statistics().meanDegree();
        double batched = hops(graph) / (BATCH_HOPS + BATCH_DEGREE * degree);
        double unit = together ? 1 : 1.0 / ALONE;
        return new DeepCosts(
                unit * Math.min(CUTTING, graph.vertexCount()),
                unit,
                unit * (CELL + CELL_DEGREE * degree),
                unit * batched,
                together ? 1 / batched : HOST.useful);
    }

    /// What cells take; infinite where nothing is cut.
    double of(ProfiledRows cells, long vertices) {
        return cells.isEmpty() ? Double.POSITIVE_INFINITY : border * cells.searches() + cell * vertices;
    }

    /// The least that cells may take where nothing is cut yet.
    double ofUncut(long vertices) {
        return cutting + cell * vertices;
    }

    double ofBatches(long vertices) {
        return batched * vertices;
    }

    /// Hops within which some vertices have a batch of others, as a rule.
    private static int hops(Graph graph) {
        SplittableRandom dice = new SplittableRandom(SAMPLE);
        BitSet seen = new BitSet(graph.vertexCount());
        int[] hops = new int[SAMPLE];
        for (int i = 0; i < SAMPLE; i++) {
            hops[i] = hops(graph.out(), dice.nextInt(Math.max(1, graph.verticesWithEdges())), seen);
        }
        Arrays.sort(hops);
        return Math.max(1, hops[SAMPLE / 2]);
    }

    private static int hops(Csc neighbours, int source, BitSet seen) {
        int[] queue = new int[SAMPLED];
        queue[0] = source;
        int hops = 0;
        int end = 1;
        seen.set(source);
        for (int head = 0; head < end && end < SAMPLED; hops++) {
            for (int level = end; head < level; head++) {
                long last = neighbours.end(queue[head]);
                for (long edge = neighbours.start(queue[head]); edge < last && end < SAMPLED; edge++) {
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
