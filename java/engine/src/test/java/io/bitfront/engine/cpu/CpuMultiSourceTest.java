package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
final class CpuMultiSourceTest {
    static List<TestGraph> graphs() {
        return Share.of(CpuMultiSourceTest.class, TestGraphs.all());
    }

    static Stream<Arguments> widthsAndThreads() {
        return IntStream.of(64, 192, 512, 576, 1_024)
                .boxed()
                .flatMap(width -> Stream.of(1, 2, 3).map(threads -> Arguments.of(width, threads)));
    }

    static LongStream seeds() {
        return Seeds.upTo(40);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void countsWhatABreadthFirstSearchFromEachSourceCounts(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            for (Direction direction : Direction.values()) {
                DistanceSums[] expected = oracle(test, direction);
                for (BfsMode mode : List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL)) {
                    for (int threads = 1; threads <= 3; threads += 2) {
                        expectAllSources(graph, expected, direction, mode, threads);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("widthsAndThreads")
    void countsForEveryWidthAndFillLevel(int width, int threads) {
        TestGraph test = GraphKind.COMPONENTS.draw(3, 1_100);
        TestGraph dense = GraphKind.SCALE_FREE.draw(3, 1_100);
        for (TestGraph each : List.of(test, dense)) {
            DistanceSums[] expected = ClosenessOracle.out(each);
            try (Graph graph = Prepared.graph(each);
                    Workers workers = new Workers(threads);
                    CpuMultiSource engine = new CpuMultiSource(graph, workers, width, Direction.OUT)) {
                for (int fill : new int[] {1, 31, 32, 33, 63, 64, 65, width - 1, width}) {
                    int[] sources = IntStream.range(0, Math.min(fill, width)).toArray();
                    expect(graph, expected, sources, engine.perSource(sources), "%s, %d sources".formatted(each, fill));
                }
            }
        }
    }

    /// In whatever way it is searched: before it begins, between levels, within a search of its own.
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "WIDE", "INDEPENDENT"})
    void endsABatchThatNobodyWantsAnyMore(BatchMode mode) {
        TestGraph test = Shapes.grid(6, 300);
        DistanceSums[] expected = ClosenessOracle.out(test);
        int[] sources = IntStream.range(0, 200).map(i -> 9 * i).toArray();
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 256, Direction.OUT, mode)) {
            for (int asked : new int[] {0, 1, 7, 100}) {
                AtomicInteger left = new AtomicInteger(asked);
                engine.stopWhen(() -> left.getAndDecrement() <= 0);
                assertThatThrownBy(() -> engine.begin(sources)).isInstanceOf(CancellationException.class);
            }
            engine.stopWhen(() -> false);
            expect(graph, expected, sources, engine.perSource(sources), mode.name());
        }
    }

