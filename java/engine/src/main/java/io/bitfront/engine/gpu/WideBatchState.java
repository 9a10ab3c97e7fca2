package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;

/// Device memory of batches by whole words of state: `MultiState` of `native/include/bitfront/multi_abi.cuh`, whose
/// field order it follows. Zero before the first batch; each batch clears what the one before has touched. Vertices
/// without edges have no part in it.
final class WideBatchState extends BatchState {
    /// Edges of a piece of an adjacency list; a vertex with more in-neighbours is shared among warps.
    static final int PIECE_EDGES = 256;

    /// Offset of `piece_edges` in the argument struct.
    private static final int PIECES = ArgumentBlock.STATE + 128;

    /// @param width sources of a batch
    WideBatchState(CudaContext context, Graph graph, int width) {
        super(context);
        Sizes sizes = Sizes.of(graph, width);
        try {
            place(
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
                    zeroed(CONTROL_BYTES, "counters"));
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

    @Override
    void describe(ArgumentBlock arguments) {
        super.describe(arguments);
        arguments.setInt(PIECES, PIECE_EDGES);
    }
}
