package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.PrefixSum;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Matrices made from a CSC: its transpose, and the same graph renumbered. Rows stay ascending.
public final class CscTransforms {
    private static final long GRAIN = 1 << 17;

    private CscTransforms() {}

    /// The transpose: where the CSC lists out-neighbours, the result lists in-neighbours.
    ///
    /// @param arena receives the result; work memory as in [CscBuilder#workBytes] is freed before returning
    public static Csc transpose(Csc csc, Arena arena, Workers workers) {
        return CscBuilder.build(reversed(csc), false, arena, workers, Progress.NONE)
                .csc();
    }

    /// Renumbers columns and rows: column `newIdOf[v]` lists the new ids of v's rows, ascending.
    ///
    /// @param arena receives the result
    public static Csc permute(Csc csc, Permutation permutation, Arena arena, Workers workers) {
        Csc into = new Csc(
                LongArray.allocate(arena, csc.columnStart().length(), "column starts"),
                IntArray.allocate(arena, csc.edgeCount(), "rows"));
        permute(csc, permutation, into, Claim.NONE, workers);
        return into;
    }

    /// Renumbers columns and rows as above.
    ///
    /// @param into receives the result; zeroed arrays of the same lengths as those of `csc`
    /// @param rows told before rows of `into` are stored
    public static void permute(Csc csc, Permutation permutation, Csc into, Claim rows, Workers workers) {
        int n = csc.vertexCount();
        IntArray oldIdOf = permutation.oldIdOf();
        LongArray columnStart = into.columnStart();
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int[] old = new int[DegreeBlocks.BLOCK];
            long[] degrees = new long[DegreeBlocks.BLOCK];
            for (long first = begin; first < end; first += old.length) {
                int count = (int) Math.min(old.length, end - first);
                oldIdOf.read(first, old, 0, count);
                csc.degrees(old, count, degrees);
                columnStart.write(first + 1, degrees, 0, count);
            }
        });
        PrefixSum.inclusive(columnStart, workers);
        ColumnRenumbering[] renumberings = new ColumnRenumbering[workers.threads()];
        ColumnRanges.forEach(columnStart, workers, GRAIN, (worker, first, end) -> {
            if (renumberings[worker] == null) {
                renumberings[worker] = new ColumnRenumbering(csc, permutation, into);
            }
            rows.range(into.start(first), into.start(end));
            renumberings[worker].run(first, end);
        });
    }

    /// A CSC's entries as edges from row to column.
    private static EdgeSource reversed(Csc csc) {
        return new IndexedEdges(csc.vertexCount(), csc.edgeCount(), (first, count, rows, columns) -> {
            csc.rowIndex().read(first, rows, 0, count);
            int column = ColumnRanges.columnOf(csc.columnStart(), first);
            for (int filled = 0; filled < count; ) {
                while (csc.end(column) <= first + filled) {
                    column++;
                }
                int upTo = (int) Math.min(count, csc.end(column) - first);
                Arrays.fill(columns, filled, upTo, column);
                filled = upTo;
            }
        });
    }
}
