package io.bitfront.input.webgraph;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.Bisection;
import io.bitfront.graph.HeldEdges;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/// The arcs of a mapped BVGraph, decoded each time they are streamed. Owns the mapping and the offsets of the lists.
final class WebGraphEdges extends HeldEdges {
    private static final int BATCH = 1 << 13;
    /// Bits of a partition; a single list may have more.
    private static final long PARTITION_BITS = 1L << 21;

    private final Path file;
    private final WebGraphProperties properties;
    private final MemorySegment data;
    private final LongArray offsets;
    private final int partitions;

    /// @param offsets n+1, ascending, in bits
    WebGraphEdges(Path file, WebGraphProperties properties, Arena arena, MemorySegment data, LongArray offsets) {
        super(properties.vertices(), properties.arcs(), arena, offsets.length() * LongArray.BYTES);
        this.file = file;
        this.properties = properties;
        this.data = data;
        this.offsets = offsets;
        long bits = offsets.get(properties.vertices());
        this.partitions = properties.sequentialOnly() ? 1 : Math.toIntExact(Math.ceilDiv(bits, PARTITION_BITS));
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public void stream(int partition, Batch batch) {
        WebGraphLists lists = new WebGraphLists(properties, data, offsets::get);
        int[] sources = new int[BATCH];
        int[] targets = new int[BATCH];
        int count = 0;
        int end = firstVertex(partition + 1);
        for (int vertex = firstVertex(partition); vertex < end; vertex++) {
            WebGraphLists.Kept found = list(lists, vertex);
            for (int at = 0; at < found.length(); ) {
                int taken = Math.min(BATCH - count, found.length() - at);
                Arrays.fill(sources, count, count + taken, vertex);
                System.arraycopy(found.list(), at, targets, count, taken);
                count += taken;
                at += taken;
                if (count == BATCH) {
                    batch.accept(sources, targets, count);
                    count = 0;
                }
            }
        }
        if (count > 0) {
            batch.accept(sources, targets, count);
        }
    }

    private WebGraphLists.Kept list(WebGraphLists lists, int vertex) {
        try {
            return lists.of(vertex);
        } catch (BitReader.BrokenCodeException e) {
            throw new GraphFormatException(
                    file, 0, "the list of vertex %d is malformed: %s".formatted(vertex, e.getMessage()));
        }
    }

    /// The first vertex whose list begins in a partition.
    private int firstVertex(int partition) {
        if (partition == 0 || partition == partitions) {
            return partition == 0 ? 0 : properties.vertices();
        }
        return Bisection.first(0, properties.vertices(), v -> offsets.get(v) >= partition * PARTITION_BITS);
    }
}
