package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.memory.Closing;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;

/// Edges that every kernel computes from their index.
final class GeneratedFeed implements EdgeFeed {
    /// Most device memory it takes.
    static final long BYTES = 1 << 12;

    private final EdgeStream stream;
    private final EdgeSource edges;
    private final CudaContext context;
    private final PreparationKernels kernels;
    private final ColumnArguments columns;
    private final DeviceBuffer limits;
    private final DeviceBuffer swaps;

    GeneratedFeed(
            EdgeStream stream,
            EdgeSource edges,
            CudaContext context,
            PreparationKernels kernels,
            ColumnArguments columns) {
        this.stream = stream;
        this.edges = edges;
        this.context = context;
        this.kernels = kernels;
        this.columns = columns;
        var told = columns.edges();
        told.count(stream.indices());
        told.key(stream.key());
        told.threshold(stream.threshold());
        told.width(stream.width());
        told.height(stream.height());
        told.idCount(stream.idCount());
        told.idShift(stream.idShift());
        for (int i = 0; i < stream.factors().length; i++) {
            told.factors(i, stream.factors()[i]);
            told.summands(i, stream.summands()[i]);
        }
        limits = upload(stream.limits(), "the generator's limits");
        try {
            swaps = upload(stream.swaps(), "the generator's swaps");
        } catch (Throwable t) {
            limits.close();
            throw t;
        }
        told.limits(limits.address());
        told.swaps(swaps.address());
    }

    private DeviceBuffer upload(int[] values, String what) {
        DeviceBuffer buffer = context.allocate(4L * values.length, what);
        try (Arena scratch = Arena.ofConfined()) {
            IntArray copy = IntArray.allocate(scratch, values.length, what);
            copy.write(0, values, 0, values.length);
            buffer.upload(0, copy.segment());
            context.finish("the upload of " + what);
            return buffer;
        } catch (Throwable t) {
            buffer.close();
            throw t;
        }
    }

    @Override
    public void launch(String step) {
        kernels.launch(step + "_" + stream.kind(), columns);
    }

    @Override
    public long edgeCount() {
        return edges.edgeCount();
    }

    @Override
    public void close() {
        Closing.all(limits::close, swaps::close);
    }
}
