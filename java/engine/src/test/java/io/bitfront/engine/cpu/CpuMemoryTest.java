package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Shapes;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said to take memory takes as much, as the JVM counts what this thread allocates.
final class CpuMemoryTest {
    private static final int VERTICES = 200_000;

    private final List<Object> kept = new ArrayList<>();

    private void takes(long said, Supplier<Object> making) {
        assertThat(taken(making)).isCloseTo(said, Percentage.withPercentage(2));
    }

    /// Of the second of two: the first has classes loaded, too.
    private long taken(Supplier<Object> making) {
        ThreadMXBean counter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        kept.add(making.get());
        long before = counter.getCurrentThreadAllocatedBytes();
        kept.set(0, making.get());
        return counter.getCurrentThreadAllocatedBytes() - before;
    }

    @ParameterizedTest
    @CsvSource({"200000, 8, 1", "200000, 8, 3", "200001, 1, 16", "70000, 16, 500"})
    void ofABatchsStateAndItsFrontier(int vertices, int words, int workers) {
        takes(BitState.bytes(vertices, words, workers), () -> new BitState(vertices, words, workers));
        takes(BitFrontier.bytes(vertices, words, workers), () -> new BitFrontier(vertices, words, workers));
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, VERTICES - 1})
    void ofASearchOfItsOwn(int vertices) {
        try (Graph graph = Prepared.graph(Shapes.chain(VERTICES));
                Workers workers = new Workers(1)) {
            Adjacency neighbours = new Adjacency(graph.out(), workers);
            takes(IndependentSearch.bytes(vertices), () -> new IndependentSearch(neighbours, vertices));
        }
    }

    /// By default records are short where the heap is; what is asked for is refused before it begins.
    @Test
    void batchesFitTheHeap() {
        assertThat(CpuEngine.fitting(0, 1_000, width -> 850)).isEqualTo(512);
        assertThat(CpuEngine.fitting(0, 1_000, width -> width == 64 ? 850 : 851))
                .isEqualTo(64);
        assertThat(CpuEngine.fitting(1_024, 1_000, width -> 850)).isEqualTo(1_024);
        assertThatThrownBy(() -> CpuEngine.fitting(256, 200L << 20, width -> width == 64 ? 1 : 171L << 20))
                .isInstanceOf(DeviceException.class)
                .hasMessage(
                        "cpu: batches of 256 sources take 171 MB of Java heap, which may grow to 200 MB (set -Xmx)");
        assertThatThrownBy(() -> CpuEngine.fitting(0, 200L << 20, width -> 171L << 20))
                .hasMessageContaining("batches of 64 sources");
        try (Graph graph = Prepared.graph(Shapes.chain(5));
                CpuEngine engine = new CpuEngine(graph, 1)) {
            assertThat(engine.batchWidth(0, Direction.OUT, BatchMode.AUTO)).isEqualTo(512);
        }
    }

    /// Of a graph with so many vertices that records of eight longs are too many for an array.
    @Test
    void batchesFitJavaArrays() {
        int many = 1 << 28;
        for (BatchMode mode : new BatchMode[] {BatchMode.AUTO, BatchMode.WIDE}) {
            assertThat(CpuMultiSource.indexableWidth(many - 256, 0, 2, mode)).isZero();
            assertThat(CpuMultiSource.indexableWidth(many, 0, 2, mode)).isEqualTo(64);
            assertThat(CpuMultiSource.indexableWidth(7 * many, 64, 2, mode)).isEqualTo(64);
            assertThatThrownBy(() -> CpuMultiSource.indexableWidth(many, 512, 2, mode))
                    .isInstanceOf(DeviceException.class)
                    .hasMessage("cpu: batches of 512 sources on 268,435,456 vertices do not fit Java arrays");
            assertThatThrownBy(() -> CpuMultiSource.indexableWidth(Integer.MAX_VALUE, 0, 2, mode))
                    .hasMessage("cpu: batches of 64 sources on 2,147,483,647 vertices do not fit Java arrays");
        }
        assertThat(CpuMultiSource.indexableWidth(Integer.MAX_VALUE, 1_024, 2, BatchMode.INDEPENDENT))
                .isEqualTo(1_024);
    }

    @ParameterizedTest
    @CsvSource({"1, 64, AUTO", "1, 1024, WIDE", "2, 512, WIDE"})
    void ofBatches(int threads, int width, BatchMode mode) {
        try (Graph graph = Prepared.graph(Shapes.chain(VERTICES));
                Workers workers = new Workers(threads)) {
            long searches = mode == BatchMode.WIDE ? 0 : IndependentSearches.bytes(graph.verticesWithEdges(), threads);
            takes(
                    CpuMultiSource.bytes(graph, width, threads, mode) - searches,
                    () -> new CpuMultiSource(graph, workers, width, Direction.OUT, BatchMode.WIDE));
        }
    }

    /// Each thread's search, and nothing else where no batch is wide.
    @Test
    void ofBatchesThatAreSearchesOfTheirOwn() {
        try (Graph graph = Prepared.graph(Shapes.chain(VERTICES))) {
            long one = CpuMultiSource.bytes(graph, 0, 1, BatchMode.INDEPENDENT);
            assertThat(one).isEqualTo(IndependentSearch.bytes(VERTICES));
            assertThat(CpuMultiSource.bytes(graph, 0, 5, BatchMode.INDEPENDENT)).isEqualTo(5 * one);
        }
    }

    @Test
    void ofTraversals() {
        int vertices = 1 << 20;
        try (Graph graph = Prepared.graph(Shapes.chain(vertices));
                Workers workers = new Workers(2)) {
            assertThat(taken(() -> new SingleSource(graph, workers, (state, few, mode) -> Step.PULL_ALL)))
                    .isCloseTo(SingleSource.bytes(graph, 2), Percentage.withPercentage(8));
        }
    }
}
