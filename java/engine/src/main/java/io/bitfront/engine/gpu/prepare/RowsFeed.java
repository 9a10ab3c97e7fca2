package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.graph.EdgeRows;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Edges that lie in memory as rows: starts and targets are copied as they are, the device lists the sources. All stay
/// there from the first launch on. A [StreamedFeed] copies twice the bytes, in calls for every slot:
/// of kron 24, 16 cores and an H200, it takes 0.8 s.
final class RowsFeed implements EdgeFeed {
    private static final long STAGING_BYTES = 32L << 20;

    private final int vertexCount;
    private final long edgeCount;
    private final EdgeRows rows;
    private final CudaContext context;
    private final PreparationKernels kernels;
    private final DeviceAlgorithms algorithms;
    private final ColumnArguments columns;
    private final Workers workers;
    private final Owned owned = new Owned("the edges of a preparation");
    private final DeviceBuffer sources;
    private final DeviceBuffer targets;
    private boolean there;

    /// @param rows of at least one edge
    RowsFeed(
            int vertexCount,
            EdgeRows rows,
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            ColumnArguments columns,
            Workers workers) {
        this.vertexCount = vertexCount;
        this.edgeCount = rows.targets().byteSize() / Integer.BYTES;
        this.rows = rows;
        this.context = context;
        this.kernels = kernels;
        this.algorithms = algorithms;
        this.columns = columns;
        this.workers = workers;
        try {
            sources = owned.add(context.allocate(Integer.BYTES * edgeCount, "sources of edges"));
            targets = owned.add(context.allocate(Integer.BYTES * edgeCount, "targets of edges"));
        } catch (Throwable t) {
            owned.close();
            throw t;
        }
    }

    /// Device memory it takes.
    static long bytes(EdgeRows rows) {
        return 2 * rows.targets().byteSize() + rows.starts().byteSize();
    }

    @Override
    public void launch(String step) {
        if (!there) {
            bring();
            there = true;
        }
        columns.edges().sources(sources.address());
        columns.edges().targets(targets.address());
        columns.edges().count(edgeCount);
        kernels.launch(step + "_arrays", columns);
    }

    private void bring() {
        try (Arena arena = Arena.ofConfined();
                DeviceBuffer starts = context.allocate(rows.starts().byteSize(), "starts of rows");
                DeviceBuffer largest = context.allocate(Integer.BYTES, "the largest target");
                PinnedStaging staging = new PinnedStaging(context, workers, STAGING_BYTES)) {
            staging.upload(rows.starts(), starts);
            algorithms.rowsOf(starts, vertexCount, sources, edgeCount);
            staging.upload(rows.targets(), targets);
            // Of the copy, since a mapped file may change; by the device, since a loop of the host's is not compiled
            // before it has seen most of them.
            algorithms.largest(targets, largest, edgeCount);
            MemorySegment found = arena.allocate(ValueLayout.JAVA_INT);
            largest.download(0, found);
            context.finish("the edges");
            requireWithin(found.get(ValueLayout.JAVA_INT, 0));
        }
    }

    private void requireWithin(int target) {
        if (Integer.compareUnsigned(target, vertexCount) >= 0) {
            throw new IllegalArgumentException(
                    "an edge leads to %,d, outside 0..%d, the graph's vertices".formatted(target, vertexCount - 1));
        }
    }

    @Override
    public long edgeCount() {
        return edgeCount;
    }

    @Override
    public void close() {
        owned.close();
    }
}
