package io.bitfront.input.text;

import io.bitfront.input.edges.EdgeBlock;
import io.bitfront.input.edges.ParsedChunk;
import java.util.List;

/// Holds the lines of a text that each list the neighbours of a vertex to what its head declares.
record RowCheck(TextAgain text, TextHead head) {
    /// @param chunks in the order of the text, their sources numbered from 0 within each
    void check(TextFeed feed, List<ParsedChunk> chunks) {
        long line = feed.headLines();
        long rows = 0;
        long entries = 0;
        for (ParsedChunk chunk : chunks) {
            int row = firstRowFrom(chunk, head.vertexCount() - rows);
            if (row >= 0) {
                throw feed.defect(
                        line + lineOfRow(text.chunk(chunk.index), row),
                        "these are the neighbours of vertex %d, expected %d vertices as line %d declares"
                                .formatted(rows + row + 1, head.vertexCount(), head.declaredAt()));
            }
            line += chunk.lines;
            if (chunk.defect != null) {
                throw feed.defect(line, chunk.defect);
            }
            rows += chunk.rows;
            entries += chunk.edges().count();
        }
        if (rows < head.vertexCount()) {
            throw feed.defect(
                    line,
                    "the text ends after the neighbours of vertex %d, expected %d vertices as line %d declares"
                            .formatted(rows, head.vertexCount(), head.declaredAt()));
        }
        if (entries != head.entries()) {
            throw feed.defect(
                    line,
                    "the text lists %d neighbours, expected %d: both ends of the %d edges that line %d declares"
                            .formatted(entries, head.entries(), head.entries() / 2, head.declaredAt()));
        }
    }

    /// The first row of a chunk, from `limit` on, that lists a neighbour; -1 where there is none. Blank lines
    /// behind the last vertex are no defect.
    private static int firstRowFrom(ParsedChunk chunk, long limit) {
        EdgeBlock edges = chunk.edges();
        if (edges.count() == 0 || edges.source(edges.count() - 1) < limit) {
            return -1;
        }
        int edge = 0;
        while (edges.source(edge) < limit) {
            edge++;
        }
        return edges.source(edge);
    }

    /// Line within a chunk, from 1, of its `row`-th row, from 0.
    private int lineOfRow(Chunk chunk, int row) {
        int line = 1;
        int passed = 0;
        for (int p = 0; ; line++) {
            int begin = p;
            while (chunk.bytes[begin] == ' ' || chunk.bytes[begin] == '\t') {
                begin++;
            }
            boolean comment = head.rules().beginsComment(chunk.bytes[begin], chunk.bytes[begin + 1]);
            if (!comment && passed++ == row) {
                return line;
            }
            while (chunk.bytes[p] != '\n') {
                p++;
            }
            p++;
        }
    }
}
