package io.bitfront.bench;

import java.util.List;

/// The result file of a run: what a reader needs to judge the numbers and to repeat them.
///
/// @param command the arguments that started it
/// @param tepsRule how TEPS are counted, in words
public record BenchReport(
        String suite,
        String command,
        Machine machine,
        String tepsRule,
        List<BfsMeasurement> bfs,
        List<Target> targets) {
    public static final String TEPS_RULE =
            "edges out of reached vertices (an undirected edge counts twice) / kernel time";
}
