package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;

/// The columns of one window and their common rows, numbered from 0 for cache-sized work. Columns are numbered
/// by descending degree, ties by id. Only rows that at least two of the columns meet get a number: the others
/// can never add to an intersection and are merely counted (`soloRows`). Reused from window to window by one
/// worker.
final class WindowColumns {
    private static final int LEAST_ROWS_AT_ONCE = 1 << 17;
    private static final int MOST_ENTRIES = Integer.MAX_VALUE - 8;

    private final Csc out;
    int columns;
    int[] oldId = new int[0];
    int[] degree = new int[0];
    int[] soloRows = new int[0];
    private long[] byDegree = new long[0];

    /// Shared rows of column c: `rows[columnBegin[c] .. columnEnd[c])`; while they are being numbered, row ids that
    /// are still to be read start at `unread[c]`.
    int[] columnBegin = new int[0];

    int[] columnEnd = new int[0];
    private int[] unread = new int[0];
    int[] rows = new int[0];

    /// Columns of shared row r: `rowColumns[r == 0 ? 0 : rowEnd[r - 1] .. rowEnd[r])`, ascending.
    int[] rowEnd = new int[0];

    int[] rowColumns = new int[0];
    int sharedRows;
    private int sharedEntries;

    /// By row id less the first of the range at hand: entries of the row; or, negative, its number.
    private int[] seen = new int[0];

    private int[] seenAt = new int[0];

    WindowColumns(Csc out) {
        this.out = out;
    }

    /// Takes columns `oldIds[first .. end)`, ascending ids.
    void load(IntArray oldIds, int first, int end) {
        columns = end - first;
        long edges = 0;
        byDegree = byDegree.length >= columns ? byDegree : new long[columns];
        for (int i = 0; i < columns; i++) {
            int id = oldIds.get(first + i);
            int d = out.degree(id);
            edges += d;
            byDegree[i] = (long) (Integer.MAX_VALUE - d) << 32 | id;
        }
        if (edges > MOST_ENTRIES) {
            throw new IllegalArgumentException(
                    "a jaccard window of %,d columns holds %,d edges, more than %,d; choose a smaller window"
                            .formatted(columns, edges, MOST_ENTRIES));
        }
        Arrays.sort(byDegree, 0, columns);
        copyColumns((int) edges);
        numberSharedRows((int) edges);
    }

    private void copyColumns(int edges) {
        oldId = grown(oldId, columns);
        degree = grown(degree, columns);
        soloRows = grown(soloRows, columns);
        columnBegin = grown(columnBegin, columns + 1);
        columnEnd = grown(columnEnd, columns);
        unread = grown(unread, columns);
        rows = grown(rows, edges);
        int at = 0;
        for (int c = 0; c < columns; c++) {
            int id = (int) byDegree[c];
            oldId[c] = id;
            degree[c] = out.degree(id);
            soloRows[c] = 0;
            columnBegin[c] = at;
            columnEnd[c] = at;
            unread[c] = at;
            out.rowIndex().read(out.start(id), rows, at, degree[c]);
            at += degree[c];
        }
        columnBegin[columns] = at;
    }

    private void numberSharedRows(int edges) {
        int n = out.vertexCount();
        rowColumns = grown(rowColumns, edges);
        rowEnd = grown(rowEnd, edges / 2);
        sharedRows = 0;
        sharedEntries = 0;
        int range = (int) Math.min(n, Math.max(LEAST_ROWS_AT_ONCE, 4L * n * columns / Math.max(1, edges)));
        seen = grown(seen, range);
        seenAt = grown(seenAt, range);
        for (long firstRow = 0; firstRow < n; firstRow += range) {
            int limit = (int) Math.min(n, firstRow + range);
            countRows((int) firstRow, limit);
            int before = sharedRows;
            numberRows((int) firstRow, limit, before);
            for (int r = before; r < sharedRows; r++) {
                seen[seenAt[r - before]] = 0;
            }
        }
    }

    private void countRows(int firstRow, int limit) {
        for (int c = 0; c < columns; c++) {
            int end = columnBegin[c + 1];
            for (int i = unread[c]; i < end && rows[i] < limit; i++) {
                seen[rows[i] - firstRow]++;
            }
        }
    }

    private void numberRows(int firstRow, int limit, int before) {
        for (int c = 0; c < columns; c++) {
            int end = columnBegin[c + 1];
            int write = columnEnd[c];
            int solo = 0;
            int i = unread[c];
            for (; i < end && rows[i] < limit; i++) {
                int at = rows[i] - firstRow;
                int count = seen[at];
                if (count == 1) {
                    seen[at] = 0;
                    solo++;
                    continue;
                }
                if (count > 0) {
                    seen[at] = ~sharedRows;
                    seenAt[sharedRows - before] = at;
                    rowEnd[sharedRows] = sharedEntries;
                    sharedEntries += count;
                    count = ~sharedRows++;
                }
                rowColumns[rowEnd[~count]++] = c;
                rows[write++] = ~count;
            }
            unread[c] = i;
            columnEnd[c] = write;
            soloRows[c] += solo;
        }
    }

    private static int[] grown(int[] array, int length) {
        return array.length >= length ? array : new int[(int) Math.min(MOST_ENTRIES, length + (long) (length >> 3))];
    }
}
