package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.spi.SearchLimits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Batches by records, a bit of every search in the record of a vertex: queues one at a time, by a cooperative launch,
/// and owns the state of all on the device. [IndependentSearches] are the other way.
final class RecordBatches implements AutoCloseable {
    private final CudaContext context;
    private final Kernel kernel;
    private final int blocks;

    /// What begins a batch where components are known; else null.
    private final Kernel begin;

    private final int beginBlocks;
    private final BatchState state;
    private final MultiRequest request;

    /// @param near whether the kernel is one of `multi_near_*`
    /// @param arena of the arguments
    RecordBatches(
            CudaContext context,
            Graph graph,
            DeviceGraph deviceGraph,
            BfsKernels kernels,
            int width,
            Direction direction,
            BatchMode mode,
            boolean near,
            Arena arena) {
        this.context = context;
        kernel = kernels.batch(width, mode, near);
        blocks = kernel.residentBlocks(kernel.blockThreads());
        begin = deviceGraph.components().known() && !mode.isPaper() ? kernels.batchStart(width) : null;
        beginBlocks = begin == null ? 0 : begin.residentBlocks(begin.blockThreads());
        state = BatchState.of(context, graph, width, mode, arena);
        try {
            request = state.request();
            deviceGraph.describe(state.graph(), direction);
            state.prepare(kernels, begin != null);
            context.finish("the listing of vertices with many neighbours");
        } catch (Throwable t) {
            state.close();
            throw t;
        }
        runBy(BatchCosts.EXPECTED);
    }

    /// The name of the kernel that runs them.
    String kernelName() {
        return kernel.name();
    }

    /// The costs by which batches that are queued from now on choose how to run their levels.
    void runBy(BatchCosts costs) {
        costs.describe(request.costs());
    }

    /// Queues a batch whose sums are per source.
    ///
    /// @param limits what ends its searches early; null: nothing
    /// @param mostLevels after which it stops; 0: at its end
    void perSource(BatchSlot slot, int[] batch, SearchLimits limits, int mostLevels, boolean traced) {
        slot.describeLimits(limits, context, request);
        slot.describeSums(request);
        slot.describeStop(mostLevels, context, request);
        slot.describeTrace(traced, context, request);
        launch(slot, batch);
        request.limits(0);
        slot.downloadSums();
        slot.complete();
    }

    /// Queues a batch that is added to the sums per vertex.
    ///
    /// @param targetSums their device address
    /// @param mostLevels after which it stops; 0: at its end
    /// @param summed levels whose vertices have been added
    void perTarget(BatchSlot slot, int[] batch, long targetSums, int mostLevels, int summed, boolean traced) {
        request.targetSums(targetSums);
        request.summedLevels(summed);
        slot.describeStop(mostLevels, context, request);
        slot.describeTrace(traced, context, request);
        launch(slot, batch);
        request.targetSums(0);
        request.summedLevels(0);
        slot.complete();
    }

    /// Runs a batch that fills in a matrix of -1; how many levels it ran, the last of which may have found nothing.
    ///
    /// @param levels its device address
    int levels(BatchSlot slot, int[] batch, long levels, int levelBytes, int stride) {
        request.levels(levels);
        request.levelBytes(levelBytes);
        request.levelStride(stride);
        request.reached(0);
        slot.describeStop(0, context, request);
        slot.describeTrace(false, context, request);
        launch(slot, batch);
        request.levels(0);
        try (Arena work = Arena.ofShared()) {
            MemorySegment run = work.allocate(ValueLayout.JAVA_INT);
            state.downloadLevels(run);
            context.finish("a batch of %d searches".formatted(batch.length));
            return run.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private void launch(BatchSlot slot, int[] batch) {
        slot.describe(batch, request);
        if (begin != null) {
            begin.launchCooperative(
                    beginBlocks, begin.blockThreads(), state.arguments().parameters());
        }
        kernel.launchCooperative(
                blocks, kernel.blockThreads(), state.arguments().parameters());
    }

    @Override
    public void close() {
        state.close();
    }
}
