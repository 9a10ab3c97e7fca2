package io.bitfront.engine.gpu;

import static io.bitfront.engine.gpu.SumsCheck.expectSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SearchLimits;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.LeftOpen;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Batches on a GPU against the CPU engine, which is tested against oracles: the same bits.
@Tag("gpu")
@Tag("drawn")
@LeftOpen.OnPurpose("what a device that answers no more holds, and the thread that waits for it")
class GpuMultiSourceTest extends OnFirstDevice {
    /// Index of the last launch before those of batches.
    private static final int STATE_LAUNCHES = 1;

    static List<TestGraph> graphs() {
        return FirstDevice.graphs().stream()
                .filter(test -> test.vertexCount() > 0)
                .toList();
    }

    /// A vertex with more neighbours than a warp takes alone, so that all vertices pull.
    private static TestGraph withAHub(TestGraph test) {
        int more = 400;
        int edges = test.from().length;
        int[] from = Arrays.copyOf(test.from(), edges + more);
        int[] to = Arrays.copyOf(test.to(), edges + more);
        for (int i = 0; i < more; i++) {
            to[edges + i] = 1 + i;
        }
        return new TestGraph(test.name() + " with a hub", test.vertexCount(), from, to, test.directed());
    }

    static Stream<TestGraph> limited() {
        return Stream.concat(
                graphs().stream(), Stream.of(meshWithAHub(), withAHub(GraphKind.DIRECTED_SCALE_FREE.draw(2, 900))));
    }

    private static TestGraph meshWithAHub() {
        return withAHub(Shapes.grid(40, FirstDevice.size(50, 15)));
    }

    @Test
    void takesLimitsWhereAllVerticesPull() {
        try (Graph graph = Prepared.graph(meshWithAHub(), "degree");
                Backend gpu = new GpuEngine(graph, device);
                MultiSource batches = gpu.multiSource(256, Direction.OUT)) {
            assertThat(batches.limits()).isTrue();
        }
    }

