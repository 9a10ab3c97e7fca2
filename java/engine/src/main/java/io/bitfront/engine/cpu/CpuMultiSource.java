package io.bitfront.engine.cpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.lang.foreign.Arena;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Bit-parallel breadth-first searches: one bit per source and vertex ([BitSearch]). Vertices without edges
/// take no part. Deep graphs are searched from each source alone, where that is faster ([BatchChoice]).
/// Batches of up to 64 sources have records of one long, until one of more comes: from then on all are as
/// wide as the widest.
public final class CpuMultiSource implements MultiSource {
    /// Sources at once where nothing else is asked for: one cache line a vertex.
    public static final int DEFAULT_WIDTH = 512;
    /// Most sources at once.
    public static final int MAX_WIDTH = 1_024;

    /// A search of its own whose levels are added to every target takes twice as long as a plain one.
    private static final int WITH_TARGETS = 2;

    /// Sources up to which a batch of a shallow graph takes longer than searches one after another, with
    /// few threads and with many.
    static final int FEW = 8;

    private static final int FEW_BY_MANY = 16;

    private static final LabRequest ALL_LEVELS = LabRequest.from(0);

    private final Graph graph;
    private final Workers workers;
    private final boolean ownsWorkers;
    private final int width;
    private final int words;
    private final BfsMode mode;
    private BitSearch.Ways ways;
    /// Null where the graph is whole.
    private GroupTally groups;

    /// Null before the first batch of more than 64 sources.
    private BitSearch wide;
    /// Null before the first batch, and where there is a wide one.
    private BitSearch narrow;

    private final SourceTally wideTally;
    private final SourceTally narrowTally;
    /// Null where batches are always bit-parallel.
    private final IndependentSearches searches;

    /// What tells when to run these; null where there are none.
    private final BatchProbe probe;

    private final BatchChoice choice;
    /// Null where few sources are a batch like others.
    private SingleSource single;
    /// Sources that are few, and of these as many as are searched one after another.
    private final int mostFew;

    private int few;
    private BooleanSupplier unwanted = () -> false;

    private final Arena arena = Arena.ofShared();
    private SourceSums finished;
    private TargetSums targetSums;

