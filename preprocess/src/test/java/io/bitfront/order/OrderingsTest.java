package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.DegreeStatistics;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class OrderingsTest {
    private static final List<OrderingKind> NAMED =
            Stream.of(OrderingKind.values()).filter(kind -> !kind.isRule()).toList();
    private static final OrderingOptions SMALL_WINDOW = new OrderingOptions(16, 7);

    static List<TestGraph> graphs() {
        return Share.of(OrderingsTest.class, TestGraphs.all());
    }

    static LongStream seeds() {
        return Seeds.upTo(10);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void everyOrderingIsAPermutationWithIsolatedVerticesLastWhateverTheThreads(TestGraph graph) {
        checkAll(graph, graph.name());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyOrderingIsAPermutationForAnySeed(long seed) {
        for (GraphKind kind : GraphKind.values()) {
            checkAll(TestGraphs.random(kind, seed), Seeds.rerun(getClass(), seed));
        }
    }

    private static void checkAll(TestGraph graph, String about) {
        for (OrderingKind name : NAMED) {
            int[] expected = null;
            for (int threads : new int[] {1, 2, 3, 7}) {
                try (OrderedGraph ordered = OrderedGraph.of(graph, name.with(SMALL_WINDOW), threads)) {
                    assertThat(ordered.isPermutation()).as("%s %s", name, about).isTrue();
                    assertThat(ordered.isolatedVerticesAreLast())
                            .as("%s %s", name, about)
                            .isTrue();
                    expected = expected == null ? ordered.oldIdOf() : expected;
                    assertThat(ordered.oldIdOf())
                            .as("%s, %d threads, %s", name, threads, about)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void degreeIsDescendingInDegreeThenId(TestGraph graph) {
        int[][] in = graph.inNeighbours();
        try (OrderedGraph ordered = OrderedGraph.of(graph, OrderingKind.DEGREE.with(OrderingOptions.DEFAULT), 2)) {
            int[] expected = IntStream.range(0, graph.vertexCount())
                    .boxed()
                    .sorted(Comparator.<Integer, Boolean>comparing(ordered::isolated)
                            .thenComparing(v -> -in[v].length)
                            .thenComparing(v -> v))
                    .mapToInt(v -> v)
                    .toArray();
            assertThat(ordered.oldIdOf()).isEqualTo(expected);
        }
    }

    @Test
    void degreeOrdersHubsBeyondTheCountedRangeToo() {
        int n = 70_003;
        int[] from = new int[3 * (n - 3)];
        int[] to = new int[from.length];
        int edges = 0;
        for (int v = 3; v < n; v++) {
            for (int hub = 0; hub < 3; hub++) {
                if (v >= 3 + 500 * ((hub + 1) % 3)) {
                    from[edges] = v;
                    to[edges++] = hub;
                }
            }
        }
        TestGraph graph = new TestGraph("three hubs", n, Arrays.copyOf(from, edges), Arrays.copyOf(to, edges), true);
        try (OrderedGraph ordered = OrderedGraph.of(graph, OrderingKind.DEGREE.with(OrderingOptions.DEFAULT), 2)) {
            assertThat(Arrays.copyOf(ordered.oldIdOf(), 5)).containsExactly(2, 0, 1, 3, 4);
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void naturalKeepsTheInputsOrder(TestGraph graph) {
        try (OrderedGraph ordered = OrderedGraph.of(graph, OrderingKind.NATURAL.with(OrderingOptions.DEFAULT), 3)) {
            int[] expected = IntStream.range(0, graph.vertexCount())
                    .boxed()
                    .sorted(Comparator.comparing(ordered::isolated).thenComparing(v -> v))
                    .mapToInt(v -> v)
                    .toArray();
            assertThat(ordered.oldIdOf()).isEqualTo(expected);
        }
    }

    @Test
    void randomDependsOnItsSeedAndSpreadsNeighbours() {
        TestGraph graph = GraphKind.UNIFORM.draw(1, 3_000);
        try (OrderedGraph one = OrderedGraph.of(graph, OrderingKind.RANDOM.with(new OrderingOptions(8, 1)), 2);
                OrderedGraph two = OrderedGraph.of(graph, OrderingKind.RANDOM.with(new OrderingOptions(8, 2)), 2)) {
            assertThat(one.oldIdOf()).isNotEqualTo(two.oldIdOf());
            int connected = (int)
                    IntStream.range(0, 3_000).filter(v -> !one.isolated(v)).count();
            double meanStep = IntStream.range(1, connected)
                    .map(i -> Math.abs(one.oldIdOf()[i] - one.oldIdOf()[i - 1]))
                    .average()
                    .orElseThrow();
            assertThat(meanStep).isBetween(900.0, 1_100.0);
        }
    }

    @Test
    void thePapersRuleTakesJaccardForScaleFreeGraphsAndRcmForOthersAndSaysWhy() {
        OrderingKind.Choice hubs = resolved(OrderingKind.PAPER, GraphKind.SCALE_FREE);
        assertThat(hubs.kind()).isEqualTo(OrderingKind.JACCARD);
        assertThat(hubs.reason()).startsWith("scale-free: ");
        OrderingKind.Choice mesh = resolved(OrderingKind.PAPER, GraphKind.MESH);
        assertThat(mesh.kind()).isEqualTo(OrderingKind.RCM);
        assertThat(mesh.reason()).startsWith("not scale-free: the top 1% ");
    }

    @Test
    void autoTakesDegreesWhereThereAreHubsAndCellsForMeshesAndSaysWhy() {
        OrderingKind.Choice hubs = resolved(OrderingKind.AUTO, GraphKind.SCALE_FREE);
        assertThat(hubs.kind()).isEqualTo(OrderingKind.DEGREE);
        assertThat(hubs.reason()).matches("the top 1% of vertices hold [0-9.]+% of the degrees");
        OrderingKind.Choice mesh = resolved(OrderingKind.AUTO, GraphKind.MESH);
        assertThat(mesh.kind()).isEqualTo(OrderingKind.CELLS);
        assertThat(mesh.reason()).matches("the top 1% of vertices hold [0-9.]+% of the degrees, mean degree [0-9.]+");
    }

    @Test
    void autoAsksForASampleWhereDegreesDoNotDecide() {
        DegreeStatistics equal = new DegreeStatistics(0, 20, 20, 16, false, "", 0.015);
        OrderingKind.Choice tied = OrderingKind.AUTO.chosenFor(equal, () -> new EdgeSample(400, 0.3, 0, 0, 0));
        assertThat(tied.kind()).isEqualTo(OrderingKind.CELLS);
        assertThat(tied.reason())
                .isEqualTo("the top 1% of vertices hold 1.5% of the degrees,"
                        + " 30.0% of 400 paths of two edges are closed");
        assertThat(OrderingKind.AUTO
                        .chosenFor(equal, () -> new EdgeSample(400, 0.01, 0, 0, 0))
                        .kind())
                .isEqualTo(OrderingKind.NATURAL);
    }

    @Test
    void autoKeepsSitesTogetherWhereThereAreHubs() {
        EdgeSample closed = new EdgeSample(400, 0.45, 0.2, 0, 0);
        OrderingKind.Choice web = OrderingKind.AUTO.chosenFor(hubs(1_000, 999), () -> closed);
        assertThat(web.kind()).isEqualTo(OrderingKind.CELLS);
        assertThat(web.reason())
                .isEqualTo("the top 1% of vertices hold 57.0% of the degrees,"
                        + " 45.0% of 400 paths of two edges are closed");
        assertThat(chosen(hubs(999, 1_000), closed)).isEqualTo(OrderingKind.CELLS);
        assertThat(chosen(hubs(999, 999), closed)).isEqualTo(OrderingKind.DEGREE);
        assertThat(chosen(hubs(1_000, 1_000), new EdgeSample(400, 0.44, 0.2, 0, 0)))
                .isEqualTo(OrderingKind.DEGREE);
    }

    private static DegreeStatistics hubs(int maxOutDegree, int maxInDegree) {
        return new DegreeStatistics(0, maxOutDegree, maxInDegree, 16, true, "", 0.57);
    }

    @Test
    void aSampleTellsTrianglesFromNone() {
        assertThat(sample(Shapes.complete(40)).closed()).isEqualTo(1);
        assertThat(sample(Shapes.complete(40)).paths()).isEqualTo(512);
        assertThat(sample(Shapes.star(1_000)).closed()).isZero();
        assertThat(sample(Shapes.star(1_000)).squares()).isZero();
        assertThat(sample(Shapes.chain(10_000)).near()).isEqualTo(1);
        assertThat(sample(Shapes.chain(2))).isEqualTo(new EdgeSample(0, 0, 0, 0, 0));
    }

    /// Ends drawn apart from each other lie within a 64th of all numbers in 127 of 4,096 cases.
    @Test
    void aSampleDrawsBothEndsOfAPathAlike() {
        EdgeSample found = sample(Shapes.complete(3_000));
        assertThat(found.near()).isBetween(0.01, 0.06);
        assertThat(found.far()).isBetween(0.7, 0.83);
        assertThat(found.closed()).isEqualTo(1);
        // Of the pairs of three neighbours one is near, the first or the last.
        assertThat(threeNeighbours(0, 1, 5_000).near()).isBetween(0.25, 0.42);
        assertThat(threeNeighbours(0, 5_000, 5_001).near()).isBetween(0.25, 0.42);
    }

    /// A sample of 10,000 vertices that all have the same neighbours.
    private static EdgeSample threeNeighbours(int... neighbours) {
        return EdgeSample.of(10_000, new EdgeSample.Lists() {
            @Override
            public long[] range(int vertex) {
                return new long[] {0, neighbours.length};
            }

            @Override
            public int[] rows(long begin, int count) {
                return Arrays.copyOfRange(neighbours, (int) begin, (int) begin + count);
            }
        });
    }

    @Test
    void autoTakesRcmOnlyWhereASampleShowsAGrid() {
        DegreeStatistics equal = new DegreeStatistics(0, 4, 4, 4, false, "", 0.01);
        assertThat(chosen(equal, new EdgeSample(500, 0, 0.5, 0, 0))).isEqualTo(OrderingKind.RCM);
        assertThat(chosen(equal, new EdgeSample(500, 0, 0.49, 0, 0))).isEqualTo(OrderingKind.CELLS);
        assertThat(chosen(equal, new EdgeSample(500, 0.05, 0.7, 0, 0))).isEqualTo(OrderingKind.CELLS);
    }

    @Test
    void autoKeepsTheNumbersOfCommunitiesThatLieTogetherButNotOfMeshes() {
        DegreeStatistics equal = new DegreeStatistics(0, 20, 20, 16, false, "", 0.015);
        assertThat(chosen(equal, new EdgeSample(500, 0.4, 0.4, 0.5, 0.02))).isEqualTo(OrderingKind.NATURAL);
        assertThat(chosen(equal, new EdgeSample(500, 0.4, 0.4, 0.49, 0.02))).isEqualTo(OrderingKind.CELLS);
        assertThat(chosen(equal, new EdgeSample(500, 0.4, 0.4, 1, 0))).isEqualTo(OrderingKind.CELLS);
    }

    private static OrderingKind chosen(DegreeStatistics degrees, EdgeSample sample) {
        return OrderingKind.AUTO.chosenFor(degrees, () -> sample).kind();
    }

    private static EdgeSample sample(TestGraph graph) {
        try (OrderedGraph ordered = OrderedGraph.of(graph, OrderingKind.NATURAL.with(OrderingOptions.DEFAULT), 1)) {
            return EdgeSample.of(ordered.out());
        }
    }

    @Test
    void aNamedOrderingNeedsNoReason() {
        for (OrderingKind name : NAMED) {
            OrderingKind.Choice choice = name.chosenFor(
                    new DegreeStatistics(0, 0, 0, 0, true, "any", 0), () -> new EdgeSample(0, 0, 0, 0, 0));
            assertThat(choice.kind()).isEqualTo(name);
            assertThat(choice.reason()).isEmpty();
        }
    }

    @Test
    void refusesUnknownNamesAndBadWindows() {
        assertThatThrownBy(() -> OrderingKind.named("gorder"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "no ordering is called gorder, expected one of auto, paper, jaccard, rcm, cells, degree, natural, random");
        for (int window : new int[] {-8, 0, 4, 12, 65_537}) {
            assertThatThrownBy(() -> new OrderingOptions(window, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("window %d is not a positive multiple of 8", window);
        }
    }

    private static OrderingKind.Choice resolved(OrderingKind rule, GraphKind kind) {
        try (OrderedGraph graph =
                        OrderedGraph.of(kind.draw(1, 3_000), OrderingKind.NATURAL.with(OrderingOptions.DEFAULT), 1);
                Workers workers = new Workers(1)) {
            return rule.chosenFor(
                    DegreeStatistics.of(graph.out(), graph.in(), workers), () -> EdgeSample.of(graph.out()));
        }
    }

    /// What a window or a seed changes has them in the keys of its caches.
    @Test
    void dependOnAWindowOrASeedOrOnNeither() {
        assertThat(Stream.of(OrderingKind.values()).filter(OrderingKind::windowed))
                .containsExactly(OrderingKind.PAPER, OrderingKind.JACCARD);
        assertThat(Stream.of(OrderingKind.values()).filter(OrderingKind::seeded))
                .containsExactly(OrderingKind.RANDOM);
    }
}
