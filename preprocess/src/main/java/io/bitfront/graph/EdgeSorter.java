package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.util.Arrays;

/// Sorts one bucket at a time into columns: a counting sort by column within scratch memory of about cache size, then
/// rows sorted and duplicates dropped column by column. The rows that remain go back onto the bucket's own pages, as
/// ints. One thread; scratch memory is kept between buckets.
final class EdgeSorter {
    private static final int INTS_PER_PAGE = 2 * EdgePages.PAGE;

    private final EdgePages pages;
    private final LongArray columnStart;
    private final long[] keys = new long[EdgePages.PAGE];
    private int[] columnEnd = new int[0];
    private int[] rows = new int[0];
    private long[] degrees = new long[0];

    /// @param columnStart receives at v+1 the number of rows of column v, for buckets of several columns
    EdgeSorter(EdgePages pages, LongArray columnStart) {
        this.pages = pages;
        this.columnStart = columnStart;
    }

    /// @return rows that remain
    int sort(EdgeBucket bucket) {
        if (bucket.shift == 0) {
            rows = grown(rows, 1);
            rows[0] = (int) (bucket.prefix & (1L << bucket.rowBits()) - 1);
            pages.writeInts(bucket.page(0), rows, 0, 1);
            return 1;
        }
        int columns = (int) Math.min(bucket.columns(), columnStart.length() - 1 - bucket.firstColumn());
        rows = grown(rows, (int) bucket.size());
        columnEnd = grown(columnEnd, columns + 1);
        if (degrees.length < columns) {
            degrees = new long[columns];
        }
        distribute(bucket, columns);
        int kept = sortColumns(bucket, columns);
        for (int at = 0; at < kept; at += INTS_PER_PAGE) {
            pages.writeInts(bucket.page(at / INTS_PER_PAGE), rows, at, Math.min(INTS_PER_PAGE, kept - at));
        }
        return kept;
    }

    /// Copies rows `from` up to `to`, exclusive, of those left in a sorted bucket to where they belong.
    static void copyRows(EdgePages pages, EdgeBucket bucket, int from, int to, IntArray into, long start) {
        for (int at = from; at < to; ) {
            int offset = at % INTS_PER_PAGE;
            int count = Math.min(INTS_PER_PAGE - offset, to - at);
            pages.copyInts(bucket.page(at / INTS_PER_PAGE), offset, into, start + (at - from), count);
            at += count;
        }
    }

    /// Counting sort by column; afterwards column c of the bucket ends at `columnEnd[c]`.
    private void distribute(EdgeBucket bucket, int columns) {
        int rowBits = bucket.rowBits();
        int first = bucket.firstColumn();
        Arrays.fill(columnEnd, 0, columns + 1, 0);
        for (int i = 0; i < bucket.pageCount(); i++) {
            pages.read(bucket.page(i), keys, bucket.count(i));
            count(bucket.count(i), rowBits, first);
        }
        for (int c = 0; c < columns; c++) {
            columnEnd[c + 1] += columnEnd[c];
        }
        for (int i = 0; i < bucket.pageCount(); i++) {
            pages.read(bucket.page(i), keys, bucket.count(i));
            scatter(bucket.count(i), rowBits, first);
        }
    }

    private void count(int count, int rowBits, int first) {
        for (int i = 0; i < count; i++) {
            columnEnd[(int) (keys[i] >>> rowBits) - first + 1]++;
        }
    }

    private void scatter(int count, int rowBits, int first) {
        long rowMask = (1L << rowBits) - 1;
        for (int i = 0; i < count; i++) {
            int column = (int) (keys[i] >>> rowBits) - first;
            rows[columnEnd[column]++] = (int) (keys[i] & rowMask);
        }
    }

    private int sortColumns(EdgeBucket bucket, int columns) {
        int kept = 0;
        int begin = 0;
        for (int c = 0; c < columns; c++) {
            int end = columnEnd[c];
            int before = kept;
            kept = keepDistinct(begin, end, kept);
            degrees[c] = kept - before;
            begin = end;
        }
        if (bucket.shift >= bucket.rowBits()) {
            columnStart.write(bucket.firstColumn() + 1L, degrees, 0, columns);
        }
        return kept;
    }

    /// Sorts `rows[begin..end)` and moves what is distinct of it to `kept` and on.
    private int keepDistinct(int begin, int end, int kept) {
        if (!strictlyAscending(begin, end)) {
            Arrays.sort(rows, begin, end);
        } else if (kept == begin) {
            return end;
        }
        int last = -1;
        int next = kept;
        for (int i = begin; i < end; i++) {
            int row = rows[i];
            if (row != last) {
                rows[next++] = row;
                last = row;
            }
        }
        return next;
    }

    private boolean strictlyAscending(int begin, int end) {
        for (int i = begin + 1; i < end; i++) {
            if (rows[i - 1] >= rows[i]) {
                return false;
            }
        }
        return true;
    }

    private static int[] grown(int[] array, int length) {
        return array.length >= length ? array : new int[Math.max(length, array.length + (array.length >> 1))];
    }
}
