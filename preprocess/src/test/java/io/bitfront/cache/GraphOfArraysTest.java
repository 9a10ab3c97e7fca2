package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.Csc;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.order.OrderingKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GraphOfArraysTest {
    private static final PreprocessOptions RANDOM =
            PreprocessOptions.defaults().withOrdering(OrderingKind.RANDOM).withThreads(2);

    private record Edge(long from, long to) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            return Comparator.comparingLong(Edge::from)
                    .thenComparingLong(Edge::to)
                    .compare(this, other);
        }
    }

    private static TreeSet<Edge> edges(Graph graph) {
        TreeSet<Edge> found = new TreeSet<>();
        Csc out = graph.out();
        for (int v = 0; v < graph.vertexCount(); v++) {
            for (long at = out.columnStart().get(v); at < out.columnStart().get(v + 1L); at++) {
                found.add(new Edge(graph.idOf(v), graph.idOf(out.rowIndex().get(at))));
            }
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource(OrderingKind.class)
    void verticesWithEdgesAreAllButTheIsolatedInEveryOrdering(OrderingKind ordering) {
        int[] hub = new int[20];
        int[] leaf = IntStream.range(0, 20).map(i -> 3 * i + 1).toArray();
        PreprocessOptions options = PreprocessOptions.defaults().withOrdering(ordering);
        try (Graph out = Graph.of(64, hub, leaf).with(options).directed();
                Graph in = Graph.of(64, leaf, hub).with(options).directed();
                Graph both = Graph.of(64, hub, leaf).with(options).undirected();
                Graph none = Graph.of(64, new int[0], new int[0]).with(options).directed()) {
            for (Graph graph : List.of(out, in, both)) {
                assertThat(graph.verticesWithEdges())
                        .isEqualTo(21)
                        .isEqualTo(graph.vertexCount() - graph.statistics().isolatedVertices());
            }
            assertThat(none.verticesWithEdges()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 300, 70_000})
    void holdsEveryEdgeOfTheArraysAndNoOther(int count) {
        Random random = new Random(count);
        int n = Math.max(1, count / 3);
        int[] from = random.ints(count, 0, n).toArray();
        int[] to = random.ints(count, 0, n).toArray();
        TreeSet<Edge> directed = new TreeSet<>();
        TreeSet<Edge> both = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            if (from[i] != to[i]) {
                directed.add(new Edge(from[i], to[i]));
                both.add(new Edge(from[i], to[i]));
                both.add(new Edge(to[i], from[i]));
            }
        }
        try (Arena arena = Arena.ofConfined();
                Graph one = Graph.of(n, from, to).with(RANDOM).directed();
                Graph other =
                        Graph.of(n, copied(arena, from), copied(arena, to)).undirected()) {
            assertThat(one.directed()).isTrue();
            assertThat(one.vertexCount()).isEqualTo(n);
            assertThat(edges(one)).isEqualTo(directed);
            assertThat(one.edgeCount()).isEqualTo(directed.size());
            assertThat(other.directed()).isFalse();
            assertThat(edges(other)).isEqualTo(both);
        }
    }

    private static MemorySegment copied(Arena arena, int... values) {
        return arena.allocateFrom(ValueLayout.JAVA_INT, values);
    }

    @Test
    void takesAGraphWithoutVertices() {
        try (Graph graph = Graph.of(0, new int[0], new int[0]).undirected()) {
            assertThat(graph.vertexCount()).isZero();
            assertThat(graph.edgeCount()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | 0 | 4 | edge 0 -> 4 leads outside 0..3, the graph's vertices",
                "4 | -1 | 2 | edge -1 -> 2 leads outside 0..3, the graph's vertices",
                "4 | 9 | 9 | edge 9 -> 9 leads outside 0..3, the graph's vertices",
                "4 | 3 | -2147483648 | edge 3 -> -2147483648 leads outside 0..3, the graph's vertices",
                "4 | 2147483647 | 3 | edge 2147483647 -> 3 leads outside 0..3, the graph's vertices",
                "0 | 0 | 0 | edge 0 -> 0: the graph has no vertices",
            })
    void namesAnEdgeThatLeadsOutside(int vertexCount, int from, int to, String message) {
        UnpreparedGraph bad = Graph.of(vertexCount, new int[] {from}, new int[] {to});
        assertThatThrownBy(bad::directed)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(bad::undirected).hasMessage(message);
    }

    /// Far behind good ones, from a source of the user's own and on several threads.
    @Test
    void namesAnEdgeOfAnySourceThatLeadsOutside() {
        EdgeSource edges = new EdgeSource() {
            @Override
            public int vertexCount() {
                return 50;
            }

            @Override
            public long edgeCount() {
                return 4_000;
            }

            @Override
            public int partitions() {
                return 4;
            }

            @Override
            public void stream(int partition, Batch batch) {
                int[] from = new Random(partition).ints(1_000, 0, 50).toArray();
                int[] to = new Random(partition + 9).ints(1_000, 0, 50).toArray();
                to[777] = partition == 2 ? 50 : to[777];
                from[777] = 17;
                batch.accept(from, to, 1_000);
            }
        };
        GraphInput input = new GraphInput(edges, new VertexIds.Range(1, 50), false, false, "test", "");
        assertThatThrownBy(() -> Preprocessor.prepare(input, RANDOM))
                .hasMessage("edge 17 -> 50 leads outside 0..49, the graph's vertices");
    }

    @Test
    void refusesArraysOfDifferentLengths() {
        assertThatThrownBy(() -> Graph.of(3, new int[2], new int[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("edges from 2 vertices and to 1");
        MemorySegment odd = MemorySegment.ofArray(new byte[6]);
        assertThatThrownBy(() -> Graph.of(3, odd, odd)).hasMessage("6 bytes of vertices: expected four of each");
        assertThatThrownBy(() -> Graph.of(-1, new int[0], new int[0])).hasMessage("-1 vertices: expected none or more");
    }

    @Test
    void answersNothingOnceClosedAndMayBeClosedAgain() {
        Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).undirected();
        graph.close();
        List<Consumer<Graph>> all = new ArrayList<>(List.of(
                Graph::vertexCount,
                Graph::edgeCount,
                Graph::directed,
                Graph::out,
                Graph::in,
                Graph::permutation,
                Graph::ids,
                Graph::bvss,
                Graph::hubs,
                Graph::ordering,
                Graph::statistics,
                Graph::origin,
                Graph::use));
        all.add(one -> one.vertexOf(0));
        all.add(one -> one.idOf(0));
        for (Consumer<Graph> method : all) {
            assertThatThrownBy(() -> method.accept(graph))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the graph is closed");
        }
        graph.close();
    }

    /// As many edges as no memory holds, none of which is looked at.
    @Test
    void refusesWhatMemoryCannotHoldBeforeItBegins() {
        EdgeSource edges = new IndexedEdges(10, 1L << 46, (first, count, sources, targets) -> {
            throw new AssertionError("an edge was asked for");
        });
        UnpreparedGraph graph = new UnpreparedGraph(edges, PreprocessOptions.defaults());
        assertThatThrownBy(graph::directed)
                .isInstanceOf(ResourceException.class)
                .hasMessageMatching("preprocess a graph of 10 vertices: needs up to .* of memory, .* are available");
        assertThatThrownBy(graph::undirected).isInstanceOf(ResourceException.class);
    }
}
