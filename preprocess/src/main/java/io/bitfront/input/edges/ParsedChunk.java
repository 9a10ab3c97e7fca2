package io.bitfront.input.edges;

/// What became of one chunk of a text. Written by the worker that parsed it.
public final class ParsedChunk {
    public final int index;
    /// Lines parsed, the malformed one included.
    public final int lines;
    /// Vertices whose neighbours its lines list; their edges' sources count from 0 until [EdgeBlock#raiseSources].
    public final int rows;
    /// Bits that occur in any id of its edges.
    public final long allIds;
    /// What is wrong with its last line, or null.
    public final String defect;
    private EdgeBlock edges;

    ParsedChunk(int index, int lines, int rows, long allIds, String defect, EdgeBlock edges) {
        this.index = index;
        this.lines = lines;
        this.rows = rows;
        this.allIds = allIds;
        this.defect = defect;
        this.edges = edges;
    }

    public EdgeBlock edges() {
        return edges;
    }

    /// Puts the same edges in other numbers in their place.
    void renumber(EdgeBlock renumbered) {
        edges = renumbered;
    }
}
