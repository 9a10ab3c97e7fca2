package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;

/// Compressed sparse columns of a 0/1 matrix, off-heap: column v lists rows, ascending, without duplicates or v itself.
/// In the CSC of A = Gᵀ (paper Section 2) column v holds v's out-neighbours; in that of G its in-neighbours.
/// The memory belongs to the arena the arrays came from; any thread may read.
///
/// @param columnStart n+1 offsets into `rowIndex`
/// @param rowIndex the m rows
public record Csc(LongArray columnStart, IntArray rowIndex) {
    public int vertexCount() {
        return Math.toIntExact(columnStart.length() - 1);
    }

    /// Stored entries; an undirected edge counts twice.
    public long edgeCount() {
        return rowIndex.length();
    }

    public long start(int column) {
        return columnStart.get(column);
    }

    public long end(int column) {
        return columnStart.get(column + 1L);
    }

    public int degree(int column) {
        return (int) (end(column) - start(column));
    }

    /// Degrees of any columns.
    void degrees(int[] columns, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = end(columns[i]) - start(columns[i]);
        }
    }

    public int row(long edge) {
        return rowIndex.get(edge);
    }

    /// The first edge of `from` to `end - 1`, all of one column, whose row is at least `row`; `end` where there is
    /// none.
    public long firstAtLeast(long from, long end, int row) {
        long low = from;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (row(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
