package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import java.lang.foreign.Arena;

/// Edges computed from their index, in partitions of a fixed number of indices.
final class IndexedEdges implements EdgeSource {
    private static final int PARTITION = 1 << 18;

    private final int vertexCount;
    private final long edgeCount;
    private final EdgeFunction function;
    private final Arena held;
    private final long heldBytes;

    /// Computes a run of edges.
    @FunctionalInterface
    interface EdgeFunction {
        /// Stores edges `first .. first + count - 1` at positions 0 .. count - 1.
        void fill(long first, int count, int[] sources, int[] targets);
    }

    IndexedEdges(int vertexCount, long edgeCount, EdgeFunction function) {
        this(vertexCount, edgeCount, function, null, 0);
    }

    /// @param held owned: what the function reads, `heldBytes` bytes; or null
    IndexedEdges(int vertexCount, long edgeCount, EdgeFunction function, Arena held, long heldBytes) {
        this.vertexCount = vertexCount;
        this.edgeCount = edgeCount;
        this.function = function;
        this.held = held;
        this.heldBytes = heldBytes;
    }

    /// An undirected graph with ids 0..n-1.
    static GraphInput undirected(EdgeSource edges, Generator generator) {
        EdgeSource either = generator.stream()
                .<EdgeSource>map(stream -> new GeneratedEdges(edges, stream))
                .orElse(edges);
        VertexIds ids = new VertexIds.Range(0, edges.vertexCount());
        return new GraphInput(either, ids, true, false, generator.kind(), "");
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
        return Math.toIntExact((edgeCount + PARTITION - 1) / PARTITION);
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[EdgeBuffer.CAPACITY];
        int[] targets = new int[EdgeBuffer.CAPACITY];
        long end = Math.min(edgeCount, (partition + 1L) * PARTITION);
        for (long first = (long) partition * PARTITION; first < end; first += EdgeBuffer.CAPACITY) {
            int count = (int) Math.min(EdgeBuffer.CAPACITY, end - first);
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
        if (held != null && held.scope().isAlive()) {
            held.close();
        }
    }
}
