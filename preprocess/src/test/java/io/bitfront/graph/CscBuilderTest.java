package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.CscBuilder.BucketSize;
import io.bitfront.graph.CscBuilder.Built;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class CscBuilderTest {
    /// Limits small enough for little graphs to go through every kind of split, down to parts of one column.
    private static final List<BucketSize> SIZES =
            List.of(BucketSize.DEFAULT, new BucketSize(1000, 300), new BucketSize(16, 8), new BucketSize(1, 1));

    static List<TestGraph> graphs() {
        return Share.of(CscBuilderTest.class, TestGraphs.all());
    }

    static LongStream seeds() {
        return Seeds.upTo(20);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void columnsListOutNeighboursAscending(TestGraph graph) {
        checkAll(graph, 3, graph.name());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void columnsListOutNeighboursAscendingForAnySeed(long seed) {
        for (GraphKind kind : GraphKind.values()) {
            checkAll(TestGraphs.random(kind, seed), 1 + (int) (seed % 4), Seeds.rerun(getClass(), seed));
        }
    }

    private static void checkAll(TestGraph graph, int threads, String about) {
        int[][] expected = graph.outNeighbours();
        int loops = 0;
        for (int i = 0; i < graph.givenEdges(); i++) {
            loops += graph.from()[i] == graph.to()[i] ? 1 : 0;
        }
        try (Workers workers = new Workers(threads)) {
            for (BucketSize size : SIZES) {
                for (int partitions : new int[] {1, 5}) {
                    try (Arena arena = Arena.ofShared()) {
                        EdgeSource edges = new ListedEdges(graph, partitions);
                        Built built = CscBuilder.build(edges, !graph.directed(), size, arena, workers, Progress.NONE);
                        assertThat(CscColumns.of(built.csc())).as(about).isDeepEqualTo(expected);
                        assertThat(built.selfLoops()).as(about).isEqualTo(loops);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void splitsAHubsColumnAmongWorkers(int threads) {
        TestGraph star = Shapes.star(20_000);
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            Built built = CscBuilder.build(
                    new ListedEdges(star, 30), true, new BucketSize(64, 32), arena, workers, Progress.NONE);
            assertThat(CscColumns.of(built.csc())).isDeepEqualTo(star.outNeighbours());
        }
    }

    @Test
    void collectsMoreRowsThanOneWorkerCopiesAtATime() {
        TestGraph star = Shapes.star(300_000);
        try (Workers workers = new Workers(3);
                Arena arena = Arena.ofShared()) {
            Built built = CscBuilder.build(
                    new ListedEdges(star, 8), true, new BucketSize(9_000, 5_000), arena, workers, Progress.NONE);
            assertThat(CscColumns.of(built.csc())).isDeepEqualTo(star.outNeighbours());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void closesTheSourceAfterItsLastEdge(int threads) {
        AtomicInteger closed = new AtomicInteger();
        EdgeSource edges = new ListedEdges(Shapes.chain(500), 7) {
            @Override
            public void stream(int partition, Batch batch) {
                assertThat(closed).hasValue(0);
                super.stream(partition, batch);
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            Built built = CscBuilder.build(edges, true, new BucketSize(16, 8), arena, workers, Progress.NONE);
            assertThat(built.csc().edgeCount()).isEqualTo(2 * 499);
            assertThat(closed).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 20, 21, 27, 30, 31})
    void bucketsOfFewEdgesHaveAMillionColumnsAtMost(int rowBits) {
        int bits = CscBuilder.firstBits(1, 1 << 18, rowBits);
        assertThat(bits).isLessThanOrEqualTo(rowBits);
        assertThat(new EdgeBucket(0, 2 * rowBits - bits, rowBits).columns()).isBetween(1, 1 << 20);
    }

    @Test
    void oneEdgeRepeatedPastTheBucketLimitIsKeptOnce() {
        int[] from = new int[5_000];
        int[] to = new int[5_000];
        Arrays.fill(from, 3);
        Arrays.fill(to, 6);
        TestGraph graph = new TestGraph("one edge 5,000 times", 7, from, to, true);
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            Built built = CscBuilder.build(
                    new ListedEdges(graph, 3), false, new BucketSize(10, 5), arena, workers, Progress.NONE);
            assertThat(CscColumns.of(built.csc())).isDeepEqualTo(graph.outNeighbours());
        }
    }

    @Test
    @Tag("once")
    void countsMoreSelfLoopsThanAnIntHolds() {
        int[] zeros = new int[1 << 16];
        long batches = (1L << 31) / zeros.length + 1;
        EdgeSource loops = new EdgeSource() {
            @Override
            public int vertexCount() {
                return 1_000;
            }

            @Override
            public long edgeCount() {
                return batches * zeros.length;
            }

            @Override
            public int partitions() {
                return 64;
            }

            @Override
            public void stream(int partition, Batch batch) {
                for (long i = partition; i < batches; i += partitions()) {
                    batch.accept(zeros, zeros, zeros.length);
                }
            }
        };
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            Built built = CscBuilder.build(loops, true, arena, workers, Progress.NONE);
            assertThat(built.selfLoops()).isEqualTo((1L << 31) + zeros.length);
            assertThat(built.csc().edgeCount()).isZero();
        }
    }

    @Test
    void aFailureOfTheSourceReachesTheCaller() {
        EdgeSource broken = new ListedEdges(Shapes.chain(10), 3) {
            @Override
            public void stream(int partition, Batch batch) {
                throw new IllegalStateException("line 7");
            }
        };
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            assertThatThrownBy(() -> CscBuilder.build(broken, true, arena, workers, Progress.NONE))
                    .hasMessage("line 7");
        }
    }
}
