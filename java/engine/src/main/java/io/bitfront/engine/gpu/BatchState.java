package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.graph.Graph;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/// Device memory of batches of traversals: `MultiState` of `native/include/bitfront/multi_abi.cuh`, whose field order
/// it
/// follows. Zero before the first batch; each batch clears what the one before has touched. Vertices without edges have
/// no part in it.
final class BatchState implements AutoCloseable {
    /// Edges of a piece of an adjacency list; a vertex with more in-neighbours is shared among warps.
    static final int PIECE_EDGES = 256;

    private static final int CONTROL_BYTES = 13_440;

    /// Offset in `MultiControl`, which is allocated last.
    private static final int CONTROL_LEVELS = 256;

    private final CudaContext context;
    private final Deque<DeviceBuffer> owned = new ArrayDeque<>();
    private final long[] addresses;

    /// @param width sources of a batch
    BatchState(CudaContext context, Graph graph, int width) {
        this.context = context;
        Sizes sizes = Sizes.of(graph, width);
        try {
            addresses = new long[] {
                zeroed(sizes.records(), "reached vertices"),
                zeroed(sizes.records(), "reached vertices before the last level"),
                zeroed(sizes.bitmap(), "active vertices"),
                zeroed(sizes.bitmap(), "the next active vertices"),
                zeroed(sizes.bitmap(), "finished vertices"),
                zeroed(sizes.bitmap(), "touched vertices"),
                allocate(sizes.pieces(), "pieces of adjacency lists"),
                allocate(sizes.pieces(), "the next pieces of adjacency lists"),
                allocate(sizes.found(), "found vertices"),
                allocate(sizes.hubs(), "vertices of many neighbours"),
                allocate(sizes.hubPieces(), "their pieces"),
                zeroed(sizes.bitmap(), "candidates"),
                zeroed(sizes.bitmap(), "the next candidates"),
                allocate(sizes.found(), "the list of candidates"),
                allocate(sizes.found(), "the next list of candidates"),
                zeroed(CONTROL_BYTES, "counters"),
            };
            context.finish("the clearing of the state");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Bytes of each kind of buffer.
    private record Sizes(long records, long bitmap, long pieces, long found, long hubs, long hubPieces) {
        static Sizes of(Graph graph, int width) {
            long live = SwitchCosts.liveCount(graph);
            long whole = graph.edgeCount() / PIECE_EDGES;
            return new Sizes(
                    live * width / Byte.SIZE,
                    TraversalState.bitmapBytes((int) live),
                    Long.BYTES * (live + whole),
                    Integer.BYTES * live,
                    Integer.BYTES * whole,
                    Long.BYTES * 2 * whole);
        }

        long total() {
            return 2 * records + 6 * bitmap + 2 * pieces + 3 * found + hubs + hubPieces + CONTROL_BYTES;
        }
    }

    /// Device memory such a state takes.
    static long bytes(Graph graph, int width) {
        return Sizes.of(graph, width).total();
    }

    /// Queues a copy of the number of levels that the last batch ran.
    void downloadLevels(MemorySegment into) {
        owned.getFirst().download(CONTROL_LEVELS, into);
    }

    private long allocate(long bytes, String what) {
        DeviceBuffer buffer = context.allocate(bytes, what);
        owned.push(buffer);
        return buffer.address();
    }

    private long zeroed(long bytes, String what) {
        long address = allocate(bytes, what);
        owned.getFirst().clear(bytes);
        return address;
    }

    /// Fills in `MultiState`.
    void describe(ArgumentBlock arguments) {
        for (int i = 0; i < addresses.length; i++) {
            arguments.setLong(ArgumentBlock.STATE + Long.BYTES * i, addresses[i]);
        }
        arguments.setInt(ArgumentBlock.STATE + Long.BYTES * addresses.length, PIECE_EDGES);
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
    }
}
