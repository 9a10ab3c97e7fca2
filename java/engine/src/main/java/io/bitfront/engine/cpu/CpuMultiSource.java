package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Bit-parallel breadth-first searches: one bit per source and vertex, a level either top-down from the vertices that
/// gained bits ([BitPush]) or bottom-up over all ([BitPull]), whichever looks cheaper. Vertices without edges take no
/// part. A source whose component is finished gains no more bits and then costs nothing. Deep graphs are searched
/// from each source alone, where that is faster ([BatchChoice]).
public final class CpuMultiSource implements MultiSource {
    /// Sources at once where nothing else is asked for: one cache line a vertex.
    public static final int DEFAULT_WIDTH = 512;
    /// Most sources at once.
    public static final int MAX_WIDTH = 1_024;

    /// An edge pushed costs as much as this many edges pulled: it is read and written, and no early exit spares it.
    private static final int PUSH_COST = 4;

    private static final int SMALL_LEVEL_EDGES = 4_096;

    private final Graph graph;
    private final Workers workers;
    private final boolean ownsWorkers;
    /// Whom vertices with bits hand them, at the first level and later.
    private Adjacency pushedFirst;

    private Adjacency pushed;
    private Adjacency pulled;
    private int vertexCount;
    private final int width;
    private final BfsMode mode;
    /// Null where the graph is whole.
    private ReducedGraph reduced;

    private GroupTally groups;
    private final int words;
    /// Of bit-parallel batches; null before the first one.
    private BitState state;

    private BitFrontier frontier;
    private BitPush push;
    private BitPull pull;
    private final SourceTally sourceTally;
    private final WorkerTotals[] totals;
    private final long[] dead;
    /// Null where batches are always bit-parallel.
    private final IndependentSearches searches;

    /// Whether sources may lie far from each other: chains that hang on a scale-free graph are deep, but from their
    /// ends
    /// all searches soon meet.
    private final boolean mayScatter;

    private final BatchChoice choice;
    private final Arena arena = Arena.ofShared();
    private SourceSums finished;
    private long pushedLevels;
    private long pulledLevels;
    private TargetSums targetSums;

    /// @param workers used by one traversal at a time; stays open
    /// @param width a multiple of 64 from 64 to 1,024, or 0 for the default
    /// @throws DeviceException where the state does not fit the Java heap
    public CpuMultiSource(Graph graph, Workers workers, int width, Direction direction) {
        this(graph, workers, width, direction, BatchMode.AUTO);
    }

    /// @param batches auto, wide or independent
    CpuMultiSource(Graph graph, Workers workers, int width, Direction direction, BatchMode batches) {
        this(graph, workers, false, width, direction, BfsMode.AUTO, batches);
    }

    /// One that works on the calling thread alone, so that several can run beside each other.
    static CpuMultiSource alone(Graph graph, int width, Direction direction, BatchMode batches) {
        return new CpuMultiSource(graph, new Workers(1), true, width, direction, BfsMode.AUTO, batches);
    }

    /// @param mode [BfsMode#AUTO], or the one kind of level to run in batches that are wide
    /// @param batches auto, wide or independent
    CpuMultiSource(
            Graph graph,
            Workers workers,
            boolean ownsWorkers,
            int width,
            Direction direction,
            BfsMode mode,
            BatchMode batches) {
        this.graph = graph;
        this.workers = workers;
        this.ownsWorkers = ownsWorkers;
        boolean out = direction == Direction.OUT;
        try (Graph.Use _ = graph.use()) {
            this.pushed = new Adjacency(out ? graph.out() : graph.in(), workers);
            this.pulled = graph.directed() ? new Adjacency(out ? graph.in() : graph.out(), workers) : pushed;
        }
        this.pushedFirst = pushed;
        this.vertexCount = graph.verticesWithEdges();
        this.width = requireWidth(width);
        this.mode = mode;
        this.words = words(this.width);
        int threads = workers.threads();
        BitState.requireIndexable(vertexCount, words, threads);
        this.searches = mode == BfsMode.AUTO && offersIndependent(vertexCount, words, threads, batches)
                ? new IndependentSearches(out ? graph.out() : graph.in(), vertexCount, workers)
                : null;
        this.mayScatter = !graph.statistics().scaleFree();
        this.choice = new BatchChoice(batches == BatchMode.INDEPENDENT);
        this.sourceTally = new SourceTally(words, threads);
        this.totals = new WorkerTotals[threads];
        Arrays.setAll(totals, worker -> new WorkerTotals(words));
        this.dead = new long[words];
        if (searches == null) {
            allocate();
        }
    }

