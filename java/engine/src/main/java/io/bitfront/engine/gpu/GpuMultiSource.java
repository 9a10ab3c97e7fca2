package io.bitfront.engine.gpu;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.MultiSource;
import io.bitfront.engine.SourceSums;
import io.bitfront.engine.TargetSums;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.graph.Graph;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;

/// Searches from up to 1,024 sources at once on one GPU, one cooperative launch per batch. Owns its device memory; the
/// engine that made it stays open longer.
final class GpuMultiSource implements MultiSource {
    /// Widths that are compiled, the widest first.
    static final int[] WIDTHS = {1_024, 512, 256};

    /// Offsets in `MultiRequest` of `native/include/bitfront/multi_abi.cuh`.
    private static final int REQUEST = 232;

    private static final int TARGET_SUMS = REQUEST + 40;
    private static final int SOURCE_COUNT = REQUEST + 60;
    private static final int COSTS = REQUEST + 64;
    private static final int BYTES = 344;

    /// `MultiCosts` as measured on an H200: modes allowed, then picoseconds per edge and vertex pushed, word queued,
    /// vertex, record and probe pulled, barrier.
    private static final int[] MEASURED_COSTS = {0b1110, 350, 150, 60, 90, 30, 8, 1_500_000};

    /// Bytes of a source's sums: reached, distance and harmonic sum, eccentricity.
    private static final int SUM_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private static final int TARGET_SUM_BYTES = 4 * Long.BYTES;

    private final CudaContext context;
    private final PinnedStaging staging;
    private final int width;
    private final int liveCount;
    private final Arena arena = Arena.ofShared();
    private final ArgumentBlock arguments = new ArgumentBlock(arena, BYTES);
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Kernel kernel;
    private final int blocks;
    private final PinnedBuffer mailbox;
    private final DeviceBuffer sources;
    private final DeviceBuffer sums;
    private DeviceBuffer targetSums;

    /// @param width one of [#WIDTHS]
    /// @param direction of the edges that are followed
    GpuMultiSource(
            CudaContext context,
            Graph graph,
            DeviceGraph deviceGraph,
            BfsKernels kernels,
            PinnedStaging staging,
            int width,
            Direction direction) {
        this.context = context;
        this.staging = staging;
        this.width = width;
        this.liveCount = SwitchCosts.liveCount(graph);
        context.use();
        try {
            kernel = kernels.batch(width);
            blocks = kernel.residentBlocks(kernel.blockThreads());
            mailbox = own(new PinnedBuffer(context, (long) SUM_BYTES * width, "the sums of a batch"));
            sources = own(context.allocate((long) Integer.BYTES * width, "the sources of a batch"));
            sums = own(context.allocate((long) SUM_BYTES * width, "the sums of a batch"));
            BatchState state = own(new BatchState(context, graph, width));
            deviceGraph.describe(arguments, direction);
            state.describe(arguments);
            kernels.prepareBatches(arguments);
            context.finish("the listing of vertices with many neighbours");
        } catch (Throwable t) {
            close();
            throw t;
        }
        arguments.setLong(REQUEST, sources.address());
        for (int i = 0; i < 4; i++) {
            arguments.setLong(REQUEST + Long.BYTES * (i + 1), sums.address() + (long) Long.BYTES * width * i);
        }
        for (int i = 0; i < MEASURED_COSTS.length; i++) {
            arguments.setInt(COSTS + Integer.BYTES * i, MEASURED_COSTS[i]);
        }
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    /// Device memory this takes, sums per target included.
    static long bytes(Graph graph, int width) {
        return BatchState.bytes(graph, width)
                + (long) TARGET_SUM_BYTES * SwitchCosts.liveCount(graph)
                + (long) width * (Integer.BYTES + SUM_BYTES);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public SourceSums perSource(int[] batch) {
        context.use();
        arguments.setLong(TARGET_SUMS, 0);
        launch(batch);
        MemorySegment found = mailbox.segment();
        sums.download(0, found);
        context.finish("a batch of %d searches".formatted(batch.length));
        SourceSums result = SourceSums.allocate(batch.length);
        for (int i = 0; i < batch.length; i++) {
            result.reached()[i] = found.getAtIndex(ValueLayout.JAVA_LONG, i);
            result.distanceSum()[i] = found.getAtIndex(ValueLayout.JAVA_LONG, width + i);
            result.harmonicSum()[i] = found.getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * width + i);
            result.eccentricity()[i] = found.getAtIndex(ValueLayout.JAVA_INT, 6L * width + i);
        }
        return result;
    }

    @Override
    public void perTarget(int[] batch, TargetSums into) {
        context.use();
        if (targetSums == null) {
            targetSums = own(context.allocate((long) TARGET_SUM_BYTES * liveCount, "the sums per vertex"));
        }
        targetSums.clear(targetSums.bytes());
        arguments.setLong(TARGET_SUMS, targetSums.address());
        launch(batch);
        staging.download(targetSums, targetSums.bytes(), (offset, pinned) -> add(offset, pinned, into));
    }

    /// Adds a piece of the sums, four to a vertex; a piece may begin within a vertex's.
    private static void add(long offset, MemorySegment found, TargetSums into) {
        LongArray[] sums = {into.pivots(), into.distance(), into.distanceSquared(), into.harmonic()};
        long first = offset / Long.BYTES;
        for (long i = 0; i < found.byteSize() / Long.BYTES; i++) {
            LongArray of = sums[(int) ((first + i) % sums.length)];
            long vertex = (first + i) / sums.length;
            of.set(vertex, of.get(vertex) + found.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
    }

    private void launch(int[] batch) {
        if (batch.length > width) {
            throw new IllegalArgumentException("batch of %d sources, at most %d".formatted(batch.length, width));
        }
        MemorySegment ids = mailbox.segment().asSlice(0, (long) Integer.BYTES * batch.length);
        MemorySegment.copy(batch, 0, ids, ValueLayout.JAVA_INT, 0, batch.length);
        sources.upload(0, ids);
        arguments.setInt(SOURCE_COUNT, batch.length);
        kernel.launchCooperative(blocks, kernel.blockThreads(), arguments.parameters());
    }

    @Override
    public void close() {
        context.use();
        DeviceException failure = null;
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                failure = new DeviceException("free the state of batches: " + e.getMessage(), e);
            }
        }
        if (arena.scope().isAlive()) {
            arena.close();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
