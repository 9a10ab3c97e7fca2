package io.bitfront.jgrapht;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jgrapht.Graph;
import org.jgrapht.GraphPath;
import org.jgrapht.GraphType;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm.SingleSourcePaths;
import org.jgrapht.alg.scoring.ClosenessCentrality;
import org.jgrapht.alg.scoring.HarmonicCentrality;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultGraphType;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.graph.GraphDelegator;
import org.jgrapht.graph.Pseudograph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Against JGraphT's own algorithms.
class PreparedGraphTest {
    private static final double TOLERANCE = 1e-12;

    /// Of names, with loops and parallel edges: a single vertex, sparse and disconnected, dense and connected; both
    /// kinds.
    static List<Graph<String, DefaultEdge>> graphs() {
        return Stream.of(false, true)
                .flatMap(directed ->
                        Stream.of(random(directed, 1, 0, 1), random(directed, 40, 45, 2), random(directed, 40, 400, 3)))
                .toList();
    }

    private static Graph<String, DefaultEdge> random(boolean directed, int vertices, int edges, long seed) {
        Graph<String, DefaultEdge> graph =
                directed ? new DirectedPseudograph<>(DefaultEdge.class) : new Pseudograph<>(DefaultEdge.class);
        for (int i = 0; i < vertices; i++) {
            graph.addVertex("v" + i);
        }
        Random random = new Random(seed);
        for (int i = 0; i < edges; i++) {
            graph.addEdge("v" + random.nextInt(vertices), "v" + random.nextInt(vertices));
        }
        return graph;
    }

    private static PreparedGraph<String, DefaultEdge> prepared(Graph<String, DefaultEdge> graph) {
        return PreparedGraph.of(graph, Device.cpu());
    }

