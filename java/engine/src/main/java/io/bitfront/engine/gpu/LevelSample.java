package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.lab.LevelMode;
import java.util.Map;

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
        double edges = Math.max(1, frontierEdges);
        double rarity = Math.max(1, shape.edges) / edges;
        double finding = leftEdges / rarity;
        double queueing = queued ? 0.0 : 1.0;
        double visitedEdges = Math.max(0, shape.edges - leftEdges);
        double unmet = 1 - Math.min(1, visitedEdges * Constants.HUB_SHARE / Math.max(1, shape.edges));
        Map<LevelCost, Double> paid = switch (mode) {
            case PUSH, PUSH_SMALL, PUSH_ALONE ->
                Map.of(
                        LevelCost.PUSH_LEVEL, 1.0,
                        LevelCost.PUSH_BURST, unmet * Math.min(finding, Constants.BURST_EDGES),
                        LevelCost.PUSH_NEW, finding,
                        LevelCost.PUSH_EDGE, edges,
                        LevelCost.QUEUE_LEVEL, queueing);
            case PUSH_MARKED ->
                Map.of(
                        LevelCost.QUEUE_LEVEL,
                        queueing,
                        LevelCost.MARK_LEVEL,
                        1.0,
                        LevelCost.MARK_ROOT,
                        Math.sqrt(edges),
                        LevelCost.MARK_EDGE,
                        edges);
            case PULL ->
                Map.of(
                        LevelCost.PULL_LEVEL,
                        1.0,
                        LevelCost.PULL_VERTEX,
                        unvisited,
                        LevelCost.PULL_PROBE,
                        unvisited * Math.min(rarity, shape.probeLimit));
            case TENSOR ->
                Map.of(
                        LevelCost.TENSOR_LEVEL,
                        1.0,
                        LevelCost.TENSOR_SCAN,
                        queued ? 1.0 : 0.0,
                        LevelCost.TENSOR_VSS,
                        Math.min(frontierVertices + edges / EDGES_OF_VSS, shape.vssCount));
        };
        double[] terms = new double[LevelCost.values().length];
        paid.forEach((cost, times) -> terms[cost.ordinal()] = times);
        return terms;
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
