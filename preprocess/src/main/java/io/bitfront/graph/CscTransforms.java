package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;

/// Matrices made from a CSC: its transpose, and the same graph renumbered. Rows stay ascending.
public final class CscTransforms {
    private CscTransforms() {}

    /// The transpose: where the CSC lists out-neighbours, the result lists in-neighbours.
    ///
    /// @param arena receives the result
    public static Csc transpose(Csc csc, Arena arena, Workers workers) {
        int n = csc.vertexCount();
        LongArray starts = LongArray.allocate(arena, n + 1L, "column starts");
        IntArray rows = IntArray.allocate(arena, csc.edgeCount(), "rows");
        try (Arena work = Arena.ofShared()) {
            LongArray next = LongArray.allocate(work, n + 2L, "column counts");
            for (long e = 0; e < csc.edgeCount(); e++) {
                long counter = csc.row(e) + 2L;
                next.set(counter, next.get(counter) + 1);
            }
            for (long v = 0; v < n; v++) {
                next.set(v + 2, next.get(v + 2) + next.get(v + 1));
            }
            for (int v = 0; v < n; v++) {
                for (long e = csc.start(v); e < csc.end(v); e++) {
                    long counter = csc.row(e) + 1L;
                    rows.set(next.get(counter), v);
                    next.set(counter, next.get(counter) + 1);
                }
            }
            starts.segment().copyFrom(next.slice(0, n + 1L).segment());
        }
        return new Csc(starts, rows);
    }

    /// Renumbers columns and rows: column `newIdOf[v]` lists the new ids of v's rows, ascending.
    ///
    /// @param arena receives the result
    public static Csc permute(Csc csc, Permutation permutation, Arena arena, Workers workers) {
        int n = csc.vertexCount();
        LongArray starts = LongArray.allocate(arena, n + 1L, "column starts");
        IntArray rows = IntArray.allocate(arena, csc.edgeCount(), "rows");
        long written = 0;
        for (int v = 0; v < n; v++) {
            int old = permutation.oldIdOf().get(v);
            int[] column = new int[csc.degree(old)];
            csc.rowIndex().read(csc.start(old), column, 0, column.length);
            for (int i = 0; i < column.length; i++) {
                column[i] = permutation.newIdOf().get(column[i]);
            }
            java.util.Arrays.sort(column);
            rows.write(written, column, 0, column.length);
            written += column.length;
            starts.set(v + 1L, written);
        }
        return new Csc(starts, rows);
    }
}
