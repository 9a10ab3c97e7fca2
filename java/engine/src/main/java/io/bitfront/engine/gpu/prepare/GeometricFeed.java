package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.graph.EdgeStream;
import io.bitfront.progress.Progress;

/// Edges of a random geometric graph, made on the device and kept there.
final class GeometricFeed implements EdgeFeed {
    /// Of `EdgeStream`.
    static final String KIND = "rgg";

    private final PreparationKernels kernels;
    private final ArgumentBlock columns;
    private final DeviceBuffer sources;
    private final DeviceBuffer targets;
    private final long edgeCount;

    GeometricFeed(
            EdgeStream stream,
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            ArgumentBlock columns) {
        this.kernels = kernels;
        this.columns = columns;
        int n = stream.vertexCount();
        ArgumentBlock points = kernels.arguments(PreparationKernels.POINT_BYTES);
        points.setLong(80, stream.key());
        points.setLong(88, stream.threshold());
        points.setInt(96, n);
        points.setInt(100, stream.width());
        try (Work work = new Work(context);
                SortRoom reader = new SortRoom(context, algorithms, Progress.NONE, 1)) {
            work.sortPoints(points, stream, kernels, algorithms);
            DeviceBuffer counts = work.allocate(4 * (n + 1L), "edges of points");
            DeviceBuffer starts = work.allocate(8 * (n + 1L), "sums of edges");
            points.setLong(48, counts.address());
            points.setLong(56, starts.address());
            kernels.launch("near_counts", points);
            algorithms.wideSumsBefore(counts, starts, n + 1L);
            edgeCount = reader.readLong(starts, 8L * n);
            sources = work.allocate(4 * edgeCount, "sources of edges");
            targets = work.allocate(4 * edgeCount, "targets of edges");
            points.setLong(64, sources.address());
            points.setLong(72, targets.address());
            kernels.launch("near", points);
            context.finish("the edges of points");
            work.keep(sources);
            work.keep(targets);
        }
    }

    /// Most device memory it takes.
    static long bytes(EdgeStream stream, long mostEdges) {
        return 8 * mostEdges + 44L * stream.vertexCount();
    }

    /// Device memory that is freed when the edges are there.
    private static final class Work implements AutoCloseable {
        private final CudaContext context;
        private final Owned owned = new Owned("the work memory of points");

        Work(CudaContext context) {
            this.context = context;
        }

        DeviceBuffer allocate(long bytes, String what) {
            return owned.add(context.allocate(bytes, what));
        }

        void keep(DeviceBuffer buffer) {
            owned.release(buffer);
        }

        /// Draws points and numbers them by cell.
        void sortPoints(
                ArgumentBlock points, EdgeStream stream, PreparationKernels kernels, DeviceAlgorithms algorithms) {
            int n = stream.vertexCount();
            long cells = (long) stream.width() * stream.width();
            DeviceBuffer keys = allocate(4L * n, "cells of points");
            DeviceBuffer otherKeys = allocate(4L * n, "sorted cells");
            DeviceBuffer ids = allocate(4L * n, "points");
            DeviceBuffer otherIds = allocate(4L * n, "sorted points");
            DeviceBuffer cellCounts = allocate(4 * (cells + 1), "points of cells");
            DeviceBuffer cellStarts = allocate(4 * (cells + 1), "cell starts");
            cellCounts.clear(cellCounts.bytes());
            points.setLong(0, keys.address());
            points.setLong(8, ids.address());
            points.setLong(16, cellCounts.address());
            points.setLong(24, cellStarts.address());
            kernels.launch("points", points);
            points.setLong(
                    8, algorithms.sortPairs(keys, otherKeys, ids, otherIds, n).address());
            algorithms.sumsBefore(cellCounts, cellStarts, cells + 1);
            points.setLong(32, allocate(4L * n, "point coordinates").address());
            points.setLong(40, allocate(4L * n, "point coordinates").address());
            kernels.launch("coordinates", points);
        }

        @Override
        public void close() {
            owned.close();
        }
    }

    @Override
    public void launch(String step) {
        columns.setLong(SOURCES, sources.address());
        columns.setLong(TARGETS, targets.address());
        columns.setLong(COUNT, edgeCount);
        kernels.launch(step + "_arrays", columns);
    }

    @Override
    public long edgeCount() {
        return edgeCount;
    }

    @Override
    public void close() {
        sources.close();
        targets.close();
    }
}
