package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.graph.Bvss;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a graph and searches by themselves take of a device's memory, byte by byte, and what is known of components.
@Tag("gpu")
class DeviceGraphTest extends OnFirstDevice {
    private final Workers workers = new Workers(1);
    private final Owned owned = new Owned("the test");
    private CudaContext context;
    private BfsKernels kernels;
    private PinnedStaging staging;

    @BeforeEach
    void open() {
        context = new CudaContext(device);
        kernels = owned.add(new BfsKernels(context, false));
        staging = owned.add(new PinnedStaging(context, workers, 1 << 20));
    }

    @AfterEach
    void close() {
        owned.close();
        context.close();
        workers.close();
    }

    private DeviceGraph uploaded(Graph graph, boolean wideOffsets) {
        return owned.add(new DeviceGraph(context, graph, kernels, staging, wideOffsets));
    }

    /// One component, so that nothing is told of components; isolated vertices beside it make none.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takesTheMemoryItSays(boolean wideOffsets) {
        TestGraph connected = Shapes.beside(Shapes.grid(9, 11), Shapes.empty(13));
        for (TestGraph test : List.of(connected, Shapes.oneWayChain(200), Shapes.empty(70))) {
            try (Graph graph = Prepared.graph(test)) {
                long before = context.liveBytes();
                DeviceGraph found = uploaded(graph, wideOffsets);
                long least = graph.edgeCount() == 0 ? 16 : 0;
                assertThat(context.liveBytes() - before).isEqualTo(DeviceGraph.bytes(graph, wideOffsets) + least);
                assertThat(found.components().strayVertices()).isZero();
                assertThat(found.components().strays()).isEmpty();
                assertThat(found.components().known()).isFalse();
                long lists = test.directed() ? 2 : 1;
                long edges = 4 * graph.edgeCount() * lists;
                long starts = 8L * (test.vertexCount() + 1) * lists;
                assertThat(found.uploaded().bytes()).isEqualTo(starts + edges + 8L * test.vertexCount());
                assertThat(found.uploaded().nanos()).isPositive();
                assertThat(found.uploaded().note()).isEmpty();
                found.uploadTiles();
                found.uploadTiles();
                assertThat(context.liveBytes() - before)
                        .isEqualTo(DeviceGraph.bytes(graph, wideOffsets) + least + taken(graph));
                assertThat(found.uploaded().bytes())
                        .isEqualTo(starts + edges + 8L * test.vertexCount() + graph.tileBytes());
                owned.release(found);
                found.close();
                assertThat(context.liveBytes()).isEqualTo(before);
            }
        }
    }

    /// What tiles take, 16 bytes at least each array.
    private static long taken(Graph graph) {
        Bvss bvss = graph.bvss();
        return Stream.of(
                        bvss.realPtrs().segment(),
                        bvss.virtualToReal().segment(),
                        bvss.rowIds().segment(),
                        bvss.tileMasks().segment())
                .mapToLong(array -> Math.max(16, array.byteSize()))
                .sum();
    }

    @Test
    void firstNeighboursTakeSixteenBytesAVertexWithTwoUntilTheyAreGivenBack() {
        TestGraph test = Shapes.beside(Shapes.beside(Shapes.grid(9, 11), Shapes.star(20_000)), Shapes.empty(13));
        try (Graph graph = Prepared.graph(test, "degree")) {
            DeviceGraph found = uploaded(graph, false);
            long before = context.liveBytes();
            assertThat(found.firstsBytes()).isZero();
            found.releaseFirsts("nothing to give back");
            assertThat(found.uploaded().note()).isEmpty();
            found.layOutFirsts();
            assertThat(found.firstsBytes()).isEqualTo(16 * 100).isEqualTo(found.fullFirstsBytes());
            assertThat(context.liveBytes() - before).isEqualTo(16 * 100);
            assertThat(found.uploaded().note()).isEmpty();
            found.releaseFirsts("others need it");
            assertThat(context.liveBytes()).isEqualTo(before);
            assertThat(found.firstsBytes()).isZero();
            assertThat(found.uploaded().note())
                    .isEqualTo("no first neighbours laid out, so pulls walk lists: others need it");
        }
    }

    /// The vertices outside come last, where the bitmap of all vertices ends.
    @ParameterizedTest
    @CsvSource({"40, 40, 2", "40, 40, 3", "32, 64, 31", "32, 65, 32", "1, 4064, 32"})
    void tellsWhichVerticesAreOutsideTheLargestComponent(int width, int height, int outside) {
        int n = width * height;
        for (TestGraph small : List.of(Shapes.chain(outside), Shapes.star(outside))) {
            try (Graph graph = Prepared.graph(Shapes.beside(Shapes.grid(width, height), small), "natural")) {
                long before = context.liveBytes();
                DeviceGraph found = uploaded(graph, false);
                assertThat(found.components().strayVertices()).isEqualTo(outside);
                assertThat(found.components().strays())
                        .isEqualTo(IntStream.range(n, n + outside).toArray());
                assertThat(found.components().known()).isFalse();
                assertThat(found.components().largestKnown()).isTrue();
                assertThat(context.liveBytes() - before)
                        .isEqualTo(DeviceGraph.bytes(graph, false) - 4L * (n + outside));
                assertThat(found.components().all())
                        .isEqualTo(IntStream.range(0, n + outside)
                                .map(v -> v < n ? 0 : n)
                                .toArray());
            }
        }
    }

    @Test
    void tellsAllComponentsWhereManyVerticesAreOutsideTheLargest() {
        TestGraph halves = Shapes.beside(Shapes.chain(60), Shapes.star(50));
        try (Graph graph = Prepared.graph(halves, "natural")) {
            long before = context.liveBytes();
            DeviceGraph found = uploaded(graph, false);
            assertThat(found.components().known()).isTrue();
            assertThat(found.components().largestKnown()).isTrue();
            assertThat(found.components().strays())
                    .isEqualTo(IntStream.range(60, 110).toArray());
            assertThat(context.liveBytes() - before).isEqualTo(DeviceGraph.bytes(graph, false));
        }
    }

    /// Where no component has more than half of the vertices with edges, none is told as the largest.
    @Test
    void knowsNoLargestComponentAmongEquals() {
        for (TestGraph test : List.of(
                Shapes.beside(Shapes.chain(50), Shapes.star(50)),
                Shapes.beside(Shapes.chain(50), Shapes.beside(Shapes.chain(30), Shapes.chain(30))),
                Shapes.empty(3))) {
            try (Graph graph = Prepared.graph(test, "natural")) {
                assertThat(uploaded(graph, false).components().largestKnown()).isFalse();
            }
        }
    }

    /// Bitmaps and queues of as many searches as run at once, which sums per vertex add cells of two bytes to, then
    /// of four.
    @ParameterizedTest
    @CsvSource({"2, 2", "3, 4", "100, 128", "128, 128", "129, 256", "1000, 1024", "5000, 4096"})
    void searchesByThemselvesTakeABitmapAQueueAndCells(int n, int queued) {
        int width = 64;
        try (Graph graph = Prepared.graph(Shapes.beside(Shapes.chain(n), Shapes.empty(3)), "natural");
                Arena arena = Arena.ofShared()) {
            DeviceGraph deviceGraph = uploaded(graph, false);
            IndependentSearches.Lists lists = new IndependentSearches.Lists(
                    kernels.independent(), n, 100, 2, arrays -> deviceGraph.describe(arrays, Direction.OUT));
            long before = context.liveBytes();
            IndependentSearches searches = owned.add(new IndependentSearches(context, kernels, lists, width, 4_096));
            int atOnce = searches.atOnce();
            assertThat(atOnce).isEqualTo(IndependentSearches.most(kernels)).isPositive();
            long seen = 16L * Math.ceilDiv(n, 128);
            assertThat(context.liveBytes() - before).isEqualTo(atOnce * (seen + 4L * queued) + 16 + 4L * width);
            VertexSums sums = owned.add(new VertexSums(context, staging, n));
            sums.prepare();
            BatchSlot slot = owned.add(new BatchSlot(context, width));
            int[] batch = {0, n - 1, n / 2};
            long ready = context.liveBytes();
            long cells = Math.min(width, atOnce) * 2L * (n + n % 2);
            searches.perTarget(slot, batch, sums.address(), 0);
            assertThat(context.liveBytes() - ready).isEqualTo(Math.max(16, cells));
            assertThat(searches.deepen()).isTrue();
            assertThat(context.liveBytes()).isEqualTo(ready);
            assertThat(searches.deepen()).isFalse();
            searches.perTarget(slot, batch, sums.address(), 0);
            assertThat(context.liveBytes() - ready).isEqualTo(Math.max(16, 2 * cells));
            slot.complete();
            slot.await();
            assertThat(slot.undone()).isEmpty();
            TargetSums found = TargetSums.allocate(arena, n);
            sums.added();
            sums.bring();
            sums.collect(found);
            for (int v = 0; v < n; v++) {
                long hops = v + (n - 1 - v) + Math.abs(v - n / 2);
                assertThat(found.distance().get(v)).isEqualTo(2 * hops);
            }
        }
    }

    /// The mean degree decides how many lanes share a list, the longest whether a block ever does.
    @Test
    void describesWhatListsItFollows() {
        try (Graph graph = Prepared.graph(GraphKind.DIRECTED_SCALE_FREE.draw(1, 400))) {
            DeviceGraph deviceGraph = uploaded(graph, false);
            for (Direction direction : Direction.values()) {
                IndependentSearches.Lists lists = IndependentSearches.Lists.of(graph, deviceGraph, kernels, direction);
                boolean out = direction == Direction.OUT;
                assertThat(lists.liveCount()).isEqualTo(graph.verticesWithEdges());
                assertThat(lists.longest())
                        .isEqualTo(
                                out
                                        ? graph.statistics().maxOutDegree()
                                        : graph.statistics().maxInDegree());
                assertThat(lists.meanDegree()).isEqualTo(graph.statistics().meanDegree());
            }
        }
    }

    /// Wide lists and narrow ones, hubs and none.
    @Test
    void statesTakeTheMemoryTheySay() {
        for (TestGraph test : List.of(Shapes.star(40_000), GraphKind.DIRECTED_SCALE_FREE.draw(1, 5_000))) {
            try (Graph graph = Prepared.graph(test);
                    Arena arena = Arena.ofShared()) {
                long before = context.liveBytes();
                try (TraversalState _ = new TraversalState(context, graph)) {
                    assertThat(context.liveBytes() - before).isEqualTo(TraversalState.bytes(graph));
                }
                for (int width : new int[] {256, 512, 1_024}) {
                    expectTaken(graph, width, BatchMode.WIDE, arena);
                }
                expectTaken(graph, 256, BatchMode.PAPER, arena);
                assertThat(context.liveBytes()).isEqualTo(before);
            }
        }
        assertThat(BatchSlot.bytes(3)).isEqualTo(3 * 28);
        assertThat(TraversalState.bitmapBytes(32)).isEqualTo(4);
        assertThat(TraversalState.bitmapBytes(33)).isEqualTo(8);
    }

    private void expectTaken(Graph graph, int width, BatchMode mode, Arena arena) {
        long before = context.liveBytes();
        try (BatchState _ = BatchState.of(context, graph, width, mode, arena)) {
            long state = BatchState.bytes(graph, width, mode);
            assertThat(context.liveBytes() - before).isEqualTo(state);
            assertThat(GpuMultiSource.bytes(graph, width, mode))
                    .isEqualTo(state + 32L * graph.verticesWithEdges() + 2 * 28L * width);
        }
    }
}
