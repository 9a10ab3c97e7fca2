package io.bitfront.engine.gpu;

import java.util.EnumMap;
import java.util.Map;

/// What a level costs each way, in nanoseconds; all of [LevelCost].
record LevelCosts(Map<LevelCost, Double> nanos) {
    static final CostKind<LevelCosts> KIND = CostKind.of("", LevelCost.class, LevelCosts::new, LevelCosts::nanos);

    private static final double MOST_BURST = 100;
    private static final double BURST_OF_EDGE = 0.1;

    /// Medians of what was measured on an H200, by what varies from graph to graph.
    ///
    /// @param words of a bitmap over vertices with edges
    /// @param neighbourDegree mean degree of neighbours: finding a vertex of many edges means queueing them
    ///     all
    /// @param hubs whether edges gather at few vertices, so that one look at a vertex's hub mostly decides
    /// @param probe nanoseconds of an in-neighbour that a pull looks at: [#probe], or more on a small graph
    static LevelCosts expected(double words, double neighbourDegree, boolean hubs, double probe) {
        Map<LevelCost, Double> nanos = new EnumMap<>(LevelCost.class);
        nanos.put(LevelCost.PUSH_LEVEL, 5_600 + 0.0015 * words);
        nanos.put(LevelCost.PUSH_BURST, Math.min(MOST_BURST, BURST_OF_EDGE * neighbourDegree));
        nanos.put(LevelCost.PUSH_NEW, 0.05);
        nanos.put(LevelCost.PUSH_EDGE, 0.01);
        nanos.put(LevelCost.QUEUE_LEVEL, 300 + 0.003 * words);
        nanos.put(LevelCost.MARK_LEVEL, 5_800 + 0.0045 * words);
        nanos.put(LevelCost.MARK_ROOT, hubs ? 18.0 : 25.0);
        nanos.put(LevelCost.MARK_EDGE, hubs ? 0.004 : 0.01);
        nanos.put(LevelCost.PULL_LEVEL, 5_500 + 0.0025 * words);
        nanos.put(LevelCost.PULL_VERTEX, 0.01);
        nanos.put(LevelCost.PULL_PROBE, probe);
        nanos.put(LevelCost.TENSOR_LEVEL, 8_500 + 0.005 * words);
        nanos.put(LevelCost.TENSOR_SCAN, 8_000 + 0.15 * Math.max(0, words - 100_000));
        nanos.put(LevelCost.TENSOR_VSS, 0.2);
        return new LevelCosts(nanos);
    }

    /// Nanoseconds of an in-neighbour that a pull looks at, where many warps do.
    static double probe(boolean hubs) {
        return hubs ? 0.001 : 0.008;
    }

    double[] values() {
        return KIND.values().apply(this);
    }

    /// @throws IllegalArgumentException as [CostKind#of] says
    static LevelCosts of(double[] values) {
        return KIND.of().apply(values);
    }
}
