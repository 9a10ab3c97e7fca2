package io.bitfront.input.edges;

import io.bitfront.graph.HeldEdges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The edges of a text, one partition a chunk, in the order of the text. Owns their memory.
public final class StoredEdges extends HeldEdges {
    private static final int BATCH = 1 << 13;

    private final EdgeStore store;
    private final EdgeBlock[] blocks;

    /// @param store closed with this
    public StoredEdges(EdgeStore store, List<ParsedChunk> chunks, int vertexCount) {
        super(vertexCount, count(chunks), null, count(chunks) * 2 * Integer.BYTES);
        this.store = store;
        this.blocks = chunks.stream()
                .map(ParsedChunk::edges)
                .filter(edges -> edges.count() > 0)
                .toArray(EdgeBlock[]::new);
    }

    private static long count(List<ParsedChunk> chunks) {
        return chunks.stream().mapToLong(chunk -> chunk.edges().count()).sum();
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
    public void close() {
        store.close();
    }
}
