package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.engine.spi.EccentricityDevice;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What engines on GPUs take of a device's memory beside the graph: as much as they say, and nothing once they failed
/// to get more. That nothing is left at the end, page-locked memory neither, is asserted where a context is closed.
@Tag("gpu")
class GpuMemoryTest extends OnFirstDevice {
    private static final int VERTICES = 2_000;

    private static int[] sources(int count) {
        return IntStream.range(0, count).map(i -> 7 * i).toArray();
    }

    private static void searchTogether(GpuEngine engine, BatchMode mode) {
        try (MultiSource batches = engine.multiSource(256, Direction.OUT, mode);
                Arena arena = Arena.ofShared()) {
            batches.perSource(sources(40));
            batches.perTarget(sources(30), TargetSums.allocate(arena, VERTICES));
            batches.levels(sources(20), LevelMatrix.allocate(arena, VERTICES, 20, 2));
        }
    }

    private static void countNeighbours(GpuEngine engine) {
        for (Direction direction : Direction.values()) {
            try (NeighbourhoodCounts counts = engine.neighbourhoods(direction).orElseThrow()) {
                NeighbourhoodCounts.Limit limit = new NeighbourhoodCounts.Limit(1, 1_000_000);
                counts.bounded(2, Collections.nCopies(counts.kinds().size(), limit), new BitSet());
            }
        }
    }

    private static void boundEccentricities(GpuEngine engine) {
        try (EccentricityDevice bounds = engine.eccentricities().orElseThrow()) {
            bounds.search(bounds.first(), true, EccentricityDevice.Wanted.EXTREMES);
        }
    }

    /// Of a chain of 40 vertices the first 16 are a cell.
    private static void searchACell(GpuEngine engine) {
        int n = 40;
        try (CellDevice cells = engine.cellDevice(GpuCellsTest.path(n, 1, true))) {
            cells.search(new int[] {16}, new int[] {0});
            assertThat(cells.sums(0, 16, new int[] {16}, new int[] {0}).reached())
                    .containsOnly(n);
        }
    }

    enum Use {
        BATCHES(GraphKind.SCALE_FREE, engine -> searchTogether(engine, BatchMode.WIDE)),
        SEARCHES(GraphKind.UNIFORM, engine -> searchTogether(engine, BatchMode.INDEPENDENT)),
        PAPER_BATCHES(GraphKind.UNIFORM, engine -> searchTogether(engine, BatchMode.PAPER)),
        NEIGHBOURS(GraphKind.DIRECTED_SCALE_FREE, GpuMemoryTest::countNeighbours),
        ECCENTRICITIES(null, GpuMemoryTest::boundEccentricities),
        CELLS(null, GpuMemoryTest::searchACell);

        private final GraphKind kind;
        private final Consumer<GpuEngine> work;

        Use(GraphKind kind, Consumer<GpuEngine> work) {
            this.kind = kind;
            this.work = work;
        }

        TestGraph graph() {
            return kind == null ? Shapes.grid(40, 50) : kind.draw(5, VERTICES);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailedAllocationLeavesNothingAllocated(Use use) {
        AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
        try (Graph graph = Prepared.graph(use.graph(), "degree");
                GpuEngine engine = new GpuEngine(
                        graph,
                        device,
                        GpuSetup.of(graph, device.name())
                                .with(new Faults(_ -> left.getAndDecrement() == 0, _ -> false)))) {
            use.work.accept(engine);
            long taken = engine.deviceBytes();
            int allocations = -1;
            do {
                allocations++;
                left.set(allocations);
                try {
                    use.work.accept(engine);
                } catch (DeviceException e) {
                    assertThat(e).hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
                }
                assertThat(engine.deviceBytes()).as("after %d", allocations).isEqualTo(taken);
            } while (left.get() < 0);
            assertThat(allocations).isGreaterThan(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"WIDE, 256", "WIDE, 1024", "PAPER, 256"})
    void batchesTakeTheMemoryTheySay(BatchMode mode, int width) {
        try (Graph graph = Prepared.graph(Shapes.star(40_000), "natural");
                GpuEngine engine = new GpuEngine(graph, device)) {
            engine.multiSource(width, Direction.OUT, mode).close();
            long before = engine.deviceBytes();
            long said = engine.multiSourceBytes(width, Direction.OUT, mode);
            try (MultiSource batches = engine.multiSource(width, Direction.OUT, mode)) {
                batches.perTarget(new int[] {1});
                assertThat(engine.deviceBytes() - before).isCloseTo(said, within(1_000L));
            }
        }
    }
}
