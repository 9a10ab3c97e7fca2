package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Fills columns of a renumbered CSC: one worker's scratch memory. Columns are renumbered and sorted by blocks that fit
/// the cache. Long columns have blocks and ways of their own: up to n/256 rows they are sorted in a heap buffer, beyond
/// that through a bitmap, whose sweep of n/64 words then costs less.
final class ColumnRenumbering {
    private static final int BLOCK = 1 << 16;
    private static final int SHORT = 16;

    private final Csc from;
    private final IntArray newIdOf;
    private final IntArray oldIdOf;
    private final Csc into;
    private final Arena work;
    private final int[] rows = new int[BLOCK];
    private final int bitmapFrom;
    private int[] longColumn = new int[0];
    private LongArray bitmap;

    /// @param into column starts are set, rows are not
    /// @param work receives the bitmap, should a hub turn up
    ColumnRenumbering(Csc from, Permutation permutation, Csc into, Arena work) {
        this.from = from;
        this.newIdOf = permutation.newIdOf();
        this.oldIdOf = permutation.oldIdOf();
        this.into = into;
        this.work = work;
        this.bitmapFrom = Math.max(BLOCK, from.vertexCount() / 256) + 1;
    }

    /// Fills columns `first` up to `end`, exclusive.
    void run(int first, int end) {
        int blockFirst = first;
        while (blockFirst < end) {
            long start = into.start(blockFirst);
            int blockEnd = blockFirst;
            while (blockEnd < end && into.end(blockEnd) - start <= BLOCK) {
                blockEnd++;
            }
            if (blockEnd > blockFirst) {
                renumberBlock(blockFirst, blockEnd);
            } else {
                renumberLong(blockEnd++);
            }
            blockFirst = blockEnd;
        }
    }

    private void renumberBlock(int first, int end) {
        long start = into.start(first);
        int count = (int) (into.start(end) - start);
        int at = 0;
        for (int v = first; v < end; v++) {
            int old = oldIdOf.get(v);
            int degree = from.degree(old);
            from.rowIndex().read(from.start(old), rows, at, degree);
            at += degree;
        }
        renumber(rows, count);
        for (int v = first; v < end; v++) {
            sort((int) (into.start(v) - start), (int) (into.end(v) - start));
        }
        into.rowIndex().write(start, rows, 0, count);
    }

    private void renumber(int[] list, int count) {
        for (int i = 0; i < count; i++) {
            list[i] = newIdOf.get(list[i]);
        }
    }

    private void sort(int begin, int end) {
        if (end - begin > SHORT) {
            Arrays.sort(rows, begin, end);
            return;
        }
        for (int i = begin + 1; i < end; i++) {
            int row = rows[i];
            int at = i - 1;
            for (; at >= begin && rows[at] > row; at--) {
                rows[at + 1] = rows[at];
            }
            rows[at + 1] = row;
        }
    }

    private void renumberLong(int column) {
        int old = oldIdOf.get(column);
        int degree = from.degree(old);
        if (degree >= bitmapFrom) {
            renumberByBitmap(old, into.start(column));
            return;
        }
        if (longColumn.length < degree) {
            longColumn = new int[degree];
        }
        from.rowIndex().read(from.start(old), longColumn, 0, degree);
        renumber(longColumn, degree);
        Arrays.sort(longColumn, 0, degree);
        into.rowIndex().write(into.start(column), longColumn, 0, degree);
    }

    private void renumberByBitmap(int old, long writeAt) {
        if (bitmap == null) {
            bitmap = LongArray.allocate(work, (from.vertexCount() + 63L) / 64, "bitmap of a column");
        }
        for (long e = from.start(old); e < from.end(old); e++) {
            int row = newIdOf.get(from.row(e));
            bitmap.set(row >>> 6, bitmap.get(row >>> 6) | 1L << row);
        }
        long at = writeAt;
        for (long word = 0; word < bitmap.length(); word++) {
            long bits = bitmap.get(word);
            if (bits != 0) {
                bitmap.set(word, 0);
            }
            for (; bits != 0; bits &= bits - 1) {
                into.rowIndex().set(at++, (int) (word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
    }
}
