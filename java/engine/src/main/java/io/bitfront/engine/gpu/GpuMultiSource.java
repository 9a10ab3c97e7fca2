package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.SearchEnd;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SearchLimits;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.memory.Closing;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiFunction;

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

    private final CudaContext context;
    private final PinnedStaging staging;
    private final int width;
    private final int liveCount;
    private final Arena arena = Arena.ofShared();
    private final Owned owned = new Owned("the state of batches");
    private final RecordBatches records;
    private final Deque<BatchSlot> free = new ArrayDeque<>();
    private final Deque<BatchSlot> underWay = new ArrayDeque<>();
    /// Of batches under way that add to the sums per vertex, which nobody finishes one by one.
    private final Deque<BatchSlot> adding = new ArrayDeque<>();
    private final BatchCalibrator calibrator;

    /// Whether so many sources are to come that costs are measured.
    private boolean measures;

    private final BatchWays ways;
    /// Runs what batches have left undone; null until there is something.
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
        BatchChoice choice = mode == BatchMode.AUTO && independence.probe() != null
                ? new BatchChoice(
                        independence.probe(),
                        width,
                        IndependentSearches.most(kernels),
                        graph.verticesWithEdges(),
                        (double) graph.edgeCount() / Math.max(1, graph.verticesWithEdges()))
                : null;
        ways = owned.add(new BatchWays(
                mode,
                choice,
                choice == null ? null : independence.thin(),
                () -> new IndependentSearches(
                        context,
                        kernels,
                        IndependentSearches.Lists.of(graph, deviceGraph, kernels, direction),
                        width,
                        independence.queue())));
        this.staging = staging;
        this.width = width;
        this.liveCount = graph.verticesWithEdges();
        targetSums = owned.add(new VertexSums(context, staging, liveCount));
        context.use();
        try {
            boolean near = WideBatchState.isNear(graph);
            limits = !near && !mode.isPaper() && mode != BatchMode.INDEPENDENT;
            for (int i = 0; i < DEPTH; i++) {
                free.add(owned.add(new BatchSlot(context, width)));
            }
            records = owned.add(
                    new RecordBatches(context, graph, deviceGraph, kernels, width, direction, mode, near, arena));
            calibrator = calibrators.apply(records.kernelName(), near);
        } catch (Throwable t) {
            Closing.after(t, this::close);
            throw t;
        }
    }

    /// How batches may run as independent searches.
    ///
    /// @param queue vertices that a search's queue holds
    /// @param probe finds how far apart a batch's sources are; null: where mode is auto, none runs so
    /// @param thin runs them where all their levels are thin; null: nobody does
    record Independent(int queue, BatchChoice.Probe probe, ThinSearches thin) {}

    /// Device memory this takes, sums per target included.
    static long bytes(Graph graph, int width, BatchMode mode) {
        return BatchState.bytes(graph, width, mode)
                + VertexSums.bytes(graph.verticesWithEdges())
                + DEPTH * BatchSlot.bytes(width);
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
        if (ends == null && ways.chooses(slot, batch)) {
            searchApart(slot, batch);
        } else {
            int mostLevels = ends == null ? ways.mostLevels(slot) : 0;
            records.perSource(slot, batch, ends, mostLevels, chooseCosts(slot));
        }
    }

    /// As independent searches, which nobody need look at the batch for.
    @Override
    public void beginApart(int[] batch) {
        if (!ways.takesApart()) {
            begin(batch);
            return;
        }
        context.use();
        BatchSlot slot = place(batch);
        underWay.addLast(slot);
        searchApart(slot, batch);
    }

    /// Batches that the host has run.
    int batchesByHost() {
        return ways.batchesByHost();
    }

    @Override
    public boolean wasCut(int source) {
        return cut[source];
    }

    /// As independent searches whose sums are per source, by the host where all their levels are thin.
    private void searchApart(BatchSlot slot, int[] batch) {
        SourceSums found = ways.byHost(batch);
        if (found == null) {
            queueApart(slot, batch);
        } else {
            slot.found(batch, found);
        }
    }

    /// Queues a batch of independent searches whose sums are per source.
    private void queueApart(BatchSlot slot, int[] batch) {
        slot.runsWhole();
        ways.independent().perSource(slot, batch);
        slot.complete();
    }

    /// A place for one more batch: a free one, or that of the earliest batch which only adds to the sums per vertex,
    /// once it is done.
    private BatchSlot place(int[] batch) {
        if (batch.length > width) {
            throw new IllegalArgumentException("batch of %d sources, at most %d".formatted(batch.length, width));
        }
        if (free.isEmpty()) {
            if (adding.isEmpty()) {
                throw new IllegalStateException("%d batches are under way".formatted(DEPTH));
            }
            settleAdding(adding.removeFirst());
        }
        return free.removeFirst();
    }

    private void settle(BatchSlot slot) {
        slot.await();
        ways.learn(slot);
        calibrate(slot);
        slot.chosen(null);
        free.addLast(slot);
    }

    /// Waits for a batch that adds to the sums per vertex, and adds what it has left undone: by itself what was stopped
    /// and what was too deep, if that may be, all else by records.
    private void settleAdding(BatchSlot slot) {
        settle(slot);
        int[] left = slot.sourcesOf(slot.undone());
        if (left.length == 0) {
            return;
        }
        int summed = slot.stopped() ? slot.mostLevels() : 0;
        BatchSlot other = again();
        boolean apart = slot.stopped()
                ? ways.takesRest(left)
                : slot.ended(SearchEnd.TOO_DEEP) && ways.independent().deepen();
        if (apart) {
            left = addApart(other, left, summed);
        }
        if (left.length > 0) {
            records.perTarget(other, left, targetSums.address(), 0, summed, false);
            other.await();
        }
    }

    /// Adds independent searches to the sums per vertex, with wider levels where they are too deep; those it has not.
    private int[] addApart(BatchSlot slot, int[] sources, int summed) {
        if (!addIndependently(slot, sources, summed)) {
            return sources;
        }
        slot.await();
        int[] undone = slot.sourcesOf(slot.undone());
        return slot.ended(SearchEnd.TOO_DEEP) && ways.independent().deepen() ? addApart(slot, undone, summed) : undone;
    }

    @Override
    public SourceSums finish() {
        context.use();
        BatchSlot slot = underWay.removeFirst();
        settle(slot);
        SourceSums sums = slot.sums();
        cut = slot.cut();
        int[] undone = slot.undone();
        if (undone.length > 0 && slot.stopped() && ways.takesRest(slot.sourcesOf(undone))) {
            BatchSlot other = again();
            queueApart(other, slot.sourcesOf(undone));
            undone = replace(sums, undone, other);
        }
        if (undone.length > 0) {
            BatchSlot other = again();
            records.perSource(other, slot.sourcesOf(undone), null, 0, false);
            replace(sums, undone, other);
        }
        return sums;
    }

    /// Takes over rows of sums from a batch of some columns' sources, once it is done; the columns that it has left.
    private static int[] replace(SourceSums sums, int[] columns, BatchSlot by) {
        by.await();
        SourceSums found = by.sums();
        for (int i = 0; i < columns.length; i++) {
            sums.copyRow(columns[i], found, i);
        }
        return Arrays.stream(by.undone()).map(column -> columns[column]).toArray();
    }

    private BatchSlot again() {
        if (again == null) {
            again = owned.add(new BatchSlot(context, width));
        }
        return again;
    }

    @Override
    public void perTarget(int[] batch) {
        context.use();
        targetSums.prepare();
        BatchSlot slot = place(batch);
        boolean apart = ways.chooses(slot, batch);
        int mostLevels = ways.mostLevels(slot);
        boolean added = apart && addIndependently(slot, batch, 0);
        adding.addLast(slot);
        if (!added) {
            records.perTarget(slot, batch, targetSums.address(), apart ? 0 : mostLevels, 0, chooseCosts(slot));
        }
        targetSums.added();
    }

    /// Queues a batch of independent searches that is added to the sums per vertex; false where memory is short and
    /// another way will do.
    ///
    /// @param summed levels whose vertices have been added
    private boolean addIndependently(BatchSlot slot, int[] batch, int summed) {
        slot.runsWhole();
        try {
            ways.independent().perTarget(slot, batch, targetSums.address(), summed);
        } catch (DeviceException e) {
            ways.passOver(e);
            slot.chosen(null);
            return false;
        }
        slot.complete();
        return true;
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
        return !measures || calibrator == null || calibrator.settled() || ways.settledApart();
    }

    @Override
    public String note() {
        return calibrator == null || calibrator.note().isEmpty() ? ways.note() : calibrator.note();
    }

    /// By what costs the next batch by records runs; whether it is traced.
    private boolean chooseCosts(BatchSlot slot) {
        if (calibrator == null) {
            return false;
        }
        boolean probes = measures && calibrator.probes();
        if (probes) {
            // By costs that may be wrong on purpose it says nothing of what a meeting costs.
            slot.chosen(null);
        }
        records.runBy(probes ? calibrator.next() : calibrator.known());
        return probes;
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
        long usable = DeviceRoom.usableBytes(context);
        long fitting = usable / Math.max(1, LevelCells.bytes(liveCount, 1, cellBytes));
        if (fitting == 0) {
            throw new DeviceException(
                    "gpu:%d: the levels of %,d vertices from %d sources need %,d bytes, %,d may be used"
                            .formatted(
                                    context.device().index(),
                                    liveCount,
                                    LevelCells.stride(1),
                                    LevelCells.bytes(liveCount, 1, cellBytes),
                                    usable));
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
            boolean complete = ways.chooses(slot, batch)
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
        ways.independent().levels(slot, batch, cells.address(), into.cellBytes(), into.stride());
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
        return records.levels(slot, batch, cells.address(), into.cellBytes(), into.stride())
                <= LevelCells.deepest(into.cellBytes());
    }

    @Override
    public void close() {
        if (calibrator != null && !(underWay.isEmpty() && adding.isEmpty())) {
            calibrator.giveUp();
        }
        if (!context.abandoned()) {
            Closing.all(context::use, owned::close, this::closeArena);
        }
    }

    private void closeArena() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
