package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.BfsControl;
import io.bitfront.engine.gpu.abi.BfsState;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.TraceRecord;

/// Device memory of one traversal at a time, allocated once and reset by a kernel before each. Between a
/// traversal and the next reset the memory of its pieces holds what is counted per level.
final class TraversalState implements AutoCloseable {
    static final int TRACE_CAPACITY = 1 << 16;

    private static final int USUAL_LEVELS = 1024;

    private static final long ALIGNMENT = 256;

    private final CudaContext context;
    private final long pieceBytes;
    private final Owned owned = new Owned("the state of a traversal");
    private final DeviceBuffer level;
    private final DeviceBuffer frontier;
    private final DeviceBuffer next;
    private final DeviceBuffer visited;
    private final DeviceBuffer[] queue = new DeviceBuffer[2];
    private final DeviceBuffer control;
    private final DeviceBuffer pieces;
    private final DeviceBuffer told;
    private final DeviceBuffer targets;
    private final DeviceBuffer trace;
    private final DeviceBuffer forced;
    private final DeviceBuffer inputOrder;
    private final DeviceBuffer counts;

    TraversalState(CudaContext context, Graph graph) {
        this.context = context;
        pieceBytes = pieceBytes(graph);
        long vertices = graph.vertexCount();
        long bitmap = bitmapBytes(graph.vertexCount());
        try {
            level = allocate(4 * vertices, "levels");
            frontier = allocate(bitmap, "the frontier");
            next = allocate(bitmap, "the next frontier");
            visited = allocate(bitmap, "visited vertices");
            queue[0] = allocate(4L * graph.vssCount(), "the queue");
            queue[1] = allocate(4L * graph.vssCount(), "the next queue");
            pieces = allocate(2 * pieceBytes, "pieces of adjacency lists");
            told = allocate(Long.BYTES * toldWords(BfsKernels.MOST_ARRIVALS), "what blocks tell each other");
            control = allocate(BfsControl.BYTES, "counters");
            targets = allocate(bitmap, "targets");
            trace = allocate((long) TRACE_CAPACITY * TraceRecord.BYTES, "the trace");
            forced = allocate((long) TRACE_CAPACITY * Integer.BYTES, "forced levels");
            inputOrder = allocate(4 * vertices, "results in input order");
            counts = allocate(countBytes(graph), "counts per level");
            control.clear(BfsControl.BYTES);
            counts.clear(counts.bytes());
            context.finish("the clearing of counters");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what));
    }

    static long bitmapBytes(int vertexCount) {
        return 4 * ((vertexCount + 31L) / 32);
    }

    /// Levels whose vertices and edges are counted at once; more only where a graph turns out deeper.
    static int usualLevels(Graph graph) {
        return Math.clamp(graph.vertexCount(), 1, USUAL_LEVELS);
    }

    private static long countBytes(Graph graph) {
        return 2L * Long.BYTES * usualLevels(graph);
    }

    /// Room for the pieces of any frontier: a list has one for each [Constants#PIECE_EDGES] edges or fewer.
    private static long pieceBytes(Graph graph) {
        long bytes = Long.BYTES * (graph.vertexCount() + graph.edgeCount() / Constants.PIECE_EDGES);
        return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }

    /// Words by which so many blocks tell each other what they keep.
    private static long toldWords(int blocks) {
        return (long) blocks * (Constants.MOST_KEPT + 1);
    }

    /// Device memory a state takes.
    static long bytes(Graph graph) {
        return 8L * graph.vertexCount()
                + 4 * bitmapBytes(graph.vertexCount())
                + 8L * graph.vssCount()
                + 2 * pieceBytes(graph)
                + Long.BYTES * toldWords(BfsKernels.MOST_ARRIVALS)
                + countBytes(graph)
                + BfsControl.BYTES
                + (long) TRACE_CAPACITY * (TraceRecord.BYTES + Integer.BYTES);
    }

    /// @param correctingBlocks that a correcting traversal runs in
    void describe(BfsState state, int correctingBlocks) {
        state.level(level.address());
        state.frontier(frontier.address());
        state.next(next.address());
        state.visited(visited.address());
        state.queue(0, queue[0].address());
        state.queue(1, queue[1].address());
        state.control(control.address());
        state.pieces(0, pieces.address());
        state.pieces(1, pieces.address() + pieceBytes);
        state.told(told.address());
        state.toldCount(toldWords(correctingBlocks));
    }

    DeviceBuffer level() {
        return level;
    }

    DeviceBuffer control() {
        return control;
    }

    DeviceBuffer targets() {
        return targets;
    }

    DeviceBuffer trace() {
        return trace;
    }

    /// The mode of each level, where levels are forced.
    DeviceBuffer forced() {
        return forced;
    }

    /// One of two bitmaps over all vertices that nobody needs between a traversal and the next reset.
    DeviceBuffer scratch(int index) {
        return index == 0 ? frontier : next;
    }

    /// Receives levels or parents in the input's numbering.
    DeviceBuffer inputOrder() {
        return inputOrder;
    }

    /// Room for two counts of 8 bytes for each level there can be; lost with the next reset.
    DeviceBuffer sums() {
        return pieces;
    }

    /// Room for 16 bytes a vertex, where sums were before; lost with the next reset.
    DeviceBuffer narrowLevels() {
        return pieces;
    }

    /// Vertices and edges of the usual levels: zero before and after each counting.
    DeviceBuffer counts() {
        return counts;
    }

    @Override
    public void close() {
        owned.close();
    }
}
