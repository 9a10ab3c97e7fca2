package io.bitfront.input.edges;

import io.bitfront.graph.EdgeSource;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The edges of a text, one partition a chunk, in the order of the text. Owns their memory.
public final class StoredEdges implements EdgeSource {
    private static final int BATCH = 1 << 13;

    private final EdgeStore store;
    private final EdgeBlock[] blocks;
    private final int vertexCount;
    private final long edgeCount;

    /// @param store closed with this
    public StoredEdges(EdgeStore store, List<ParsedChunk> chunks, int vertexCount) {
        this.store = store;
        this.vertexCount = vertexCount;
        this.blocks = chunks.stream()
                .map(ParsedChunk::edges)
                .filter(edges -> edges.count() > 0)
                .toArray(EdgeBlock[]::new);
        long count = 0;
        for (EdgeBlock block : blocks) {
            count += block.count();
        }
        this.edgeCount = count;
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
        return blocks.length;
    }

    @Override
    public void stream(int partition, Batch batch) {
        EdgeBlock block = blocks[partition];
        int size = Math.min(BATCH, block.count());
        int[] sources = new int[size];
        int[] targets = new int[size];
        for (int from = 0; from < block.count(); from += size) {
            int count = Math.min(size, block.count() - from);
            read(block, from, sources, count);
            read(block, block.count() + from, targets, count);
            batch.accept(sources, targets, count);
        }
    }

    private static void read(EdgeBlock block, int end, int[] into, int count) {
        long offset = (long) end * Integer.BYTES;
        MemorySegment.copy(block.memory(), ValueLayout.JAVA_INT, offset, into, 0, count);
    }

    @Override
    public long heldBytes() {
        return edgeCount * 2 * Integer.BYTES;
    }

    @Override
    public void close() {
        store.close();
    }
}
