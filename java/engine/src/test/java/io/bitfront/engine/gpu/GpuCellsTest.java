package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.closeness.JobEstimate;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.profile.DeviceProfileSearch;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sums from cells on a GPU against searches from every vertex by an oracle: all components, whatever their cells.
@Tag("gpu")
@Tag("drawn")
class GpuCellsTest extends OnFirstDevice {
    static List<TestGraph> graphs() {
        return Stream.concat(
                        FirstDevice.graphs().stream(),
                        Stream.of(Shapes.chain(12), Shapes.chain(700), Shapes.star(40), Shapes.grid(23, 31)))
                .filter(test -> !test.directed() && test.vertexCount() > 0)
                .toList();
    }

    private static GpuSetup setup(int queue) {
        GpuSetup.Searches searches = new GpuSetup.Searches(queue, 0, 0, false);
        return new GpuSetup(Faults.NONE, false, false, Long.MAX_VALUE, GpuSetup.CalibrationTime.USUAL, searches);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findTheSumsOfSearchesFromEveryVertex(TestGraph test) {
        for (int cellSize : new int[] {3, 60}) {
            for (boolean harmonic : new boolean[] {true, false}) {
                expectAll(test, cellSize, harmonic);
            }
        }
    }

    private static void expectAll(TestGraph test, int cellSize, boolean harmonic) {
        DistanceSums[] expected = ClosenessOracle.out(test);
        try (Graph graph = Prepared.graph(test);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE))) {
            for (int[] component : Prepared.components(graph, test)) {
                DeviceProfileSearch search = cut(graph, component, cellSize);
                if (search == null) {
                    continue;
                }
                try (CellDevice cells = gpu.cellDevice(search.component(harmonic))) {
                    AtomicInteger rows = new AtomicInteger();
                    DeviceProfileSearch.Outcome outcome = search.run(
                            List.of(cells),
                            _ -> true,
                            (vertices, sums) -> {
                                rows.addAndGet(vertices.length);
                                expect(graph, expected, vertices, sums);
                            },
                            () -> false);
                    assertThat(outcome.failures()).isEmpty();
                    assertThat(outcome.searches()).isEqualTo(search.separatorCount());
                    assertThat(rows).hasValue(component.length);
                }
            }
        }
    }

    private static void expect(Graph graph, DistanceSums[] expected, int[] vertices, VertexSums[] found) {
        for (int i = 0; i < vertices.length; i++) {
            DistanceSums of = expected[(int) graph.idOf(vertices[i])];
            double harmonic = Double.isNaN(found[i].harmonicSum()) ? of.harmonic() : found[i].harmonicSum();
            assertThat(new DistanceSums(found[i].reached(), found[i].distanceSum(), harmonic, found[i].eccentricity()))
                    .isEqualTo(of);
        }
    }

    private static DeviceProfileSearch cut(Graph graph, int[] component, int cellSize) {
        return DeviceProfileSearch.of(
                graph.out(),
                component,
                component.length,
                new int[graph.vertexCount()],
                2,
                cellSize,
                component.length,
                () -> false);
    }

    @Test
    void leaveOutWhatCannotBeSearchedAndFindTheRest() {
        TestGraph grid = Shapes.grid(40, 40);
        DistanceSums[] expected = ClosenessOracle.out(grid);
        try (Graph graph = Prepared.graph(grid);
                Backend gpu = new GpuEngine(graph, device, setup(16))) {
            DeviceProfileSearch search = cut(graph, IntStream.range(0, 1_600).toArray(), 100);
            try (CellDevice cells = gpu.cellDevice(search.component(true))) {
                search.run(
                        List.of(cells),
                        _ -> true,
                        (vertices, sums) -> expect(graph, expected, vertices, sums),
                        () -> false);
            }
        }
    }

    static List<TestGraph> deep() {
        return Share.of(GpuCellsTest.class, List.of(Shapes.grid(5, 130), Shapes.chain(40_000)));
    }

    @ParameterizedTest
    @MethodSource("deep")
    void giveJobsTheRowsOfSearchesFromEveryVertex(TestGraph deep) {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(deep);
                Engine cpu = Prepared.cpu(graph, 2);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, setup(IndependentSearches.QUEUE)))) {
            ClosenessResult found = gpu.closeness(job);
            expectSame(found, cpu.closeness(job));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(deep.vertexCount() / 10);
        }
    }

    /// Too few for its own cells: batches of a thin component take as long as that is deep.
    @Test
    @Tag("once")
    void ofSmallThinComponentsAreTheHosts() {
        TestGraph thin = Shapes.cycle(5_000);
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(thin);
                Engine cpu = Prepared.cpu(graph, 2);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, GpuSetup.of(graph, device.name())))) {
            ClosenessResult found = gpu.closeness(job);
            expectSame(found, cpu.closeness(job));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(thin.vertexCount() / 10);
        }
    }

    @Test
    @Tag("once")
    void giveTheTopTheRowsOfTheFullRanking() {
        TestGraph deep = Shapes.grid(3, 300);
        ClosenessJob job = ClosenessJob.allSources()
                .measures(ClosenessMeasure.HARMONIC, ClosenessMeasure.WF)
                .top(9);
        try (Graph graph = Prepared.graph(deep);
                Engine cpu = Prepared.cpu(graph, 2);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, setup(IndependentSearches.QUEUE)))) {
            ClosenessResult found = gpu.closeness(job);
            assertThat(found.rowCount()).isEqualTo(9);
            expectSame(found, cpu.closeness(job.bounds(false)));
            assertThat(found.effort().orElseThrow().spared()).containsKey("cells");
        }
    }

    @Test
    @Tag("once")
    void continueFromACheckpointOfSomeCells(@TempDir Path folder) {
        TestGraph deep = Shapes.grid(5, 130);
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(deep);
                Engine cpu = Prepared.cpu(graph, 2);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, setup(IndependentSearches.QUEUE)))) {
            ClosenessJob kept = job.checkpoint(folder.resolve("kept"));
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress stops = (name, total, unit) -> amount -> runner.get().cancel();
            runner.set(new ClosenessRunner(List.of(gpu), kept, stops));
            assertThatThrownBy(() -> runner.get().run())
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("(?s).*stopped after [1-9][0-9]* of 650 .*");

            ClosenessResult continued = gpu.closeness(kept);
            assertThat(continued.events()).anyMatch(event -> event.contains("sources were in checkpoint"));
            expectSame(continued, cpu.closeness(job.bounds(false)));
        }
    }

    private static void expectSame(ClosenessResult found, ClosenessResult expected) {
        for (int row = 0; row < expected.rowCount(); row++) {
            assertThat(found.id(row)).isEqualTo(expected.id(row));
            for (ClosenessMeasure measure : expected.job().measures()) {
                assertThat(found.value(row, measure)).isEqualTo(expected.value(row, measure));
            }
        }
    }

    @Test
    @Tag("once")
    void areSharedByDevices() {
        assertThat(sharedWith(Faults.NONE, new CountDownLatch(0))).isEmpty();
    }

    @Test
    @Tag("once")
    void ofALostDeviceAreLeftToSearches() {
        CountDownLatch failed = new CountDownLatch(1);
        Faults loss = new Faults(_ -> false, launch -> {
            if (launch >= 3) {
                failed.countDown();
            }
            return launch >= 3;
        });
        assertThat(sharedWith(loss, failed)).singleElement().asString().contains("CUDA_ERROR_LAUNCH_FAILED");
    }

    /// Runs a component on two devices of which one has faults; what is found is right, and whole where nobody fails.
    ///
    /// @param failed what the device without faults waits for, that it may leave the other no cell
    private static List<String> sharedWith(Faults faults, CountDownLatch failed) {
        TestGraph deep = Shapes.grid(7, 400);
        DistanceSums[] expected = ClosenessOracle.out(deep);
        GpuSetup setup = setup(IndependentSearches.QUEUE);
        try (Graph graph = Prepared.graph(deep);
                Backend works = new GpuEngine(graph, device, setup);
                Backend other = new GpuEngine(graph, device, setup.with(faults))) {
            DeviceProfileSearch search = cut(graph, IntStream.range(0, 2_800).toArray(), 40);
            CountDownLatch taken = new CountDownLatch(1);
            BitSet found = new BitSet();
            DeviceProfileSearch.Outcome outcome;
            try (CellDevice one = new Told(works.cellDevice(search.component(true)), () -> {
                        await(taken);
                        await(failed);
                    });
                    CellDevice two = new Told(other.cellDevice(search.component(true)), taken::countDown)) {
                outcome = search.run(
                        List.of(one, two),
                        _ -> true,
                        (vertices, sums) -> {
                            expect(graph, expected, vertices, sums);
                            synchronized (found) {
                                assertThat(IntStream.of(vertices).anyMatch(found::get))
                                        .isFalse();
                                IntStream.of(vertices).forEach(found::set);
                            }
                        },
                        () -> false);
            }
            assertThat(found.cardinality()).isPositive();
            if (outcome.failures().isEmpty()) {
                assertThat(found.cardinality()).isEqualTo(2_800);
            }
            return outcome.failures();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Takes few cells at a time, and tells of each group's searches before they begin.
    private record Told(CellDevice cells, Runnable onSearch) implements CellDevice {
        @Override
        public int rows() {
            return cells.rows();
        }

        @Override
        public int searchesWanted() {
            return 1;
        }

        @Override
        public SourceSums search(int[] vertices, int[] rows) {
            onSearch.run();
            return cells.search(vertices, rows);
        }

        @Override
        public SourceSums sums(int begin, int end, int[] border, int[] rows) {
            return cells.sums(begin, end, border, rows);
        }

        @Override
        public String leftWhy() {
            return cells.leftWhy();
        }

        @Override
        public void close() {
            cells.close();
        }
    }

    @Test
    void areExpectedByTheEstimateOfAJobWhereGraphsAreDeep() {
        try (Graph graph = Prepared.graph(Shapes.grid(5, 130));
                Graph shallow = Prepared.graph(Shapes.grid(20, 30));
                Engine deep = Prepared.engine(new GpuEngine(graph, device, setup(IndependentSearches.QUEUE)));
                Engine flat = Prepared.engine(new GpuEngine(shallow, device, setup(IndependentSearches.QUEUE)))) {
            Duration budget = Duration.ofMillis(1);
            ClosenessJob all = ClosenessJob.allSources();
            assertThat(JobEstimate.of(deep, all, 650, budget).atMost()).isTrue();
            assertThat(JobEstimate.of(deep, all.bounds(false), 650, budget).atMost())
                    .isFalse();
            assertThat(JobEstimate.of(flat, all, 600, budget).atMost()).isFalse();
        }
    }

    @Test
    void refuseCellsThatNoKernelTakesAndSayWhy() {
        try (Graph graph = Prepared.graph(Shapes.grid(9, 7));
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE))) {
            DeviceProfileSearch search = cut(graph, IntStream.range(0, 63).toArray(), 20);
            try (CellDevice cells = gpu.cellDevice(search.component(true))) {
                int[] border = new int[Constants.MOST_BORDER + 1];
                assertThat(cells.sums(0, 2, border, border)).isNull();
                assertThat(cells.leftWhy()).isEqualTo("its border or itself is too large");
                assertThat(cells.sums(0, Constants.MOST_CELL + 1, new int[1], new int[1]))
                        .isNull();
                assertThat(cells.leftWhy()).isEqualTo("its border or itself is too large");
            }
        }
    }

    @Test
    void findOnlyTheRowsThatAreWanted() {
        TestGraph grid = Shapes.grid(30, 30);
        try (Graph graph = Prepared.graph(grid);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE))) {
            DeviceProfileSearch search = cut(graph, IntStream.range(0, 900).toArray(), 60);
            BitSet found = new BitSet();
            try (CellDevice cells = gpu.cellDevice(search.component(false))) {
                search.run(
                        List.of(cells),
                        vertex -> vertex % 70 == 3 || vertex > 850,
                        (vertices, _) -> IntStream.of(vertices).forEach(found::set),
                        () -> false);
            }
            assertThat(found.stream())
                    .containsExactlyElementsOf(IntStream.range(0, 900)
                            .filter(vertex -> vertex % 70 == 3 || vertex > 850)
                            .boxed()
                            .toList());
        }
    }

    /// A path of `n` vertices, of which a cell has 16 at most.
    static CellDevice.Component path(int n, int mostBorder, boolean harmonic) {
        int[] start = IntStream.rangeClosed(0, n)
                .map(v -> v == 0 ? 0 : v == n ? 2 * n - 2 : 2 * v - 1)
                .toArray();
        int[] neighbour = IntStream.range(0, n)
                .flatMap(v -> IntStream.of(v - 1, v + 1).filter(w -> w >= 0 && w < n))
                .toArray();
        return new CellDevice.Component(start, neighbour, 16, mostBorder, n, harmonic);
    }

    /// For two launches of searches and the longest border, or for all vertices.
    @Test
    @Tag("once")
    void keepAsManyRowsAsSearchesWant() {
        try (Graph graph = Prepared.graph(Shapes.chain(40), "natural");
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE))) {
            int launch;
            try (CellDevice large = gpu.cellDevice(path(20_000, 3, false))) {
                launch = large.searchesWanted();
                assertThat(large.rows()).isEqualTo(Math.min(20_000, 2 * launch + 3));
            }
            try (CellDevice small = gpu.cellDevice(path(40, 3, false))) {
                assertThat(small.rows()).isEqualTo(Math.min(40, 2 * launch + 3));
                assertThat(small.searchesWanted()).isPositive().isLessThanOrEqualTo(launch);
                assertThat(launch % small.searchesWanted()).isZero();
                assertThat(small.search(new int[] {0, 20}, new int[] {1, 0}).distanceSum())
                        .containsExactly(39 * 40 / 2, 20 * 21 / 2 + 19 * 20 / 2);
            }
        }
    }
}
