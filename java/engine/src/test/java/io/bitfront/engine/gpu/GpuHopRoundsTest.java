package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches that run several levels a round, against the oracles.
@Tag("gpu")
@Tag("drawn")
class GpuHopRoundsTest extends OnFirstDevice {
    static List<TestGraph> graphs() {
        return FirstDevice.graphs();
    }

    private static GpuSetup setup(boolean wideOffsets, int listlessSearches) {
        return new GpuSetup(Faults.NONE, wideOffsets, true, Long.MAX_VALUE)
                .withHopRounds(new HopRounds.When(listlessSearches, false));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsAndParents(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        for (String ordering : new String[] {"natural", "rcm"}) {
            try (Graph graph = Prepared.graph(test, ordering);
                    GpuEngine engine = new GpuEngine(graph, device, setup(ordering.equals("rcm"), 0))) {
                for (int source : new Random(7).ints(4, 0, test.vertexCount()).toArray()) {
                    LabResult result = engine.bfs(LabRequest.from(source).withParents(true));
                    String what = "%s, %s order, source %d".formatted(test.name(), ordering, source);
                    int[] levels = BfsOracle.levels(test, source);
                    OracleCheck.levelsAndParents(what, test, source, result);
                    assertThat(result.verticesPerLevel()).as(what).isEqualTo(histogram(levels));
                    assertThat(engine.defect(source)).as(what).isNull();
                }
            }
        }
    }

    private static long[] histogram(int[] levels) {
        int depth = Arrays.stream(levels).max().orElse(0);
        return IntStream.rangeClosed(0, depth)
                .mapToLong(
                        level -> Arrays.stream(levels).filter(of -> of == level).count())
                .toArray();
    }

    /// On the first searches and on those that ask for more, levels run one by one: their lists are not there, or not
    /// used.
    @Test
    @Tag("once")
    void listsAreMadeForTheSearchesThatFollowTheFirst() {
        TestGraph test = Shapes.grid(60, 50);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, 2))) {
            engine.measure(LabRequest.from(0));
            long bare = engine.deviceBytes();
            engine.measure(LabRequest.from(9).withMaxLevel(50));
            engine.measure(LabRequest.from(9).withTargets(70));
            engine.measure(LabRequest.from(9).withTrace(true));
            engine.measure(LabRequest.from(9).withMode(BfsMode.PUSH));
            engine.measure(LabRequest.from(9).withPlan(LevelPlan.all(LevelMode.PUSH)));
            engine.measure(LabRequest.from(9).withSwitching(SwitchRule.NEVER.policy()));
            engine.measure(LabRequest.from(1));
            assertThat(engine.deviceBytes()).isEqualTo(bare);
            for (int source : new int[] {0, 1_234, 2_999}) {
                int[] levels = BfsOracle.levels(test, source);
                assertThat(engine.bfs(LabRequest.from(source)).level().toArray())
                        .isEqualTo(levels);
                assertThat(engine.deviceBytes()).isGreaterThan(bare);
                int[] first = Arrays.stream(levels)
                        .map(level -> level > 7 ? -1 : level)
                        .toArray();
                assertThat(engine.bfs(LabRequest.from(source).withMaxLevel(7))
                                .level()
                                .toArray())
                        .isEqualTo(first);
                assertThat(engine.bfs(LabRequest.from(source).withTrace(true)).trace())
                        .hasSizeGreaterThan(50);
            }
        }
    }

    @Test
    @Tag("once")
    void listsAreMadeBeforeAnythingIsMeasured() {
        try (Graph graph = Prepared.graph(Shapes.grid(20, 20), "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, 2))) {
            long bare = engine.deviceBytes();
            engine.calibrate();
            assertThat(engine.deviceBytes()).isGreaterThan(bare);
        }
    }

    @Test
    @Tag("once")
    void theirMemoryIsThereForBatches() {
        TestGraph test = Shapes.grid(FirstDevice.size(2_000, 200), FirstDevice.size(2_000, 200));
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, 0));
                CudaContext context = new CudaContext(device)) {
            engine.measure(LabRequest.from(3).withTrace(true));
            long bare = engine.deviceBytes();
            engine.measure(LabRequest.from(3));
            long lists = engine.deviceBytes() - bare;
            assertThat(lists).isPositive();
            long batch = GpuMultiSource.bytes(graph, 1_024, BatchMode.AUTO);
            long left = (batch - lists / 2) * 100 / DeviceRoom.USABLE_PERCENT;
            try (DeviceBuffer most = context.allocate(context.freeBytes() - left, "the test")) {
                assertThat(most.bytes()).isPositive();
                engine.multiSource(0, Direction.OUT).close();
                assertThat(engine.deviceBytes()).isEqualTo(bare);
                assertThat(engine.bfs(LabRequest.from(7)).level().toArray()).isEqualTo(BfsOracle.levels(test, 7));
                assertThat(engine.deviceBytes()).isEqualTo(bare);
            }
        }
    }

    /// Whoever counts on the memory that is free finds it so; the next search takes of what is left.
    @Test
    @Tag("once")
    void theirMemoryIsThereForWhatIsCountedOnTheDevice() {
        TestGraph test = Shapes.grid(60, 50);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, 0))) {
            engine.measure(LabRequest.from(3).withTrace(true));
            long bare = engine.deviceBytes();
            engine.measure(LabRequest.from(3));
            long lists = engine.deviceBytes() - bare;
            assertThat(lists).isPositive();
            engine.neighbourhoods(Direction.OUT).orElseThrow().close();
            assertThat(engine.deviceBytes()).isEqualTo(bare);
            engine.measure(LabRequest.from(3));
            assertThat(engine.deviceBytes()).isEqualTo(bare + lists);
            engine.eccentricities().orElseThrow().close();
            assertThat(engine.deviceBytes()).isEqualTo(bare);
        }
    }

    /// Of a chain 8 vertices lie within four hops, however few they are beside the sample; of a grid 40 do, and
    /// 24 within three. Of a complete graph and of a star all do, too many.
    @ParameterizedTest
    @CsvSource({"chain, 4", "short chain, 4", "grid, 3", "complete, 0", "star, 0"})
    @Tag("once")
    void listsReachAsFarAsTheyAreShort(String shape, int radius) {
        TestGraph test = switch (shape) {
            case "chain" -> Shapes.chain(25_000);
            case "short chain" -> Shapes.chain(17_000);
            case "grid" -> Shapes.grid(150, 150);
            case "complete" -> Shapes.complete(300);
            default -> Shapes.star(500);
        };
        uploaded(test, (context, maker) -> {
            long before = context.liveBytes();
            Optional<DeviceHopLists> made = maker.within(Long.MAX_VALUE);
            assertThat(made.map(DeviceHopLists::radius).orElse(0)).isEqualTo(radius);
            assertThat(context.liveBytes() - before)
                    .isEqualTo(made.map(DeviceHopLists::bytes).orElse(0L));
            made.ifPresent(lists -> {
                assertThat(maker.within(lists.bytes() / 2)).isEmpty();
                lists.close();
            });
            assertThat(context.liveBytes()).isEqualTo(before);
        });
    }

    /// Nanoseconds of searches without lists and with them, by sources. The first is not counted where others follow.
    @ParameterizedTest
    @CsvSource({
        "5 9 9 9, 9 8 8 8, true, 4",
        "9 5 5 5, 5 6 6 6, false, 4",
        "7 7, 7 7, true, 2",
        "9 5 5 5 1, 9 5 5 5 9, true, 4",
        "9, 5, true, 1",
        "5 25000000 9 9, 9 25000001 0 0, false, 2",
        "20000000 9 9 9, 20000001 0 0 0, false, 1"
    })
    @Tag("once")
    void listsAreKeptWhereSearchesAreFasterWithThem(String alone, String listed, boolean kept, int searches) {
        uploaded(Shapes.grid(40, 40), (context, maker) -> {
            long before = context.liveBytes();
            long[] nanos =
                    Arrays.stream(alone.split(" ")).mapToLong(Long::parseLong).toArray();
            long[] others =
                    Arrays.stream(listed.split(" ")).mapToLong(Long::parseLong).toArray();
            List<Long> tried = new ArrayList<>();
            try (HopRounds rounds = new HopRounds(
                    HopRounds.When.USUAL,
                    () -> maker.within(Long.MAX_VALUE),
                    () -> LongStream.range(0, nanos.length).toArray(),
                    (source, lists) -> {
                        if (lists != null) {
                            tried.add(source);
                        }
                        return (lists == null ? nanos : others)[(int) source];
                    })) {
                for (int search = 0; search < 4; search++) {
                    assertThat(rounds.listsFor(LabRequest.from(0))).isNull();
                }
                assertThat(rounds.listsFor(LabRequest.from(0)) != null).isEqualTo(kept);
                assertThat(tried).hasSize(searches);
                rounds.giveBack();
                assertThat(context.liveBytes()).isEqualTo(before);
                assertThat(rounds.listsFor(LabRequest.from(0)) != null).isEqualTo(kept);
                assertThat(tried).hasSize(searches);
                assertThat(rounds.bytes() > 0).isEqualTo(kept);
            }
            assertThat(context.liveBytes()).isEqualTo(before);
        });
    }

    /// Makes lists that take no more than so many bytes.
    private interface Maker {
        Optional<DeviceHopLists> within(long bytes);
    }

    private static void uploaded(TestGraph test, BiConsumer<CudaContext, Maker> check) {
        try (Graph graph = Prepared.graph(test, "natural");
                CudaContext context = new CudaContext(device);
                BfsKernels kernels = new BfsKernels(context, false);
                Workers workers = new Workers(1);
                PinnedStaging staging = new PinnedStaging(context, workers, 1 << 20);
                DeviceGraph deviceGraph = new DeviceGraph(context, graph, kernels, staging, false)) {
            check.accept(context, bytes -> DeviceHopLists.make(context, kernels, deviceGraph, graph, bytes));
        }
    }

    /// A sample of vertices does not see the only long list.
    @Test
    @Tag("once")
    void aListTooLongIsFoundWhenItIsMade() {
        TestGraph chain = Shapes.chain(20_000);
        TestGraph test = Shapes.joinedByPath(chain, 3, Shapes.star(400));
        uploaded(test, (context, maker) -> {
            long before = context.liveBytes();
            assertThat(maker.within(Long.MAX_VALUE)).isEmpty();
            assertThat(context.liveBytes()).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 0", "2.1, 1", "4, 1", "8, 2", "12.2, 3", "19.5, 4", "200, 5"})
    void mostListsTakeOneTurn(double meanEntries, int lanesLog) {
        assertThat(DeviceHopLists.lanesLog(meanEntries)).isEqualTo(lanesLog);
    }
}
