package io.bitfront.engine.gpu.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphPreparer;
import io.bitfront.cache.PassedOverException;
import io.bitfront.cache.PhaseLog;
import io.bitfront.cache.PrepareOn;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.cache.ResourceException;
import io.bitfront.cache.SectionStore;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.HeldRows;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.gpu.FirstDevice;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeometricGenerator;
import io.bitfront.generate.KroneckerGenerator;
import io.bitfront.generate.RoadGenerator;
import io.bitfront.generate.StarGenerator;
import io.bitfront.generate.UniformGenerator;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.IndexedEdges;
import io.bitfront.graph.VertexIds;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Preparation on a GPU against the CPU's, byte for byte.
@Tag("gpu")
@Tag("drawn")
class GpuGraphPreparerTest {
    private static final PrepareOn FIRST = new PrepareOn.Gpu(0, false);
    private static final List<PreprocessOptions> OPTIONS = List.of(
            PreprocessOptions.defaults().withOrdering(OrderingKind.DEGREE),
            PreprocessOptions.defaults().withOrdering(OrderingKind.NATURAL),
            PreprocessOptions.defaults().withOrdering(OrderingKind.JACCARD),
            PreprocessOptions.defaults().withOrdering(OrderingKind.JACCARD).withWindow(8),
            PreprocessOptions.defaults().withOrdering(OrderingKind.JACCARD).withWindow(1000));

    @BeforeAll
    static void aDeviceIsThere() {
        assertThat(Cuda.problem()).isNull();
        assertThat(DeviceAlgorithms.problem()).isNull();
    }

    static List<TestGraph> graphs() {
        return FirstDevice.graphs();
    }

    static List<Generator> generators() {
        int scale = FirstDevice.size(14, 8);
        return List.of(
                new KroneckerGenerator(scale, 16, 3),
                new KroneckerGenerator(3, 2, 3),
                new UniformGenerator(scale, 16, 3),
                new GeometricGenerator(scale, 3),
                new GeometricGenerator(1, 3),
                new RoadGenerator(FirstDevice.size(301, 31), FirstDevice.size(207, 27), RoadGenerator.KEEP, 3));
    }

    @Test
    void namesADeviceThatIsNotThere() {
        int devices = Cuda.devices().size();
        PreprocessOptions options = OPTIONS.getFirst().withDevice(new PrepareOn.Gpu(devices, false));
        assertThat(new GpuGraphPreparer().whyNot(Prepared.input(Shapes.star(9)), options))
                .isEqualTo("gpu:%d: this machine has %d GPUs".formatted(devices, devices));
    }

