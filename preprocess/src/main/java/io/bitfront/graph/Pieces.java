package io.bitfront.graph;

/// A CSC cut into runs of slice sets (8 columns) of about equal cost, to be dealt out to workers. The cut depends on
/// the graph alone, so sums kept per piece do not depend on the number of threads.
record Pieces(Csc csc, int setCount, int count) {
    /// Cost of a piece, in edges.
    private static final long PIECE = 1L << 18;
    /// What a slice set costs beside its edges.
    private static final long SET_COST = 64;

    Pieces(Csc csc) {
        this(csc, BvssPacker.sliceSetCount(csc.vertexCount()));
    }

    private Pieces(Csc csc, int setCount) {
        this(csc, setCount, Math.toIntExact(Math.ceilDiv(csc.edgeCount() + setCount * SET_COST, PIECE)));
    }

    /// First slice set of a piece; for `count`, the number of slice sets.
    int firstSet(long piece) {
        int low = 0;
        int high = setCount;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (firstEdge(middle) + middle * SET_COST < piece * PIECE) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Edges of a piece.
    long edges(long piece) {
        return firstEdge(firstSet(piece + 1)) - firstEdge(firstSet(piece));
    }

    private long firstEdge(int set) {
        return csc.start((int) Math.min((long) set * Bvss.SIGMA, csc.vertexCount()));
    }
}
