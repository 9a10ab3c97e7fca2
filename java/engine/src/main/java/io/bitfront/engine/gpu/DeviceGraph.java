package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/// A prepared graph in device memory, uploaded once. Offsets into adjacency lists are 32 bits wide where the graph has
/// fewer than 2³² edges.
final class DeviceGraph implements AutoCloseable {
    private static final long STAGING_BYTES = 32L << 20;
    private static final long OFFSETS_32_LIMIT = 1L << 32;

    private final Graph graph;
    private final Deque<DeviceBuffer> owned = new ArrayDeque<>();
    private final long[] addresses = new long[10];
    private final long uploadNanos;

    DeviceGraph(CudaContext context, Graph graph, Workers workers) {
        this.graph = graph;
        long start = System.nanoTime();
        long largest = Math.max(graph.bvss().rowIds().segment().byteSize(), 4 * graph.edgeCount());
        try (PinnedStaging staging =
                new PinnedStaging(context, workers, Math.clamp(largest, 1L << 16, STAGING_BYTES))) {
            uploadAll(context, staging);
            context.finish("the upload of the graph");
        } catch (Throwable t) {
            close();
            throw t;
        }
        uploadNanos = System.nanoTime() - start;
    }

    private void uploadAll(CudaContext context, PinnedStaging staging) {
        Bvss bvss = graph.bvss();
        addresses[0] = upload(context, staging, bvss.realPtrs().segment(), "slice set starts");
        addresses[1] = upload(context, staging, bvss.virtualToReal().segment(), "slice sets of VSSs");
        addresses[2] = upload(context, staging, bvss.rowIds().segment(), "tile rows");
        addresses[3] = upload(context, staging, bvss.tileMasks().segment(), "tile masks");
        addresses[4] = uploadStarts(context, staging, graph.in(), "in-neighbour starts");
        addresses[5] = upload(context, staging, graph.in().rowIndex().segment(), "in-neighbours");
        addresses[6] =
                graph.directed() ? uploadStarts(context, staging, graph.out(), "out-neighbour starts") : addresses[4];
        addresses[7] = upload(context, staging, graph.permutation().oldIdOf().segment(), "input indices");
        addresses[8] = graph.directed()
                ? upload(context, staging, graph.out().rowIndex().segment(), "out-neighbours")
                : addresses[5];
        addresses[9] = upload(context, staging, graph.hubs().segment(), "hubs");
    }

    private long upload(CudaContext context, PinnedStaging staging, MemorySegment from, String what) {
        DeviceBuffer buffer = context.allocate(from.byteSize(), what);
        owned.push(buffer);
        staging.upload(from, buffer);
        return buffer.address();
    }

    private long uploadStarts(CudaContext context, PinnedStaging staging, Csc csc, String what) {
        LongArray starts = csc.columnStart();
        if (wideOffsets(graph)) {
            return upload(context, staging, starts.segment(), what);
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment narrow = Narrowing.toUnsignedInts(starts, arena);
            long address = upload(context, staging, narrow, what);
            context.finish("the upload of " + what);
            return address;
        }
    }

    /// Whether offsets need 64 bits.
    static boolean wideOffsets(Graph graph) {
        return graph.edgeCount() >= OFFSETS_32_LIMIT;
    }

    /// Device memory the graph takes.
    static long bytes(Graph graph) {
        Bvss bvss = graph.bvss();
        long starts = (graph.vertexCount() + 1L) * (wideOffsets(graph) ? Long.BYTES : Integer.BYTES);
        return bvss.realPtrs().segment().byteSize()
                + bvss.virtualToReal().segment().byteSize()
                + bvss.rowIds().segment().byteSize()
                + bvss.tileMasks().segment().byteSize()
                + graph.in().rowIndex().segment().byteSize() * (graph.directed() ? 2 : 1)
                + starts * (graph.directed() ? 2 : 1)
                + 8L * graph.vertexCount();
    }

    /// Fills in `GraphArrays`, the first member of every argument struct that has one.
    void describe(ArgumentBlock arguments) {
        for (int i = 0; i < addresses.length; i++) {
            arguments.setLong(8 * i, addresses[i]);
        }
        arguments.setInt(80, graph.vertexCount());
        arguments.setInt(84, graph.bvss().sliceSetCount());
        arguments.setInt(88, graph.bvss().vssCount());
        arguments.setInt(92, SwitchCosts.liveCount(graph));
    }

    /// Device address of the input index of each vertex.
    long oldIdOf() {
        return addresses[7];
    }

    long uploadNanos() {
        return uploadNanos;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
    }
}
