package io.bitfront.graph;

/// A CSC as plain arrays, to compare with an oracle's.
final class CscColumns {
    private CscColumns() {}

    static int[][] of(Csc csc) {
        int[][] columns = new int[csc.vertexCount()][];
        for (int v = 0; v < columns.length; v++) {
            columns[v] = csc.rowIndex().slice(csc.start(v), csc.degree(v)).toArray();
        }
        return columns;
    }
}
