package io.bitfront.graph;

/// A CSC cut into runs of slice sets (8 columns) of about equal cost, to be dealt out to workers. The cut depends on
/// the graph alone, so sums kept per piece do not depend on the number of threads.
public record Pieces(Csc csc, int setCount, int count) {
    /// Cost of a piece, in edges.
    public static final int COST = 1 << 18;
    /// What a slice set costs beside its edges.
    public static final int SET_COST = 64;

    Pieces(Csc csc) {
        this(csc, BvssPacker.sliceSetCount(csc.vertexCount()));
    }

    private Pieces(Csc csc, int setCount) {
        this(csc, setCount, count(csc.edgeCount(), setCount));
    }

    /// Pieces of a CSC with so many edges.
    public static int count(long edgeCount, int setCount) {
        return Math.toIntExact(Math.ceilDiv(edgeCount + (long) setCount * SET_COST, COST));
    }

    /// First slice set of a piece; for `count`, the number of slice sets.
    int firstSet(long piece) {
        return Bisection.first(0, setCount, set -> firstEdge(set) + (long) set * SET_COST >= piece * COST);
    }

    /// Edges of a piece.
    long edges(long piece) {
        return firstEdge(firstSet(piece + 1)) - firstEdge(firstSet(piece));
    }

    private long firstEdge(int set) {
        return csc.start((int) Math.min((long) set * Bvss.SIGMA, csc.vertexCount()));
    }
}
