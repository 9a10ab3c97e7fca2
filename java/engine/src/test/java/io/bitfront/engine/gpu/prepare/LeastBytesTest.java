package io.bitfront.engine.gpu.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.OrderingKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Device memory that preparing a graph of 1,000 vertices, and mostly 40,000 edges, is planned to take, a gigabyte left
/// to the
/// driver.
class LeastBytesTest {
    private static final long N = 1_000;
    private static final long EDGES = 40_000;
    private static final long BESIDE = 40 * N + (1L << 30);

    /// Entries of 4 bytes, and the begin of each column.
    private static long columns(long entries) {
        return 4 * entries + 8 * N;
    }

    /// Slices of 5 bytes, one an entry at worst and a part of a virtual set for each of 125 sets; keys of 24 bytes for
    /// a quarter of the entries.
    private static long packing(long entries) {
        return 5 * (entries + 125 * 16) + 24 * (entries / 4 + 1);
    }

    private static long bytes(OrderingKind ordering, boolean symmetrise, boolean symmetric, EdgeStream made) {
        return bytes(ordering, symmetrise, symmetric, made, EDGES);
    }

    private static long bytes(
            OrderingKind ordering, boolean symmetrise, boolean symmetric, EdgeStream made, long count) {
        EdgeSource edges = new EdgeSource() {
            @Override
            public int vertexCount() {
                return (int) N;
            }

            @Override
            public long edgeCount() {
                throw new AssertionError("edges would be made for it");
            }

            @Override
            public long mostEdges() {
                return count;
            }

            @Override
            public int partitions() {
                return 1;
            }

            @Override
            public void stream(int partition, Batch batch) {
                throw new AssertionError();
            }

            @Override
            public Optional<EdgeStream> generated() {
                return Optional.ofNullable(made);
            }
        };
        return DevicePreparation.leastBytes(
                new GraphInput(edges, null, symmetrise, symmetric, "", ""),
                PreprocessOptions.defaults().withThreads(3).withOrdering(ordering));
    }

    /// Three workers bring edges by six slots of a megabyte.
    private static final long BROUGHT = 6L << 20;

    @Test
    void directedGraphsHaveTwoSides() {
        assertThat(bytes(OrderingKind.NATURAL, false, false, null))
                .isEqualTo(BROUGHT + 2 * columns(EDGES) + packing(EDGES) + BESIDE);
        assertThat(bytes(OrderingKind.NATURAL, false, true, null))
                .isEqualTo(BROUGHT + columns(EDGES) + packing(EDGES) + BESIDE);
    }

    @Test
    void edgesThatStandForBothDirectionsAreTwoEntries() {
        assertThat(bytes(OrderingKind.RCM, true, false, null))
                .isEqualTo(BROUGHT + columns(2 * EDGES) + packing(2 * EDGES) + BESIDE);
    }

    /// Beside one side's columns 48 bytes a vertex and 36 for a quarter of the entries, where that is more than packing
    /// takes afterwards.
    @Test
    void windowsTakeTheirsBeforeSlicesDo() {
        long windows = columns(EDGES) + 48 * N + 36 * (EDGES / 4 + 1);
        assertThat(windows).isLessThan(columns(EDGES) + packing(EDGES));
        for (OrderingKind ordering : new OrderingKind[] {OrderingKind.JACCARD, OrderingKind.PAPER}) {
            assertThat(bytes(ordering, false, true, null))
                    .isEqualTo(BROUGHT + columns(EDGES) + packing(EDGES) + BESIDE);
        }
        long few = columns(N) + 48 * N + 36 * (N / 4 + 1);
        assertThat(few).isGreaterThan(columns(N) + packing(N));
        assertThat(bytes(OrderingKind.JACCARD, false, true, null, N)).isEqualTo(BROUGHT + few + BESIDE);
        assertThat(bytes(OrderingKind.DEGREE, false, true, null, N))
                .isEqualTo(BROUGHT + columns(N) + packing(N) + BESIDE);
        assertThat(DeviceJaccard.leastBytes(N, EDGES)).isEqualTo(48 * N + 36 * 10_001);
        assertThat(DeviceJaccard.leastBytes(0, 3)).isEqualTo(36);
    }

    /// Two bytes a column of what a block may share beside 26 KiB, in whole slice sets, and no more than 16 bits
    /// number.
    @Test
    void windowsFitTheSharedMemoryOfADevice() {
        int[][] limits = {
            {227 << 10, 65_536}, {154 << 10, 65_536}, {153 << 10, 65_024}, {100 << 10, 37_888}, {(26 << 10) + 31, 8}
        };
        for (int[] limit : limits) {
            CudaDevice device = new CudaDevice(0, "a device", 90, 4, 1L << 30, limit[0], "", true);
            assertThat(DeviceJaccard.problem(device, limit[1])).isNull();
            assertThat(DeviceJaccard.problem(device, limit[1] + 8))
                    .isEqualTo("windows of %,d columns do not fit its shared memory, at most %,d do"
                            .formatted(limit[1] + 8, limit[1]));
        }
    }

    /// What is drawn from constants takes these; points take their edges, too.
    @Test
    void edgesThatTheDeviceMakesAreNotBrought() {
        long others = columns(2 * EDGES) + packing(2 * EDGES) + BESIDE;
        assertThat(bytes(OrderingKind.NATURAL, true, false, EdgeStream.plain("urand", (int) N, EDGES, 1, 2, 3, 4)))
                .isEqualTo(4_096 + others);
        assertThat(bytes(OrderingKind.NATURAL, true, false, EdgeStream.plain("rgg", (int) N, 0, 1, 2, 3, 4)))
                .isEqualTo(8 * EDGES + 44 * N + others);
    }
}