    /// Of two like searches one has a limit that its first level meets.
    @ParameterizedTest
    @MethodSource("limited")
    void endsSearchesThatMeetTheirLimitsAndNoOthers(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "degree");
                Backend gpu = new GpuEngine(graph, device);
                MultiSource batches = gpu.multiSource(256, Direction.OUT)) {
            int[] batch = draw(test, 33);
            SourceSums whole = batches.perSource(batch);
            if (!batches.limits()) {
                assertThatThrownBy(() -> batches.beginLimited(batch, SearchLimits.none(33)))
                        .isInstanceOf(UnsupportedOperationException.class);
                return;
            }
            SearchLimits limits = SearchLimits.none(batch.length);
            for (int i = 0; i < batch.length; i++) {
                limits.reached()[i] = whole.reached()[i];
                limits.distance()[i] = i % 3 == 0 ? 0 : whole.distanceSum()[i];
                limits.harmonic()[i] = i % 3 == 1 ? Double.POSITIVE_INFINITY : whole.harmonicSum()[i];
            }
            batches.beginLimited(batch, limits);
            SourceSums found = batches.finish();
            for (int i = 0; i < batch.length; i++) {
                boolean ends = i % 3 != 2 && whole.eccentricity()[i] > 1;
                assertThat(batches.wasCut(i)).as("search %d", i).isEqualTo(ends);
                assertThat(found.eccentricity()[i]).isEqualTo(ends ? 1 : whole.eccentricity()[i]);
                if (ends) {
                    assertThat(found.reached()[i]).isLessThan(whole.reached()[i]);
                } else {
                    assertThat(found.harmonicSum()[i]).isEqualTo(whole.harmonicSum()[i]);
                    assertThat(found.distanceSum()[i]).isEqualTo(whole.distanceSum()[i]);
                }
            }
            expectSame(whole, batches.perSource(batch));
            assertThat(batches.wasCut(0)).isFalse();
        }
    }

    /// To free what a device holds that answers no more would wait for it.
    @Test
    void leavesWhatItHoldsAloneOnceItIsAbandoned() {
        try (Graph graph = Prepared.graph(Shapes.chain(3_000), "natural");
                CudaContext watcher = new CudaContext(device)) {
            GpuEngine gpu = new GpuEngine(graph, device);
            MultiSource batches = gpu.multiSource(256, Direction.OUT);
            watcher.use();
            long free = watcher.freeBytes();
            batches.abandon();
            batches.close();
            gpu.close();
            watcher.use();
            assertThat(watcher.freeBytes()).isLessThanOrEqualTo(free);
        }
    }

    static List<ClosenessMeasure> ranked() {
        return Share.of(GpuMultiSourceTest.class, List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC));
    }

    @ParameterizedTest
    @MethodSource("ranked")
    void cutsSearchesThatCannotMakeTheTop(ClosenessMeasure measure) {
        TestGraph test = withAHub(GraphKind.SCALE_FREE.draw(5, 3_000));
        try (Graph graph = Prepared.graph(test, "degree");
                Engine gpu = Prepared.engine(new GpuEngine(graph, device))) {
            ClosenessJob job =
                    ClosenessJob.allSources().measures(measure).top(3).width(256);
            ClosenessResult found = gpu.closeness(job);
            ClosenessResult all = gpu.closeness(job.bounds(false));
            for (int row = 0; row < 3; row++) {
                assertThat(found.id(row)).isEqualTo(all.id(row));
                assertThat(found.value(row, measure)).isEqualTo(all.value(row, measure));
            }
            assertThat(found.effort().orElseThrow().begun()).isLessThan(1_000);
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void countsPerSourceTheSameBitsAsTheCpu(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device)) {
            for (Direction direction : Direction.values()) {
                try (MultiSource expected = cpu.multiSource(1_024, direction)) {
                    for (int width : GpuMultiSource.WIDTHS) {
                        try (MultiSource found = gpu.multiSource(width, direction)) {
                            for (int fill : new int[] {1, 31, 32, 33, width - 1, width}) {
                                int[] batch = draw(test, fill);
                                expectSame(expected.perSource(batch), found.perSource(batch));
                            }
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void countsTheSameBitsWhileItMeasuresWhatLevelsCost(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device, new GpuSetup(Faults.NONE, false, false, 0));
                MultiSource expected = cpu.multiSource(256, Direction.OUT);
                MultiSource found = gpu.multiSource(256, Direction.OUT);
                MultiSource byExpectedCosts = gpu.multiSource(256, Direction.OUT, BatchMode.WIDE)) {
            byExpectedCosts.expect(Long.MAX_VALUE);
            assertThat(byExpectedCosts.settled()).isTrue();
            found.expect(64 * 256 - 1);
            assertThat(found.settled()).isTrue();
            found.expect(64 * 256);
            assertThat(found.settled()).isFalse();
            for (int batches = 0; batches < 12; batches++) {
                int[] batch = draw(test, 200 + batches);
                expectSame(expected.perSource(batch), found.perSource(batch));
            }
            assertThat(found.settled()).isTrue();
            assertThat(found.note()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void theStepsOfAlgorithm5CountTheSameBitsAsTheCpu(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "rcm");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device);
                MultiSource expected = cpu.multiSource(256, Direction.OUT)) {
            for (BatchMode mode : BatchMode.values()) {
                try (MultiSource found = gpu.multiSource(256, Direction.OUT, mode)) {
                    for (int fill : new int[] {1, 31, 32, 33, 255, 256}) {
                        int[] batch = draw(test, fill);
                        expectSame(expected.perSource(batch), found.perSource(batch));
                    }
                }
            }
        }
    }

    @Test
    void algorithm5FollowsOutEdgesOnly() {
        TestGraph directed = TestGraphs.small().stream()
                .filter(TestGraph::directed)
                .findFirst()
                .orElseThrow();
        try (Graph graph = Prepared.graph(directed, "natural");
                Backend gpu = new GpuEngine(graph, device)) {
            assertThatThrownBy(() -> gpu.multiSource(0, Direction.IN, BatchMode.PAPER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("mode paper follows out-edges only: slice sets are packed of out-neighbours");
            assertThatThrownBy(() -> gpu.multiSource(512, Direction.OUT, BatchMode.PAPER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batch of 512 sources: a GPU takes 256 in mode paper at once");
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void sumsPerTargetTheSameBitsAsTheCpu(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "natural");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device);
                MultiSource onCpu = cpu.multiSource(1_024, Direction.OUT);
                MultiSource onGpu = gpu.multiSource(256, Direction.OUT);
                Arena arena = Arena.ofShared()) {
            TargetSums expected = TargetSums.allocate(arena, graph.vertexCount());
            TargetSums found = TargetSums.allocate(arena, graph.vertexCount());
            onGpu.expect(Long.MAX_VALUE);
            for (int batch = 0; batch < 5; batch++) {
                int[] pivots = draw(test, 200 + batch);
                onCpu.perTarget(pivots, expected);
                onGpu.perTarget(pivots);
            }
            int[] apart = draw(test, 33);
            expectSame(onCpu.perSource(apart), onGpu.perSource(apart));
            onGpu.bring();
            assertThatThrownBy(() -> onGpu.perTarget(apart)).isInstanceOf(IllegalStateException.class);
            onGpu.collect(found);
            onGpu.collect(found);
            onCpu.perTarget(apart, expected);
            onGpu.perTarget(apart, found);
            for (long v = 0; v < graph.vertexCount(); v++) {
                assertThat(found.pivots().get(v)).isEqualTo(expected.pivots().get(v));
                assertThat(found.distance().get(v))
                        .isEqualTo(expected.distance().get(v));
                assertThat(found.distanceSquared().get(v))
                        .isEqualTo(expected.distanceSquared().get(v));
                assertThat(found.harmonic().get(v))
                        .isEqualTo(expected.harmonic().get(v));
            }
        }
    }

    @Test
    @Tag("once")
    void keepsTwoBatchesApartThatAreUnderWayTogether() {
        TestGraph test = GraphKind.SCALE_FREE.draw(3, 3_000);
        try (Graph graph = Prepared.graph(test, "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device);
                MultiSource expected = cpu.multiSource(256, Direction.OUT);
                MultiSource found = gpu.multiSource(256, Direction.OUT)) {
            assertThat(found.depth()).isEqualTo(2);
            found.begin(draw(test, 40));
            for (int batch = 41; batch < 60; batch++) {
                found.begin(draw(test, batch));
                expectSame(expected.perSource(draw(test, batch - 1)), found.finish());
            }
            expectSame(expected.perSource(draw(test, 59)), found.finish());
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void fillsInTheSameLevelsAsTheCpu(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device);
                MultiSource onCpu = cpu.multiSource(1_024, Direction.OUT);
                MultiSource onGpu = gpu.multiSource(256, Direction.OUT);
                Arena arena = Arena.ofShared()) {
            for (int cellBytes : new int[] {1, 2, 4}) {
                for (int fill : new int[] {1, 33, 256}) {
                    int[] batch = draw(test, fill);
                    LevelMatrix expected = LevelMatrix.allocate(arena, graph.vertexCount(), fill, cellBytes);
                    LevelMatrix found = LevelMatrix.allocate(arena, graph.vertexCount(), fill, cellBytes);
                    boolean fits = onCpu.levels(batch, expected);
                    assertThat(onGpu.levels(batch, found)).isEqualTo(fits);
                    if (fits) {
                        assertThat(found.cells().mismatch(expected.cells()))
                                .as("%s, %d sources, %d bytes", test, fill, cellBytes)
                                .isEqualTo(-1);
                    }
                    expectSame(onCpu.perSource(batch), onGpu.perSource(batch));
                }
            }
        }
    }

    @Test
    @Tag("once")
    void losesNoSourceOfAJobWithADeviceThatIsLost(@TempDir Path folder) {
        ClosenessJob job = ClosenessJob.allSources().width(256).measures(ClosenessMeasure.HARMONIC);
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 3_000), "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend lost = new GpuEngine(
                        graph,
                        device,
                        GpuSetup.of(graph, device.name())
                                .with(new Faults(allocation -> false, launch -> launch == 4)))) {
            ClosenessResult expected = Prepared.engine(cpu).closeness(job);
            assertThatThrownBy(() -> Prepared.engine(lost).closeness(job.checkpoint(folder)))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageMatching(
                            "no device is left: launch multi_(wide|near)_256_32: CUDA_ERROR_LAUNCH_FAILED.*;"
                                    + " stopped after [0-9]+ of 3,000 sources;"
                                    + " the same job continues from checkpoint " + folder);
            ClosenessResult resumed = new ClosenessRunner(
                            List.of(Prepared.engine(cpu)), job.checkpoint(folder), Progress.NONE, said::add)
                    .run();
            assertSame(ClosenessMeasure.HARMONIC, resumed, expected);
            assertThat(said).isEmpty();
        }
    }

    @Test
    @Tag("once")
    void givesTheBatchesOfALostDeviceToOneThatWorks() {
        CountDownLatch gone = new CountDownLatch(1);
        Faults loss = new Faults(allocation -> false, launch -> {
            if (launch > STATE_LAUNCHES) {
                gone.countDown();
            }
            return launch > STATE_LAUNCHES;
        });
        expectAllWithout(loss, gone, " failed, its batches go to others: launch multi_.*_256_32: .*");
    }

    /// Silent from its first batch on: the other device, which holds one until then, may leave it no second.
    @Test
    @Tag("once")
    @Timeout(120)
    void endsWithoutADeviceThatNeverAnswers() {
        CountDownLatch gone = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Faults silence = new Faults(
                allocation -> false,
                launch -> {
                    if (launch > STATE_LAUNCHES) {
                        gone.countDown();
                        await(never);
                    }
                    return false;
                },
                Duration.ofSeconds(1));
        expectAllWithout(silence, gone, " has not answered for [0-9]+ ms, its batches go to others");
    }

    /// Nothing is asked of it later by whoever rules out vertices, nor freed: any call would wait for the one before.
    @Test
    @Tag("once")
    @Timeout(120)
    void asksNothingMoreOfADeviceThatNeverAnswers() {
        CountDownLatch never = new CountDownLatch(1);
        List<String> said = new ArrayList<>();
        // The other device may take the only batch of a round.
        while (said.stream().noneMatch(line -> line.endsWith("answers no more"))) {
            CountDownLatch gone = new CountDownLatch(1);
            Faults silence = new Faults(
                    allocation -> false,
                    launch -> {
                        if (gone.getCount() == 0
                                || Thread.currentThread().getName().startsWith("bitfront-closeness-")) {
                            gone.countDown();
                            await(never);
                        }
                        return false;
                    },
                    Duration.ofSeconds(1));
            ClosenessJob five = ClosenessJob.allSources().width(256).top(5);
            said.addAll(toldWithout(silence, new CountDownLatch(0), five));
        }
    }

    /// Runs a job on a device with faults beside one that works.
    ///
    /// @param gone counted down when the first shows its fault
    /// @param said what is said of it, a pattern
    private static void expectAllWithout(Faults faults, CountDownLatch gone, String said) {
        assertThat(toldWithout(faults, gone, ClosenessJob.allSources().width(256)))
                .singleElement()
                .asString()
                .matches("gpu:[0-9]+ \\(.*\\)" + said);
    }

    /// What was said; the result is as it should be. The graph is too small to be cut into cells, so that a device's
    /// first launches are those of its batches.
    private static List<String> toldWithout(Faults faults, CountDownLatch gone, ClosenessJob job) {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(4, FirstDevice.size(4_000, 1_500)), "degree");
                Backend cpu = new CpuEngine(graph, 2);
                Backend works = after(gone, graph);
                Backend faulty = new GpuEngine(
                        graph, device, GpuSetup.of(graph, device.name()).with(faults))) {
            ClosenessResult expected = Prepared.engine(cpu).closeness(job);
            List<Engine> both = List.of(Prepared.engine(faulty), Prepared.engine(works));
            ClosenessResult found = new ClosenessRunner(both, job, Progress.NONE, lines::add).run();
            assertSame(ClosenessMeasure.CLOSENESS, found, expected);
            return lines;
        }
    }

    /// The last device, which begins no batch before another device is gone: the other may get none else.
    private static Backend after(CountDownLatch gone, Graph graph) {
        Faults waits = new Faults(allocation -> false, launch -> {
            if (launch > STATE_LAUNCHES) {
                await(gone);
            }
            return false;
        });
        return new GpuEngine(
                graph,
                Cuda.devices().getLast(),
                GpuSetup.of(graph, device.name()).with(waits));
    }

    private static void assertSame(ClosenessMeasure measure, ClosenessResult found, ClosenessResult expected) {
        for (int row = 0; row < expected.rowCount(); row++) {
            assertThat(found.value(row, measure)).isEqualTo(expected.value(row, measure));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void takesTheWidestBatchThatFitsAndRefusesOthersInOneLine() {
        try (Graph graph = Prepared.graph(Shapes.star(33), "natural");
                Backend gpu = new GpuEngine(graph, device)) {
            assertThat(gpu.batchWidth(0, Direction.OUT, BatchMode.AUTO)).isEqualTo(1_024);
            assertThat(gpu.batchWidth(256, Direction.OUT, BatchMode.AUTO)).isEqualTo(256);
            assertThatThrownBy(() -> gpu.multiSource(300, Direction.OUT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("batch of 300 sources: a GPU takes 256, 512 or 1,024 at once");
        }
    }

    @Test
    @Tag("once")
    void takesASmallerBatchWhereTheWidestDoesNotFitAndNamesItWhereThatWasAskedFor() {
        try (Graph graph = Prepared.graph(Shapes.chain(200_000), "natural");
                Backend gpu = new GpuEngine(graph, device);
                CudaContext context = new CudaContext(device)) {
            long between = (GpuMultiSource.bytes(graph, 512, BatchMode.AUTO)
                            + GpuMultiSource.bytes(graph, 1_024, BatchMode.AUTO))
                    / 2
                    * 100
                    / DeviceRoom.USABLE_PERCENT;
            try (DeviceBuffer most = context.allocate(context.freeBytes() - between, "the test")) {
                assertThat(most.bytes()).isPositive();
                assertThat(gpu.batchWidth(0, Direction.OUT, BatchMode.AUTO)).isEqualTo(512);
                assertThat(gpu.batchWidth(256, Direction.OUT, BatchMode.AUTO)).isEqualTo(256);
                assertThatThrownBy(() -> gpu.batchWidth(1_024, Direction.OUT, BatchMode.AUTO))
                        .isInstanceOf(DeviceException.class)
                        .hasMessageMatching("gpu:0: batches of 1,024 sources need [\\d,]+ bytes, [\\d,]+ may be used"
                                + " \\(batches of 512 fit\\)");
            }
        }
    }

    /// What is free takes the widest batch only with the memory of the first neighbours, which are many pages of a
    /// device's memory.
    @Test
    @Tag("once")
    void batchesTakeThePlaceOfFirstNeighbours() {
        TestGraph test = Shapes.completeBipartite(2, FirstDevice.size(4_000_000, 100_000));
        GpuSetup far = new GpuSetup(Faults.NONE, false, false, Long.MAX_VALUE);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine gpu = new GpuEngine(graph, device, far);
                CudaContext context = new CudaContext(device)) {
            long firsts = 16L * graph.vertexCount();
            long batch = GpuMultiSource.bytes(graph, 1_024, BatchMode.AUTO);
            long left = (batch - firsts / 2) * 100 / DeviceRoom.USABLE_PERCENT;
            long taken = gpu.deviceBytes();
            try (DeviceBuffer most = context.allocate(context.freeBytes() - left, "the test")) {
                assertThat(most.bytes()).isPositive();
                assertThat(gpu.upload().orElseThrow().note()).isEmpty();
                gpu.multiSource(0, Direction.OUT).close();
                assertThat(gpu.upload().orElseThrow().note())
                        .matches("no first neighbours laid out, so pulls walk lists: batches take [\\d,]+ bytes,"
                                + " [\\d,]+ were free");
                assertThat(gpu.deviceBytes()).isEqualTo(taken - firsts);
                assertThat(gpu.bfs(LabRequest.from(7).withMode(BfsMode.PULL))
                                .level()
                                .toArray())
                        .isEqualTo(BfsOracle.levels(test, 7));
            }
        }
    }

    private static int[] draw(TestGraph test, int count) {
        return new Random(count).ints(count, 0, test.vertexCount()).toArray();
    }
}
