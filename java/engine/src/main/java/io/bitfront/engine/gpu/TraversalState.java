package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.graph.Graph;
import java.util.ArrayDeque;
import java.util.Deque;

/// Device memory of one traversal at a time, allocated once and reset by a kernel before each.
final class TraversalState implements AutoCloseable {
    static final int CONTROL_BYTES = 896;
    static final int CONTROL_STEPS = 384;
    static final int TRACE_RECORD_BYTES = 16;
    static final int TRACE_CAPACITY = 1 << 16;

    private final CudaContext context;
    private final Deque<DeviceBuffer> owned = new ArrayDeque<>();
    private final DeviceBuffer level;
    private final DeviceBuffer frontier;
    private final DeviceBuffer next;
    private final DeviceBuffer visited;
    private final DeviceBuffer[] queue = new DeviceBuffer[2];
    private final DeviceBuffer control;
    private final DeviceBuffer[] pieces = new DeviceBuffer[2];
    private final DeviceBuffer targets;
    private final DeviceBuffer trace;
    private final DeviceBuffer forced;
    private final DeviceBuffer inputOrder;
    private DeviceBuffer levelVertices;
    private DeviceBuffer levelEdges;

    TraversalState(CudaContext context, Graph graph) {
        this.context = context;
        long vertices = graph.vertexCount();
        long bitmap = bitmapBytes(graph.vertexCount());
        try {
            level = allocate(4 * vertices, "levels");
            frontier = allocate(bitmap, "the frontier");
            next = allocate(bitmap, "the next frontier");
            visited = allocate(bitmap, "visited vertices");
            queue[0] = allocate(4L * graph.bvss().vssCount(), "the queue");
            queue[1] = allocate(4L * graph.bvss().vssCount(), "the next queue");
            pieces[0] = allocate(pieceBytes(graph), "pieces of adjacency lists");
            pieces[1] = allocate(pieceBytes(graph), "the next pieces of adjacency lists");
            control = allocate(CONTROL_BYTES, "counters");
            targets = allocate(bitmap, "targets");
            trace = allocate((long) TRACE_CAPACITY * TRACE_RECORD_BYTES, "the trace");
            forced = allocate((long) TRACE_CAPACITY * Integer.BYTES, "forced levels");
            inputOrder = allocate(4 * vertices, "results in input order");
            reserveLevels(1024);
            control.fill((byte) 0);
            context.finish("the clearing of counters");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private DeviceBuffer allocate(long bytes, String what) {
        DeviceBuffer buffer = context.allocate(bytes, what);
        owned.push(buffer);
        return buffer;
    }

    /// Makes room for the sums of so many levels.
    private void reserveLevels(long levels) {
        levelVertices = allocate(levels * Long.BYTES, "vertices per level");
        levelEdges = allocate(levels * Long.BYTES, "edges per level");
    }

    /// Room for the sums of `levels` levels, grown where a graph turns out deeper than any before.
    void ensureLevels(long levels) {
        if (levelVertices.bytes() < levels * Long.BYTES) {
            reserveLevels(2 * levels);
        }
    }

    static long bitmapBytes(int vertexCount) {
        return 4 * ((vertexCount + 31L) / 32);
    }

    /// Room for the pieces of any frontier: a list has one for each 128 edges or fewer.
    private static long pieceBytes(Graph graph) {
        return Long.BYTES * (graph.vertexCount() + graph.edgeCount() / 128);
    }

    /// Device memory a state takes.
    static long bytes(Graph graph) {
        return 8L * graph.vertexCount()
                + 4 * bitmapBytes(graph.vertexCount())
                + 8L * graph.bvss().vssCount()
                + 2 * pieceBytes(graph)
                + CONTROL_BYTES
                + (long) TRACE_CAPACITY * (TRACE_RECORD_BYTES + Integer.BYTES)
                + (1 << 14);
    }

    /// Fills in `BfsState`.
    void describe(ArgumentBlock arguments) {
        int at = ArgumentBlock.STATE;
        for (DeviceBuffer buffer :
                new DeviceBuffer[] {level, frontier, next, visited, queue[0], queue[1], control, pieces[0], pieces[1]
                }) {
            arguments.setLong(at, buffer.address());
            at += Long.BYTES;
        }
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

    /// Receives levels or parents in the input's numbering.
    DeviceBuffer inputOrder() {
        return inputOrder;
    }

    DeviceBuffer levelVertices() {
        return levelVertices;
    }

    DeviceBuffer levelEdges() {
        return levelEdges;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
    }
}