    @Test
    void namesTheEdgeThatLeadsOutside() {
        EdgeSource edges = new IndexedEdges(50, 1, (_, count, sources, targets) -> {
            Arrays.fill(sources, 0, count, 17);
            Arrays.fill(targets, 0, count, 50);
        });
        GraphInput input = new GraphInput(edges, new VertexIds.Range(0, 50), true, false, "edges", "");
        PreprocessOptions options = OPTIONS.getFirst().withDevice(FIRST);
        assertThatThrownBy(() -> Preprocessor.prepare(input, options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("edge 17 -> 50 leads outside 0..49, the graph's vertices");
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void makesTheBytesTheCpuMakes(TestGraph test) {
        compare(() -> Prepared.input(test));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9})
    void makesTheBytesTheCpuMakesOfVerticesWithoutEdges(int vertices) {
        compare(() -> Prepared.input(Shapes.empty(vertices)));
        compare(() -> Prepared.input(Shapes.oneWayChain(vertices)));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void makesTheBytesTheCpuMakesOfEdgesThatStandInBothDirections(TestGraph test) {
        if (!test.directed()) {
            compare(() -> Prepared.inputBothWays(test));
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void makesTheBytesTheCpuMakesOfEdgesThatLieInRows(TestGraph test) {
        if (!test.directed()) {
            compare(() -> Prepared.inputBothWaysInRows(test));
        }
    }

    /// The first edge and the last, below the vertices and above.
    @ParameterizedTest
    @CsvSource({"0, -1", "0, 50", "48, 50", "48, -2147483648"})
    void refusesAnEdgeOfARowThatLeadsOutside(int edge, int target) {
        HeldRows rows = new HeldRows(Shapes.star(50));
        rows.redirect(edge, target);
        GraphInput input = new GraphInput(rows, new VertexIds.Range(0, 50), true, false, "edges", "");
        PreprocessOptions options = OPTIONS.getFirst().withDevice(FIRST);
        assertThatThrownBy(() -> Preprocessor.prepare(input, options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an edge leads to %,d, outside 0..49, the graph's vertices".formatted(target));
    }

    @ParameterizedTest
    @MethodSource("generators")
    void makesTheBytesTheCpuMakesOfEdgesGeneratedOnTheDevice(Generator generator) {
        try (Workers workers = new Workers(2)) {
            compare(() -> generator.generate(workers, Progress.NONE));
        }
    }

    /// By degrees of both directions: a hub that all lead to, one that leads to all, and none.
    @Test
    void choosesTheOrderingThatTheCpuChooses() {
        int[] hub = new int[300];
        int[] others = IntStream.rangeClosed(1, 300).toArray();
        for (TestGraph test : List.of(
                new TestGraph("to a hub", 301, others, hub, true),
                new TestGraph("from a hub", 301, hub, others, true),
                GraphKind.DIRECTED_SCALE_FREE.draw(2, 300),
                GraphKind.SCALE_FREE.draw(2, 300),
                GraphKind.UNIFORM.draw(2, 300))) {
            for (OrderingKind rule : List.of(OrderingKind.AUTO, OrderingKind.PAPER)) {
                PreprocessOptions options =
                        PreprocessOptions.defaults().withOrdering(rule).withThreads(2);
                try (Graph expected = Preprocessor.prepare(Prepared.input(test), options)) {
                    if (DevicePreparation.MADE.contains(expected.ordering())) {
                        try (Graph found = withTiles(Prepared.input(test), options)) {
                            same(found, expected);
                            assertThat(found.ordering()).isEqualTo(expected.ordering());
                        }
                    } else {
                        assertThatThrownBy(() ->
                                        withTiles(Prepared.input(test), options).close())
                                .isInstanceOf(PassedOverException.class)
                                .hasMessage(
                                        "gpu: ordering %s is %s for this graph, which is made on the CPU only (%s)",
                                        rule.word(),
                                        expected.ordering().word(),
                                        expected.statistics().orderReason());
                    }
                }
            }
        }
    }

    /// Warps share the list of the star's middle, whose neighbours have a lower degree each than the first vertex,
    /// which is
    /// none of them.
    @Test
    void findsTheHubOfAListThatWarpsShare() {
        int leaves = 9_000;
        int few = 30;
        int[] from = new int[leaves + few];
        Arrays.fill(from, 0, leaves, 1);
        int[] to = IntStream.range(2, 2 + leaves + few).toArray();
        TestGraph test = new TestGraph("two stars", 2 + leaves + few, from, to, false);
        PreprocessOptions options =
                PreprocessOptions.defaults().withOrdering(OrderingKind.NATURAL).withThreads(2);
        try (Graph expected = Preprocessor.prepare(Prepared.input(test), options);
                Graph found = withTiles(Prepared.input(test), options)) {
            same(found, expected);
        }
    }

    /// The hub's column has more rows than 16 bits count, and its row meets every column of every window.
    @Test
    @Tag("hardware")
    void makesTheBytesTheCpuMakesOfAHubThatEveryColumnMeets() {
        try (Workers workers = new Workers(2)) {
            compare(() -> new StarGenerator(1 << 17).generate(workers, Progress.NONE));
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void choosesTheOrderingThatTheCpuChooses(TestGraph test) {
        chooses(() -> Prepared.input(test));
    }

    @ParameterizedTest
    @MethodSource("generators")
    void choosesTheOrderingThatTheCpuChoosesOfEdgesGeneratedOnTheDevice(Generator generator) {
        try (Workers workers = new Workers(2)) {
            chooses(() -> generator.generate(workers, Progress.NONE));
        }
    }

    private static void chooses(Supplier<GraphInput> input) {
        PreprocessOptions options = PreprocessOptions.defaults().withThreads(2);
        try (Graph expected = Preprocessor.prepare(input.get(), options)) {
            if (!DevicePreparation.MADE.contains(expected.ordering())) {
                assertThatThrownBy(() -> Preprocessor.prepare(input.get(), options.withDevice(FIRST)))
                        .isInstanceOf(ResourceException.class)
                        .hasMessageStartingWith("gpu: ordering auto is %s for this graph"
                                .formatted(expected.ordering().word()));
                return;
            }
            try (Graph found = Preprocessor.prepare(input.get(), options.withDevice(FIRST))) {
                assertThat(found.ordering()).isEqualTo(expected.ordering());
                same(found, expected);
            }
        }
    }

    @Test
    @Tag("once")
    void makesTheSameBytesInManyRanges() {
        for (Generator generator : generators()) {
            for (PreprocessOptions options : OPTIONS) {
                compareRanges(generator, options);
            }
        }
    }

    static List<Generator> streamedAndDrawn() {
        return List.of(new KroneckerGenerator(8, 16, 3), new GeometricGenerator(8, 3), new StarGenerator(300));
    }

    /// That nothing is left allocated is asserted where a context is closed.
    @Test
    @Tag("once")
    void handsTheGraphBackUntouchedWhereAnyAllocationFails() {
        for (Generator generator : streamedAndDrawn()) {
            for (PreprocessOptions options : List.of(OPTIONS.getFirst(), OPTIONS.getLast())) {
                int failures = 0;
                boolean prepared = false;
                while (!prepared) {
                    int allocation = failures;
                    boolean[] stored = {false};
                    try (Workers workers = new Workers(2);
                            Arena arena = Arena.ofShared();
                            GraphInput input = generator.generate(workers, Progress.NONE)) {
                        SectionStore kept = SectionStore.inMemory(arena);
                        SectionStore noting = (section, bytes) -> {
                            stored[0] = true;
                            return kept.allocate(section, bytes);
                        };
                        Faults full = new Faults(call -> call == allocation, call -> false);
                        GpuGraphPreparer.prepare(input, job(options, workers), noting, 1L << 30, full);
                        prepared = true;
                    } catch (PassedOverException e) {
                        assertThat(e).hasMessageStartingWith("gpu: allocate ");
                        assertThat(stored[0]).isFalse();
                        failures++;
                    } catch (DeviceException e) {
                        assertThat(e).hasMessageContaining("allocate ");
                        assertThat(stored[0]).isTrue();
                        failures++;
                    }
                }
                assertThat(failures).isGreaterThan(15);
            }
        }
    }

    /// Where a vertex stands in its window is held in 16 bits, whatever shared memory the device has.
    @Test
    void refusesWindowsOfMoreThan65536Columns() {
        assertThat(DeviceJaccard.problem(FirstDevice.open(), 1 << 16)).isNull();
        assertThat(DeviceJaccard.problem(FirstDevice.open(), (1 << 16) + 8))
                .isEqualTo("windows of 65,544 columns do not fit its shared memory, at most 65,536 do");
    }

    /// What is said before a graph is prepared, but for the reserve, is what preparing it takes where it sorts as few
    /// keys at a time as it can. A device gives memory in pages of 2 MiB, and CUB takes some.
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void takesTheMemoryItAnnounces(int option) {
        PreprocessOptions options = OPTIONS.get(option);
        Generator generator = new UniformGenerator(FirstDevice.size(20, 12), 8, 3);
        try (Workers workers = new Workers(1);
                Arena arena = Arena.ofShared();
                GraphInput input = generator.generate(workers, Progress.NONE);
                CudaContext watch = new CudaContext(FirstDevice.open())) {
            long announced = DevicePreparation.leastBytes(input, options) - SortRoom.RESERVE;
            long leastKeys = 2 * input.edges().mostEdges() / 4 + 1;
            long free = watch.freeBytes();
            LongAccumulator taken = new LongAccumulator(Math::max, 0);
            Faults noting = new Faults(
                    call -> {
                        taken.accumulate(free - watch.freeBytes());
                        return false;
                    },
                    call -> false);
            GpuGraphPreparer.prepare(input, job(options, workers), SectionStore.inMemory(arena), leastKeys, noting);
            long most = FirstDevice.isEmulated() ? announced : announced + (32L << 20);
            assertThat(taken.get()).isBetween(announced / 10 * 9, most);
        }
    }

    private static void compareRanges(Generator generator, PreprocessOptions options) {
        try (Workers workers = new Workers(2);
                GraphInput whole = generator.generate(workers, Progress.NONE);
                GraphInput cut = generator.generate(workers, Progress.NONE);
                Arena arena = Arena.ofShared()) {
            SectionStore store = SectionStore.inMemory(arena);
            GraphPreparer.Prepared expected =
                    GpuGraphPreparer.prepare(whole, job(options, workers), store, 1L << 30, Faults.NONE);
            boolean oneWindow =
                    options.ordering() == OrderingKind.JACCARD && options.window() > generator.vertexCount();
            long mostKeys = oneWindow
                    ? expected.out().edgeCount()
                    : Math.max(300, expected.out().edgeCount() / 3);
            GraphPreparer.Prepared found =
                    GpuGraphPreparer.prepare(cut, job(options, workers), store, mostKeys, Faults.NONE);
            same("out", found.out(), expected.out());
            same(
                    "rows",
                    found.bvss().rowIds().segment(),
                    expected.bvss().rowIds().segment());
            same(
                    "masks",
                    found.bvss().tileMasks().segment(),
                    expected.bvss().tileMasks().segment());
            assertThat(found.statistics()).isEqualTo(expected.statistics());
        }
    }

    private static Preprocessor job(PreprocessOptions options, Workers workers) {
        return new Preprocessor(options.withDevice(FIRST), workers, Progress.NONE, new PhaseLog(), line -> {});
    }

    private static void compare(Supplier<GraphInput> input) {
        for (PreprocessOptions options : OPTIONS) {
            PreprocessOptions two = options.withThreads(2);
            try (Graph expected = Preprocessor.prepare(input.get(), two);
                    Graph found = withTiles(input.get(), two)) {
                same(found, expected);
            }
        }
    }

    /// Prepared with the tiles that the device makes for caches.
    private static Graph withTiles(GraphInput input, PreprocessOptions options) {
        Arena arena = Arena.ofShared();
        try (input;
                Workers workers = new Workers(2)) {
            GraphPreparer.Prepared made = GpuGraphPreparer.prepare(
                    input,
                    job(options, workers),
                    SectionStore.inMemory(arena),
                    DevicePreparation.MOST_KEYS,
                    Faults.NONE);
            return made.graph(arena);
        }
    }

    @Test
    void leavesTilesOutInMemoryUntilTheyAreAskedFor() {
        Generator generator = new UniformGenerator(8, 4, 3);
        PreprocessOptions options = OPTIONS.getFirst().withThreads(2);
        try (Workers workers = new Workers(2);
                Graph expected = Preprocessor.prepare(generator.generate(workers, Progress.NONE), options);
                Graph found =
                        Preprocessor.prepare(generator.generate(workers, Progress.NONE), options.withDevice(FIRST))) {
            assertThat(found.vssCount()).isEqualTo(expected.bvss().vssCount());
            long bytes = found.tileBytes();
            same(found, expected);
            assertThat(found.tileBytes()).isEqualTo(bytes);
            Bvss tiles = found.bvss();
            assertThat(tiles).isSameAs(found.bvss());
            assertThat(bytes)
                    .isEqualTo(tiles.realPtrs().segment().byteSize()
                            + tiles.virtualToReal().segment().byteSize()
                            + tiles.rowIds().segment().byteSize()
                            + tiles.tileMasks().segment().byteSize());
        }
    }

    private static void same(Graph found, Graph expected) {
        assertThat(found.directed()).isEqualTo(expected.directed());
        same(
                "input indices",
                found.permutation().oldIdOf().segment(),
                expected.permutation().oldIdOf().segment());
        same(
                "vertices",
                found.permutation().newIdOf().segment(),
                expected.permutation().newIdOf().segment());
        same("out", found.out(), expected.out());
        same("in", found.in(), expected.in());
        same("hubs", found.hubs().segment(), expected.hubs().segment());
        same(
                "set starts",
                found.bvss().realPtrs().segment(),
                expected.bvss().realPtrs().segment());
        same(
                "sets",
                found.bvss().virtualToReal().segment(),
                expected.bvss().virtualToReal().segment());
        same("rows", found.bvss().rowIds().segment(), expected.bvss().rowIds().segment());
        same(
                "masks",
                found.bvss().tileMasks().segment(),
                expected.bvss().tileMasks().segment());
        assertThat(found.statistics()).isEqualTo(expected.statistics());
    }

    private static void same(String what, Csc found, Csc expected) {
        same(
                what + " starts",
                found.columnStart().segment(),
                expected.columnStart().segment());
        same(what + " rows", found.rowIndex().segment(), expected.rowIndex().segment());
    }

    private static void same(String what, MemorySegment found, MemorySegment expected) {
        assertThat(found.byteSize()).as(what).isEqualTo(expected.byteSize());
        assertThat(found.mismatch(expected)).as(what).isEqualTo(-1);
    }
}