    @Test
    void namesAnEdgeOfAPathThatIsGone() {
        Graph<String, DefaultEdge> graph = new Pseudograph<>(DefaultEdge.class);
        Stream.of("a", "b", "c").forEach(graph::addVertex);
        graph.addEdge("a", "b");
        DefaultEdge gone = graph.addEdge("b", "c");
        try (PreparedGraph<String, DefaultEdge> prepared = prepared(graph)) {
            graph.removeEdge(gone);
            ShortestPathAlgorithm<String, DefaultEdge> paths = prepared.shortestPaths();
            assertThat(paths.getPath("a", "b").getEdgeList()).hasSize(1);
            assertThatThrownBy(() -> paths.getPath("a", "c"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the edge from b to c was removed after the graph was prepared");
            assertThatThrownBy(() -> paths.getPaths("a")).hasMessageContaining("from b to c was removed");
        }
    }

    /// [io.bitfront.testkit.LeftOpen] sees whether the graph was closed.
    @Test
    void leavesNothingWhereTheDeviceCannotRun() {
        Graph<String, DefaultEdge> graph = random(true, 5, 7, 4);
        assertThatThrownBy(() -> PreparedGraph.of(graph, Device.parse("gpu:99")))
                .isInstanceOf(DeviceException.class);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void scoresAsHarmonicCentralityDoes(Graph<String, DefaultEdge> graph) {
        for (Direction direction : Direction.values()) {
            HarmonicCentrality<String, DefaultEdge> expected =
                    new HarmonicCentrality<>(graph, direction == Direction.IN, true);
            try (PreparedGraph<String, DefaultEdge> prepared = prepared(graph)) {
                var scores = prepared.scores(ClosenessMeasure.HARMONIC_NORMALISED, direction);
                assertThat(scores.getScores()).hasSameSizeAs(graph.vertexSet());
                for (String vertex : graph.vertexSet()) {
                    double other = graph.vertexSet().size() == 1 ? 0 : expected.getVertexScore(vertex);
                    assertThat(scores.getVertexScore(vertex)).isCloseTo(other, within(TOLERANCE));
                }
            }
        }
    }

    /// JGraphT's closeness counts what is not reached as infinitely far: 0.
    @ParameterizedTest
    @MethodSource("graphs")
    void scoresAsClosenessCentralityDoesWhereAllIsReached(Graph<String, DefaultEdge> graph) {
        for (Direction direction : Direction.values()) {
            ClosenessCentrality<String, DefaultEdge> expected =
                    new ClosenessCentrality<>(graph, direction == Direction.IN, true);
            try (PreparedGraph<String, DefaultEdge> prepared = prepared(graph)) {
                var scores = prepared.scores(ClosenessMeasure.CLOSENESS, direction);
                var reached = prepared.scores(ClosenessMeasure.REACHED, direction);
                int all = graph.vertexSet().size();
                for (String vertex : graph.vertexSet()) {
                    if (all > 1 && reached.getVertexScore(vertex) == all) {
                        assertThat(scores.getVertexScore(vertex))
                                .isCloseTo(expected.getVertexScore(vertex), within(TOLERANCE));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsPathsAsShortAsJGraphTs(Graph<String, DefaultEdge> graph) {
        try (PreparedGraph<String, DefaultEdge> prepared = prepared(graph)) {
            ShortestPathAlgorithm<String, DefaultEdge> found = prepared.shortestPaths();
            for (String source : graph.vertexSet().stream().limit(5).toList()) {
                SingleSourcePaths<String, DefaultEdge> expected = new BFSShortestPath<>(graph).getPaths(source);
                SingleSourcePaths<String, DefaultEdge> all = found.getPaths(source);
                for (String sink : graph.vertexSet()) {
                    double hops = expected.getWeight(sink);
                    assertThat(all.getWeight(sink)).isEqualTo(hops);
                    assertThat(found.getPathWeight(source, sink)).isEqualTo(hops);
                    isWalk(graph, found.getPath(source, sink), source, sink, hops);
                    isWalk(graph, all.getPath(sink), source, sink, hops);
                }
            }
        }
    }

    private static void isWalk(
            Graph<String, DefaultEdge> graph,
            GraphPath<String, DefaultEdge> path,
            String source,
            String sink,
            double hops) {
        if (hops == Double.POSITIVE_INFINITY) {
            assertThat(path).isNull();
            return;
        }
        assertThat(path.getLength()).isEqualTo((int) hops);
        assertThat(path.getWeight()).isEqualTo(hops);
        List<String> vertices = path.getVertexList();
        assertThat(vertices).hasSize((int) hops + 1).startsWith(source).endsWith(sink);
        for (int step = 0; step < hops; step++) {
            assertThat(graph.getAllEdges(vertices.get(step), vertices.get(step + 1)))
                    .contains(path.getEdgeList().get(step));
        }
    }

    @Test
    void knowsOnlyTheVerticesOfItsGraph() {
        try (PreparedGraph<String, DefaultEdge> prepared = prepared(random(false, 3, 2, 1))) {
            assertThatThrownBy(() -> prepared.shortestPaths().getPath("v0", "nobody"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("vertex nobody is not in the graph");
            assertThatThrownBy(() -> prepared.scores(ClosenessMeasure.WF).getVertexScore("nobody"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("vertex nobody is not in the graph");
        }
    }

    @Test
    void refusesAGraphOfBothKindsOfEdges() {
        Graph<String, DefaultEdge> mixed = new GraphDelegator<>(random(true, 3, 2, 1)) {
            private static final long serialVersionUID = 1;

            @Override
            public GraphType getType() {
                return new DefaultGraphType.Builder().mixed().build();
            }
        };
        assertThatThrownBy(() -> prepared(mixed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a graph of directed and undirected edges: expected one kind");
    }

    @Test
    void scoresAreComputedOnce() {
        AtomicInteger computed = new AtomicInteger();
        Scores<String> scores = new Scores<>(() -> Map.of("v", 0.5 + computed.getAndIncrement()));
        assertThat(computed).hasValue(0);
        assertThat(scores.getVertexScore("v")).isEqualTo(0.5);
        assertThat(scores.getScores()).isEqualTo(Map.of("v", 0.5)).isSameAs(scores.getScores());
        assertThat(computed).hasValue(1);
    }

    @Test
    void endsWithItsClosing() {
        PreparedGraph<String, DefaultEdge> prepared = prepared(random(true, 3, 2, 1));
        prepared.close();
        assertThatThrownBy(() -> prepared.shortestPaths().getPathWeight("v0", "v1"))
                .isInstanceOf(IllegalStateException.class);
    }
}
