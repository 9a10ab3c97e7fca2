package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.core.SharedEngine;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.order.OrderingKind;
import io.bitfront.testkit.TestGraph;
import java.util.List;

/// The testkit's graphs, prepared by the product's own pipeline; ids are 0..n-1 unless others are given. Close them
/// after use.
public final class Prepared {
    public static final List<String> ORDERINGS = List.of("natural", "random", "degree", "rcm", "cells", "jaccard");

    private Prepared() {}

    /// In an order of its own, so that no test passes by confusing vertices and input indices.
    public static Graph graph(TestGraph graph) {
        return graph(graph, "random");
    }

    public static Graph graph(TestGraph graph, String ordering) {
        return graph(graph, new VertexIds.Range(0, graph.vertexCount()), ordering);
    }

    /// @param ids of the test graph's vertices
    public static Graph graph(TestGraph graph, VertexIds ids, String ordering) {
        PreprocessOptions options = PreprocessOptions.defaults()
                .withOrdering(OrderingKind.named(ordering))
                .withWindow(64)
                .withSeed(7)
                .withThreads(2);
        return Preprocessor.prepare(input(graph, ids), options);
    }

    /// An engine on the CPU.
    public static Engine cpu(Graph graph, int threads) {
        return engine(new CpuEngine(graph, threads));
    }

    /// An engine over a backend, which it closes.
    public static Engine engine(Backend backend) {
        return new SharedEngine(backend.graph(), backend);
    }

    /// A graph's edges as a reader hands them over.
    public static GraphInput input(TestGraph graph) {
        return input(graph, new VertexIds.Range(0, graph.vertexCount()));
    }

    private static GraphInput input(TestGraph graph, VertexIds ids) {
        return new GraphInput(new Edges(graph), ids, !graph.directed(), false, "test", "");
    }

    private record Edges(TestGraph graph) implements EdgeSource {
        @Override
        public int vertexCount() {
            return graph.vertexCount();
        }

        @Override
        public long edgeCount() {
            return graph.from().length;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            batch.accept(graph.from().clone(), graph.to().clone(), graph.from().length);
        }
    }
}
