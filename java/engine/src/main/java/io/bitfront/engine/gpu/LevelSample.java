package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.lab.LevelMode;

/// What a level's cost depends on, before it runs; `cheapest_mode` of `native/kernels/switching.cuh` sees the
/// same.
///
/// @param frontierVertices of the level before
/// @param frontierEdges out of them
/// @param leftEdges out of vertices not yet visited
/// @param unvisited vertices with edges
/// @param queued whether the frontier is queued, and not only in bitmaps
/// @param shape of the graph
record LevelSample(
        double frontierVertices,
        double frontierEdges,
        double leftEdges,
        double unvisited,
        boolean queued,
        Shape shape) {
    private static final double EDGES_OF_VSS = 16;

    /// The graph's share in it.
    ///
    /// @param edges directed
    /// @param probeLimit most in-neighbours an unvisited vertex is expected to look at
    record Shape(double edges, double probeLimit, double vssCount) {}

    /// How often each of [LevelCost] is to be paid where the level runs that mode.
    double[] terms(LevelMode mode) {
        double[] terms = new double[LevelCost.values().length];
        double edges = Math.max(1, frontierEdges);
        double rarity = Math.max(1, shape.edges) / edges;
        double finding = leftEdges / rarity;
        switch (mode) {
            case PUSH, PUSH_SMALL, PUSH_ALONE -> {
                pay(terms, LevelCost.PUSH_LEVEL, 1);
                pay(terms, LevelCost.PUSH_BURST, Math.min(finding, Constants.BURST_EDGES));
                pay(terms, LevelCost.PUSH_NEW, finding);
                pay(terms, LevelCost.PUSH_EDGE, edges);
                pay(terms, LevelCost.QUEUE_LEVEL, queued ? 0 : 1);
            }
            case PUSH_MARKED -> {
                pay(terms, LevelCost.QUEUE_LEVEL, queued ? 0 : 1);
                pay(terms, LevelCost.MARK_LEVEL, 1);
                pay(terms, LevelCost.MARK_ROOT, Math.sqrt(edges));
                pay(terms, LevelCost.MARK_EDGE, edges);
            }
            case PULL -> {
                pay(terms, LevelCost.PULL_LEVEL, 1);
                pay(terms, LevelCost.PULL_VERTEX, unvisited);
                pay(terms, LevelCost.PULL_PROBE, unvisited * Math.min(rarity, shape.probeLimit));
            }
            case TENSOR -> {
                pay(terms, LevelCost.TENSOR_LEVEL, 1);
                pay(terms, LevelCost.TENSOR_SCAN, queued ? 1 : 0);
                pay(terms, LevelCost.TENSOR_VSS, Math.min(frontierVertices + edges / EDGES_OF_VSS, shape.vssCount));
            }
        }
        return terms;
    }

    private static void pay(double[] terms, LevelCost cost, double times) {
        terms[cost.ordinal()] = times;
    }

    /// Nanoseconds that costs expect.
    double expected(LevelMode mode, LevelCosts costs) {
        double[] terms = terms(mode);
        double[] values = costs.values();
        double sum = 0;
        for (int i = 0; i < terms.length; i++) {
            sum += terms[i] * values[i];
        }
        return sum;
    }
}
