package io.bitfront.bench;

import java.util.List;

/// A whole closeness job over all sources of one graph.
///
/// @param devices it ran on
/// @param seconds from its start to its result, opening the engines not counted
/// @param speedup over the first job on the same graph
public record JobMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        List<String> devices,
        double seconds,
        double bfsPerSecond,
        double usPerBfs,
        double speedup) {

    /// What names a row across runs.
    public String key() {
        return "%s %s, %d devices".formatted(graph, ordering, devices.size());
    }
}
