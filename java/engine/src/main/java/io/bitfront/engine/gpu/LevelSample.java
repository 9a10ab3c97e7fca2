package io.bitfront.engine.gpu;

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
    private static final double BURST_EDGES = 256;
    private static final double EDGES_OF_VSS = 16;

    /// The graph's share in it.
    ///
    /// @param edges directed
    /// @param probeLimit most in-neighbours an unvisited vertex is expected to look at
    record Shape(double edges, double probeLimit, double vssCount) {}

    /// How often each of [LevelCosts]' fields is to be paid where the level runs that way.
    double[] terms(LevelMode mode) {
        double[] terms = new double[LevelCosts.NAMES.size()];
        double edges = Math.max(1, frontierEdges);
        double rarity = Math.max(1, shape.edges) / edges;
        double finding = leftEdges / rarity;
        switch (mode) {
            case PUSH, PUSH_SMALL -> {
                terms[0] = 1;
                terms[1] = Math.min(finding, BURST_EDGES);
                terms[2] = finding;
                terms[3] = edges;
                terms[4] = queued ? 0 : 1;
            }
            case PUSH_MARKED -> {
                terms[4] = queued ? 0 : 1;
                terms[5] = 1;
                terms[6] = Math.sqrt(edges);
                terms[7] = edges;
            }
            case PULL -> {
                terms[8] = 1;
                terms[9] = unvisited;
                terms[10] = unvisited * Math.min(rarity, shape.probeLimit);
            }
            case TENSOR -> {
                terms[11] = 1;
                terms[12] = queued ? 1 : 0;
                terms[13] = Math.min(frontierVertices + edges / EDGES_OF_VSS, shape.vssCount);
            }
        }
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