    /// Takes the memory of bit-parallel batches, unless it was taken before.
    ///
    /// @throws DeviceException where it does not fit the Java heap
    private void allocate() {
        if (state != null) {
            return;
        }
        int threads = workers.threads();
        try {
            BitState all = new BitState(vertexCount, words, threads);
            frontier = new BitFrontier(vertexCount, words, threads);
            push = new BitPush(vertexCount, all, frontier, workers);
            pull = new BitPull(pulled, vertexCount, all, frontier, workers);
            state = all;
        } catch (OutOfMemoryError full) {
            throw new DeviceException(
                    "cpu: allocate %,d bytes for batches of %d sources: the Java heap holds %,d (-Xmx)"
                            .formatted(
                                    stateBytes(vertexCount, words, threads),
                                    width,
                                    Runtime.getRuntime().maxMemory()),
                    full);
        }
    }

    /// Most bytes one of these allocates.
    ///
    /// @param threads workers that share it
    /// @param batches auto, wide or independent
    static long bytes(Graph graph, int width, int threads, BatchMode batches) {
        int n = graph.verticesWithEdges();
        int words = words(requireWidth(width));
        return (batches == BatchMode.INDEPENDENT ? 0 : stateBytes(n, words, threads))
                + (offersIndependent(n, words, threads, batches) ? IndependentSearches.bytes(n, threads) : 0);
    }

    private static long stateBytes(int vertexCount, int words, int threads) {
        return BitState.bytes(vertexCount, words, threads)
                + BitFrontier.bytes(vertexCount, words, threads)
                + BitPush.bytes(vertexCount);
    }

    /// Searches of their own may take as much memory as a batch, but no more where they were not asked for.
    private static boolean offersIndependent(int vertexCount, int words, int threads, BatchMode batches) {
        if (batches != BatchMode.AUTO) {
            return batches == BatchMode.INDEPENDENT;
        }
        return IndependentSearches.bytes(vertexCount, threads) <= stateBytes(vertexCount, words, threads);
    }

    /// The width asked for, or the default.
    static int requireWidth(int width) {
        if (width % Long.SIZE != 0 || width < 0 || width > MAX_WIDTH) {
            throw new IllegalArgumentException(
                    "batch of %d sources: the CPU engine takes a multiple of 64 up to %,d".formatted(width, MAX_WIDTH));
        }
        return width == 0 ? DEFAULT_WIDTH : width;
    }

