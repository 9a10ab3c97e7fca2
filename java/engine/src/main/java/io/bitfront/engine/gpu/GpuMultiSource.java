package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.gpu.abi.SearchEnd;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SearchLimits;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.graph.GraphStatistics;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Searches from up to 1,024 sources at once on one GPU, one cooperative launch per batch. Owns its device memory; the
/// engine that made it stays open longer.
final class GpuMultiSource implements MultiSource {
    /// Widths that are compiled, the widest first.
    static final int[] WIDTHS = {1_024, 512, 256};

    /// Batches queued at once: while one runs, the host takes over the sums of the one before and readies the next.
    private static final int DEPTH = 2;

    /// Batches that still come where it pays to measure costs: some of the first ones take up to four times as long for
    /// it.
    private static final int WORTH_MEASURING = 64;

    /// After so many independent batches one after the other more of them are to come.
    private static final int SETTLED_APART = 3;

    private final CudaContext context;
    private final PinnedStaging staging;
    private final int width;
    private final int liveCount;
    private final Arena arena = Arena.ofShared();
    private final Owned owned = new Owned("the state of batches");
    private final Kernel kernel;

    /// What begins a batch where components are known; else null.
    private final Kernel begin;

    private final int beginBlocks;
    private final int blocks;
    private final BatchState state;
    private final MultiRequest request;
    private final Deque<BatchSlot> free = new ArrayDeque<>();
    private final Deque<BatchSlot> underWay = new ArrayDeque<>();
    /// Of batches under way that add to the sums per vertex, which nobody finishes one by one.
    private final Deque<BatchSlot> adding = new ArrayDeque<>();
    private final BatchCalibrator calibrator;

    /// Whether so many sources are to come that costs are measured.
    private boolean measures;

    private final BatchMode mode;
    private final Supplier<IndependentSearches> independentState;
    /// Null where the mode of batches is not chosen for each.
    private final BatchChoice choice;

    /// Null until a batch is to run so.
    private IndependentSearches independent;

    /// How many of the last batches ran so one after the other: they teach nothing of what levels by records cost.
    private int independentInARow;

    private String wayNote = "";
    /// Runs what independent searches have left undone; null until there is something.
    private BatchSlot again;

    /// Whether the kernel ends searches early, and which of the batch that was finished last it did.
    private final boolean limits;
    private boolean[] cut = {};
    private final VertexSums targetSums;

    /// @param calibrators finds, by a kernel's name and whether it is one of `multi_near_*`, what says by which costs
    ///     batches run; null: by expected ones
    /// @param width one of [#WIDTHS]
    /// @param direction of the edges that are followed; with a paper mode, out
    /// @param independence how batches may run as independent searches
    GpuMultiSource(
            CudaContext context,
            Graph graph,
            DeviceGraph deviceGraph,
            BfsKernels kernels,
            PinnedStaging staging,
            int width,
            Direction direction,
            BatchMode mode,
            BiFunction<String, Boolean, BatchCalibrator> calibrators,
            Independent independence) {
        this.context = context;
        this.mode = mode;
        this.independentState = () -> new IndependentSearches(
                context,
                kernels,
                IndependentSearches.Lists.of(graph, deviceGraph, kernels, direction),
                width,
                independence.queue());
        this.staging = staging;
        this.width = width;
        this.liveCount = graph.verticesWithEdges();
        targetSums = owned.add(new VertexSums(context, staging, liveCount));
        context.use();
        try {
            boolean near = isNear(graph);
            kernel = kernels.batch(width, mode, near);
            limits = !near && !mode.isPaper() && mode != BatchMode.INDEPENDENT;
            calibrator = calibrators.apply(kernel.name(), near);
            blocks = kernel.residentBlocks(kernel.blockThreads());
            for (int i = 0; i < DEPTH; i++) {
                free.add(owned.add(new BatchSlot(context, width)));
            }
            state = owned.add(BatchState.of(context, graph, width, mode, arena));
            request = state.request();
            deviceGraph.describe(state.graph(), direction);
            begin = deviceGraph.knowsComponents() && !mode.isPaper() ? kernels.batchStart(width) : null;
            choice = mode == BatchMode.AUTO && independence.probe() != null
                    ? new BatchChoice(
                            independence.probe(),
                            width,
                            IndependentSearches.most(kernels),
                            (double) graph.edgeCount() / Math.max(1, liveCount))
                    : null;
            beginBlocks = begin == null ? 0 : begin.residentBlocks(begin.blockThreads());
            state.prepare(kernels, begin != null);
            context.finish("the listing of vertices with many neighbours");
        } catch (Throwable t) {
            close();
            throw t;
        }
        BatchCosts.EXPECTED.describe(request.costs());
    }

