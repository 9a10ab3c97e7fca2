package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.PrefixSum;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Builds the CSC of A = Gᵀ from edges in any order: column v lists v's out-neighbours, ascending, without
/// self-loops and duplicates. Edges are streamed once into buckets of neighbouring columns; each bucket is then
/// sorted by itself in cache. A bucket too large for that, because of a hub or a skewed numbering, is split
/// further by all workers, in the end by rows within a single column, so no distribution of edges makes one
/// thread do most of the work.
public final class CscBuilder {
    private static final int MOST_BITS = 11;
    /// A bucket has at most 2 to the power of this columns, for each of which its worker needs 12 bytes of heap.
    private static final int MOST_COLUMN_BITS = 20;
    /// Rows copied at a time: 2 MB, a huge page.
    private static final long COLLECTED = 1 << 19;

    private final EdgeSource edges;
    private final boolean symmetrise;
    private final BucketSize bucketSize;
    private final Workers workers;
    private final Progress progress;
    private final int vertexCount;
    private final int rowBits;
    private final EdgePages pages;

    private CscBuilder(
            EdgeSource edges,
            boolean symmetrise,
            BucketSize bucketSize,
            Arena work,
            Workers workers,
            Progress progress) {
        this.edges = edges;
        this.symmetrise = symmetrise;
        this.bucketSize = bucketSize;
        this.workers = workers;
        this.progress = progress;
        this.vertexCount = edges.vertexCount();
        this.rowBits = bitsFor(vertexCount);
        this.pages = new EdgePages(work);
    }

    /// @param selfLoops edges dropped because source and target were one vertex
    public record Built(Csc csc, long selfLoops) {}

    /// @param most edges that one worker sorts by itself, so that they fit its cache more or less
    /// @param aim edges a bucket should get
    record BucketSize(int most, int aim) {
        static final BucketSize DEFAULT = new BucketSize(1 << 20, 1 << 18);
    }

    /// Builds the CSC.
    ///
    /// @param edges closed as soon as they have been streamed
    /// @param symmetrise whether each edge also stands for its reverse
    /// @param arena receives the CSC; work memory is freed before returning
    public static Built build(EdgeSource edges, boolean symmetrise, Arena arena, Workers workers, Progress progress) {
        return build(edges, symmetrise, BucketSize.DEFAULT, arena, workers, progress);
    }

    static Built build(
            EdgeSource edges,
            boolean symmetrise,
            BucketSize bucketSize,
            Arena arena,
            Workers workers,
            Progress progress) {
        try (Arena work = Arena.ofShared()) {
            return new CscBuilder(edges, symmetrise, bucketSize, work, workers, progress).run(arena);
        }
    }

    /// The CSC of a few edges `from[i] -> to[i]` held in arrays.
    public static Csc of(Arena arena, int vertexCount, int[] from, int[] to, boolean symmetrise) {
        try (Workers workers = new Workers(1)) {
            return build(new ArrayEdges(vertexCount, from, to), symmetrise, arena, workers, Progress.NONE)
                    .csc();
        }
    }

    /// Bytes of work memory a build needs beyond the CSC, for the memory plan.
    ///
    /// @param directedEdges edges streamed, twice that where they are symmetrised
    public static long workBytes(long directedEdges, int threads) {
        BucketSize size = BucketSize.DEFAULT;
        long bucketPages = Math.min(1L << MOST_BITS, directedEdges / size.aim() + 1) * threads;
        long scratch = 8L * threads * Math.min(size.most(), directedEdges);
        long pagesAtHand = (long) EdgePages.Stock.MOST * threads;
        return 8 * (directedEdges + (bucketPages + pagesAtHand) * EdgePages.PAGE) + scratch;
    }

    private Built run(Arena arena) {
        AtomicLong selfLoops = new AtomicLong();
        List<EdgeBucket> buckets = smallEnough(streamed(selfLoops));
        long total = buckets.stream().mapToLong(EdgeBucket::size).sum();
        LongArray columnStart = LongArray.allocate(arena, vertexCount + 1L, "column starts");
        int[] kept = closedAndSorted(buckets, columnStart, total);
        for (int i = 0; i < kept.length; i++) {
            EdgeBucket bucket = buckets.get(i);
            if (bucket.shift < rowBits) {
                long degreeAt = bucket.firstColumn() + 1L;
                columnStart.set(degreeAt, columnStart.get(degreeAt) + kept[i]);
            }
        }
        long edgeCount = PrefixSum.inclusive(columnStart, workers);
        IntArray rowIndex = IntArray.allocate(arena, edgeCount, "rows");
        collect(buckets, kept, rowIndex);
        return new Built(new Csc(columnStart, rowIndex), selfLoops.get());
    }

