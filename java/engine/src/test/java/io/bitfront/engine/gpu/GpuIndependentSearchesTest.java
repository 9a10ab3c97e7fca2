package io.bitfront.engine.gpu;

import static io.bitfront.engine.gpu.SumsCheck.expectSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches of a batch that run by themselves on a GPU, against the CPU engine, which is tested against oracles: the
/// same bits, whatever fits their queues.
@Tag("gpu")
@Tag("drawn")
class GpuIndependentSearchesTest extends OnFirstDevice {
    /// All frontiers of the test graphs, next to none of them.
    private static final List<Integer> QUEUES = List.of(IndependentSearches.QUEUE, 4);

    static List<TestGraph> graphs() {
        return FirstDevice.graphs().stream()
                .filter(test -> test.vertexCount() > 0)
                .toList();
    }

    private static GpuSetup setup(int queue, boolean wideOffsets) {
        return setup(queue, wideOffsets, false);
    }

    private static GpuSetup setup(int queue, boolean wideOffsets, boolean byHost) {
        GpuSetup.Searches searches = new GpuSetup.Searches(queue, 0, 0, byHost);
        return new GpuSetup(Faults.NONE, wideOffsets, false, Long.MAX_VALUE, GpuSetup.CalibrationTime.USUAL, searches);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findTheSameBitsAsTheCpu(TestGraph test) {
        for (int queue : QUEUES) {
            try (Graph graph = Prepared.graph(test, "natural");
                    Backend cpu = new CpuEngine(graph, 2);
                    Backend gpu = new GpuEngine(graph, device, setup(queue, queue == 4))) {
                for (Direction direction : Direction.values()) {
                    try (MultiSource expected = cpu.multiSource(256, direction);
                            MultiSource found = gpu.multiSource(256, direction, BatchMode.INDEPENDENT)) {
                        for (int fill : new int[] {1, 40}) {
                            int[] batch = draw(test, fill);
                            expectSame(expected.perSource(batch), found.perSource(batch));
                            expectSameSums(test.vertexCount(), expected, found, batch);
                            expectSameLevels(test.vertexCount(), expected, found, batch);
                        }
                    }
                }
            }
        }
    }

    private static void expectSameSums(int vertices, MultiSource onCpu, MultiSource onGpu, int[] batch) {
        try (Arena arena = Arena.ofShared()) {
            TargetSums expected = TargetSums.allocate(arena, vertices);
            TargetSums found = TargetSums.allocate(arena, vertices);
            for (int i = 0; i < 3; i++) {
                onCpu.perTarget(batch);
                onGpu.perTarget(batch);
            }
            onCpu.collect(expected);
            onGpu.collect(found);
            expectSame(expected, found);
        }
    }

    private static void expectSameLevels(int vertices, MultiSource onCpu, MultiSource onGpu, int[] batch) {
        try (Arena arena = Arena.ofShared()) {
            for (int cellBytes : new int[] {1, 2, 4}) {
                LevelMatrix expected = LevelMatrix.allocate(arena, vertices, batch.length, cellBytes);
                LevelMatrix found = LevelMatrix.allocate(arena, vertices, batch.length, cellBytes);
                boolean fits = onCpu.levels(batch, expected);
                assertThat(onGpu.levels(batch, found)).isEqualTo(fits);
                assertThat(fits ? found.cells().mismatch(expected.cells()) : -1).isEqualTo(-1);
            }
        }
    }

    /// Batches of a path are the host's, those of a mesh beside it the device's, two under way at a time.
    @ParameterizedTest
    @EnumSource
    void areTheHostsWhereTheyAreThin(Direction direction) {
        int length = FirstDevice.size(3_000, 300);
        int side = FirstDevice.size(90, 70);
        TestGraph both = Shapes.beside(Shapes.chain(length), Shapes.grid(side, side));
        try (Graph graph = Prepared.graph(both, "natural");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE, false, true));
                MultiSource expected = cpu.multiSource(256, direction);
                GpuMultiSource found = (GpuMultiSource) gpu.multiSource(256, direction, BatchMode.AUTO)) {
            int[] path = IntStream.range(0, 8)
                    .map(i -> graph.vertexOf((long) i * (length / 8)))
                    .toArray();
            int[] mesh = IntStream.range(0, 8)
                    .map(i -> graph.vertexOf(length + (long) i * (side * side / 8)))
                    .toArray();
            found.beginApart(path);
            found.beginApart(mesh);
            for (int batch = 0; batch < 6; batch++) {
                int[] next = batch % 2 == 0 ? path : mesh;
                expectSame(expected.perSource(next), found.finish());
                found.begin(next);
            }
            expectSame(expected.perSource(path), found.finish());
            expectSame(expected.perSource(mesh), found.finish());
            assertThat(found.batchesByHost()).isPositive().isLessThan(5);
        }
    }

    /// Whichever way the batches take, of neighbours and of scattered sources by turns.
    @Test
    @Tag("once")
    void areOneWayAmongOthersInModeAuto() {
        int length = FirstDevice.size(3_000, 300);
        TestGraph chain = Shapes.chain(length);
        try (Graph graph = Prepared.graph(chain, "natural");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE, false));
                MultiSource expected = cpu.multiSource(256, Direction.OUT);
                MultiSource found = gpu.multiSource(256, Direction.OUT)) {
            for (int batch = 0; batch < 6; batch++) {
                int step = batch % 2 == 0 ? 1 : length / 40;
                int[] sources = IntStream.range(0, 40).map(i -> step * i).toArray();
                expectSame(expected.perSource(sources), found.perSource(sources));
                expectSameSums(length, expected, found, sources);
            }
            assertThat(found.note()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2.5, 24000000, 3072000000, 0",
        "2.5, 24000000, 3071999999, -1",
        "4.0, 1, 128, 0",
        "4.1, 1, 255, -1",
        "4.1, 1, 256, 1",
        "7.0, 100000000, 25600000000, 1",
        "7.1, 100000000, 80000000000, -1",
    })
    void readRowsWhereListsAreShortAndAnEighthOfTheMemoryHoldsThem(
            double meanDegree, int vertices, long free, int lanesLog) {
        assertThat(IndependentSearches.rowLanesLog(meanDegree, vertices, free)).isEqualTo(lanesLog);
    }

    /// Four edges a lane, no more than a warp's lanes.
    @ParameterizedTest
    @CsvSource({"0, 1", "7.9, 1", "8.1, 2", "15.9, 2", "16.1, 3", "33, 4", "63, 4", "65, 5", "129, 5", "1e9, 5"})
    void followListsByMoreLanesWhereTheyAreLonger(double meanDegree, int lanesLog) {
        assertThat(IndependentSearches.lanesLog(meanDegree)).isEqualTo(lanesLog);
    }

    /// Levels that outgrow two bytes are added up in four.
    @Test
    void addLevelsOfAnyDepthToTheSumsPerVertex() {
        int length = FirstDevice.size(40_000, 200);
        try (Graph graph = Prepared.graph(Shapes.chain(length), "natural");
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE, false));
                MultiSource found = gpu.multiSource(256, Direction.OUT, BatchMode.INDEPENDENT);
                Arena arena = Arena.ofShared()) {
            int[] sources = {graph.vertexOf(0), graph.vertexOf(length / 2), graph.vertexOf(length - 1)};
            TargetSums sums = TargetSums.allocate(arena, length);
            for (int batch = 0; batch < 2; batch++) {
                found.perTarget(sources);
            }
            found.collect(sums);
            for (int v = 0; v < length; v++) {
                long hops = v + Math.abs(v - length / 2) + (length - 1 - v);
                assertThat(sums.distance().get(graph.vertexOf(v))).isEqualTo(2 * hops);
            }
        }
    }

    @Test
    @Tag("once")
    void sayHowMuchMemoryIsMissing() {
        int vertices = FirstDevice.size(8_000_000, 100_000);
        int left = FirstDevice.size(1 << 25, 1 << 18);
        try (Graph graph = Prepared.graph(Shapes.star(vertices), "natural");
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE, false));
                CudaContext context = new CudaContext(device);
                MultiSource found = gpu.multiSource(256, Direction.OUT, BatchMode.INDEPENDENT);
                DeviceBuffer most = context.allocate(context.freeBytes() - left, "the test")) {
            assertThat(most.bytes()).isPositive();
            assertThatThrownBy(() -> found.perSource(new int[] {1}))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageMatching("gpu:0: [\\d,]+ independent searches need [\\d,]+ bytes for their bitmaps and"
                            + " queues, [\\d,]+ may be used")
                    .satisfies(missing -> {
                        long[] said = Pattern.compile("[\\d,]{2,}")
                                .matcher(missing.getMessage().replaceFirst("gpu:0: ", ""))
                                .results()
                                .mapToLong(one -> Long.parseLong(one.group().replace(",", "")))
                                .toArray();
                        long needed = said[said.length - 2];
                        assertThat(said[said.length - 1])
                                .isLessThanOrEqualTo(left / 2)
                                .isLessThan(needed);
                    });
        }
    }

    /// Where memory is short. Which batch asks for it first depends on what batches cost on the device.
    @Test
    @Tag("once")
    void giveWayToRecordsInModeAuto() {
        int length = 300;
        AtomicBoolean full = new AtomicBoolean();
        GpuSetup crowded =
                setup(IndependentSearches.QUEUE, false).with(new Faults(allocation -> full.get(), launch -> false));
        try (Graph graph = Prepared.graph(Shapes.chain(length), "natural");
                Backend cpu = new CpuEngine(graph, 2);
                Backend gpu = new GpuEngine(graph, device, crowded);
                MultiSource expected = cpu.multiSource(256, Direction.OUT);
                MultiSource found = gpu.multiSource(256, Direction.OUT)) {
            full.set(true);
            int[] neighbours = IntStream.range(0, 256).toArray();
            expectSame(expected.perSource(neighbours), found.perSource(neighbours));
            int[] scattered = {0, 75, 150, 299};
            for (int batch = 0; batch < 3; batch++) {
                expectSame(expected.perSource(scattered), found.perSource(scattered));
            }
            assertThat(found.note()).startsWith("batches run by records only: allocate ");
        }
    }

    /// Whatever is said of how far apart sources are, sums are the same.
    @Test
    @Tag("once")
    void runBatchesThatAreSaidToLieApart() {
        TestGraph test = Shapes.grid(4, 100);
        try (Graph graph = Prepared.graph(test);
                Backend gpu = new GpuEngine(graph, device, setup(IndependentSearches.QUEUE, false));
                MultiSource records = gpu.multiSource(256, Direction.OUT, BatchMode.WIDE);
                MultiSource chosen = gpu.multiSource(256, Direction.OUT)) {
            int[] batch = draw(test, 90);
            chosen.beginApart(batch);
            chosen.begin(batch);
            SourceSums expected = records.perSource(batch);
            expectSame(expected, chosen.finish());
            expectSame(expected, chosen.finish());
        }
    }

    private static int[] draw(TestGraph test, int count) {
        return new Random(count).ints(count, 0, test.vertexCount()).toArray();
    }
}
