package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.LongStream;

/// Traverses on all cores. Owns its threads and its state, both freed by [#close]; the graph stays open.
public final class CpuEngine implements Backend {
    private static final int SEPARATE_HEAP_SHARE = 4;
    /// What the state of one batch may take of the heap.
    private static final int MOST_HEAP_PERCENT = 85;

    private final Graph graph;
    private final Workers workers;
    private final SingleSource state;

    /// @param threads at least 1
    public CpuEngine(Graph graph, int threads) {
        this(graph, threads, CostModel.MEASURED);
    }

    CpuEngine(Graph graph, int threads, StepChoice steps) {
        this.graph = graph;
        this.workers = new Workers(threads);
        try (Graph.Use _ = graph.use()) {
            this.state = new SingleSource(graph, workers, steps);
        } catch (Throwable t) {
            workers.close();
            throw t;
        }
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public Backend over(Graph other) {
        return new CpuEngine(other, workers.threads());
    }

    @Override
    public String description() {
        return description(workers.threads());
    }

    static String description(int threads) {
        return threads == 1 ? "cpu (1 thread)" : "cpu (%d threads)".formatted(threads);
    }

    @Override
    public LabResult bfs(LabRequest request, Arena arena) {
        try (Graph.Use _ = graph.use()) {
            return inInputNumbering(run(request), request.parents(), arena);
        }
    }

    private LabResult inInputNumbering(BfsSummary run, boolean parents, Arena arena) {
        ResultNumbering numbering = new ResultNumbering(graph, state.in(), workers);
        long started = System.nanoTime();
        IntArray level = numbering.levels(state.level(), arena);
        long renumbered = System.nanoTime();
        LongArray parent = parents ? numbering.parents(state.level(), arena) : null;
        long parentTime = parents ? Elapsed.nanos(renumbered) : 0;
        BfsResult.Timings timings = new BfsResult.Timings(
                run.timings().initialise(), run.timings().kernel(), parentTime, renumbered - started, 0);
        BfsResult found = new BfsResult(
                run.source(), graph.ids(), level, parent, run.verticesPerLevel(), run.reachedEdges(), timings);
        return new LabResult(found, run.trace());
    }

    @Override
    public BfsSummary measure(LabRequest request) {
        try (Graph.Use _ = graph.use()) {
            return run(request);
        }
    }

    private BfsSummary run(LabRequest request) {
        requireOffered(request);
        int source = graph.vertexOf(request.source());
        int[] targets =
                LongStream.of(request.targets()).mapToInt(graph::vertexOf).toArray();
        long started = System.nanoTime();
        state.reset();
        long ready = System.nanoTime();
        state.run(source, request, targets);
        BfsResult.Timings timings = new BfsResult.Timings(ready - started, Elapsed.nanos(ready), 0, 0, 0);
        return new BfsSummary(request.source(), state.verticesPerLevel(), state.reachedEdges(), timings, state.trace());
    }

    private static void requireOffered(LabRequest request) {
        BfsMode mode = request.mode();
        if (mode == BfsMode.TENSOR || mode == BfsMode.PAPER) {
            throw new IllegalArgumentException(
                    "mode %s needs a GPU: the CPU engine has auto, push and pull".formatted(mode.word()));
        }
        if (mode == BfsMode.AUTO && request.switching().rule() == SwitchRule.PAPER) {
            throw new IllegalArgumentException("switch paper needs a GPU: it chooses between tensor and pull");
        }
        if (request.plan().mode() == LevelMode.TENSOR) {
            throw new IllegalArgumentException("a tensor level needs a GPU");
        }
    }

    private static void requireOffered(BatchMode mode) {
        if (mode.isPaper()) {
            throw new IllegalArgumentException(
                    "mode %s needs a GPU: the CPU engine has auto, wide and independent".formatted(mode.word()));
        }
    }

    @Override
    public List<LevelMode> levelModes() {
        return List.of(LevelMode.PUSH, LevelMode.PULL);
    }

    @Override
    public Optional<Workers> hostWorkers() {
        return Optional.of(workers);
    }

    @Override
    public long singleSourceBytes() {
        return SingleSource.bytes(graph, workers.threads());
    }

    @Override
    public MultiSource multiSource(int width, Direction direction, BatchMode mode) {
        requireOffered(mode);
        CpuMultiSource batches = new CpuMultiSource(graph, workers, fitting(width, mode), direction, mode);
        if (mode == BatchMode.AUTO && (direction == Direction.OUT || !graph.directed())) {
            batches.searchFewBy(state);
        }
        return batches;
    }

    @Override
    public int batchWidth(int width, Direction direction, BatchMode mode) {
        requireOffered(mode);
        return fitting(width, mode);
    }

    private int indexable(int width, BatchMode mode) {
        return CpuMultiSource.indexableWidth(graph.verticesWithEdges(), width, workers.threads(), mode);
    }

    /// The width asked for; by default that of records of one long where wider ones do not fit Java arrays or leave the
    /// heap too little.
    ///
    /// @throws DeviceException where Java arrays or the heap have no room for its state
    private int fitting(int width, BatchMode mode) {
        long heap = Runtime.getRuntime().maxMemory();
        return fitting(
                indexable(width, mode), heap, wide -> CpuMultiSource.bytes(graph, wide, workers.threads(), mode));
    }

    static int fitting(int width, long heap, IntToLongFunction bytes) {
        long most = heap / 100 * MOST_HEAP_PERCENT;
        int wide = CpuMultiSource.requireWidth(width);
        int fitting = width == 0 && bytes.applyAsLong(wide) > most ? Long.SIZE : wide;
        if (bytes.applyAsLong(fitting) > most) {
            throw new DeviceException(
                    "cpu: batches of %,d sources take %,d MB of Java heap, which may grow to %,d MB (set -Xmx)"
                            .formatted(fitting, bytes.applyAsLong(fitting) >> 20, heap >> 20));
        }
        return fitting;
    }

    @Override
    public long multiSourceBytes(int width, Direction direction, BatchMode mode) {
        return CpuMultiSource.bytes(graph, fitting(width, mode), workers.threads(), mode);
    }

    @Override
    public List<MultiSource> multiSources(int width, Direction direction, BatchMode mode, long sources) {
        requireOffered(mode);
        int indexable = indexable(width, mode);
        if (!separate(indexable, mode, sources)) {
            return List.of(multiSource(indexable, direction, mode));
        }
        List<MultiSource> states = new ArrayList<>();
        for (int i = 0; i < workers.threads(); i++) {
            states.add(CpuMultiSource.alone(graph, indexable, direction, mode));
        }
        return states;
    }

    @Override
    public long multiSourcesBytes(int width, Direction direction, BatchMode mode, long sources) {
        int indexable = indexable(width, mode);
        return separate(indexable, mode, sources)
                ? workers.threads() * CpuMultiSource.bytes(graph, indexable, 1, mode)
                : multiSourceBytes(indexable, direction, mode);
    }

    /// Whether each thread should run batches of its own, so that none waits for another: 1.3 times as fast on
    /// kron 16, rgg 16 and a road grid of 400 x 400. The heap must hold the states easily, and each thread have a
    /// batch.
    private boolean separate(int width, BatchMode mode, long sources) {
        long bytes = workers.threads() * CpuMultiSource.bytes(graph, width, 1, mode);
        int batch = CpuMultiSource.requireWidth(width);
        return bytes < Runtime.getRuntime().maxMemory() / SEPARATE_HEAP_SHARE
                && sources > (workers.threads() - 1L) * batch;
    }

    @Override
    public void close() {
        workers.close();
    }
}
