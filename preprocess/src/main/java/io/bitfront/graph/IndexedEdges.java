package io.bitfront.graph;

import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;

/// Edges that follow from their index, computed or looked up, in partitions of a fixed number of indices.
public final class IndexedEdges implements EdgeSource {
    private static final int PARTITION = 1 << 18;
    private static final int BATCH = 4096;

    private final int vertexCount;
    private final long edgeCount;
    private final EdgeFunction function;
    private final Arena held;
    private final long heldBytes;

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
        this.vertexCount = vertexCount;
        this.edgeCount = edgeCount;
        this.function = function;
        this.held = held;
        this.heldBytes = heldBytes;
    }

    @Override
    public int vertexCount() {
        return vertexCount;
    }

    @Override
    public long edgeCount() {
        return edgeCount;
    }

    @Override
    public int partitions() {
        return Math.toIntExact(Math.ceilDiv(edgeCount, PARTITION));
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        long end = Math.min(edgeCount, (partition + 1L) * PARTITION);
        for (long first = (long) partition * PARTITION; first < end; first += BATCH) {
            int count = (int) Math.min(BATCH, end - first);
            function.fill(first, count, sources, targets);
            batch.accept(sources, targets, count);
        }
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    @Override
    public void close() {
        OffHeap.closeOnce(held);
    }
}
