package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Fills columns of a renumbered CSC: one worker's scratch memory. Columns gather in a heap buffer, where they are
/// renumbered and sorted, and are written several at a time. A hub's column is sorted through a bitmap instead, which
/// costs a sweep of n/64 words but needs neither a buffer of its size nor a sort.
final class ColumnRenumbering {
    private static final int SMALLEST_BUFFER = 1 << 14;

    private final Csc from;
    private final IntArray newIdOf;
    private final IntArray oldIdOf;
    private final Csc into;
    private final Arena work;
    private final int[] buffer;
    private LongArray bitmap;

    /// @param into column starts are set, rows are not
    /// @param work receives the bitmap, should a hub turn up
    ColumnRenumbering(Csc from, Permutation permutation, Csc into, Arena work) {
        this.from = from;
        this.newIdOf = permutation.newIdOf();
        this.oldIdOf = permutation.oldIdOf();
        this.into = into;
        this.work = work;
        this.buffer = new int[Math.max(SMALLEST_BUFFER, from.vertexCount() / 256)];
    }

    void run(int first, int end) {
        int filled = 0;
        long writeAt = into.start(first);
        for (int v = first; v < end; v++) {
            int old = oldIdOf.get(v);
            long start = from.start(old);
            long rest = from.end(old) - start;
            if (rest > buffer.length - filled) {
                into.rowIndex().write(writeAt, buffer, 0, filled);
                writeAt += filled;
                filled = 0;
                if (rest > buffer.length) {
                    renumberHub(start, start + rest, writeAt);
                    writeAt += rest;
                    continue;
                }
            }
            int next = filled;
            for (long e = start; e < start + rest; e++) {
                buffer[next++] = newIdOf.get(from.row(e));
            }
            Arrays.sort(buffer, filled, next);
            filled = next;
        }
        into.rowIndex().write(writeAt, buffer, 0, filled);
    }

    private void renumberHub(long start, long end, long writeAt) {
        if (bitmap == null) {
            bitmap = LongArray.allocate(work, (from.vertexCount() + 63L) / 64, "bitmap of a column");
        }
        for (long e = start; e < end; e++) {
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
