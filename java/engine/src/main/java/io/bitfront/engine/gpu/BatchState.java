package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.Arguments;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.MultiControl;
import io.bitfront.engine.gpu.abi.MultiRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Device memory of batches of traversals, one struct of `native/include/bitfront/multi_abi.cuh` or the other.
abstract sealed class BatchState implements AutoCloseable permits WideBatchState, TensorBatchState {
    private final CudaContext context;
    private final Owned owned = new Owned("the state of batches");
    private DeviceBuffer control;

    BatchState(CudaContext context) {
        this.context = context;
    }

    /// @param arena of the arguments
    static BatchState of(CudaContext context, Graph graph, int width, BatchMode mode, Arena arena) {
        return mode.isPaper()
                ? new TensorBatchState(context, graph, arena)
                : new WideBatchState(context, graph, width, arena);
    }

    /// Device memory such a state takes.
    static long bytes(Graph graph, int width, BatchMode mode) {
        return mode.isPaper() ? TensorBatchState.bytes(graph) : WideBatchState.bytes(graph, width);
    }

    final long allocate(long bytes, String what) {
        return owned.add(context.allocate(bytes, what)).address();
    }

    final long zeroed(long bytes, String what) {
        DeviceBuffer buffer = owned.add(context.allocate(bytes, what));
        buffer.clear(bytes);
        return buffer.address();
    }

    final long zeroedControl() {
        control = owned.add(context.allocate(MultiControl.BYTES, "counters"));
        control.clear(MultiControl.BYTES);
        return control.address();
    }

    /// What kernels are told: this state, and what [#graph] and [#request] are filled with.
    abstract Arguments arguments();

    abstract GraphArrays graph();

    abstract MultiRequest request();

    /// Readies the state for batches on the graph described.
    ///
    /// @param begun whether a kernel of its own begins each batch
    abstract void prepare(BfsKernels kernels, boolean begun);

    /// Queues a copy of the number of levels that the last batch ran.
    final void downloadLevels(MemorySegment into) {
        control.download(MultiControl.LEVELS, into);
    }

    @Override
    public final void close() {
        owned.close();
    }
}
