package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jgrapht.alg.interfaces.VertexScoringAlgorithm;
import org.jgrapht.alg.scoring.ClosenessCentrality;
import org.jgrapht.alg.scoring.HarmonicCentrality;
import org.jgrapht.graph.AbstractGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `docs/measures.md` says of other libraries: NetworkX, igraph and NetworKit by the values that they gave
/// (`measures/values.py` has asked them), JGraphT by asking it.
final class MeasuresTest {
    static List<JsonNode> graphs() throws Exception {
        try (InputStream values = MeasuresTest.class.getResourceAsStream("/measures/values.json")) {
            return JsonMapper.shared().readTree(values).valueStream().toList();
        }
    }

    private static double[] values(Engine engine, ClosenessMeasure measure, Direction direction) {
        ClosenessResult result =
                engine.closeness(ClosenessJob.allSources().measures(measure).direction(direction));
        return IntStream.range(0, result.rowCount())
                .mapToDouble(row -> result.value(row, measure))
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void equalsWhatOtherLibrariesSay(JsonNode given) {
        JsonNode edges = given.get("edges");
        TestGraph test = new TestGraph(
                given.get("graph").asString(),
                given.get("vertices").asInt(),
                edges.valueStream().mapToInt(edge -> edge.get(0).asInt()).toArray(),
                edges.valueStream().mapToInt(edge -> edge.get(1).asInt()).toArray(),
                given.get("directed").asBoolean());
        assertThat(given.get("values")).hasSizeGreaterThanOrEqualTo(11);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            for (JsonNode theirs : given.get("values")) {
                String as = "%s: %s %s".formatted(test.name(), theirs.get("library"), theirs.get("call"));
                double[] ours = values(
                        engine,
                        ClosenessMeasure.parse(theirs.get("measure").asString()),
                        Direction.valueOf(theirs.get("direction").asString().toUpperCase(Locale.ROOT)));
                for (int v = 0; v < ours.length; v++) {
                    JsonNode score = theirs.get("scores").get(v);
                    // igraph knows no closeness of a vertex that reaches no other: here it is 0.
                    double expected = score.isNull() ? 0 : score.asDouble();
                    assertThat(ours[v]).as("%s, vertex %d", as, v).isCloseTo(expected, within(1e-12));
                }
            }
        }
    }

    static List<TestGraph> small() {
        return TestGraphs.small().stream()
                .filter(test -> test.vertexCount() > 1 && test.vertexCount() < 80)
                .toList();
    }

    /// JGraphT gives 0 to a vertex that does not reach all others.
    @ParameterizedTest
    @MethodSource("small")
    void equalsJGraphTWhereEverythingIsReached(TestGraph test) {
        AbstractGraph<Integer, DefaultEdge> theirs =
                test.directed() ? new SimpleDirectedGraph<>(DefaultEdge.class) : new SimpleGraph<>(DefaultEdge.class);
        int[][] out = test.outNeighbours();
        IntStream.range(0, test.vertexCount()).forEach(theirs::addVertex);
        for (int v = 0; v < out.length; v++) {
            for (int w : out[v]) {
                if (v != w) {
                    theirs.addEdge(v, w);
                }
            }
        }
        try (Graph graph = Prepared.graph(test);
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            for (Direction direction : Direction.values()) {
                boolean in = direction == Direction.IN;
                double[] reached = values(engine, ClosenessMeasure.REACHED, direction);
                double[] closeness = values(engine, ClosenessMeasure.CLOSENESS, direction);
                for (int v = 0; v < reached.length; v++) {
                    closeness[v] = reached[v] == reached.length ? closeness[v] : 0;
                }
                compare(test, new ClosenessCentrality<>(theirs, in, true), closeness);
                compare(
                        test,
                        new HarmonicCentrality<>(theirs, in, false),
                        values(engine, ClosenessMeasure.HARMONIC, direction));
                compare(
                        test,
                        new HarmonicCentrality<>(theirs, in, true),
                        values(engine, ClosenessMeasure.HARMONIC_NORMALISED, direction));
            }
        }
    }

    private static void compare(TestGraph test, VertexScoringAlgorithm<Integer, Double> theirs, double[] ours) {
        Map<Integer, Double> scores = theirs.getScores();
        for (int v = 0; v < ours.length; v++) {
            assertThat(ours[v])
                    .as("%s, %s, vertex %d", test, theirs.getClass().getSimpleName(), v)
                    .isCloseTo(scores.get(v), within(1e-12));
        }
    }

    @ParameterizedTest
    @EnumSource(ClosenessMeasure.class)
    void isDefinedInTheDocuments(ClosenessMeasure measure) throws IOException {
        Path document = Path.of(System.getProperty("bitfront.root"), "docs", "measures.md");
        assertThat(Files.readString(document)).containsPattern("(?m)^\\| `%s`".formatted(measure.word()));
    }
}
