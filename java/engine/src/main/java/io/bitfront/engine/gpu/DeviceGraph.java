package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.lab.Upload;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A prepared graph in device memory, uploaded once. Offsets into adjacency lists are 32 bits wide where the graph has
/// fewer than 2³² edges.
final class DeviceGraph implements AutoCloseable {
    private static final long OFFSETS_32_LIMIT = 1L << 32;

    private final CudaContext context;
    private final Graph graph;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final boolean wideOffsets;
    private final int liveCount;
    private final Owned owned = new Owned("the graph on the device");
    private final long[] addresses = new long[10];
    private final Upload uploaded;
    private long uploadedBytes;

    DeviceGraph(CudaContext context, Graph graph, BfsKernels kernels, PinnedStaging staging, boolean wideOffsets) {
        this.context = context;
        this.graph = graph;
        this.kernels = kernels;
        this.staging = staging;
        this.wideOffsets = wideOffsets;
        this.liveCount = SwitchCosts.liveCount(graph);
        long start = System.nanoTime();
        try {
            uploadAll();
            context.finish("the upload of the graph");
        } catch (Throwable t) {
            close();
            throw t;
        }
        uploaded = new Upload(uploadedBytes, System.nanoTime() - start);
    }

    /// Starts come first: until they are narrowed they take twice their memory.
    private void uploadAll() {
        addresses[4] = uploadStarts(graph.in(), "in-neighbour starts");
        addresses[6] = graph.directed() ? uploadStarts(graph.out(), "out-neighbour starts") : addresses[4];
        Bvss bvss = graph.bvss();
        addresses[0] = upload(bvss.realPtrs().segment(), "slice set starts");
        addresses[1] = upload(bvss.virtualToReal().segment(), "slice sets of VSSs");
        addresses[2] = upload(bvss.rowIds().segment(), "tile rows");
        addresses[3] = upload(bvss.tileMasks().segment(), "tile masks");
        addresses[5] = upload(graph.in().rowIndex().segment(), "in-neighbours");
        addresses[7] = upload(graph.permutation().oldIdOf().segment(), "input indices");
        addresses[8] = graph.directed() ? upload(graph.out().rowIndex().segment(), "out-neighbours") : addresses[5];
        addresses[9] = upload(graph.hubs().segment(), "hubs");
    }

    private long upload(MemorySegment from, String what) {
        DeviceBuffer buffer = allocate(from.byteSize(), what);
        staging.upload(from, buffer);
        uploadedBytes += from.byteSize();
        return buffer.address();
    }

    /// The device narrows them: a loop over a few million of them takes longer in code just loaded than all copies.
    private long uploadStarts(Csc csc, String what) {
        LongArray starts = csc.columnStart();
        if (wideOffsets) {
            return upload(starts.segment(), what);
        }
        DeviceBuffer narrow = allocate(Integer.BYTES * starts.length(), what);
        try (DeviceBuffer wide = context.allocate(starts.segment().byteSize(), what + ", 64 bits wide");
                Arena arena = Arena.ofConfined()) {
            staging.upload(starts.segment(), wide);
            uploadedBytes += wide.bytes();
            ArgumentBlock arguments = new ArgumentBlock(arena, ArgumentBlock.NARROW_BYTES);
            arguments.setLong(0, wide.address());
            arguments.setLong(8, narrow.address());
            arguments.setLong(16, starts.length());
            kernels.narrow(arguments);
            context.finish("the upload of " + what);
        }
        return narrow.address();
    }

    private DeviceBuffer allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what));
    }

    /// Whether offsets need 64 bits.
    static boolean wideOffsets(Graph graph) {
        return graph.edgeCount() >= OFFSETS_32_LIMIT;
    }

    /// Device memory the graph takes.
    static long bytes(Graph graph, boolean wideOffsets) {
        Bvss bvss = graph.bvss();
        long starts = (graph.vertexCount() + 1L) * (wideOffsets ? Long.BYTES : Integer.BYTES);
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
        arguments.setInt(92, liveCount);
    }

    /// The same for traversals along edges of a direction: the kernels follow out-edges, whichever these are.
    void describe(ArgumentBlock arguments, Direction direction) {
        describe(arguments);
        if (direction == Direction.IN) {
            arguments.setLong(ArgumentBlock.IN_START, addresses[6]);
            arguments.setLong(ArgumentBlock.IN_START + 8, addresses[8]);
            arguments.setLong(ArgumentBlock.OUT_START, addresses[4]);
            arguments.setLong(ArgumentBlock.OUT_INDEX, addresses[5]);
        }
    }

    /// Device address of the input index of each vertex.
    long oldIdOf() {
        return addresses[7];
    }

    Upload uploaded() {
        return uploaded;
    }

    @Override
    public void close() {
        owned.close();
    }
}
