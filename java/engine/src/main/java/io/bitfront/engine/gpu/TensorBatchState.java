package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;

/// Device memory of batches by the paper's Algorithm 5: `MultiTensorState` of `native/include/bitfront/multi_abi.cuh`,
/// whose field order it follows. Each batch clears all of it but the counters, which are zero before the first.
final class TensorBatchState extends BatchState {
    /// Sources of a batch.
    static final int WIDTH = 256;

    private static final int RECORD_BYTES = WIDTH / Byte.SIZE;
    private static final int COLUMNS = 8;

    TensorBatchState(CudaContext context, Graph graph) {
        super(context);
        long records = recordBytes(graph);
        long sets = graph.bvss().sliceSetCount();
        long queue = (long) Integer.BYTES * graph.bvss().vssCount();
        try {
            place(
                    allocate(records, "reached vertices"),
                    allocate(records, "marked vertices"),
                    allocate(records, "the frontier"),
                    allocate(RECORD_BYTES * sets, "active slice sets"),
                    allocate(sets, "dirty slice sets"),
                    allocate(queue, "the queue of batches"),
                    allocate(queue, "the next queue of batches"),
                    zeroed(CONTROL_BYTES, "counters"));
            context.finish("the clearing of the state");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private static long recordBytes(Graph graph) {
        return (long) RECORD_BYTES * COLUMNS * graph.bvss().sliceSetCount();
    }

    static long bytes(Graph graph) {
        return 3 * recordBytes(graph)
                + (RECORD_BYTES + 1L) * graph.bvss().sliceSetCount()
                + 2L * Integer.BYTES * graph.bvss().vssCount()
                + CONTROL_BYTES;
    }
}
