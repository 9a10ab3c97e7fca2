package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Engine;
import java.util.List;

/// A whole closeness job over all sources of one graph, run several times.
///
/// @param devices it ran on
/// @param job from its start to its result, opening the engines not counted
/// @param bfsPerSecond of the median run, as the next two
/// @param speedup over the job on the first device alone
public record JobMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        List<String> devices,
        Distribution job,
        double bfsPerSecond,
        double usPerBfs,
        double speedup) {

    /// @param name the graph's
    /// @param alone the job on the first device alone
    static JobMeasurement of(
            String name, Graph graph, List<? extends Engine> engines, Distribution job, Distribution alone) {
        return new JobMeasurement(
                name,
                graph.ordering().word(),
                graph.vertexCount(),
                graph.edgeCount(),
                engines.stream().map(Engine::description).toList(),
                job,
                1e3 * graph.vertexCount() / job.medianMs(),
                1e3 * job.medianMs() / graph.vertexCount(),
                alone.medianMs() / job.medianMs());
    }

    /// What names a row across runs.
    public String key() {
        return "%s %s, %d devices".formatted(graph, ordering, devices.size());
    }

    double seconds() {
        return job.medianMs() / 1e3;
    }
}