    private static int words(int width) {
        return Math.ceilDiv(width, BitState.PART * Long.SIZE) * BitState.PART;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public String description() {
        return CpuEngine.description(workers.threads());
    }

    @Override
    public int depth() {
        return 1;
    }

    @Override
    public boolean watches() {
        return true;
    }

    @Override
    public void reduce(ReducedGraph fewer) {
        reduced = fewer;
        pushedFirst = new Adjacency(fewer.all(), workers);
        pushed = new Adjacency(fewer.onwards(), workers);
        pulled = new Adjacency(fewer.core(), workers);
        vertexCount = fewer.vertexCount();
        groups = new GroupTally(fewer, graph.out(), words);
        state = null;
    }

    @Override
    public void begin(int[] sources) {
        begin(sources, null);
    }

    @Override
    public void begin(int[] sources, LevelWatch watch) {
        LevelWatch told = watch == null || searches == null ? watch : new OnceWatch(watch, sources.length);
        finished = sourceTally.begin(sources.length, told, groups == null ? null : groups.begin(sources));
        if (!traverse(sources, sourceTally, searches != null)) {
            finished = sourceTally.begin(sources.length, null, null);
            independently(sources.length, () -> searches.perSource(sources, finished, told));
        }
    }

    @Override
    public SourceSums finish() {
        SourceSums sums = finished;
        finished = null;
        return sums;
    }

    @Override
    public void perTarget(int[] pivots) {
        requireWhole();
        if (targetSums == null) {
            targetSums = TargetSums.allocate(arena, graph.vertexCount());
        }
        // Sums of a batch that is given up in its midst are thrown away.
        boolean trial = searches != null && !choice.settled();
        try (Arena scratch = Arena.ofShared()) {
            TargetSums sums = trial ? TargetSums.allocate(scratch, graph.vertexCount()) : targetSums;
            if (!traverse(pivots, new TargetTally(words, sums), trial)) {
                independently(pivots.length, () -> searches.perTarget(pivots, targetSums));
            } else if (trial) {
                sums.moveInto(targetSums);
            }
        }
    }

    @Override
    public void collect(TargetSums into) {
        if (targetSums != null) {
            targetSums.moveInto(into);
        }
    }

    @Override
    public int levelWidth(int cellBytes) {
        return width;
    }

    @Override
    public boolean levels(int[] sources, LevelMatrix into) {
        requireWhole();
        into.clear();
        for (int column = 0; column < sources.length; column++) {
            into.set(sources[column], column, 0);
        }
        MatrixTally tally = new MatrixTally(words, into);
        if (traverse(sources, tally, searches != null)) {
            return tally.complete();
        }
        try (Graph.Use _ = graph.use()) {
            return searches.levels(sources, into);
        }
    }

    private void requireWhole() {
        if (reduced != null) {
            throw new IllegalStateException("cpu: a reduced graph has no levels of its own");
        }
    }

    private void independently(int sources, Runnable batch) {
        long started = System.nanoTime();
        try (Graph.Use _ = graph.use()) {
            batch.run();
        }
        choice.learn((System.nanoTime() - started) / Math.max(sources, 1));
    }

    /// @param trial whether it may be given up
    /// @return false where the batch is to be done by searches of their own; what the tally holds is of no use then
    private boolean traverse(int[] sources, LevelTally tally, boolean trial) {
        if (trial && choice.always()) {
            return false;
        }
        try (Graph.Use _ = graph.use()) {
            if (trial && (mayScatter && searches.scattered(sources) || choice.independentNext())) {
                return false;
            }
            allocate();
            return traverseLevels(sources, tally, trial);
        }
    }

    private boolean overdue(int level, long started, int[] sources) {
        if (level % BatchChoice.DEEP != 0) {
            return false;
        }
        long nanos = System.nanoTime() - started;
        if (!choice.known()) {
            choice.learn(searches.nanosASource(sources));
        }
        return choice.overdue(nanos, sources.length);
    }

    private boolean traverseLevels(int[] sources, LevelTally tally, boolean trial) {
        long started = System.nanoTime();
        long frontierEdges = seed(sources);
        long wantingEdges = pushed.edgeCount();
        for (int level = 1; anyLive() && tally.wants(level); level++) {
            if (trial && overdue(level, started, sources)) {
                return false;
            }
            boolean small = frontierEdges < SMALL_LEVEL_EDGES;
            if (level == 1 && reduced != null) {
                push.run(pushedFirst, Integer.MAX_VALUE, dead);
                pushedLevels++;
            } else if (pushes(frontierEdges, wantingEdges)) {
                push.run(pushed, small ? Integer.MAX_VALUE : BitFrontier.BLOCK, dead);
                pushedLevels++;
            } else {
                wantingEdges = pull.run(dead);
                pulledLevels++;
            }
            frontier.seal();
            frontierEdges = commit(level, tally, small ? Integer.MAX_VALUE : 1);
        }
        choice.completed();
        return true;
    }

    /// Levels of all batches so far that were pushed.
    long pushedLevels() {
        return pushedLevels;
    }

    /// Levels of all batches so far that were pulled.
    long pulledLevels() {
        return pulledLevels;
    }

    private boolean anyLive() {
        return Arrays.stream(dead).anyMatch(word -> word != -1);
    }

    private boolean pushes(long frontierEdges, long wantingEdges) {
        return switch (mode) {
            case PUSH -> true;
            case PULL -> false;
            default -> frontierEdges * PUSH_COST < wantingEdges + vertexCount;
        };
    }

    private long seed(int[] sources) {
        if (sources.length > width) {
            throw new IllegalArgumentException("batch of %d sources, at most %d".formatted(sources.length, width));
        }
        workers.onEach(state::clear);
        for (int i = 0; i < sources.length; i++) {
            int vertex = reduced == null ? sources[i] : reduced.number()[sources[i]];
            if (vertex >= 0 && vertex < vertexCount) {
                push.seed(vertex, i);
            }
        }
        frontier.seal();
        return commit(0, null, Integer.MAX_VALUE);
    }

    /// Adds the bits of the level built to what has been seen, counts them, and makes that level the queue.
    ///
    /// @return edges out of the level
    private long commit(int level, LevelTally tally, int grain) {
        for (WorkerTotals total : totals) {
            total.clear();
        }
        workers.forRange(0, frontier.blocks(), grain, (worker, begin, end) -> {
            for (int block = (int) begin; block < end; block++) {
                int firstSlot = block * BitFrontier.BLOCK;
                commitBlock(firstSlot, worker);
                if (tally != null) {
                    tally.block(worker, level, frontier.vertices(), firstSlot, frontier.bits());
                }
            }
        });
        long frontierEdges = 0;
        long[] live = totals[0].live;
        long[] leading = totals[0].leading;
        for (WorkerTotals total : totals) {
            frontierEdges += total.frontierEdges;
            for (int w = 0; w < live.length; w++) {
                live[w] |= total.live[w];
                leading[w] |= total.leading[w];
            }
        }
        if (tally != null && tally.endLevel(level, live)) {
            frontierEdges = keepLive(live);
        }
        long[] goingOn = reduced == null || level == 0 ? live : leading;
        for (int w = 0; w < live.length; w++) {
            dead[w] = ~(live[w] & goingOn[w]);
        }
        frontier.advance();
        return frontierEdges;
    }

    /// Takes vertices out of the level built whose new bits are all of searches that ended.
    ///
    /// @return edges out of the others
    private long keepLive(long[] live) {
        int[] vertex = frontier.vertices();
        long[] bits = frontier.bits();
        int words = live.length;
        long edges = 0;
        for (int slot = 0; slot < frontier.blocks() * BitFrontier.BLOCK; slot++) {
            long alive = 0;
            for (int w = 0; w < words; w++) {
                alive |= bits[slot * words + w] & live[w];
            }
            if (alive == 0) {
                vertex[slot] = -1;
            } else {
                edges += pushed.degree(vertex[slot]);
            }
        }
        return edges;
    }

    private void commitBlock(int firstSlot, int worker) {
        int[] vertex = frontier.vertices();
        long[] bits = frontier.bits();
        long[] seen = state.seen();
        long[] live = totals[worker].live;
        long[] leading = totals[worker].leading;
        int leads = reduced == null ? 0 : reduced.coreCount();
        int words = live.length;
        long edges = 0;
        for (int slot = firstSlot; slot < firstSlot + BitFrontier.BLOCK && vertex[slot] >= 0; slot++) {
            int v = vertex[slot];
            for (int w = 0; w < words; w++) {
                long added = bits[slot * words + w];
                seen[v * words + w] |= added;
                live[w] |= added;
            }
            if (v < leads) {
                for (int w = 0; w < words; w++) {
                    leading[w] |= bits[slot * words + w];
                }
            }
            edges += pushed.degree(v);
            state.touch(v, worker);
            push.release(v);
        }
        totals[worker].frontierEdges += edges;
    }

    @Override
    public void close() {
        if (ownsWorkers) {
            workers.close();
        }
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /// What one worker sums up of a level.
    private static final class WorkerTotals {
        private final long[] live;
        /// Of vertices from which a search goes on.
        private final long[] leading;

        private long frontierEdges;

        WorkerTotals(int words) {
            live = new long[words];
            leading = new long[words];
        }

        void clear() {
            Arrays.fill(live, 0);
            Arrays.fill(leading, 0);
            frontierEdges = 0;
        }
    }
}
