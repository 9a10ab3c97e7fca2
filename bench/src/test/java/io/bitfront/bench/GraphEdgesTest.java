package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.Device;
import io.bitfront.generate.KroneckerGenerator;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The edges of prepared graphs.
final class GraphEdgesTest extends SuiteRuns {
    /// Vertices are numbered by the ranks of their ids, in every order.
    @Test
    void areThoseOfAFile() throws IOException {
        for (OrderingKind ordering : List.of(OrderingKind.NATURAL, OrderingKind.DEGREE)) {
            try (Graph graph = open(DirectionChoice.AS_FORMAT, ordering)) {
                GraphEdges edges = new GraphEdges(graph);
                assertThat(JoinedEdgesTest.edges(edges)).containsExactlyInAnyOrder("0 1", "1 2", "2 3", "3 4", "5 2");
                assertThat(edges.directed()).isTrue();
                assertThat(edges.edgeCount()).isEqualTo(5);
                assertThat(edges.vertexCount()).isEqualTo(6);
                edges.close();
                assertThat(JoinedEdgesTest.edges(edges)).hasSize(5);
            }
        }
        try (Graph graph = open(DirectionChoice.UNDIRECTED, OrderingKind.NATURAL)) {
            GraphEdges edges = new GraphEdges(graph);
            assertThat(JoinedEdgesTest.edges(edges)).containsExactlyInAnyOrder("0 1", "1 2", "2 3", "3 4", "2 5");
            assertThat(edges.directed()).isFalse();
            assertThat(edges.edgeCount()).isEqualTo(5);
        }
    }

    private Graph open(DirectionChoice direction, OrderingKind ordering) throws IOException {
        BenchOptions options = files(direction, List.of(), path("one.el"));
        return GraphStore.of(options).opened(path("one.el"), direction, ordering, Device.cpu());
    }

    /// Of several partitions, whose batches are full; a graph prepared from them has the same.
    @Test
    void ofALargerGraphMakeTheSameGraph() {
        try (Workers workers = new Workers(2);
                Graph graph = prepared(new KroneckerGenerator(13, 8, 1).generate(workers, Progress.NONE))) {
            GraphEdges edges = new GraphEdges(graph);
            List<String> all = JoinedEdgesTest.edges(edges);
            assertThat(edges.partitions()).isEqualTo(2);
            assertThat(all).hasSize((int) edges.edgeCount()).doesNotHaveDuplicates();
            try (EdgeArrays held = EdgeArrays.of(edges, false, workers);
                    Graph again = prepared(held.input())) {
                Set<String> same = new TreeSet<>(JoinedEdgesTest.edges(new GraphEdges(again)));
                assertThat(again.edgeCount()).isEqualTo(graph.edgeCount());
                assertThat(again.vertexCount()).isEqualTo(graph.vertexCount());
                assertThat(same.equals(new TreeSet<>(all))).isTrue();
            }
        }
    }

    private static Graph prepared(GraphInput input) {
        return Preprocessor.prepare(input, PreprocessOptions.defaults().withOrdering(OrderingKind.NATURAL));
    }
}
