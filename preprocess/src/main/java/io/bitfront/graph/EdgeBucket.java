package io.bitfront.graph;

import java.util.Arrays;

/// Edge keys with a common prefix, on pages. A key is `column << rowBits | row`; the keys of a bucket agree in the bits
/// from `shift` upwards, which are `prefix`. Not synchronised.
final class EdgeBucket {
    final long prefix;
    final int shift;
    private final int rowBits;
    private int[] pages = new int[4];
    private int[] counts = new int[4];
    private int pageCount;
    private long size;

    EdgeBucket(long prefix, int shift, int rowBits) {
        this.prefix = prefix;
        this.shift = shift;
        this.rowBits = rowBits;
    }

    void add(int page, int count) {
        if (pageCount == pages.length) {
            pages = Arrays.copyOf(pages, 2 * pageCount);
            counts = Arrays.copyOf(counts, 2 * pageCount);
        }
        pages[pageCount] = page;
        counts[pageCount++] = count;
        size += count;
    }

    void addAll(EdgeBucket other) {
        for (int i = 0; i < other.pageCount; i++) {
            add(other.pages[i], other.counts[i]);
        }
    }

    long size() {
        return size;
    }

    int rowBits() {
        return rowBits;
    }

    int pageCount() {
        return pageCount;
    }

    int page(int i) {
        return pages[i];
    }

    /// Keys on the i-th page.
    int count(int i) {
        return counts[i];
    }

    /// The first column a key of this bucket may have.
    int firstColumn() {
        return (int) (prefix << shift >>> rowBits);
    }

    /// Columns the keys of this bucket may have, a power of two; 1 also where it holds only some rows of that column.
    int columns() {
        return shift > rowBits ? 1 << shift - rowBits : 1;
    }
}
