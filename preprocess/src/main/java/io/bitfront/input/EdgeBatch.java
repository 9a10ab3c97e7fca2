package io.bitfront.input;

/// Edges on the heap on their way to an [EdgeStore], and what else is known of the piece of the file they came from.
class EdgeBatch {
    long[] sources = new long[0];
    long[] targets = new long[0];
    int count;
    int lines;
    int rows;
    long allIds;
    String defect;

    /// Forgets the last piece; makes room for so many edges.
    final void reset(int mostEdges) {
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

    /// The edges: ids less the smallest one allowed.
    final long[] sources() {
        return sources;
    }

    final long[] targets() {
        return targets;
    }

    final int count() {
        return count;
    }

    /// Lines parsed, the malformed one included.
    final int lines() {
        return lines;
    }

    /// Vertices whose neighbours were listed, where a line does that.
    final int rows() {
        return rows;
    }

    /// The bits that occur in any id stored.
    final long allIds() {
        return allIds;
    }

    /// What is wrong with the last line parsed or what follows it, or null.
    final String defect() {
        return defect;
    }
}
