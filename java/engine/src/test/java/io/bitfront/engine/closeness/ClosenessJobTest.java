package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.VertexIds;
import io.bitfront.testkit.ClosedForms;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.algo.GeometricCentralities;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jgrapht.alg.scoring.ClosenessCentrality;
import org.jgrapht.alg.scoring.HarmonicCentrality;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
final class ClosenessJobTest {
    private static final ClosenessMeasure[] ALL = ClosenessMeasure.values();

    /// Those in which more than one division rounds.
    private static final Set<ClosenessMeasure> ROUNDED =
            Set.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC, ClosenessMeasure.HARMONIC_NORMALISED);

    static List<TestGraph> graphs() {
        return Share.of(ClosenessJobTest.class, TestGraphs.small());
    }

    static Stream<TestGraph> kinds() {
        return Stream.of(GraphKind.values()).map(kind -> kind.draw(11, 700));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void givesEveryMeasureOfEveryVertex(TestGraph test) {
        expectExact(test, Direction.OUT);
        expectExact(test, Direction.IN);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void givesEveryMeasureOfEveryKindInSeveralBatches(TestGraph test) {
        expectExact(test, Direction.OUT);
        expectExact(test, Direction.IN);
    }

    /// Sizes of components have no distances; what follows from sums alone has no harmonic sum.
    @Test
    void tellsNoMeasureOfWhichItHasNoSums() {
        try (Graph graph = Prepared.graph(Shapes.chain(40));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult sizes = engine.closeness(ClosenessJob.allSources().measures(ClosenessMeasure.REACHED));
            assertThatThrownBy(() -> sizes.value(0, ClosenessMeasure.WF))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the job did not ask for wf, but for reached");
            ClosenessResult sums = engine.closeness(ClosenessJob.allSources().measures(ClosenessMeasure.WF));
            assertThat(sums.value(0, ClosenessMeasure.CLOSENESS)).isEqualTo(39 / 780.0);
        }
    }

    @Test
    void agreesWithClosedForms() {
        expectClosedForm(Shapes.chain(700), v -> ClosedForms.chain(700, v));
        expectClosedForm(Shapes.cycle(600), v -> ClosedForms.cycle(600));
        expectClosedForm(Shapes.cycle(601), v -> ClosedForms.cycle(601));
        expectClosedForm(Shapes.star(650), v -> ClosedForms.star(650, v));
        expectClosedForm(Shapes.complete(100), v -> ClosedForms.complete(100));
        expectClosedForm(Shapes.grid(30, 20), v -> ClosedForms.grid(30, 20, v % 30, v / 30));
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "TREE", "MESH"})
    void agreesWithJGraphT(GraphKind kind) {
        TestGraph test = kind.draw(4, 200);
        DefaultDirectedGraph<Integer, DefaultEdge> other = new DefaultDirectedGraph<>(DefaultEdge.class);
        IntStream.range(0, test.vertexCount()).forEach(other::addVertex);
        int[][] out = test.outNeighbours();
        for (int v = 0; v < out.length; v++) {
            for (int w : out[v]) {
                other.addEdge(v, w);
            }
        }
        ClosenessCentrality<Integer, DefaultEdge> closeness = new ClosenessCentrality<>(other);
        HarmonicCentrality<Integer, DefaultEdge> harmonic = new HarmonicCentrality<>(other);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult result = engine.closeness(ClosenessJob.allSources().measures(ALL));
            for (int v = 0; v < test.vertexCount(); v++) {
                assertThat(result.value(v, ClosenessMeasure.CLOSENESS))
                        .isCloseTo(closeness.getVertexScore(v), within(1e-12));
                assertThat(result.value(v, ClosenessMeasure.HARMONIC_NORMALISED))
                        .isCloseTo(harmonic.getVertexScore(v), within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "DIRECTED_MESSY", "DAG"})
    void agreesWithWebGraph(GraphKind kind) throws InterruptedException {
        TestGraph test = kind.draw(5, 300);
        ArrayListMutableGraph other = new ArrayListMutableGraph(test.vertexCount());
        int[][] out = test.outNeighbours();
        for (int v = 0; v < out.length; v++) {
            for (int w : out[v]) {
                other.addArc(v, w);
            }
        }
        GeometricCentralities expected = new GeometricCentralities(other.immutableView(), 1, null);
        expected.compute();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult result = engine.closeness(ClosenessJob.allSources().measures(ALL));
            for (int v = 0; v < test.vertexCount(); v++) {
                double others = expected.reachable[v] - 1;
                assertThat(result.value(v, ClosenessMeasure.REACHED)).isEqualTo((double) expected.reachable[v]);
                assertThat(result.value(v, ClosenessMeasure.CLOSENESS))
                        .isCloseTo(others * expected.closeness[v], within(1e-9));
                assertThat(result.value(v, ClosenessMeasure.HARMONIC)).isCloseTo(expected.harmonic[v], within(1e-9));
                assertThat(result.value(v, ClosenessMeasure.LIN)).isCloseTo(expected.lin[v], within(1e-9));
            }
        }
    }

    /// Undirected it is the size of the component.
    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"COMPONENTS", "MESSY", "DIRECTED_MESSY"})
    void howManyAreReachedTakesSearchesAlongOneWayEdgesAlone(GraphKind kind) {
        TestGraph test = kind.draw(6, 200);
        DistanceSums[] expected = ClosenessOracle.out(test);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.REACHED);
            for (ClosenessJob asked :
                    List.of(job, job.bounds(false), job.withSources(ClosenessJob.Sources.Listed.of(3, 150)))) {
                ClosenessResult found = engine.closeness(asked);
                for (int row = 0; row < found.rowCount(); row++) {
                    assertThat(found.value(row, ClosenessMeasure.REACHED))
                            .isEqualTo((double) expected[(int) found.id(row)].reached());
                }
                assertThat(found.traversals() == 0).isEqualTo(!test.directed() && asked.bounds());
            }
        }
    }

    /// 0 -> 1 -> 2 -> 3, 0 -> 3: what is central along edges is not against them.
    @Test
    void tellsInFromOutOnADirectedGraph() {
        TestGraph test = new TestGraph("a short cut", 4, new int[] {0, 1, 2, 0}, new int[] {1, 2, 3, 3}, true);
        expectCloseness(test, Direction.OUT, 3 / 4.0, 2 / 3.0, 1, 0);
        expectCloseness(test, Direction.IN, 0, 1, 2 / 3.0, 3 / 4.0);
    }

    private static void expectCloseness(TestGraph test, Direction direction, double... expected) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult result = engine.closeness(ClosenessJob.allSources().direction(direction));
            for (int v = 0; v < expected.length; v++) {
                assertThat(result.value(v, ClosenessMeasure.CLOSENESS))
                        .as("%s of %d", direction, v)
                        .isEqualTo(expected[v]);
            }
        }
    }

    @Test
    void givesTheListedIdsOnceEachInAscendingOrder() {
        TestGraph test = GraphKind.MESSY.draw(3, 300);
        DistanceSums[] expected = ClosenessOracle.out(test);
        VertexIds ids = new VertexIds.Range(1_000, test.vertexCount());
        try (Graph graph = Prepared.graph(test, ids, "random");
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult result = engine.closeness(ClosenessJob.sources(List.of(1_299L, 1_000L, 1_077L, 1_000L))
                    .measures(ALL));
            assertThat(ids(result)).containsExactly(1_000, 1_077, 1_299);
            for (int row = 0; row < 3; row++) {
                expectRow(result, row, expected[(int) (result.id(row) - 1_000)], test.vertexCount());
            }
        }
    }

    /// Leaves of a star follow its centre. Of a few vertices in a large graph, none is looked for that another's row
    /// follows from.
    @Test
    void looksForFollowersAmongManySourcesOnly() {
        try (Graph graph = Prepared.graph(Shapes.star(400));
                Engine engine = Prepared.cpu(graph, 2)) {
            for (int count : List.of(5, 6, 100)) {
                List<Long> ids = LongStream.range(0, count).boxed().toList();
                ClosenessResult found =
                        engine.closeness(ClosenessJob.sources(ids).measures(ClosenessMeasure.CLOSENESS));
                assertThat(found.effort().orElseThrow().following()).isEqualTo(count < 6 ? 0 : count - 1);
                for (int row = 0; row < count; row++) {
                    assertThat(found.value(row, ClosenessMeasure.CLOSENESS))
                            .isEqualTo(row == 0 ? 1 : 399 / (1 + 2.0 * 398));
                }
            }
        }
    }

    @Test
    void refusesAListedIdTheGraphHasNot() {
        try (Graph graph = Prepared.graph(Shapes.chain(5));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.sources(List.of(1L, 5L));
            assertThatThrownBy(() -> engine.closeness(job))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("vertex 5 is not in the graph (5 ids from 0 to 4)");
        }
    }

    @ParameterizedTest
    @EnumSource(ClosenessMeasure.class)
    void ranksByTheFirstMeasureAndBreaksTiesById(ClosenessMeasure measure) {
        TestGraph test = GraphKind.ROAD.draw(6, 600);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult all = engine.closeness(
                    ClosenessJob.allSources().measures(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC));
            long[] expected = IntStream.range(0, all.rowCount())
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(row -> -all.value(row, measure))
                            .thenComparingLong(all::id))
                    .mapToLong(all::id)
                    .limit(50)
                    .toArray();
            ClosenessResult top =
                    engine.closeness(ClosenessJob.allSources().measures(measure).top(50));
            assertThat(ids(top)).containsExactly(expected);
            assertThat(IntStream.of(all.highest(50, measure)).mapToLong(all::id).toArray())
                    .containsExactly(expected);
        }
    }

    @Test
    void ranksAllWhereMoreAreAskedForThanThereAre() {
        try (Graph graph = Prepared.graph(Shapes.star(5));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult top = engine.closeness(ClosenessJob.allSources().top(100));
            assertThat(ids(top)).containsExactly(0, 1, 2, 3, 4);
        }
    }

    @Test
    void refusesJobsWhosePartsDoNotGoTogether() {
        assertThatThrownBy(() -> ClosenessJob.sample(10, 1).measures(ClosenessMeasure.LIN))
                .hasMessage("measure lin cannot be estimated from a sample; it needs all sources");
        assertThatThrownBy(() -> ClosenessJob.sample(10, 1).measures(ClosenessMeasure.ECCENTRICITY))
                .hasMessage("measure eccentricity cannot be estimated from a sample; it needs all sources");
        assertThatThrownBy(() -> ClosenessJob.sample(0, 1)).hasMessage("sample of 0 pivots: expected at least 1");
        assertThatThrownBy(() -> ClosenessJob.allSources().measures(List.of()))
                .hasMessage("measures []: expected at least one, each once");
        assertThatThrownBy(() -> ClosenessMeasure.parse("cc"))
                .hasMessageStartingWith("measure cc: expected one of closeness, wf, harmonic");
    }

    private static long[] ids(ClosenessResult result) {
        return IntStream.range(0, result.rowCount()).mapToLong(result::id).toArray();
    }

    private static void expectClosedForm(TestGraph test, IntFunction<DistanceSums> form) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult result = engine.closeness(ClosenessJob.allSources().measures(ALL));
            for (int v = 0; v < test.vertexCount(); v++) {
                expectRow(result, v, form.apply(v), test.vertexCount());
            }
        }
    }

    private static void expectExact(TestGraph test, Direction direction) {
        DistanceSums[] expected = direction == Direction.OUT ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult result = engine.closeness(
                    ClosenessJob.allSources().measures(ALL).direction(direction).width(64));
            assertThat(result.rowCount()).isEqualTo(test.vertexCount());
            for (int v = 0; v < test.vertexCount(); v++) {
                assertThat(result.id(v)).isEqualTo(v);
                expectRow(result, v, expected[v], test.vertexCount());
            }
        }
    }

    private static void expectRow(ClosenessResult result, int row, DistanceSums expected, int n) {
        for (ClosenessMeasure measure : ClosenessMeasure.values()) {
            double value = formula(measure, expected, n);
            assertThat(result.value(row, measure))
                    .as("%s of id %d", measure, result.id(row))
                    .isCloseTo(value, within(ROUNDED.contains(measure) ? 1e-12 * Math.max(1, value) : 0));
        }
    }

    private static double formula(ClosenessMeasure measure, DistanceSums expected, int n) {
        return switch (measure) {
            case REACHED -> expected.reached();
            case ECCENTRICITY -> expected.eccentricity();
            case CLOSENESS -> expected.closeness();
            case LIN -> expected.lin();
            case WF -> expected.wassermanFaust(n);
            case HARMONIC -> expected.harmonic();
            case HARMONIC_NORMALISED -> n == 1 ? 0 : expected.harmonic() / (n - 1);
        };
    }
}
