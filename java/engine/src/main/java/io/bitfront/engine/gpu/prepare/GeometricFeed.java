package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.engine.gpu.abi.PointArguments;
import io.bitfront.graph.EdgeStream;
import io.bitfront.memory.Closing;
import io.bitfront.progress.Progress;

/// Edges of a random geometric graph, made on the device and kept there.
final class GeometricFeed implements EdgeFeed {
    /// Of `EdgeStream`.
    static final String KIND = "rgg";

    private final PreparationKernels kernels;
    private final ColumnArguments columns;
    private final DeviceBuffer sources;
    private final DeviceBuffer targets;
    private final long edgeCount;

    GeometricFeed(
            EdgeStream stream,
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            ColumnArguments columns) {
        this.kernels = kernels;
        this.columns = columns;
        int n = stream.vertexCount();
        PointArguments points = kernels.arguments(PointArguments::new);
        points.key(stream.key());
        points.squaredRadius(stream.threshold());
        points.pointCount(n);
        points.side(stream.width());
        try (Work work = new Work(context);
                SortRoom reader = new SortRoom(context, algorithms, Progress.NONE, 1)) {
            work.sortPoints(points, stream, kernels, algorithms);
            DeviceBuffer counts = work.allocate(Integer.BYTES * (n + 1L), "edges of points");
            DeviceBuffer starts = work.allocate(Long.BYTES * (n + 1L), "sums of edges");
            points.counts(counts.address());
            points.starts(starts.address());
            kernels.launch("near_counts", points);
            algorithms.wideSumsBefore(counts, starts, n + 1L);
            edgeCount = reader.readLong(starts, 8L * n);
            sources = work.allocate(Integer.BYTES * edgeCount, "sources of edges");
            targets = work.allocate(Integer.BYTES * edgeCount, "targets of edges");
            points.sources(sources.address());
            points.targets(targets.address());
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
                PointArguments points, EdgeStream stream, PreparationKernels kernels, DeviceAlgorithms algorithms) {
            int n = stream.vertexCount();
            long cells = (long) stream.width() * stream.width();
            DeviceBuffer keys = allocate(4L * n, "cells of points");
            DeviceBuffer otherKeys = allocate(4L * n, "sorted cells");
            DeviceBuffer ids = allocate(4L * n, "points");
            DeviceBuffer otherIds = allocate(4L * n, "sorted points");
            DeviceBuffer cellCounts = allocate(Integer.BYTES * (cells + 1), "points of cells");
            DeviceBuffer cellStarts = allocate(Integer.BYTES * (cells + 1), "cell starts");
            cellCounts.clear(cellCounts.bytes());
            points.keys(keys.address());
            points.ids(ids.address());
            points.cellCounts(cellCounts.address());
            points.cellStarts(cellStarts.address());
            kernels.launch("points", points);
            points.ids(algorithms.sortPairs(keys, otherKeys, ids, otherIds, n).address());
            algorithms.sumsBefore(cellCounts, cellStarts, cells + 1);
            points.x(allocate(4L * n, "point coordinates").address());
            points.y(allocate(4L * n, "point coordinates").address());
            kernels.launch("coordinates", points);
        }

        @Override
        public void close() {
            owned.close();
        }
    }

    @Override
    public void launch(String step) {
        columns.edges().sources(sources.address());
        columns.edges().targets(targets.address());
        columns.edges().count(edgeCount);
        kernels.launch(step + "_arrays", columns);
    }

    @Override
    public long edgeCount() {
        return edgeCount;
    }

    @Override
    public void close() {
        Closing.all(sources::close, targets::close);
    }
}
