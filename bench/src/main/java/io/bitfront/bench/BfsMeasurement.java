package io.bitfront.bench;

import java.util.List;

/// The protocol's figures for one graph, engine and mode.
///
/// @param verified sources whose every level passed the linear-time checker before timing began
/// @param kernel distribution over sources of each source's median run
/// @param initialise resetting state, beside the kernel time and never in it
/// @param renumber putting levels into the input's numbering, from the verified runs
/// @param slowestOverMedian largest per-source median over the median of all
/// @param gteps median over sources, 10⁹ edges/s by [BenchReport#TEPS_RULE]
public record BfsMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        String device,
        String mode,
        int sources,
        int runs,
        int verified,
        Distribution kernel,
        Distribution initialise,
        Distribution renumber,
        double slowestOverMedian,
        double gteps,
        List<SourceTime> perSource) {

    /// One source: its input id, depth, reached vertices and median kernel time.
    public record SourceTime(long source, int depth, long reached, double kernelMs) {}
}
