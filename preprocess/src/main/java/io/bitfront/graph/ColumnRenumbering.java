package io.bitfront.graph;

import io.bitfront.memory.IntArray;
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
    private final int[] rows;
    private final int[] newRows;
    private final int bitmapFrom;
    /// Columns of the range at hand: their old numbers, and where they start.
    private int[] old = new int[0];

    private long[] starts = new long[0];
    private int[] longColumn = new int[0];
    private long[] bitmap = new long[0];

    /// @param into column starts are set, rows are not
    ColumnRenumbering(Csc from, Permutation permutation, Csc into) {
        this(from, permutation, into, BLOCK);
    }

    /// @param block rows of a block, 64 at least
    ColumnRenumbering(Csc from, Permutation permutation, Csc into, int block) {
        this.rows = new int[block];
        this.newRows = new int[block];
        this.from = from;
        this.newIdOf = permutation.newIdOf();
        this.oldIdOf = permutation.oldIdOf();
        this.into = into;
        this.bitmapFrom = Math.max(block, from.vertexCount() / 256) + 1;
    }

    /// Fills columns `first` up to `end`, exclusive.
    void run(int first, int end) {
        int columns = end - first;
        if (old.length < columns) {
            old = new int[columns];
            starts = new long[columns + 1];
        }
        oldIdOf.read(first, old, 0, columns);
        into.columnStart().read(first, starts, 0, columns + 1);
        int blockFirst = 0;
        while (blockFirst < columns) {
            int blockEnd = blockFirst;
            while (blockEnd < columns && starts[blockEnd + 1] - starts[blockFirst] <= rows.length) {
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
        int count = (int) (starts[end] - starts[first]);
        int at = 0;
        for (int v = first; v < end; v++) {
            int degree = (int) (starts[v + 1] - starts[v]);
            if (degree > 0) {
                from.rowIndex().read(from.start(old[v]), rows, at, degree);
                at += degree;
            }
        }
        newIdOf.gather(rows, newRows, count);
        for (int v = first; v < end; v++) {
            sort((int) (starts[v] - starts[first]), (int) (starts[v + 1] - starts[first]));
        }
        into.rowIndex().write(starts[first], newRows, 0, count);
    }

    private void sort(int begin, int end) {
        if (end - begin > SHORT) {
            Arrays.sort(newRows, begin, end);
            return;
        }
        for (int i = begin + 1; i < end; i++) {
            int row = newRows[i];
            int at = i - 1;
            for (; at >= begin && newRows[at] > row; at--) {
                newRows[at + 1] = newRows[at];
            }
            newRows[at + 1] = row;
        }
    }

    private void renumberLong(int column) {
        int degree = (int) (starts[column + 1] - starts[column]);
        if (degree >= bitmapFrom) {
            renumberByBitmap(old[column], starts[column]);
            return;
        }
        if (longColumn.length < degree) {
            longColumn = new int[degree];
        }
        from.rowIndex().read(from.start(old[column]), longColumn, 0, degree);
        newIdOf.gather(longColumn, longColumn, degree);
        Arrays.sort(longColumn, 0, degree);
        into.rowIndex().write(starts[column], longColumn, 0, degree);
    }

    private void renumberByBitmap(int oldColumn, long writeAt) {
        if (bitmap.length == 0) {
            bitmap = new long[(int) ((from.vertexCount() + 63L) / 64)];
        }
        long end = from.end(oldColumn);
        for (long at = from.start(oldColumn); at < end; at += rows.length) {
            int count = (int) Math.min(rows.length, end - at);
            from.rowIndex().read(at, rows, 0, count);
            newIdOf.gather(rows, newRows, count);
            for (int i = 0; i < count; i++) {
                bitmap[newRows[i] >>> 6] |= 1L << newRows[i];
            }
        }
        long at = writeAt;
        int gathered = 0;
        for (int word = 0; word < bitmap.length; word++) {
            if (bitmap[word] == 0) {
                continue;
            }
            if (gathered > newRows.length - Long.SIZE) {
                into.rowIndex().write(at, newRows, 0, gathered);
                at += gathered;
                gathered = 0;
            }
            gathered = listBits(word, gathered);
        }
        into.rowIndex().write(at, newRows, 0, gathered);
    }

    /// Moves the bits of a word of the bitmap to `newRows` from `at` on.
    private int listBits(int word, int at) {
        int next = at;
        for (long bits = bitmap[word]; bits != 0; bits &= bits - 1) {
            newRows[next++] = (word << 6) + Long.numberOfTrailingZeros(bits);
        }
        bitmap[word] = 0;
        return next;
    }
}
