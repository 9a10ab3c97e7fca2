package io.bitfront.bench;

import io.bitfront.engine.Engine;
import io.bitfront.graph.Graph;
import java.util.List;

/// A whole closeness job over all sources of one graph, run several times.
///
/// @param devices it ran on
/// @param seconds from its start to its result, opening the engines not counted: the median run
/// @param fastest seconds of the fastest run
/// @param slowest seconds of the slowest run
/// @param speedup over the job on the first device alone, by medians
public record JobMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        List<String> devices,
        double seconds,
        double fastest,
        double slowest,
        double bfsPerSecond,
        double usPerBfs,
        double speedup) {

    /// @param name the graph's
    /// @param seconds of each run, at least one
    /// @param one the median on the first device alone
    static JobMeasurement of(
            String name, Graph graph, List<? extends Engine> engines, List<Double> seconds, double one) {
        double median = median(seconds);
        return new JobMeasurement(
                name,
                graph.ordering(),
                graph.vertexCount(),
                graph.edgeCount(),
                engines.stream().map(Engine::description).toList(),
                median,
                seconds.stream().mapToDouble(run -> run).min().orElseThrow(),
                seconds.stream().mapToDouble(run -> run).max().orElseThrow(),
                graph.vertexCount() / median,
                1e6 * median / graph.vertexCount(),
                one / median);
    }

    static double median(List<Double> runs) {
        return runs.stream().sorted().toList().get(runs.size() / 2);
    }

    /// What names a row across runs.
    public String key() {
        return "%s %s, %d devices".formatted(graph, ordering, devices.size());
    }
}
