package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.graph.EdgeRows;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import java.util.Optional;

/// What the kernels read edges from: the constants of a generator, or arrays in device memory. Fills in the
/// edges of [ColumnArguments].
interface EdgeFeed extends AutoCloseable {
    /// Queues `prepare_` + `step` + `_` + the kind of edges over all edges.
    void launch(String step);

    /// Edges there are.
    long edgeCount();

    @Override
    void close();

    /// Least device memory a feed of this input takes.
    ///
    /// @param threads of the workers that stream edges
    static long leastBytes(GraphInput input, int threads) {
        return input.edges()
                .generated()
                .map(stream -> stream.kind().equals(GeometricFeed.KIND)
                        ? GeometricFeed.bytes(stream, input.edges().mostEdges())
                        : GeneratedFeed.BYTES)
                .orElse(StreamedFeed.leastBytes(threads));
    }

    /// Edges that the device makes itself, or that are brought to it.
    ///
    /// @param columns the arguments to fill in
    /// @param spareBytes device memory that may keep edges from one launch to the next
    static EdgeFeed of(
            GraphInput input,
            CudaContext context,
            PreparationKernels kernels,
            DeviceAlgorithms algorithms,
            ColumnArguments columns,
            Workers workers,
            long spareBytes) {
        return input.edges()
                .generated()
                .<EdgeFeed>map(stream -> stream.kind().equals(GeometricFeed.KIND)
                        ? new GeometricFeed(stream, context, kernels, algorithms, columns)
                        : new GeneratedFeed(stream, input.edges(), context, kernels, columns))
                .orElseGet(() -> rowsThatFit(input, spareBytes)
                        .<EdgeFeed>map(rows -> new RowsFeed(
                                input.edges().vertexCount(), rows, context, kernels, algorithms, columns, workers))
                        .orElseGet(
                                () -> new StreamedFeed(input.edges(), context, kernels, columns, workers, spareBytes)));
    }

    private static Optional<EdgeRows> rowsThatFit(GraphInput input, long spareBytes) {
        return input.edges().rows().filter(rows -> rows.targets().byteSize() > 0 && RowsFeed.bytes(rows) <= spareBytes);
    }
}
