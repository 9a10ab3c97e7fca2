package io.bitfront.engine;

import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.testkit.TestGraph;

/// Test graphs prepared as an input file would be.
public final class PreparedGraphs {
    private PreparedGraphs() {}

    /// Ids are the test graph's vertices; the ordering shuffles them, so that no test passes by confusing the two.
    public static Graph prepare(TestGraph graph) {
        return prepare(graph, "random");
    }

    public static Graph prepare(TestGraph graph, String ordering) {
        return prepare(graph, new VertexIds.Range(0, graph.vertexCount()), ordering);
    }

    /// @param ids of the test graph's vertices
    public static Graph prepare(TestGraph graph, VertexIds ids, String ordering) {
        GraphInput input = new GraphInput(edges(graph), ids, !graph.directed(), false, "test", "");
        PreprocessOptions options =
                PreprocessOptions.defaults().withOrdering(ordering).withThreads(1);
        return Preprocessor.prepare(input, options);
    }

    private static EdgeSource edges(TestGraph graph) {
        return new EdgeSource() {
            @Override
            public int vertexCount() {
                return graph.vertexCount();
            }

            @Override
            public long edgeCount() {
                return graph.givenEdges();
            }

            @Override
            public int partitions() {
                return 1;
            }

            @Override
            public void stream(int partition, Batch batch) {
                batch.accept(graph.from().clone(), graph.to().clone(), graph.givenEdges());
            }
        };
    }
}
