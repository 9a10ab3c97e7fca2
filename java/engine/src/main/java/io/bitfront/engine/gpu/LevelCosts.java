package io.bitfront.engine.gpu;

import java.util.List;

/// What a level costs each way, in nanoseconds: `LevelCosts` of `native/include/bitfront/abi.cuh`, whose
/// field order this follows but for the limit of probes, which is the graph's.
record LevelCosts(
        double pushLevel,
        double pushBurst,
        double pushNew,
        double pushEdge,
        double queueLevel,
        double markLevel,
        double markRoot,
        double markEdge,
        double pullLevel,
        double pullVertex,
        double pullProbe,
        double tensorLevel,
        double tensorScan,
        double tensorVss) {
    /// Names of the fields, as files have them.
    static final List<String> NAMES = List.of(
            "push-level",
            "push-burst",
            "push-new",
            "push-edge",
            "queue-level",
            "mark-level",
            "mark-root",
            "mark-edge",
            "pull-level",
            "pull-vertex",
            "pull-probe",
            "tensor-level",
            "tensor-scan",
            "tensor-vss");

    static final CostKind<LevelCosts> KIND = new CostKind<>("", NAMES, LevelCosts::of, LevelCosts::values);

    private static final double MOST_BURST = 100;
    private static final double BURST_OF_EDGE = 0.1;

    /// Medians of what was measured on an H200, by what varies from graph to graph.
    ///
    /// @param words of a bitmap over vertices with edges
    /// @param neighbourDegree mean degree of neighbours: finding a vertex of many edges means queueing them
    ///     all
    /// @param hubs whether edges gather at few vertices, so that one look at a vertex's hub mostly decides
    static LevelCosts expected(double words, double neighbourDegree, boolean hubs) {
        return new LevelCosts(
                5_600 + 0.0015 * words,
                Math.min(MOST_BURST, BURST_OF_EDGE * neighbourDegree),
                0.05,
                0.01,
                300 + 0.003 * words,
                5_800 + 0.0045 * words,
                hubs ? 18 : 25,
                hubs ? 0.004 : 0.01,
                5_500 + 0.0025 * words,
                0.01,
                hubs ? 0.001 : 0.008,
                8_500 + 0.005 * words,
                8_000 + 0.15 * Math.max(0, words - 100_000),
                0.2);
    }

    double[] values() {
        return new double[] {
            pushLevel,
            pushBurst,
            pushNew,
            pushEdge,
            queueLevel,
            markLevel,
            markRoot,
            markEdge,
            pullLevel,
            pullVertex,
            pullProbe,
            tensorLevel,
            tensorScan,
            tensorVss
        };
    }

    /// @throws IllegalArgumentException where there are not as many as [#NAMES], or one is negative or no
    ///     number
    static LevelCosts of(double[] v) {
        CostKind.check(NAMES, v);
        return new LevelCosts(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13]);
    }
}