    /// How batches may run as independent searches.
    ///
    /// @param queue vertices that a search's queue holds
    /// @param probe finds how far apart a batch's sources are; null: where mode is auto, none runs so
    record Independent(int queue, Function<int[], Spread> probe) {}

    /// Whether frontiers are pulled by their own neighbourhoods: where neighbours have near numbers (the paper's eager
    /// graphs) and no list is so long that warps would have to share it.
    private static boolean isNear(Graph graph) {
        GraphStatistics figures = graph.statistics();
        return GpuEngine.storesEagerly(figures)
                && Math.max(figures.maxInDegree(), figures.maxOutDegree()) <= WideBatchState.PIECE_EDGES;
    }

    /// Device memory this takes, sums per target included.
    static long bytes(Graph graph, int width, BatchMode mode) {
        return BatchState.bytes(graph, width, mode)
                + VertexSums.bytes(graph.verticesWithEdges())
                + DEPTH * BatchSlot.bytes(width);
    }

    /// The first of some widths, the widest first, whose state fits.
    static OptionalInt widest(IntStream widths, IntToLongFunction bytes, long usable) {
        return widths.filter(width -> bytes.applyAsLong(width) <= usable).findFirst();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public String description() {
        return context.device().description();
    }

    @Override
    public int depth() {
        return DEPTH;
    }

    @Override
    public void begin(int[] batch) {
        beginLimited(batch, null);
    }

    /// Where all vertices pull; batches of near vertices are those of meshes, which limits end late.
    @Override
    public boolean limits() {
        return limits;
    }

    @Override
    public void beginLimited(int[] batch, SearchLimits ends) {
        if (ends != null && !limits) {
            MultiSource.super.beginLimited(batch, ends);
        }
        context.use();
        BatchSlot slot = place(batch);
        underWay.addLast(slot);
        slot.describeLimits(ends, context, request);
        if (ends == null && chooses(slot, batch)) {
            independent.perSource(slot, batch);
            slot.complete();
        } else {
            describeCosts(slot);
            queueByRecords(slot, batch);
        }
    }

    /// As independent searches, which nobody need look at the batch for.
    @Override
    public void beginApart(int[] batch) {
        if (choice == null || !offersIndependent()) {
            begin(batch);
            return;
        }
        context.use();
        BatchSlot slot = place(batch);
        underWay.addLast(slot);
        slot.describeLimits(null, context, request);
        slot.describeTrace(false, context, request);
        independentInARow++;
        independent.perSource(slot, batch);
        slot.complete();
    }

    @Override
    public boolean wasCut(int source) {
        return cut[source];
    }

    /// Queues a batch by records whose sums are per source.
    private void queueByRecords(BatchSlot slot, int[] batch) {
        slot.describeSums(request);
        launch(slot, batch);
        request.limits(0);
        slot.downloadSums();
        slot.complete();
    }

    /// Chooses how a batch runs; whether as independent searches.
    private boolean chooses(BatchSlot slot, int[] batch) {
        boolean independently = false;
        if (batch.length > 0 && mode == BatchMode.INDEPENDENT) {
            independently = offersIndependent();
        } else if (batch.length > 0 && choice != null) {
            BatchChoice.Chosen chosen = choice.choose(batch);
            independently = chosen.independent() && offersIndependent();
            slot.chosen(chosen.independent() == independently ? chosen : null);
        }
        independentInARow = independently ? independentInARow + 1 : 0;
        if (independently) {
            slot.describeTrace(false, context, request);
        }
        return independently;
    }

    /// Whether there is memory for independent searches, which take none before a batch is to run so.
    ///
    /// @throws DeviceException where there is none and no other way will do
    private boolean offersIndependent() {
        if (independent == null && wayNote.isEmpty()) {
            try {
                independent = owned.add(independentState.get());
            } catch (DeviceException e) {
                passOver(e);
            }
        }
        return independent != null;
    }

    /// @throws DeviceException where batches may run as independent searches only
    private void passOver(DeviceException missing) {
        if (mode == BatchMode.INDEPENDENT) {
            throw missing;
        }
        wayNote = "batches run by records only: " + missing.getMessage();
    }

    /// A place for one more batch: a free one, or that of the earliest batch which only adds to the sums per vertex,
    /// once it is done.
    private BatchSlot place(int[] batch) {
        if (batch.length > width) {
            throw new IllegalArgumentException("batch of %d sources, at most %d".formatted(batch.length, width));
        }
        if (free.isEmpty()) {
            if (adding.isEmpty()) {
                throw new IllegalStateException("%d batches are under mode".formatted(DEPTH));
            }
            settleAdding(adding.removeFirst());
        }
        return free.removeFirst();
    }

    private void settle(BatchSlot slot) {
        slot.await();
        if (slot.chosen() != null) {
            choice.learn(slot.chosen(), slot.count(), slot.nanos());
        }
        calibrate(slot);
        slot.chosen(null);
        free.addLast(slot);
    }

    /// Waits for a batch that adds to the sums per vertex, and adds what its searches left undone: with wider levels
    /// where these were too deep, else by records.
    private void settleAdding(BatchSlot slot) {
        settle(slot);
        int[] undone = slot.undone();
        if (undone.length == 0) {
            return;
        }
        int[] sources = slot.sourcesOf(undone);
        BatchSlot other = again();
        if (slot.ended(SearchEnd.TOO_DEEP) && independent.deepen() && addIndependently(other, sources)) {
            other.await();
            sources = other.sourcesOf(other.undone());
        }
        if (sources.length > 0) {
            addByRecords(other, sources);
            other.await();
        }
    }

    @Override
    public SourceSums finish() {
        context.use();
        BatchSlot slot = underWay.removeFirst();
        settle(slot);
        SourceSums sums = slot.sums();
        cut = slot.cut();
        int[] undone = slot.undone();
        if (undone.length > 0) {
            BatchSlot other = again();
            queueByRecords(other, slot.sourcesOf(undone));
            other.await();
            SourceSums left = other.sums();
            for (int i = 0; i < undone.length; i++) {
                sums.copyRow(undone[i], left, i);
            }
        }
        return sums;
    }

    private BatchSlot again() {
        if (again == null) {
            again = owned.add(new BatchSlot(context, width));
        }
        request.trace(0);
        return again;
    }

    @Override
    public void perTarget(int[] batch) {
        context.use();
        targetSums.prepare();
        BatchSlot slot = place(batch);
        boolean byThemselves = chooses(slot, batch) && addIndependently(slot, batch);
        adding.addLast(slot);
        if (!byThemselves) {
            describeCosts(slot);
            addByRecords(slot, batch);
        }
        targetSums.added();
    }

    /// Queues a batch of independent searches that is added to the sums per vertex; false where memory is short and
    /// another way will do.
    private boolean addIndependently(BatchSlot slot, int[] batch) {
        try {
            independent.perTarget(slot, batch, targetSums.address());
        } catch (DeviceException e) {
            passOver(e);
            slot.chosen(null);
            return false;
        }
        slot.complete();
        return true;
    }

    /// Queues a batch by records that is added to the sums per vertex.
    private void addByRecords(BatchSlot slot, int[] batch) {
        request.targetSums(targetSums.address());
        launch(slot, batch);
        request.targetSums(0);
        slot.complete();
    }

    @Override
    public int adding() {
        return adding.size();
    }

    @Override
    public Optional<Duration> patience() {
        return Optional.of(context.patience());
    }

    @Override
    public void abandon() {
        context.abandon();
    }

    @Override
    public void expect(long sources) {
        measures = sources >= (long) WORTH_MEASURING * width;
    }

    @Override
    public boolean settled() {
        return !measures || calibrator == null || calibrator.settled() || independentInARow >= SETTLED_APART;
    }

    @Override
    public String note() {
        return calibrator == null || calibrator.note().isEmpty() ? wayNote : calibrator.note();
    }

    /// By what costs the next batch runs, and whether it is traced.
    private void describeCosts(BatchSlot slot) {
        if (calibrator == null) {
            return;
        }
        boolean probes = measures && calibrator.probes();
        if (probes) {
            // By costs that may be wrong on purpose it says nothing of what a meeting costs.
            slot.chosen(null);
        }
        slot.describeTrace(probes, context, request);
        (probes ? calibrator.next() : calibrator.known()).describe(request.costs());
    }

    private void calibrate(BatchSlot slot) {
        BatchTrace trace = slot.trace();
        if (trace != null) {
            calibrator.add(trace);
        }
    }

    @Override
    public void bring() {
        if (!targetSums.hasNew()) {
            return;
        }
        context.use();
        while (!adding.isEmpty()) {
            settleAdding(adding.removeFirst());
        }
        targetSums.bring();
    }

    @Override
    public void collect(TargetSums into) {
        bring();
        targetSums.collect(into);
    }

    @Override
    public int levelWidth(int cellBytes) {
        context.use();
        long fitting = context.freeBytes()
                / 100
                * GpuEngine.USABLE_PERCENT
                / Math.max(1, LevelCells.bytes(liveCount, 1, cellBytes));
        if (fitting == 0) {
            throw new DeviceException("gpu:%d: the levels of %,d vertices from %d sources need %,d bytes, %,d are free"
                    .formatted(
                            context.device().index(),
                            liveCount,
                            LevelCells.stride(1),
                            LevelCells.bytes(liveCount, 1, cellBytes),
                            context.freeBytes()));
        }
        return (int) Math.min(width, fitting * LevelCells.stride(1));
    }

    @Override
    public boolean levels(int[] batch, LevelMatrix into) {
        context.use();
        long bytes = (long) liveCount * into.stride() * into.cellBytes();
        into.clear();
        try (DeviceBuffer cells = context.allocate(bytes, "levels from many sources")) {
            // The value in every byte is -1 in every cell.
            cells.fill((byte) -1, bytes);
            BatchSlot slot = place(batch);
            free.addLast(slot);
            boolean complete = chooses(slot, batch)
                    ? levelsIndependently(slot, batch, cells, into)
                    : levelsByRecords(slot, batch, cells, into);
            if (!complete) {
                return false;
            }
            staging.download(cells, into.cells().asSlice(0, bytes));
            context.finish("a batch of %d searches".formatted(batch.length));
            for (int column = 0; column < batch.length; column++) {
                into.set(batch[column], column, 0);
            }
            return true;
        }
    }

    /// Fills in a matrix of -1; whether all levels fit its cells.
    private boolean levelsIndependently(BatchSlot slot, int[] batch, DeviceBuffer cells, LevelMatrix into) {
        independent.levels(slot, batch, cells.address(), into.cellBytes(), into.stride());
        slot.complete();
        slot.await();
        if (slot.undone().length == 0) {
            return true;
        }
        if (slot.ended(SearchEnd.TOO_DEEP)) {
            return false;
        }
        cells.fill((byte) -1, cells.bytes());
        return levelsByRecords(slot, batch, cells, into);
    }

    private boolean levelsByRecords(BatchSlot slot, int[] batch, DeviceBuffer cells, LevelMatrix into) {
        request.levels(cells.address());
        request.levelBytes(into.cellBytes());
        request.levelStride(into.stride());
        request.reached(0);
        request.trace(0);
        launch(slot, batch);
        request.levels(0);
        try (Arena work = Arena.ofShared()) {
            MemorySegment run = work.allocate(ValueLayout.JAVA_INT);
            state.downloadLevels(run);
            context.finish("a batch of %d searches".formatted(batch.length));
            return run.get(ValueLayout.JAVA_INT, 0) <= LevelCells.deepest(into.cellBytes());
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
        if (context.abandoned()) {
            return;
        }
        context.use();
        try {
            owned.close();
        } finally {
            if (arena.scope().isAlive()) {
                arena.close();
            }
        }
    }
}
