package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.MultiControl;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.gpu.abi.MultiTensorArguments;
import io.bitfront.engine.gpu.abi.MultiTensorState;
import io.bitfront.graph.BvssPacker;
import java.lang.foreign.Arena;

/// Device memory of batches by the paper's Algorithm 5: `MultiTensorState` of `native/include/bitfront/multi_abi.cuh`.
/// Each batch clears all of it but the counters, which are zero before the first.
final class TensorBatchState extends BatchState {
    /// Sources of a batch.
    static final int WIDTH = 256;

    private static final int RECORD_BYTES = WIDTH / Byte.SIZE;
    private static final int COLUMNS = 8;

    private final MultiTensorArguments arguments;

    TensorBatchState(CudaContext context, Graph graph, Arena arena) {
        super(context);
        arguments = new MultiTensorArguments(arena);
        MultiTensorState state = arguments.state();
        long records = recordBytes(graph);
        long sets = BvssPacker.sliceSetCount(graph.vertexCount());
        long queue = (long) Integer.BYTES * graph.vssCount();
        try {
            state.visited(allocate(records, "reached vertices"));
            state.next(allocate(records, "marked vertices"));
            state.frontier(allocate(records, "the frontier"));
            state.activeSets(allocate(RECORD_BYTES * sets, "active slice sets"));
            state.dirtySets(allocate(sets, "dirty slice sets"));
            state.queue(0, allocate(queue, "the queue of batches"));
            state.queue(1, allocate(queue, "the next queue of batches"));
            state.control(zeroedControl());
            context.finish("the clearing of the state");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    @Override
    MultiTensorArguments arguments() {
        return arguments;
    }

    @Override
    GraphArrays graph() {
        return arguments.graph();
    }

    @Override
    MultiRequest request() {
        return arguments.request();
    }

    /// Each batch clears the state.
    @Override
    void prepare(BfsKernels kernels, boolean begun) {}

    private static long recordBytes(Graph graph) {
        return (long) RECORD_BYTES * COLUMNS * BvssPacker.sliceSetCount(graph.vertexCount());
    }

    static long bytes(Graph graph) {
        return 3 * recordBytes(graph)
                + (RECORD_BYTES + 1L) * BvssPacker.sliceSetCount(graph.vertexCount())
                + 2L * Integer.BYTES * graph.vssCount()
                + MultiControl.BYTES;
    }
}
