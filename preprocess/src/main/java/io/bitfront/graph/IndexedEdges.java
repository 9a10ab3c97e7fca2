package io.bitfront.graph;

import java.lang.foreign.Arena;

/// Edges that follow from their index, computed or looked up, in partitions of a fixed number of indices.
public final class IndexedEdges extends HeldEdges {
    private static final int PARTITION = 1 << 18;
    private static final int BATCH = 4096;

    private final EdgeFunction function;

    /// Gives a run of edges; called by many threads at once.
    @FunctionalInterface
    public interface EdgeFunction {
        /// Stores edges `first .. first + count - 1` at positions 0 .. count - 1.
        void fill(long first, int count, int[] sources, int[] targets);
    }

    public IndexedEdges(int vertexCount, long edgeCount, EdgeFunction function) {
        this(vertexCount, edgeCount, function, null, 0);
    }

    /// @param held owned: what the function reads, `heldBytes` bytes; or null
    public IndexedEdges(int vertexCount, long edgeCount, EdgeFunction function, Arena held, long heldBytes) {
        super(vertexCount, edgeCount, held, heldBytes);
        this.function = function;
    }

    @Override
    public int partitions() {
        return Math.toIntExact(Math.ceilDiv(edgeCount(), PARTITION));
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        long end = Math.min(edgeCount(), (partition + 1L) * PARTITION);
        for (long first = (long) partition * PARTITION; first < end; first += BATCH) {
            int count = (int) Math.min(BATCH, end - first);
            function.fill(first, count, sources, targets);
            batch.accept(sources, targets, count);
        }
    }
}
