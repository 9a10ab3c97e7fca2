package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.engine.spi.Backend;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The GPU engine against the oracles: on emulated devices in `make test`, on hardware by what `make gpu-bundle` makes.
@Tag("gpu")
@Tag("drawn")
class GpuEngineTest extends OnFirstDevice {
    private static final List<BfsMode> MODES = List.of(BfsMode.values());

    static List<TestGraph> graphs() {
        return FirstDevice.graphs();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsAndParentsInEveryModeAndOrdering(TestGraph test) {
        for (String ordering : Prepared.ORDERINGS) {
            try (Graph graph = Prepared.graph(test, ordering);
                    GpuEngine engine = new GpuEngine(graph, device)) {
                for (int source : sources(test)) {
                    for (BfsMode mode : MODES) {
                        LabResult result = engine.bfs(
                                LabRequest.from(source).withMode(mode).withParents(true));
                        String what = "%s, %s order, source %d, mode %s".formatted(test.name(), ordering, source, mode);
                        assertThat(result.level().toArray()).as(what).isEqualTo(BfsOracle.levels(test, source));
                        assertThat(result.parent().toArray())
                                .as(what)
                                .isEqualTo(widened(BfsOracle.parents(test, source)));
                        assertThat(result.verticesPerLevel()).as(what).isEqualTo(histogram(test, source));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsWithLazyUpdatesAndOffsetsOf64Bits(TestGraph test) {
        GpuSetup lazyAndWide = new GpuSetup(Faults.NONE, true, false, Long.MAX_VALUE);
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device, lazyAndWide)) {
            for (int source : sources(test)) {
                for (BfsMode mode : MODES) {
                    LabResult result =
                            engine.bfs(LabRequest.from(source).withMode(mode).withParents(true));
                    String what = "%s, source %d, mode %s".formatted(test.name(), source, mode);
                    assertThat(result.level().toArray()).as(what).isEqualTo(BfsOracle.levels(test, source));
                    assertThat(result.parent().toArray()).as(what).isEqualTo(widened(BfsOracle.parents(test, source)));
                    assertThat(result.verticesPerLevel()).as(what).isEqualTo(histogram(test, source));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void checksItsLevelsOnTheDevice(TestGraph test) {
        if (test.vertexCount() < 2) {
            return;
        }
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            engine.measure(LabRequest.from(0));
            assertThat(engine.defect(0)).isNull();
            assertThat(engine.defect(1)).contains("wrong level");
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void stopsAfterTheLevelAskedForAndAfterTheLastTarget(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            int[] all = BfsOracle.levels(test, 0);
            int deepest = Arrays.stream(all).max().orElse(0);
            for (BfsMode mode : MODES) {
                for (int limit : new int[] {0, 1, 2, deepest, deepest + 1}) {
                    LabResult result =
                            engine.bfs(LabRequest.from(0).withMode(mode).withMaxLevel(limit));
                    assertThat(result.level().toArray()).isEqualTo(cut(all, limit));
                }
                LabRequest search = LabRequest.from(0).withMode(mode);
                for (int target : new int[] {test.vertexCount() / 2, test.vertexCount() - 1, 0}) {
                    int stop = all[target] < 0 ? deepest : all[target];
                    LabResult result = engine.bfs(search.withTargets(target, target));
                    assertThat(result.level().toArray()).isEqualTo(cut(all, stop));
                    LabResult ofOne = engine.bfs(search.withTargets(target));
                    assertThat(ofOne.level().toArray()).isEqualTo(cut(all, stop));
                }
                assertThat(engine.bfs(search).level().toArray()).isEqualTo(all);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheSameLevelsByEveryRuleAndInEveryWay(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            int[] expected = BfsOracle.levels(test, 0);
            for (SwitchRule rule : SwitchRule.values()) {
                LabRequest request = LabRequest.from(0).withSwitching(rule.policy());
                assertThat(engine.bfs(request).level().toArray())
                        .as(rule.word())
                        .isEqualTo(expected);
            }
            for (LevelMode mode : LevelMode.values()) {
                LabRequest request =
                        LabRequest.from(0).withPlan(LevelPlan.all(mode)).withTrace(true);
                LabResult result = engine.bfs(request);
                assertThat(result.level().toArray()).as(mode.name()).isEqualTo(expected);
                assertThat(result.trace()).allMatch(level -> level.word().equals(mode.word()));
            }
        }
    }

    /// Two hubs whose lists no warp walks alone.
    @Test
    void findsParentsAndChecksLevelsOfLongLists() {
        int leaves = 9_000;
        TestGraph test = Shapes.overlappingStars(leaves);
        for (int source : new int[] {0, 2, 2 + leaves}) {
            try (Graph graph = Prepared.graph(test, "random");
                    GpuEngine engine = new GpuEngine(graph, device)) {
                LabResult result = engine.bfs(LabRequest.from(source).withParents(true));
                assertThat(result.level().toArray()).isEqualTo(BfsOracle.levels(test, source));
                assertThat(result.parent().toArray()).isEqualTo(widened(BfsOracle.parents(test, source)));
                assertThat(engine.defect(source)).isNull();
            }
        }
    }

    /// Whoever closes an engine may be another than who opened it.
    @Test
    void closesFromAnyThread() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (Graph graph = Prepared.graph(Shapes.grid(9, 11))) {
            GpuEngine engine = new GpuEngine(graph, device);
            Thread other = Thread.ofPlatform()
                    .uncaughtExceptionHandler((_, thrown) -> failure.set(thrown))
                    .start(engine::close);
            other.join();
        }
        assertThat(failure.get()).isNull();
    }

    @Test
    void tracesEveryLevel() {
        TestGraph test = TestGraphs.all().stream()
                .filter(graph -> graph.vertexCount() > 100)
                .findFirst()
                .orElseThrow();
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device)) {
            LabResult result = engine.bfs(LabRequest.from(0).withTrace(true));
            long[] perLevel = result.verticesPerLevel();
            assertThat(result.trace()).hasSizeBetween(perLevel.length - 1, perLevel.length);
            long unvisited = graph.vertexCount();
            for (int i = 0; i < result.trace().size(); i++) {
                unvisited -= perLevel[i];
                LevelTrace level = result.trace().get(i);
                assertThat(level.frontierVertices()).isEqualTo(perLevel[i]);
                assertThat(level.unvisited()).isEqualTo(unvisited);
                assertThat(level.level()).isEqualTo(i + 1);
                assertThat(level.nanos()).isPositive();
                assertThat(level.word()).isIn("tensor", "push", "pull");
            }
        }
    }

    /// Of a call with parents, which runs and downloads more than one without.
    @Test
    void tellsTimesThatAddUpToNoMoreThanTheCallTook() {
        try (Graph graph = Prepared.graph(GraphKind.UNIFORM.draw(1, 300), "natural");
                GpuEngine engine = new GpuEngine(graph, device)) {
            for (boolean parents : new boolean[] {false, true}) {
                long begun = System.nanoTime();
                BfsResult.Timings timings = engine.bfs(LabRequest.from(0).withParents(parents))
                        .result()
                        .timings();
                long took = System.nanoTime() - begun;
                long[] parts = {
                    timings.initialise(), timings.kernel(), timings.parents(), timings.renumber(), timings.download()
                };
                assertThat(LongStream.of(parts).min().orElseThrow()).isNotNegative();
                assertThat(LongStream.of(parts).sum()).isBetween(1L, took);
                assertThat(timings.parents() > 0).isEqualTo(parents);
            }
        }
    }

    @Test
    void triesTheSwitchOncePerGraphWhereUpdatesAreLazy() {
        TestGraph test = TestGraphs.all().getLast();
        AtomicInteger launches = new AtomicInteger();
        Faults counting = new Faults(_ -> false, launch -> launches.incrementAndGet() < 0);
        GpuSetup lazy = new GpuSetup(counting, false, false, Long.MAX_VALUE);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, lazy)) {
            engine.bfs(LabRequest.from(0));
            assertThat(engine.switchTrial()).isEmpty();
            int before = launches.get();
            engine.bfs(LabRequest.from(0).withMode(BfsMode.PAPER));
            SwitchTrial trial = engine.switchTrial().orElseThrow();
            assertThat(trial.withSwitchNanos()).isPositive();
            assertThat(trial.withoutSwitchNanos()).isPositive();
            int withTrial = launches.get() - before;
            engine.bfs(LabRequest.from(1).withMode(BfsMode.PAPER));
            assertThat(engine.switchTrial().orElseThrow()).isSameAs(trial);
            // Two traversals beforehand, two from each of three sources; each resets its state and runs.
            assertThat(withTrial - (launches.get() - before - withTrial)).isEqualTo(8 * 2);
        }
    }

    /// Of a search deeper than those before it, and than usual, levels are counted by a launch of its own; of the next
    /// one, with the search, unless it is deeper than any that are.
    @Test
    @Tag("once")
    void countsTheLevelsOfDeepSearchesWithThemOnceOneWasAsDeep() {
        TestGraph test = Shapes.chain(FirstDevice.size(20_000, 1_600));
        int end = test.vertexCount() - 1;
        int inside = FirstDevice.size(6_000, 500);
        AtomicInteger launches = new AtomicInteger();
        Faults counting = new Faults(_ -> false, launch -> launches.incrementAndGet() < 0);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, new GpuSetup(counting, false, true, Long.MAX_VALUE))) {
            List<Integer> launched = new ArrayList<>();
            for (int source : new int[] {end / 2, inside, inside, end / 2, end - 1, inside}) {
                int before = launches.get();
                BfsResult found = engine.bfs(LabRequest.from(source).withMode(BfsMode.PUSH))
                        .result();
                launched.add(launches.get() - before);
                assertThat(found.verticesPerLevel()).as("from %d", source).isEqualTo(histogram(test, source));
                assertThat(found.reachedEdges()).isEqualTo(2L * end);
            }
            int atOnce = launched.get(2);
            int again = atOnce + 1;
            int first = FirstDevice.size(again, atOnce);
            assertThat(launched).containsExactly(first, again, atOnce, atOnce, again, atOnce);
        }
    }

    @Test
    @Tag("once")
    void takesTheMemoryItSaidItWouldAndNoMoreFromRunToRun() {
        TestGraph test = Shapes.oneWayChain(3_000);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device)) {
            long taken = engine.deviceBytes();
            assertThat(GpuEngine.bytes(graph)).isBetween(taken - 1_000, taken + 1_000);
            long tiles = engine.tiles().orElseThrow().bytes();
            boolean tiled = false;
            for (BfsMode mode : List.of(BfsMode.PUSH, BfsMode.PULL, BfsMode.TENSOR, BfsMode.PAPER, BfsMode.AUTO)) {
                tiled |= mode == BfsMode.TENSOR;
                engine.bfs(LabRequest.from(0).withMode(mode).withParents(true).withTrace(true));
                assertThat(engine.tiles().orElseThrow().uploaded()).isEqualTo(tiled);
                assertThat(engine.deviceBytes()).isEqualTo(taken + (tiled ? tiles : 0));
            }
            assertThat(engine.upload().orElseThrow().bytes()).isBetween(tiles, taken + tiles);
        }
    }

    @Test
    void laysNeighboursOutForPullsWhereTheyHaveNoNearNumbers() {
        TestGraph test = Shapes.completeBipartite(2, 3_000);
        GpuSetup far = new GpuSetup(Faults.NONE, false, false, Long.MAX_VALUE);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, far)) {
            long taken = engine.deviceBytes();
            assertThat(engine.singleSourceBytes()).isBetween(taken - 1_000, taken + 1_000);
            assertThat(engine.singleSourceBytes() - GpuEngine.bytes(graph)).isEqualTo(16L * graph.verticesWithEdges());
        }
    }

    /// A ring with a hub, too large for the few vertices beside it to be of components that searches are told of.
    @Test
    void findsTheLevelsOfSmallComponentsAndBesideThem() {
        int ring = 600;
        int[] from = new int[2 * ring + 3];
        int[] to = new int[from.length];
        for (int v = 0; v < ring; v++) {
            from[2 * v] = v;
            to[2 * v] = (v + 1) % ring;
            from[2 * v + 1] = v % 3 == 0 ? 1 : v;
            to[2 * v + 1] = v % 3 == 0 ? v : v * 7 % ring;
        }
        for (int i = 0; i < 3; i++) {
            from[2 * ring + i] = ring + i;
            to[2 * ring + i] = ring + i + 1;
        }
        TestGraph test = new TestGraph("a ring, a path, one alone", ring + 5, from, to, false);
        for (String ordering : Prepared.ORDERINGS) {
            try (Graph graph = Prepared.graph(test, ordering);
                    GpuEngine engine = new GpuEngine(graph, device)) {
                for (int source : new int[] {0, ring, ring + 3, ring + 4}) {
                    for (BfsMode mode : MODES) {
                        LabResult result = engine.bfs(LabRequest.from(source).withMode(mode));
                        assertThat(result.level().toArray())
                                .as("%s order, source %d, mode %s", ordering, source, mode)
                                .isEqualTo(BfsOracle.levels(test, source));
                        assertThat(result.verticesPerLevel()).isEqualTo(histogram(test, source));
                    }
                }
            }
        }
    }

    /// One of the allocations is that of the first neighbours; all others are wanted.
    @Test
    void doesWithoutFirstNeighboursThatDoNotFit() {
        TestGraph test = TestGraphs.random(GraphKind.SCALE_FREE, 3);
        try (Graph graph = Prepared.graph(test, "natural")) {
            int without = 0;
            boolean failed = true;
            for (int allocation = 0; failed; allocation++) {
                int nth = allocation;
                GpuSetup setup =
                        new GpuSetup(new Faults(number -> number == nth, _ -> false), false, false, Long.MAX_VALUE);
                try (GpuEngine engine = new GpuEngine(graph, device, setup)) {
                    String note = engine.upload().orElseThrow().note();
                    failed = !note.isEmpty();
                    if (failed) {
                        without++;
                        assertThat(note)
                                .startsWith("no first neighbours laid out, so pulls walk lists: allocate ")
                                .contains("for first neighbours: CUDA_ERROR_OUT_OF_MEMORY");
                        for (BfsMode mode : List.of(BfsMode.PULL, BfsMode.AUTO)) {
                            assertThat(engine.bfs(LabRequest.from(1).withMode(mode))
                                            .level()
                                            .toArray())
                                    .isEqualTo(BfsOracle.levels(test, 1));
                        }
                    }
                } catch (DeviceException e) {
                    assertThat(e).hasMessageStartingWith("allocate ");
                }
            }
            assertThat(without).isEqualTo(1);
        }
    }

    @Test
    void looksAtWhatTensorLevelsWouldSaveBeforeItBringsManyTiles() {
        TestGraph test = Shapes.chain(2_000);
        GpuSetup looking = new GpuSetup(Faults.NONE, false, false, Long.MAX_VALUE).withFewTileBytes(0);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, looking)) {
            assertThat(engine.tiles().orElseThrow().note()).isEmpty();
            assertThat(engine.bfs(LabRequest.from(0)).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
            Tiles tiles = engine.tiles().orElseThrow();
            assertThat(tiles.note()).matches("tensor levels would save [0-9.]+% of the time");
            // What they save is a matter of time, which emulated levels take at random.
            boolean pays = engine.bfs(LabRequest.from(0).withTrace(true)).trace().stream()
                    .anyMatch(level -> level.mode() == LevelMode.TENSOR);
            assertThat(tiles.uploaded() || !pays).isTrue();
            assertThat(engine.bfs(LabRequest.from(7).withMode(BfsMode.TENSOR))
                            .level()
                            .toArray())
                    .isEqualTo(BfsOracle.levels(test, 7));
            assertThat(engine.tiles().orElseThrow().uploaded()).isTrue();
        }
    }

    /// The first allocation that fails is one of the tiles: mode auto goes on, mode tensor says why not.
    @Test
    void doesWithoutTilesThatDoNotFit() {
        TestGraph test = Shapes.chain(300);
        try (Graph graph = Prepared.graph(test, "natural")) {
            AtomicBoolean full = new AtomicBoolean();
            GpuSetup setup = GpuSetup.of(graph, device.name()).with(new Faults(_ -> full.get(), _ -> false));
            try (GpuEngine engine = new GpuEngine(graph, device, setup)) {
                full.set(true);
                assertThat(engine.bfs(LabRequest.from(0)).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
                assertThat(engine.tiles().orElseThrow().uploaded()).isFalse();
                assertThat(engine.tiles().orElseThrow().note())
                        .startsWith("no tensor levels: allocate ")
                        .contains("CUDA_ERROR_OUT_OF_MEMORY");
                long taken = engine.deviceBytes();
                assertThatThrownBy(() -> engine.bfs(LabRequest.from(0).withMode(BfsMode.TENSOR)))
                        .isInstanceOf(DeviceException.class)
                        .hasMessageStartingWith("allocate ");
                assertThat(engine.deviceBytes()).isEqualTo(taken);
                full.set(false);
                assertThat(engine.bfs(LabRequest.from(0).withMode(BfsMode.TENSOR))
                                .level()
                                .toArray())
                        .isEqualTo(BfsOracle.levels(test, 0));
            }
        }
    }

    @Test
    @Tag("once")
    void saysInOneLineThatADeviceIsFull() {
        GpuEngineProvider provider = new GpuEngineProvider();
        Device first = new Device.Gpu(0);
        try (Graph graph = Prepared.graph(Shapes.chain(2_000_000), "natural");
                CudaContext context = new CudaContext(device)) {
            assertThat(provider.whyNot(graph, first)).isNull();
            // Leaves less than the graph needs, but enough for a context's own.
            try (DeviceBuffer most = context.allocate(context.freeBytes() - (80L << 20), "the test")) {
                assertThat(provider.whyNot(graph, first))
                        .matches("gpu:0: the graph and its state need [\\d,]+ bytes, [\\d,]+ are free");
                assertThatThrownBy(() -> provider.open(graph, first)).isInstanceOf(DeviceException.class);
                assertThatThrownBy(() -> new GpuEngine(graph, device))
                        .isInstanceOf(DeviceException.class)
                        .hasMessageMatching("allocate [\\d,]+ bytes for .*: CUDA_ERROR_OUT_OF_MEMORY .*");
                assertThat(most.bytes()).isPositive();
            }
            assertThat(provider.whyNot(graph, first)).isNull();
        }
    }

    @Test
    void saysInOneLineThatThereIsNoSuchDevice() {
        int devices = Cuda.devices().size();
        try (Graph graph = Prepared.graph(Shapes.star(33), "natural")) {
            for (int index : new int[] {devices, 99}) {
                assertThat(new GpuEngineProvider().whyNot(graph, new Device.Gpu(index)))
                        .matches("gpu:%d: this machine has %d GPUs?".formatted(index, devices));
            }
        }
    }

    @Test
    void aFailedAllocationLeavesNothingAllocated() {
        TestGraph test = TestGraphs.all().stream()
                .filter(graph -> graph.directed() && graph.vertexCount() > 30)
                .findFirst()
                .orElseThrow();
        try (Graph graph = Prepared.graph(test, "natural");
                CudaContext watcher = new CudaContext(device)) {
            // The first engine has the driver load the kernels, which stay.
            new GpuEngine(graph, device).close();
            long free = watcher.freeBytes();
            int allocations = 0;
            boolean failed = true;
            while (failed) {
                int nth = allocations;
                try (GpuEngine engine = new GpuEngine(
                        graph,
                        device,
                        GpuSetup.of(graph, device.name()).with(new Faults(number -> number == nth, launch -> false)))) {
                    failed = false;
                    assertThat(engine.bfs(0).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
                } catch (DeviceException e) {
                    assertThat(e)
                            .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY")
                            .hasMessageStartingWith("allocate ");
                }
                watcher.use();
                // More is free where another process gave some back.
                assertThat(watcher.freeBytes()).isGreaterThanOrEqualTo(free);
                allocations++;
            }
            assertThat(allocations).isGreaterThan(15);
        }
    }

    @Test
    void tellsTheFirstVertexOfEachComponent() {
        for (TestGraph test : List.of(
                Shapes.beside(Shapes.grid(20, 30), Shapes.chain(70)),
                Shapes.star(50),
                GraphKind.UNIFORM.draw(3, 300))) {
            try (Graph graph = Prepared.graph(test, "degree");
                    GpuEngine engine = new GpuEngine(graph, device)) {
                int[] first = IntStream.range(0, graph.vertexCount()).toArray();
                boolean changed = true;
                while (changed) {
                    int[] before = first.clone();
                    for (int v = 0; v < first.length; v++) {
                        for (long edge = graph.out().start(v);
                                edge < graph.out().end(v);
                                edge++) {
                            first[v] = Math.min(first[v], first[graph.out().row(edge)]);
                        }
                    }
                    changed = !Arrays.equals(before, first);
                }
                assertThat(engine.components().orElseThrow()).isEqualTo(first);
            }
        }
        for (TestGraph test : List.of(Shapes.oneWayChain(9), Shapes.empty(0))) {
            try (Graph graph = Prepared.graph(test, "degree");
                    GpuEngine engine = new GpuEngine(graph, device)) {
                assertThat(engine.components()).isEmpty();
            }
        }
    }

    @Test
    void refusesAnUnknownSourceInOneLine() {
        TestGraph test = TestGraphs.all().getLast();
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device)) {
            assertThatThrownBy(() -> engine.bfs(1L << 40)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static int[] sources(TestGraph test) {
        int n = test.vertexCount();
        return IntStream.of(0, n / 3, n - 1)
                .filter(v -> v >= 0 && v < n)
                .distinct()
                .toArray();
    }

    private static long[] widened(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }

    private static long[] histogram(TestGraph test, int source) {
        int[] levels = BfsOracle.levels(test, source);
        long[] counts = new long[Arrays.stream(levels).max().orElse(0) + 1];
        Arrays.stream(levels).filter(level -> level >= 0).forEach(level -> counts[level]++);
        return LongStream.of(counts).toArray();
    }

    private static int[] cut(int[] levels, int limit) {
        return Arrays.stream(levels).map(level -> level > limit ? -1 : level).toArray();
    }

    /// Each keeps its own graph and state while both are open.
    @Test
    @Tag("once")
    void opensAnotherOneOverAnotherGraph() {
        TestGraph one = GraphKind.ROAD.draw(5, 90);
        TestGraph other = Shapes.joinedByPath(Shapes.complete(9), 20, Shapes.star(40));
        try (Graph graph = Prepared.graph(one, "degree");
                Graph second = Prepared.graph(other, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            try (Backend over = engine.over(second)) {
                assertThat(over.graph()).isSameAs(second);
                assertThat(over.bfs(3).level().toArray()).isEqualTo(BfsOracle.levels(other, 3));
                assertThat(engine.bfs(3).level().toArray()).isEqualTo(BfsOracle.levels(one, 3));
            }
            assertThat(engine.bfs(5).level().toArray()).isEqualTo(BfsOracle.levels(one, 5));
        }
    }
}
