package io.bitfront.input.sg;

import io.bitfront.graph.Bisection;
import io.bitfront.graph.EdgeRows;
import io.bitfront.graph.HeldEdges;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/// The edges of a mapped `.sg` file, in its order. Owns the mapping.
final class SerialisedEdges extends HeldEdges {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BATCH = 1 << 13;
    private static final int PARTITION_EDGES = 1 << 18;

    private final MemorySegment data;
    private final long neighbours;

    /// @param data the whole file, whose size fits these counts
    SerialisedEdges(Arena arena, MemorySegment data, int vertexCount, long edgeCount) {
        super(vertexCount, edgeCount, arena, 0);
        this.data = data;
        this.neighbours = SerialisedGraph.HEADER_BYTES + (vertexCount + 1L) * Long.BYTES;
    }

    @Override
    public int partitions() {
        return Math.toIntExact(Math.ceilDiv(edgeCount(), PARTITION_EDGES));
    }

    @Override
    public Optional<EdgeRows> rows() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? Optional.of(new EdgeRows(
                        data.asSlice(SerialisedGraph.HEADER_BYTES, (vertexCount() + 1L) * Long.BYTES),
                        data.asSlice(neighbours, edgeCount() * Integer.BYTES)))
                : Optional.empty();
    }

    /// Position in the file's neighbours of a partition's first edge.
    long firstEdge(int partition) {
        return (long) partition * PARTITION_EDGES;
    }

    /// Has the system map a part of the offsets at once.
    void populateOffsets(long first, long end) {
        OffHeap.populate(data, SerialisedGraph.HEADER_BYTES + first * Long.BYTES, (end - first) * Long.BYTES);
    }

    /// The same for a partition's neighbours.
    void populateNeighbours(int partition) {
        long first = firstEdge(partition);
        long end = Math.min(firstEdge(partition + 1), edgeCount());
        OffHeap.populate(data, neighbours + first * Integer.BYTES, (end - first) * Integer.BYTES);
    }

    /// Where a vertex's neighbours begin; those of the last end at offset n.
    long offset(long vertex) {
        return data.get(LONG, SerialisedGraph.HEADER_BYTES + vertex * Long.BYTES);
    }

    int target(long edge) {
        return data.get(INT, neighbours + edge * Integer.BYTES);
    }

    @Override
    public void stream(int partition, Batch batch) {
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        long to = Math.min(firstEdge(partition + 1), edgeCount());
        int source = sourceOf(firstEdge(partition));
        long sourceEnd = offset(source + 1L);
        for (long edge = firstEdge(partition); edge < to; edge += BATCH) {
            int count = (int) Math.min(BATCH, to - edge);
            MemorySegment.copy(data, INT, neighbours + edge * Integer.BYTES, targets, 0, count);
            for (int i = 0; i < count; ) {
                while (sourceEnd <= edge + i) {
                    source++;
                    sourceEnd = offset(source + 1L);
                }
                int stop = (int) Math.min(count, sourceEnd - edge);
                Arrays.fill(sources, i, stop, source);
                i = stop;
            }
            batch.accept(sources, targets, count);
        }
    }

    /// The vertex whose neighbours include this position.
    private int sourceOf(long edge) {
        return Bisection.first(0, vertexCount() - 1, v -> offset(v + 1L) > edge);
    }
}