    private List<EdgeBucket> streamed(AtomicLong selfLoops) {
        long expected = edges.edgeCount() * (symmetrise ? 2 : 1);
        int bits = firstBits(expected, bucketSize.aim(), rowBits);
        int shift = 2 * rowBits - bits;
        EdgeSplitter[] splitters = new EdgeSplitter[workers.threads()];
        try (Progress.Phase phase = progress.start("partition edges", edges.edgeCount(), "edge")) {
            workers.forRange(0, edges.partitions(), 1, (worker, partition, end) -> {
                if (splitters[worker] == null) {
                    splitters[worker] = new EdgeSplitter(pages, 0, 1 << bits, shift, rowBits);
                }
                EdgeSplitter splitter = splitters[worker];
                edges.stream((int) partition, (sources, targets, count) -> {
                    EdgeBounds.require(vertexCount, sources, targets, count);
                    selfLoops.addAndGet(splitter.addEdges(sources, targets, count));
                    if (symmetrise) {
                        splitter.addEdges(targets, sources, count);
                    }
                    phase.advance(count);
                });
            });
        }
        return EdgeSplitter.merge(splitters);
    }

    /// Bits of a key by which edges are first dealt into buckets.
    static int firstBits(long edges, int aim, int rowBits) {
        int bits = Math.max(bitsFor(edges / aim + 1), rowBits - MOST_COLUMN_BITS);
        return Math.min(Math.min(bits, MOST_BITS), rowBits);
    }

    private List<EdgeBucket> smallEnough(List<EdgeBucket> buckets) {
        List<EdgeBucket> small = new ArrayList<>();
        for (EdgeBucket bucket : buckets) {
            if (bucket.size() <= bucketSize.most() || bucket.shift == 0) {
                small.add(bucket);
            } else {
                int bits = Math.min(bitsFor(bucket.size() / bucketSize.aim()), MOST_BITS);
                small.addAll(smallEnough(EdgeSplitter.split(bucket, bits, pages, workers)));
            }
        }
        return small;
    }

    /// Sorts every bucket and returns how many rows are left in each. One worker closes the source first: unmapping a
    /// large file takes a while.
    private int[] closedAndSorted(List<EdgeBucket> buckets, LongArray columnStart, long total) {
        int[] kept = new int[buckets.size()];
        EdgeSorter[] sorters = new EdgeSorter[workers.threads()];
        try (Progress.Phase phase = progress.start("sort columns", total, "edge")) {
            workers.forRange(-1, kept.length, 1, (worker, i, end) -> {
                if (i < 0) {
                    edges.close();
                    return;
                }
                if (sorters[worker] == null) {
                    sorters[worker] = new EdgeSorter(pages, columnStart);
                }
                kept[(int) i] = sorters[worker].sort(buckets.get((int) i));
                phase.advance(buckets.get((int) i).size());
            });
        }
        return kept;
    }

    /// Copies the rows together, dealt out by where they go: a huge page is first touched by one worker.
    private void collect(List<EdgeBucket> buckets, int[] kept, IntArray rowIndex) {
        long[] start = new long[kept.length + 1];
        for (int i = 0; i < kept.length; i++) {
            start[i + 1] = start[i] + kept[i];
        }
        workers.forRange(0, rowIndex.length(), COLLECTED, (worker, begin, end) -> {
            int found = Arrays.binarySearch(start, begin);
            int bucket = found < 0 ? -found - 2 : found;
            for (long at = begin; at < end; at = start[++bucket]) {
                int from = (int) (at - start[bucket]);
                int to = (int) (Math.min(end, start[bucket + 1]) - start[bucket]);
                EdgeSorter.copyRows(pages, buckets.get(bucket), from, to, rowIndex, at);
            }
        });
    }

    /// Bits that tell `count` things apart.
    private static int bitsFor(long count) {
        return count <= 1 ? 0 : 64 - Long.numberOfLeadingZeros(count - 1);
    }

    private record ArrayEdges(int vertexCount, int[] from, int[] to) implements EdgeSource {
        ArrayEdges {
            if (from.length != to.length) {
                throw new IllegalArgumentException("from.length=%d to.length=%d".formatted(from.length, to.length));
            }
        }

        @Override
        public long edgeCount() {
            return from.length;
        }

        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public void stream(int partition, Batch batch) {
            batch.accept(from, to, from.length);
        }
    }
}
