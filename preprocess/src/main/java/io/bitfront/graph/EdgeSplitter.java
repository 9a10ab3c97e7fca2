package io.bitfront.graph;

import io.bitfront.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/// One worker's side of a radix pass: takes keys in any order and lays them on the pages of the bucket that their bits
/// from `shift` upwards name. Keys gather in a heap buffer per bucket first, so that pages are written by whole cache
/// lines. One thread.
final class EdgeSplitter {
    private static final int GATHERED = 64;
    private static final int PAGES_PER_PIECE = 16;

    private final EdgePages pages;
    private final EdgePages.Stock stock;
    private final long firstPrefix;
    private final int shift;
    private final int rowBits;
    private final long[] gathered;
    private final int[] gatheredCount;
    private final int[] page;
    private final int[] pageFill;
    private final EdgeBucket[] buckets;

    /// @param firstPrefix smallest prefix a key may have; the others are the `bucketCount - 1` after it
    EdgeSplitter(EdgePages pages, long firstPrefix, int bucketCount, int shift, int rowBits) {
        this.pages = pages;
        this.stock = pages.new Stock();
        this.firstPrefix = firstPrefix;
        this.shift = shift;
        this.rowBits = rowBits;
        this.gathered = new long[bucketCount * GATHERED];
        this.gatheredCount = new int[bucketCount];
        this.page = new int[bucketCount];
        this.pageFill = new int[bucketCount];
        this.buckets = new EdgeBucket[bucketCount];
        for (int b = 0; b < bucketCount; b++) {
            buckets[b] = new EdgeBucket(firstPrefix + b, shift, rowBits);
        }
    }

    /// Splits the keys of one bucket by their next `bits` bits, by all workers; its pages are freed on the way.
    static List<EdgeBucket> split(EdgeBucket bucket, int bits, EdgePages pages, Workers workers) {
        int taken = Math.min(bits, bucket.shift);
        EdgeSplitter[] splitters = new EdgeSplitter[workers.threads()];
        long[][] keys = new long[workers.threads()][];
        workers.forRange(0, bucket.pageCount(), PAGES_PER_PIECE, (worker, begin, end) -> {
            if (splitters[worker] == null) {
                splitters[worker] = new EdgeSplitter(
                        pages, bucket.prefix << taken, 1 << taken, bucket.shift - taken, bucket.rowBits());
                keys[worker] = new long[EdgePages.PAGE];
            }
            for (int i = (int) begin; i < end; i++) {
                pages.read(bucket.page(i), keys[worker], bucket.count(i));
                splitters[worker].stock.free(bucket.page(i));
                splitters[worker].addKeys(keys[worker], bucket.count(i));
            }
        });
        return merge(splitters);
    }

    /// The buckets of all splitters of a pass, ascending, those without a key left out; null splitters are skipped.
    static List<EdgeBucket> merge(EdgeSplitter[] splitters) {
        EdgeBucket[] merged = new EdgeBucket[0];
        for (EdgeSplitter splitter : splitters) {
            if (splitter == null) {
                continue;
            }
            splitter.endPages();
            if (merged.length == 0) {
                merged = splitter.buckets;
                continue;
            }
            for (int b = 0; b < merged.length; b++) {
                merged[b].addAll(splitter.buckets[b]);
            }
        }
        List<EdgeBucket> filled = new ArrayList<>();
        for (EdgeBucket bucket : merged) {
            if (bucket.size() > 0) {
                filled.add(bucket);
            }
        }
        return filled;
    }

    /// Adds edges, self-loops left out.
    ///
    /// @return the number of self-loops
    int addEdges(int[] columns, int[] rows, int count) {
        int loops = 0;
        for (int i = 0; i < count; i++) {
            int column = columns[i];
            int row = rows[i];
            if (column == row) {
                loops++;
            } else {
                add((long) column << rowBits | row);
            }
        }
        return loops;
    }

    private void addKeys(long[] keys, int count) {
        for (int i = 0; i < count; i++) {
            add(keys[i]);
        }
    }

    private void add(long key) {
        int bucket = (int) ((key >>> shift) - firstPrefix);
        int at = gatheredCount[bucket];
        gathered[bucket * GATHERED + at] = key;
        gatheredCount[bucket] = at + 1;
        if (at == GATHERED - 1) {
            flush(bucket);
        }
    }

    private void flush(int bucket) {
        if (pageFill[bucket] == 0) {
            page[bucket] = stock.take();
        }
        int count = gatheredCount[bucket];
        pages.write(page[bucket], pageFill[bucket], gathered, bucket * GATHERED, count);
        gatheredCount[bucket] = 0;
        pageFill[bucket] += count;
        if (pageFill[bucket] == EdgePages.PAGE) {
            endPage(bucket);
        }
    }

    private void endPage(int bucket) {
        buckets[bucket].add(page[bucket], pageFill[bucket]);
        pageFill[bucket] = 0;
    }

    private void endPages() {
        for (int b = 0; b < buckets.length; b++) {
            if (gatheredCount[b] > 0) {
                flush(b);
            }
            if (pageFill[b] > 0) {
                endPage(b);
            }
        }
        stock.giveBack();
    }
}
