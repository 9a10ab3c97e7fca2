package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.order.OrderingOptions;
import io.bitfront.parallel.PrefixSum;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// More edges than 32 bits can count, in graphs that take no memory: loops that are dropped as they stream by, and
/// columns over a file that is one hole.
class BeyondFourBillionEdgesTest {
    /// Columns of the sparse matrix, each with nearly as many rows.
    private static final int COLUMNS = 70_001;

    private static final int DEGREE = 65_000;

    /// Loops by the billion, and in each partition a few edges: `p -> p + 1` twice.
    private record Loops(int partitions) implements EdgeSource {
        private static final int BATCH = 1 << 16;
        private static final int BATCHES = 1 << 10;

        @Override
        public int vertexCount() {
            return partitions + 1;
        }

        @Override
        public long edgeCount() {
            return partitions * ((long) BATCH * BATCHES + 2);
        }

        @Override
        public void stream(int partition, Batch batch) {
            int[] ends = new int[BATCH];
            Arrays.fill(ends, partition);
            for (int i = 0; i < BATCHES; i++) {
                batch.accept(ends, ends, BATCH);
            }
            batch.accept(new int[] {partition, partition}, new int[] {partition + 1, partition + 1}, 2);
        }
    }

    @Test
    void loopsAndDuplicatesAreCountedInFull() {
        Loops loops = new Loops(65);
        AtomicLong reported = new AtomicLong();
        Progress progress = (name, total, unit) -> new Progress.Phase() {
            @Override
            public void advance(long amount) {
                reported.addAndGet(name.equals("partition edges") ? amount : 0);
            }

            @Override
            public void close() {}
        };
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            CscBuilder.Built built = CscBuilder.build(loops, false, arena, workers, progress);
            assertThat(built.selfLoops()).isEqualTo(65L << 26).isGreaterThan(1L << 32);
            GraphInput input = new GraphInput(loops, new VertexIds.Range(0, 66), false, false, "test", "");
            assertThat(EdgeCounts.of(input, loops.edgeCount(), built.selfLoops(), 65)
                            .duplicates())
                    .isEqualTo(65);
            assertThat(built.csc().edgeCount()).isEqualTo(65);
            assertThat(built.csc().rowIndex().toArray())
                    .isEqualTo(IntStream.rangeClosed(1, 65).toArray());
            assertThat(reported.get()).isEqualTo(loops.edgeCount()).isEqualTo((65L << 26) + 130);
        }
    }

    @Test
    void aBucketCountsItsKeysInFull() {
        EdgeBucket bucket = new EdgeBucket(0, 40, 20);
        for (int page = 0; page < 5; page++) {
            bucket.add(page, Integer.MAX_VALUE);
        }
        EdgeBucket all = new EdgeBucket(0, 40, 20);
        all.addAll(bucket);
        all.addAll(bucket);
        assertThat(all.size()).isEqualTo(10L * Integer.MAX_VALUE);
    }

    /// A matrix of 4.55 billion entries over a hole: all rows read as 0 unless set. Column v has [#DEGREE] of them, the
    /// last one 1 less.
    private static Csc sparse(Path folder, Arena arena, Workers workers) throws IOException {
        LongArray start = LongArray.allocate(arena, COLUMNS + 1L, "starts");
        for (int v = 0; v < COLUMNS; v++) {
            start.set(v + 1L, v == COLUMNS - 1 ? DEGREE - 1 : DEGREE);
        }
        long entries = PrefixSum.inclusive(start, workers);
        try (FileChannel channel = FileChannel.open(
                folder.resolve("hole"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), entries * IntArray.BYTES - 1);
            return new Csc(
                    start,
                    IntArray.of(channel.map(FileChannel.MapMode.READ_WRITE, 0, entries * IntArray.BYTES, arena)));
        }
    }

    @Test
    void columnsBehindFourBillionEntriesAreFoundAndDealtOut(@TempDir Path folder) throws IOException {
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            Csc csc = sparse(folder, arena, workers);
            long entries = (long) COLUMNS * DEGREE - 1;
            assertThat(csc.edgeCount()).isEqualTo(entries).isGreaterThan(1L << 32);
            assertThat(csc.start(COLUMNS - 1)).isEqualTo((COLUMNS - 1L) * DEGREE);
            assertThat(csc.end(COLUMNS - 1)).isEqualTo(entries);
            assertThat(csc.degree(COLUMNS - 1)).isEqualTo(DEGREE - 1);
            assertThat(ColumnRanges.columnOf(csc.columnStart(), (1L << 32) + 7)).isEqualTo(66_076);

            csc.rowIndex().set(entries - 1, 77);
            int[] last = new int[2];
            csc.rowIndex().gather(new long[] {entries - 1, (1L << 32) + 1}, last, 2);
            assertThat(last).containsExactly(77, 0);
            assertThat(csc.row(entries - 1)).isEqualTo(77);

            BitSet dealt = new BitSet();
            ColumnRanges.forEach(csc.columnStart(), workers, 1 << 20, (worker, first, end) -> {
                synchronized (dealt) {
                    assertThat(dealt.get(first, end).isEmpty()).isTrue();
                    dealt.set(first, end);
                }
            });
            assertThat(dealt.cardinality()).isEqualTo(COLUMNS);
        }
    }

    @Test
    void piecesOfFourBillionEntriesCoverThemAll(@TempDir Path folder) throws IOException {
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            Pieces pieces = new Pieces(sparse(folder, arena, workers));
            long edges = 0;
            for (int piece = 0; piece < pieces.count(); piece++) {
                assertThat(pieces.edges(piece)).isNotNegative();
                edges += pieces.edges(piece);
            }
            assertThat(edges).isEqualTo((long) COLUMNS * DEGREE - 1);
            assertThat(pieces.firstSet(pieces.count())).isEqualTo(BvssPacker.sliceSetCount(COLUMNS));
        }
    }

    @Test
    void degreesOfFourBillionEntriesAreSummedAndOrdered(@TempDir Path folder) throws IOException {
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            Csc csc = sparse(folder, arena, workers);
            DegreeStatistics degrees = DegreeStatistics.of(csc, csc, workers);
            assertThat(degrees.maxOutDegree()).isEqualTo(DEGREE);
            assertThat(degrees.isolatedVertices()).isZero();
            assertThat(degrees.meanDegree()).isEqualTo((double) csc.edgeCount() / COLUMNS);
            int[] oldIdOf = OrderingKind.DEGREE
                    .with(OrderingOptions.DEFAULT)
                    .order(csc, csc, arena, workers, Progress.NONE)
                    .oldIdOf()
                    .toArray();
            assertThat(oldIdOf).isEqualTo(IntStream.range(0, COLUMNS).toArray());
        }
    }
}
