package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.MultiArguments;
import io.bitfront.engine.gpu.abi.MultiControl;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.gpu.abi.MultiState;
import io.bitfront.graph.GraphStatistics;
import java.lang.foreign.Arena;

/// Device memory of batches by whole words of state: `MultiState` of `native/include/bitfront/multi_abi.cuh`.
/// Zero before the first batch; each batch clears what the one before has touched. Vertices
/// without edges have no part in it.
final class WideBatchState extends BatchState {
    /// Edges that a piece of an adjacency list has at least and at most.
    private static final int LEAST_PIECE = 64;

    private static final int MOST_PIECE = 256;
    /// Of all edges, as a power of 2: 32 vertices, which a warp pulls one after another, by half the warps of a
    /// large GPU.
    private static final int PULLED_AT_ONCE = 16;

    private final MultiArguments arguments;
    private final int bitmapWords;

    /// @param width sources of a batch
    WideBatchState(CudaContext context, Graph graph, int width, Arena arena) {
        super(context);
        arguments = new MultiArguments(arena);
        try {
            int pieceEdges = pieceEdges(graph);
            Sizes sizes = Sizes.of(graph, width, pieceEdges);
            bitmapWords = (int) (sizes.bitmap() / Integer.BYTES);
            allocate(sizes, pieceEdges, arguments.state());
            context.finish("the clearing of the state");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private void allocate(Sizes sizes, int pieceEdges, MultiState state) {
        state.records(0, zeroed(sizes.records(), "reached vertices"));
        state.records(1, zeroed(sizes.records(), "reached vertices before the last level"));
        state.active(0, zeroed(sizes.bitmap(), "active vertices"));
        state.active(1, zeroed(sizes.bitmap(), "the next active vertices"));
        state.done(zeroed(sizes.bitmap(), "finished vertices"));
        state.ever(zeroed(sizes.bitmap(), "touched vertices"));
        state.pieces(0, allocate(sizes.pieces(), "pieces of adjacency lists"));
        state.pieces(1, allocate(sizes.pieces(), "the next pieces of adjacency lists"));
        state.found(allocate(sizes.found(), "found vertices"));
        state.hubs(allocate(sizes.hubs(), "vertices of many neighbours"));
        state.hubPieces(allocate(sizes.hubPieces(), "their pieces"));
        state.marked(0, zeroed(sizes.bitmap(), "candidates"));
        state.marked(1, zeroed(sizes.bitmap(), "the next candidates"));
        state.candidates(0, allocate(sizes.found(), "the list of candidates"));
        state.candidates(1, allocate(sizes.found(), "the next list of candidates"));
        state.control(zeroedControl());
        state.pieceEdges(pieceEdges);
    }

    /// Whether frontiers are pulled by their own neighbourhoods: where neighbours have near numbers (the paper's
    /// eager graphs) and no list is so long that warps would have to share it.
    static boolean isNear(Graph graph) {
        GraphStatistics figures = graph.statistics();
        return PaperKernels.storesEagerly(figures)
                && Math.max(figures.maxInDegree(), figures.maxOutDegree()) <= MOST_PIECE;
    }

    /// Edges of a piece of an adjacency list; a vertex with more in-neighbours is shared among warps. Where the graph
    /// is small, so few that the 32 vertices which a warp pulls one after another hardly have more than twice its
    /// share of all edges: an order by degree puts the longest lists side by side.
    static int pieceEdges(Graph graph) {
        return isNear(graph) ? MOST_PIECE : pieceEdges(graph.edgeCount());
    }

    static int pieceEdges(long edges) {
        return Math.clamp(edges >>> PULLED_AT_ONCE, LEAST_PIECE, MOST_PIECE);
    }

    /// Bytes of each kind of buffer.
    private record Sizes(long records, long bitmap, long pieces, long found, long hubs, long hubPieces) {
        static Sizes of(Graph graph, int width, int pieceEdges) {
            long live = graph.verticesWithEdges();
            long whole = graph.edgeCount() / pieceEdges;
            return new Sizes(
                    live * width / Byte.SIZE,
                    TraversalState.bitmapBytes((int) live),
                    Long.BYTES * (live + whole),
                    Integer.BYTES * live,
                    Integer.BYTES * whole,
                    Long.BYTES * 2 * whole);
        }

        long total() {
            return 2 * records + 6 * bitmap + 2 * pieces + 3 * found + hubs + hubPieces + MultiControl.BYTES;
        }
    }

    /// Device memory such a state takes.
    static long bytes(Graph graph, int width) {
        return Sizes.of(graph, width, pieceEdges(graph)).total();
    }

    @Override
    MultiArguments arguments() {
        return arguments;
    }

    @Override
    GraphArrays graph() {
        return arguments.graph();
    }

    @Override
    MultiRequest request() {
        return arguments.request();
    }

    /// Lists the vertices that batches share among warps.
    @Override
    void prepare(BfsKernels kernels, boolean begun) {
        arguments.state().clearWords(begun ? 0 : bitmapWords);
        kernels.prepareBatches(arguments);
    }
}
