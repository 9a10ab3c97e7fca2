package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which keys lie in which bucket, and what memory that takes.
class EdgeSplitterTest {
    private static final int ROW_BITS = 10;
    private static final int COLUMN_BITS = 6;
    private static final int SHIFT = 12;

    /// Edges between few vertices, loops among them.
    private static int[] ends(int count, int bits, int seed) {
        Random dice = new Random(seed);
        return IntStream.range(0, count).map(_ -> dice.nextInt(1 << bits)).toArray();
    }

    private static long[] keys(EdgeBucket bucket, EdgePages pages) {
        long[] page = new long[EdgePages.PAGE];
        long[] keys = IntStream.range(0, bucket.pageCount())
                .boxed()
                .flatMapToLong(i -> {
                    pages.read(bucket.page(i), page, bucket.count(i));
                    return Arrays.stream(page.clone()).limit(bucket.count(i));
                })
                .sorted()
                .toArray();
        assertThat(bucket.size()).isEqualTo(keys.length);
        return keys;
    }

    /// As many as fill what is gathered, or a page, and one more or less.
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "63, 1", "64, 1", "65, 1", "1023, 1", "1024, 1", "1025, 1", "9000, 1", "50000, 3"})
    void eachBucketHoldsTheKeysOfItsPrefix(int count, int threads) {
        int[] columns = ends(count, COLUMN_BITS, 1);
        int[] rows = ends(count, ROW_BITS, 2);
        long[] expected = IntStream.range(0, count)
                .filter(i -> columns[i] != rows[i])
                .mapToLong(i -> (long) columns[i] << ROW_BITS | rows[i])
                .sorted()
                .toArray();
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(threads)) {
            EdgePages pages = new EdgePages(arena);
            EdgeSplitter[] splitters = new EdgeSplitter[2];
            splitters[1] = new EdgeSplitter(pages, 0, 1 << ROW_BITS + COLUMN_BITS - SHIFT, SHIFT, ROW_BITS);
            assertThat(splitters[1].addEdges(columns, rows, count)).isEqualTo(count - expected.length);
            List<EdgeBucket> buckets = EdgeSplitter.merge(splitters);
            assertThat(buckets.stream()
                            .flatMapToLong(bucket -> LongStream.of(expectPrefix(bucket, pages)))
                            .boxed()
                            .toList())
                    .isEqualTo(LongStream.of(expected).boxed().toList());
            for (EdgeBucket bucket : buckets) {
                assertThat(bucket.columns()).isEqualTo(4);
                assertThat(bucket.firstColumn()).isEqualTo(4 * bucket.prefix);
                long[] whole = keys(bucket, pages);
                List<EdgeBucket> parts = EdgeSplitter.split(bucket, 5, pages, workers);
                assertThat(parts).extracting(part -> part.shift).containsOnly(SHIFT - 5);
                assertThat(parts).extracting(EdgeBucket::rowBits).containsOnly(ROW_BITS);
                assertThat(parts.stream()
                                .flatMapToLong(part -> LongStream.of(expectPrefix(part, pages)))
                                .boxed()
                                .toList())
                        .isEqualTo(LongStream.of(whole).boxed().toList());
            }
        }
    }

    private static long[] expectPrefix(EdgeBucket bucket, EdgePages pages) {
        long[] keys = keys(bucket, pages);
        assertThat(LongStream.of(keys).map(key -> key >>> bucket.shift)).containsOnly(bucket.prefix);
        return keys;
    }

    /// Pages that were read are written again, by whichever worker: a slab, of 16 times what a worker is given at once,
    /// holds a bucket however often it is split.
    @Test
    void splittingTakesNoMemoryForGood() {
        int count = 100 * EdgePages.PAGE;
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(2)) {
            EdgePages pages = new EdgePages(arena);
            EdgeSplitter splitter = new EdgeSplitter(pages, 0, 1, ROW_BITS + COLUMN_BITS, ROW_BITS);
            long before = OffHeap.held();
            splitter.addEdges(
                    ends(count, 1, 3), IntStream.generate(() -> 2).limit(count).toArray(), count);
            EdgeBucket bucket =
                    EdgeSplitter.merge(new EdgeSplitter[] {splitter}).getFirst();
            for (int round = 0; round < 40; round++) {
                bucket = EdgeSplitter.split(bucket, 0, pages, workers).getFirst();
                assertThat(bucket.size()).isEqualTo(count);
            }
            assertThat(OffHeap.held()).isEqualTo(before + 1);
        }
    }

    /// What a splitter was given and has not used goes to the next: each takes a sixteenth of a slab at once.
    @Test
    void pagesAtHandAreGivenBack() {
        try (Arena arena = Arena.ofShared()) {
            EdgePages pages = new EdgePages(arena);
            long before = OffHeap.held();
            for (int round = 0; round < 40; round++) {
                EdgeSplitter splitter = new EdgeSplitter(pages, 0, 1, ROW_BITS + COLUMN_BITS, ROW_BITS);
                splitter.addEdges(new int[] {1}, new int[] {2}, 1);
                assertThat(EdgeSplitter.merge(new EdgeSplitter[] {splitter})).hasSize(1);
            }
            assertThat(OffHeap.held()).isEqualTo(before + 1);
        }
    }
}