    /// @param workers used by one traversal at a time; stays open
    /// @param width a multiple of 64 from 64 to 1,024, or 0 for the default
    /// @throws DeviceException where the state fits neither Java arrays nor the Java heap
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
        int vertexCount = graph.verticesWithEdges();
        try (Graph.Use _ = graph.use()) {
            Adjacency pushed = new Adjacency(out ? graph.out() : graph.in(), workers);
            Adjacency pulled = graph.directed() ? new Adjacency(out ? graph.in() : graph.out(), workers) : pushed;
            this.ways = new BitSearch.Ways(pushed, pushed, pulled, vertexCount, null);
        }
        int threads = workers.threads();
        this.width = requireWidth(indexableWidth(vertexCount, width, threads, batches));
        this.mode = mode;
        this.words = words(this.width);
        this.mostFew = Math.clamp(threads, FEW, FEW_BY_MANY);
        this.few = mostFew;
        this.searches = mode == BfsMode.AUTO && offersIndependent(vertexCount, words, threads, batches)
                ? new IndependentSearches(out ? graph.out() : graph.in(), vertexCount, workers)
                : null;
        this.probe = searches == null
                ? null
                : new BatchProbe(
                        searches, vertexCount, workers, graph.statistics().scaleFree());
        this.choice = new BatchChoice(batches == BatchMode.INDEPENDENT);
        this.wideTally = new SourceTally(words, threads);
        this.narrowTally = new SourceTally(1, threads);
        if (searches == null) {
            search(this.width);
        }
    }

    /// Whether a batch has records of one long. Once there are wide ones, all have.
    private boolean isNarrow(int sources) {
        return sources <= Long.SIZE && wide == null;
    }

    /// Takes the memory of bit-parallel batches of so many sources, unless it was taken before.
    ///
    /// @throws DeviceException where it does not fit the Java heap
    private BitSearch search(int sources) {
        if (isNarrow(sources)) {
            narrow = narrow == null ? new BitSearch(ways, 1, mode, workers) : narrow;
            return narrow;
        }
        if (wide == null) {
            narrow = null;
            wide = new BitSearch(ways, words, mode, workers);
        }
        return wide;
    }

    /// Most bytes one of these allocates.
    ///
    /// @param threads workers that share it
    /// @param batches auto, wide or independent
    static long bytes(Graph graph, int width, int threads, BatchMode batches) {
        int n = graph.verticesWithEdges();
        int wide = requireWidth(width);
        return (batches == BatchMode.INDEPENDENT ? 0 : BitSearch.bytes(n, mostWords(wide), threads))
                + (offersIndependent(n, words(wide), threads, batches) ? IndependentSearches.bytes(n, threads) : 0);
    }

    /// Searches of their own may take as much memory as a wide batch, but no more where they were not asked for.
    private static boolean offersIndependent(int vertexCount, int words, int threads, BatchMode batches) {
        if (batches != BatchMode.AUTO) {
            return batches == BatchMode.INDEPENDENT;
        }
        return IndependentSearches.bytes(vertexCount, threads) <= BitSearch.bytes(vertexCount, words, threads);
    }

    /// The width asked for, or the default.
    static int requireWidth(int width) {
        if (width % Long.SIZE != 0 || width < 0 || width > MAX_WIDTH) {
            throw new IllegalArgumentException(
                    "batch of %d sources: the CPU engine takes a multiple of 64 up to %,d".formatted(width, MAX_WIDTH));
        }
        return width == 0 ? DEFAULT_WIDTH : width;
    }

    /// The width asked for; by default 64 where records of wider batches do not fit Java arrays.
    ///
    /// @param width a multiple of 64 from 64 to 1,024, or 0 for the default
    /// @param threads workers that share it
    /// @param batches auto, wide or independent: searches of their own have no records
    /// @throws DeviceException where records of the width asked for do not fit
    static int indexableWidth(int vertexCount, int width, int threads, BatchMode batches) {
        int wide = requireWidth(width);
        if (batches == BatchMode.INDEPENDENT || BitState.indexable(vertexCount, mostWords(wide), threads)) {
            return width;
        }
        if (width == 0 && BitState.indexable(vertexCount, 1, threads)) {
            return Long.SIZE;
        }
        throw new DeviceException("cpu: batches of %d sources on %,d vertices do not fit Java arrays"
                .formatted(width == 0 ? Long.SIZE : width, vertexCount));
    }

    /// Longs of the longest records that batches of up to so many sources have.
    private static int mostWords(int width) {
        return width <= Long.SIZE ? 1 : words(width);
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
    public void stopWhen(BooleanSupplier noLonger) {
        unwanted = noLonger;
    }

    private void requireWanted() {
        if (unwanted.getAsBoolean()) {
            throw new CancellationException("nobody wants this batch");
        }
    }

    @Override
    public void reduce(ReducedGraph fewer) {
        ways = new BitSearch.Ways(
                new Adjacency(fewer.all(), workers),
                new Adjacency(fewer.onwards(), workers),
                new Adjacency(fewer.core(), workers),
                fewer.vertexCount(),
                fewer);
        groups = new GroupTally(fewer, graph.out(), words);
        wide = null;
        narrow = null;
    }

    /// Has batches of few sources, unwatched, run as searches one after another, each by all workers. Deep ones
    /// only where these have most of a search's work to share: else they are sooner done beside each other,
    /// on one thread each.
    ///
    /// @param search along the edges that batches go; nobody else uses it meanwhile
    void searchFewBy(SingleSource search) {
        single = search;
    }

    /// @return null where they are sooner done beside each other
    private SourceSums oneByOne(int... sources) {
        SourceSums sums = SourceSums.allocate(sources.length);
        try (Graph.Use _ = graph.use()) {
            for (int i = 0; i < sources.length; i++) {
                requireWanted();
                long started = System.nanoTime();
                single.reset();
                single.run(sources[i], ALL_LEVELS, new int[0]);
                long nanos = Elapsed.nanos(started);
                long[] perLevel = single.verticesPerLevel();
                sums.reached()[i] = 1;
                for (int level = 1; level < perLevel.length; level++) {
                    sums.addLevel(i, level, perLevel[level]);
                }
                long alone = CostModel.MEASURED.alone(sums.reached()[i], single.reachedEdges());
                int left = sources.length - 1 - i;
                if (perLevel.length > BatchChoice.DEEP
                        && left * nanos > Math.ceilDiv(left, workers.threads()) * alone) {
                    few = sources.length - 1;
                    return null;
                }
            }
        }
        return sums;
    }

    @Override
    public void begin(int[] sources) {
        boolean fewSources = single != null && groups == null && sources.length <= mostFew;
        finished = fewSources && sources.length <= few ? oneByOne(sources) : null;
        if (finished == null && fewSources && searches != null) {
            besideEachOther(sources, null);
        } else if (finished == null) {
            begin(sources, null);
        }
    }

    @Override
    public void begin(int[] sources, LevelWatch watch) {
        LevelWatch told = watch == null || searches == null ? watch : new OnceWatch(watch, sources.length);
        SourceTally tally = tally(sources.length);
        finished = tally.begin(sources.length, told, groups == null ? null : groups.begin(sources));
        if (!traverse(sources, tally, searches != null, 1, this::requireWanted)) {
            besideEachOther(sources, told);
        }
    }

    private void besideEachOther(int[] sources, LevelWatch watch) {
        finished = tally(sources.length).begin(sources.length, null, null);
        independently(sources.length, () -> searches.perSource(sources, finished, watch, unwanted));
        requireWanted();
    }

    private SourceTally tally(int sources) {
        return isNarrow(sources) ? narrowTally : wideTally;
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
        if (searches == null || choice.settled()) {
            traverse(pivots, new TargetTally(wordsOf(pivots), targetSums), false, WITH_TARGETS);
            return;
        }
        // Sums of a batch that is given up in its midst are thrown away.
        try (Arena scratch = Arena.ofShared()) {
            TargetSums sums = TargetSums.allocate(scratch, graph.vertexCount());
            if (traverse(pivots, new TargetTally(wordsOf(pivots), sums), true, WITH_TARGETS)) {
                sums.moveInto(targetSums);
            } else {
                independently(pivots.length, () -> searches.perTarget(pivots, targetSums));
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
        MatrixTally tally = new MatrixTally(wordsOf(sources), into);
        if (traverse(sources, tally, searches != null, 1)) {
            return tally.complete();
        }
        try (Graph.Use _ = graph.use()) {
            return searches.levels(sources, into);
        }
    }

    private int wordsOf(int... sources) {
        return isNarrow(sources.length) ? 1 : words;
    }

    private void requireWhole() {
        if (groups != null) {
            throw new IllegalStateException("cpu: a reduced graph has no levels of its own");
        }
    }

    private void independently(int sources, Runnable batch) {
        long started = System.nanoTime();
        try (Graph.Use _ = graph.use()) {
            batch.run();
        }
        choice.learn(Elapsed.nanos(started) / Math.max(sources, 1));
    }

    private boolean traverse(int[] sources, LevelTally tally, boolean trial, int weight) {
        return traverse(sources, tally, trial, weight, () -> {});
    }

    /// @param trial whether it may be given up
    /// @param weight of what a search of its own takes to be told in the tally's form, in plain searches
    /// @param beforeLevel called before each
    /// @return false where the batch is to be done by searches of their own; what the tally holds is of no use then
    private boolean traverse(int[] sources, LevelTally tally, boolean trial, int weight, Runnable beforeLevel) {
        if (trial && choice.always()) {
            return false;
        }
        if (sources.length > width) {
            throw new IllegalArgumentException("batch of %d sources, at most %d".formatted(sources.length, width));
        }
        try (Graph.Use _ = graph.use()) {
            // Searches of a reduced graph's groups go over the whole graph: what they take tells the choice.
            if (trial && (groups == null && probe.shareLittle(sources) || choice.independentNext())) {
                return false;
            }
            long started = System.nanoTime();
            boolean ended = search(sources.length).run(sources, tally, level -> {
                beforeLevel.run();
                return trial && overdue(level, started, sources, weight);
            });
            if (ended) {
                choice.completed();
            }
            return ended;
        }
    }

    private boolean overdue(int level, long started, int[] sources, int weight) {
        long nanos = level < BatchChoice.SOME ? 0 : Elapsed.nanos(started);
        if (level < BatchChoice.DEEP && nanos < BatchChoice.LONG) {
            return false;
        }
        if (!choice.known()) {
            choice.expect(weight * probe.nanosASource(sources));
        }
        if (choice.wantsMeasure(nanos, sources.length, probe.sampled(), workers.threads())) {
            choice.learn(weight * probe.meanNanosASource(sources));
        }
        return choice.overdue(nanos, sources.length);
    }

    /// Levels of all batches so far that were pushed.
    long pushedLevels() {
        return Stream.of(wide, narrow)
                .filter(Objects::nonNull)
                .mapToLong(BitSearch::pushedLevels)
                .sum();
    }

    /// Levels of all batches so far that were pulled.
    long pulledLevels() {
        return Stream.of(wide, narrow)
                .filter(Objects::nonNull)
                .mapToLong(BitSearch::pulledLevels)
                .sum();
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
}