    @Test
    void givesRepeatedSourcesTheSameRow() {
        TestGraph test = GraphKind.DIRECTED_MESSY.draw(5, 200);
        DistanceSums[] expected = ClosenessOracle.out(test);
        int[] sources = {7, 7, 0, 199, 7, 50, 0, 7};
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            expect(graph, expected, sources, engine.perSource(sources), "repeated");
        }
    }

    /// Whoever asks for few sources of an engine, directed graphs the other way round included.
    @ParameterizedTest
    @MethodSource("graphs")
    void countsTheSameForFewSources(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        try (Graph graph = Prepared.graph(test);
                CpuEngine engine = new CpuEngine(graph, 2)) {
            for (Direction direction : Direction.values()) {
                DistanceSums[] expected = oracle(test, direction);
                try (MultiSource batches = engine.multiSource(64, direction, BatchMode.AUTO)) {
                    for (int few : new int[] {1, 2, CpuMultiSource.FEW, CpuMultiSource.FEW + 1, 3}) {
                        int[] sources =
                                new Random(few).ints(few, 0, test.vertexCount()).toArray();
                        expect(graph, expected, sources, batches.perSource(sources), direction + ", few " + few);
                    }
                }
            }
        }
    }

    @Test
    void searchesOneAfterAnotherWhileFewAreShallow() {
        TestGraph shallow = GraphKind.SCALE_FREE.draw(1, 3_000);
        TestGraph chain = Shapes.chain(1_000);
        int[] few = {3, 500, 77, 8, 9, 11, 4, 2};
        int[] more = Arrays.copyOf(few, CpuMultiSource.FEW + 1);
        assertThat(few).hasSize(CpuMultiSource.FEW);
        assertThat(levelsOf(shallow, Direction.OUT, BatchMode.AUTO, few)).isZero();
        assertThat(levelsOf(shallow, Direction.OUT, BatchMode.AUTO, more)).isPositive();
        assertThat(levelsOf(shallow, Direction.OUT, BatchMode.WIDE, few)).isPositive();
        TestGraph directed = GraphKind.DIRECTED_MESSY.draw(5, 2_000);
        assertThat(levelsOf(directed, Direction.OUT, BatchMode.AUTO, few)).isZero();
        assertThat(levelsOf(directed, Direction.IN, BatchMode.AUTO, few)).isPositive();
        assertThat(levelsOf(shallow, Direction.IN, BatchMode.AUTO, few)).isZero();
        assertThat(levelsOf(chain, Direction.OUT, BatchMode.AUTO, 500)).isZero();
        try (Graph graph = Prepared.graph(chain);
                CpuEngine engine = new CpuEngine(graph, 1);
                MultiSource batches = engine.multiSource(64, Direction.OUT, BatchMode.AUTO)) {
            for (int[] sources : List.of(new int[] {500}, new int[] {998, 999}, new int[] {1})) {
                SourceSums sums = batches.perSource(sources);
                expect(graph, ClosenessOracle.out(chain), sources, sums, "on a chain");
            }
        }
    }

    /// Bit-parallel levels that a batch took.
    private static long levelsOf(TestGraph test, Direction direction, BatchMode mode, int... sources) {
        try (Graph graph = Prepared.graph(test);
                CpuEngine engine = new CpuEngine(graph, 2);
                MultiSource batches = engine.multiSource(64, direction, mode)) {
            batches.perSource(sources);
            CpuMultiSource counting = (CpuMultiSource) batches;
            return counting.pushedLevels() + counting.pulledLevels();
        }
    }

    /// On a dense graph the second level is full and the first is not; on a chain none is.
    @Test
    void runsLevelsTheWayAskedForAndElseTheCheaperOne() {
        int[] sources = {5, 17};
        try (Graph dense = Prepared.graph(GraphKind.DENSE.draw(1, 3_000));
                Graph chain = Prepared.graph(Shapes.chain(3_000));
                Workers workers = new Workers(2)) {
            for (BfsMode mode : List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL)) {
                try (CpuMultiSource onDense =
                                new CpuMultiSource(dense, workers, false, 64, Direction.OUT, mode, BatchMode.WIDE);
                        CpuMultiSource onChain =
                                new CpuMultiSource(chain, workers, false, 64, Direction.OUT, mode, BatchMode.WIDE)) {
                    onDense.perSource(sources);
                    onChain.perSource(sources);
                    assertThat(onDense.pushedLevels() > 0)
                            .as("pushes, %s", mode)
                            .isEqualTo(mode != BfsMode.PULL);
                    assertThat(onDense.pulledLevels() > 0).as("pulls, %s", mode).isEqualTo(mode != BfsMode.PUSH);
                    assertThat(onChain.pulledLevels() > 0)
                            .as("pulls on a chain, %s", mode)
                            .isEqualTo(mode == BfsMode.PULL);
                }
            }
        }
    }

    /// Threads run batches of their own where each has one, and else share each batch.
    @ParameterizedTest
    @CsvSource({"1, 1", "64, 1", "128, 1", "129, 3", "192, 3", "1000, 3"})
    void givesEachThreadABatchOrAllThreadsEach(int sources, int states) {
        try (Graph graph = Prepared.graph(Shapes.chain(100));
                CpuEngine engine = new CpuEngine(graph, 3)) {
            List<MultiSource> found = engine.multiSources(64, Direction.OUT, BatchMode.AUTO, sources);
            found.forEach(MultiSource::close);
            assertThat(found).hasSize(states);
        }
    }

    @Test
    void forgetsABatchBeforeTheNext() {
        TestGraph test = GraphKind.ROAD.draw(8, 900);
        DistanceSums[] expected = ClosenessOracle.out(test);
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 128, Direction.OUT)) {
            Random dice = new Random(8);
            for (int batch = 0; batch < 30; batch++) {
                int[] sources =
                        dice.ints(dice.nextInt(1, 129), 0, graph.vertexCount()).toArray();
                expect(graph, expected, sources, engine.perSource(sources), "batch " + batch);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void sharesOutTheEdgesOfHubs(int threads) {
        int leaves = 2 * BitPull.HUB_EDGES;
        TestGraph star = Shapes.star(leaves + 1);
        int[] ids = IntStream.concat(IntStream.of(0), IntStream.range(1, 40)).toArray();
        try (Graph graph = Prepared.graph(star);
                Workers workers = new Workers(threads)) {
            int[] sources = Arrays.stream(ids).map(graph::vertexOf).toArray();
            for (BfsMode mode : List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL)) {
                try (CpuMultiSource engine =
                        new CpuMultiSource(graph, workers, false, 64, Direction.OUT, mode, BatchMode.WIDE)) {
                    SourceSums sums = engine.perSource(sources);
                    assertThat(sums.distanceSum()[0]).as("hub, %s", mode).isEqualTo(leaves);
                    assertThat(Arrays.copyOfRange(sums.distanceSum(), 1, ids.length))
                            .as("leaves, %s", mode)
                            .containsOnly(1 + 2 * (leaves - 1L));
                    assertThat(sums.reached()).as("reached, %s", mode).containsOnly(leaves + 1L);
                }
            }
        }
    }

    /// Lists of one level that are shared out, beside others that are not, each with neighbours that no other has.
    @ParameterizedTest
    @CsvSource({"1, 64", "2, 64", "3, 512"})
    @Tag("once")
    void sharesOutTheHubsOfALevelTogether(int threads, int width) {
        int[] degrees = {BitPush.HUB_EDGES - 1, BitPush.HUB_EDGES, BitPush.HUB_EDGES + 1, 3 * BitPush.HUB_EDGES / 2, 5};
        TestGraph test = root(degrees);
        int[] ids = {0, 1, degrees.length, test.vertexCount() - 1};
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(threads);
                CpuMultiSource engine =
                        new CpuMultiSource(graph, workers, false, width, Direction.OUT, BfsMode.PUSH, BatchMode.WIDE)) {
            SourceSums sums =
                    engine.perSource(Arrays.stream(ids).map(graph::vertexOf).toArray());
            for (int i = 0; i < ids.length; i++) {
                int[] levels = BfsOracle.levels(test, ids[i]);
                assertThat(sums.distanceSum()[i])
                        .isEqualTo(IntStream.of(levels).asLongStream().sum());
                assertThat(sums.reached()[i]).isEqualTo(test.vertexCount());
            }
        }
    }

    /// Vertex 0 joined to hubs of so many neighbours each, itself among them.
    private static TestGraph root(int... degrees) {
        int edges = IntStream.of(degrees).sum();
        int[] from = new int[edges];
        int[] to = new int[edges];
        int leaf = degrees.length + 1;
        int edge = 0;
        for (int hub = 1; hub <= degrees.length; hub++) {
            for (int i = 0; i < degrees[hub - 1]; i++) {
                from[edge] = hub;
                to[edge++] = i == 0 ? 0 : leaf++;
            }
        }
        return new TestGraph("hubs around a vertex", leaf, from, to, false);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void countsOnRandomGraphs(long seed) {
        Random dice = new Random(seed);
        GraphKind kind = GraphKind.values()[dice.nextInt(GraphKind.values().length)];
        TestGraph test = TestGraphs.random(kind, seed);
        Direction direction = Direction.values()[dice.nextInt(2)];
        BfsMode mode = List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL).get(dice.nextInt(3));
        int width = 64 * (1 + dice.nextInt(16));
        int[] sources =
                dice.ints(dice.nextInt(1, width + 1), 0, test.vertexCount()).toArray();
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1 + dice.nextInt(3));
                CpuMultiSource engine =
                        new CpuMultiSource(graph, workers, false, width, direction, mode, BatchMode.WIDE)) {
            String how = "%s, width %d, %s, %s; %s"
                    .formatted(test, width, direction, mode, Seeds.rerun(CpuMultiSourceTest.class, seed));
            expect(graph, oracle(test, direction), sources, engine.perSource(sources), how);
            expectTargets(graph, test, direction, sources, engine, how);
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void addsUpPerTargetWhatReachesIt(TestGraph test) {
        int[] pivots = IntStream.range(0, Math.min(test.vertexCount(), 64)).toArray();
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2)) {
            for (Direction direction : Direction.values()) {
                try (CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, direction)) {
                    expectTargets(graph, test, direction, pivots, engine, test + ", " + direction);
                }
            }
        }
    }

    @Test
    void refusesBatchesLargerThanItsWidth() {
        try (Graph graph = Prepared.graph(Shapes.chain(100));
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            assertThatThrownBy(() -> engine.perSource(new int[65]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batch of 65 sources, at most 64");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-64, 1, 63, 100, 1_088})
    void refusesWidthsItDoesNotHave(int width) {
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Workers workers = new Workers(1)) {
            assertThatThrownBy(() -> new CpuMultiSource(graph, workers, width, Direction.OUT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batch of %d sources: the CPU engine takes a multiple of 64 up to 1,024", width);
        }
    }

    private static DistanceSums[] oracle(TestGraph test, Direction direction) {
        return direction == Direction.OUT ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
    }

    private static void expectAllSources(
            Graph graph, DistanceSums[] expected, Direction direction, BfsMode mode, int threads) {
        try (Workers workers = new Workers(threads);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, false, 0, direction, mode, BatchMode.WIDE)) {
            for (int begin = 0; begin < graph.vertexCount(); begin += engine.width()) {
                int[] sources = IntStream.range(begin, Math.min(begin + engine.width(), graph.vertexCount()))
                        .toArray();
                String how = "%s, %s, %d threads".formatted(direction, mode, threads);
                expect(graph, expected, sources, engine.perSource(sources), how);
            }
        }
    }

    private static void expect(Graph graph, DistanceSums[] expected, int[] sources, SourceSums sums, String how) {
        assertThat(sums.reached()).as(how).hasSameSizeAs(sources);
        for (int i = 0; i < sources.length; i++) {
            DistanceSums found = new DistanceSums(
                    sums.reached()[i], sums.distanceSum()[i], sums.harmonicSum()[i], sums.eccentricity()[i]);
            assertThat(found).as("source %d, %s", i, how).isEqualTo(expected[(int) graph.idOf(sources[i])]);
        }
    }

    private static void expectTargets(
            Graph graph, TestGraph test, Direction direction, int[] pivots, CpuMultiSource engine, String how) {
        int[][] neighbours = direction == Direction.OUT ? test.outNeighbours() : test.inNeighbours();
        long[][] expected = new long[4][test.vertexCount()];
        for (int pivot : pivots) {
            int[] levels = BfsOracle.levels(neighbours, (int) graph.idOf(pivot));
            for (int v = 0; v < levels.length; v++) {
                if (levels[v] > 0) {
                    expected[0][v]++;
                    expected[1][v] += levels[v];
                    expected[2][v] += (long) levels[v] * levels[v];
                    expected[3][v] += (1L << TargetSums.HARMONIC_FRACTION_BITS) / levels[v];
                }
            }
        }
        try (Arena arena = Arena.ofShared()) {
            TargetSums sums = TargetSums.allocate(arena, test.vertexCount());
            engine.perTarget(pivots, sums);
            for (int v = 0; v < test.vertexCount(); v++) {
                int vertex = graph.vertexOf(v);
                assertThat(new long[] {
                            sums.pivots().get(vertex),
                            sums.distance().get(vertex),
                            sums.distanceSquared().get(vertex),
                            sums.harmonic().get(vertex)
                        })
                        .as("target %d, %s", v, how)
                        .containsExactly(expected[0][v], expected[1][v], expected[2][v], expected[3][v]);
            }
        }
    }

    /// A CPU finds out by itself how far sources lie from each other.
    @Test
    @Tag("once")
    void searchesFromSourcesThatAreSaidToLieApart() {
        TestGraph test = Shapes.grid(20, 5);
        DistanceSums[] expected = ClosenessOracle.out(test);
        int[] sources = {3, 99, 50};
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            engine.beginApart(sources);
            expect(graph, expected, sources, engine.finish(), "apart");
        }
    }
}
