package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.lab.BatchMode;
import java.lang.foreign.MemorySegment;

/// Device memory of batches of traversals, one struct of `native/include/bitfront/multi_abi.cuh` or the other.
abstract sealed class BatchState implements AutoCloseable permits WideBatchState, TensorBatchState {
    /// Bytes of `MultiControl`, which is allocated last.
    static final int CONTROL_BYTES = 13_440;

    private static final int CONTROL_LEVELS = 256;

    private final CudaContext context;
    private final Owned owned = new Owned("the state of batches");
    private long[] addresses;
    private DeviceBuffer latest;

    BatchState(CudaContext context) {
        this.context = context;
    }

    static BatchState of(CudaContext context, Graph graph, int width, BatchMode mode) {
        return mode.isPaper() ? new TensorBatchState(context, graph) : new WideBatchState(context, graph, width);
    }

    /// Device memory such a state takes.
    static long bytes(Graph graph, int width, BatchMode mode) {
        return mode.isPaper() ? TensorBatchState.bytes(graph) : WideBatchState.bytes(graph, width);
    }

    /// Keeps the addresses of the struct's fields, in their order.
    final void place(long... fields) {
        addresses = fields;
    }

    final long allocate(long bytes, String what) {
        latest = owned.add(context.allocate(bytes, what));
        return latest.address();
    }

    final long zeroed(long bytes, String what) {
        long address = allocate(bytes, what);
        latest.clear(bytes);
        return address;
    }

    /// Fills in the struct.
    void describe(ArgumentBlock arguments) {
        for (int i = 0; i < addresses.length; i++) {
            arguments.setLong(ArgumentBlock.STATE + Long.BYTES * i, addresses[i]);
        }
    }

    /// Queues a copy of the number of levels that the last batch ran.
    final void downloadLevels(MemorySegment into) {
        latest.download(CONTROL_LEVELS, into);
    }

    @Override
    public final void close() {
        owned.close();
    }
}
