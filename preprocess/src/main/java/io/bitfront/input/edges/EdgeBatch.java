package io.bitfront.input.edges;

/// Edges on the heap on their way to an [EdgeStore], and what else is known of the piece of the file they came from.
public class EdgeBatch {
    /// The edges: ids less the smallest one allowed.
    public long[] sources = new long[0];
    public long[] targets = new long[0];
    public int count;
    /// Lines parsed, the malformed one included.
    public int lines;
    /// Vertices whose neighbours were listed, where a line does that.
    public int rows;
    /// The bits that occur in any id stored.
    public long allIds;
    /// What is wrong with the last line parsed or what follows it, or null.
    public String defect;

    /// Forgets the last piece; makes room for so many edges.
    public final void reset(int mostEdges) {
        if (sources.length < mostEdges) {
            sources = new long[mostEdges];
            targets = new long[mostEdges];
        }
        count = 0;
        lines = 0;
        rows = 0;
        allIds = 0;
        defect = null;
    }
}
