package io.bitfront.input.text;

import io.bitfront.input.edges.EdgeBatch;
import io.bitfront.input.edges.NameTable;

/// Turns the lines of a chunk into edges, kept until the next chunk. One per worker.
abstract sealed class LineParser extends EdgeBatch permits ChunkParser, RowParser, TableParser {
    /// The parser for lines of this kind.
    ///
    /// @param names takes the names of vertices; null where they have none
    static LineParser of(LineRules rules, NameTable names) {
        if (rules.table() != null) {
            return new TableParser(rules, names);
        }
        return rules.listsNeighbours() ? new RowParser(rules) : new ChunkParser(rules);
    }

    /// Parses all lines, or up to the first malformed one.
    abstract void parse(Chunk chunk);

    /// What breaks a chunk off is a defect of the line behind its last one.
    final void end(Chunk chunk) {
        if (chunk.defect != null) {
            lines++;
            defect = chunk.defect;
        }
    }
}
