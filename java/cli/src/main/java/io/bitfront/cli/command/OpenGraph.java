package io.bitfront.cli.command;

import io.bitfront.cache.DerivedGraphs;
import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.answer.ComponentPartition;
import io.bitfront.memory.Closing;
import io.bitfront.parallel.Workers;
import java.util.ArrayDeque;
import java.util.Deque;

/// The graph of a job: the one that was opened, or what was made of it. Closes all of them.
final class OpenGraph implements AutoCloseable {
    private final Deque<Graph> graphs = new ArrayDeque<>();
    private final int threads;
    private final Device device;

    /// @param device that the job may run on
    OpenGraph(Graph opened, Device device, int threads) {
        graphs.push(opened);
        this.threads = threads;
        this.device = device;
    }

    Graph graph() {
        return graphs.peek();
    }

    /// Goes on with the largest component alone.
    void keepLargest(boolean strong) {
        derive((graph, workers) -> {
            ComponentPartition parts =
                    strong ? ComponentPartition.strong(graph, workers) : ComponentPartition.weak(graph, workers);
            return DerivedGraphs.induced(graph, parts::inLargest, packed(), workers);
        });
    }

    /// Goes on with the graph whose edges go the other way.
    void reverse() {
        if (graph().directed()) {
            derive((graph, workers) -> DerivedGraphs.reversed(graph, packed(), workers));
        }
    }

    /// Whether the job may run on a GPU.
    private boolean packed() {
        return !device.isCpu()
                && Device.reports().stream()
                        .anyMatch(report ->
                                report.problem() == null && report.name().startsWith("gpu"));
    }

    private interface Derivation {
        Graph from(Graph graph, Workers workers);
    }

    private void derive(Derivation derivation) {
        try (Workers workers = new Workers(threads)) {
            graphs.push(derivation.from(graph(), workers));
        }
    }

    @Override
    public void close() {
        Closing.all(graphs, Graph::close);
    }
}
