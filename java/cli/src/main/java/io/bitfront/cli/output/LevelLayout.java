package io.bitfront.cli.output;

import io.bitfront.graph.VertexIds;

/// What stands in a file of levels.
///
/// @param sources in the order in which their results will be added
/// @param parents whether those results have parents
public record LevelLayout(VertexIds ids, long[] sources, boolean parents, RowChoice rows) {
    boolean severalSources() {
        return sources.length > 1;
    }

    /// Id of a row, where none is left out.
    long id(int row) {
        return ids.idOf(rows.index(row));
    }

    /// Rows, where none is left out.
    int rowCount() {
        return rows.count(ids.count());
    }
}
