package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// A batch as searches that know nothing of each other, each by one worker: what deep graphs want, where the sources of
/// a batch reach a vertex at hundreds of different levels and a level is too small to share out. Sums and levels are
/// those of [CpuMultiSource], to the bit.
final class IndependentSearches {
    private static final int TARGETS_GRAIN = 1 << 12;
    private static final int ROUNDS = 5;
    /// A round of so many nanoseconds was long enough to be compiled in its midst.
    private static final long QUICK_NANOS = 50_000_000;

    /// Part of the vertices, and most of them, within which the neighbours of a source are looked for.
    private static final int NEAR_PART = 64;

    private static final int MOST_NEAR = 1 << 16;

    /// Levels within which no scale-free or uniform graph has fewer vertices than that.
    private static final int DEEP = 8;

    /// One of so many sources may be near; chance puts one in 64 there.
    private static final int FAR_SHARE = 16;

    /// Fewer sources are not worth three searches that tell how far apart they are.
    private static final int LEAST_TOLD = 64;

    /// Searches, and pairs of them.
    private static final int PAIRS = 3;

    private static final int LEAST_SAMPLED = 8;

    private static final int SAMPLE = 1 << 10;

    /// Levels at which a batch meets a vertex, of those by which two of its sources are apart there.
    private static final int SPREAD = 4;

    /// What a level costs of a bit-parallel batch at a vertex, in searches of their own, on one
    /// thread: of records of one long, and of as many as fill a cache line. Threads wait for each
    /// other at every level: on several it is more by the root of their number (2 and 16, graphs of
    /// 65,536 to 131,072 vertices).
    private static final double NARROW_LEVEL = 1.4;

    private static final double WIDE_LEVEL = 2.8;

    private final Csc lists;
    private final int vertexCount;
    private final Workers workers;
    private final boolean isWeb;
    private final IndependentSearch[] searches;
    private Adjacency neighbours;
    /// Of batches few of whose sources are near each other, and of others: on a chain these share nothing, either.
    private final LevelsApart far = new LevelsApart();
    private final LevelsApart near = new LevelsApart();
    /// Looks at a web's batches, put off after each that is shallow.
    private final Seldom looks = new Seldom(0);

    /// @param lists read while [io.bitfront.cache.Graph.Use] is held by the caller
    /// @param vertexCount vertices with edges
    /// @param isWeb whether degrees are those of a web. Chains that hang on one are deep, but from their ends
    /// all searches soon meet: few sources are not taken for scattered, and many seldom looked at
    IndependentSearches(Csc lists, int vertexCount, Workers workers, boolean isWeb) {
        this.lists = lists;
        this.vertexCount = vertexCount;
        this.workers = workers;
        this.isWeb = isWeb;
        this.searches = new IndependentSearch[workers.threads()];
    }

    /// Whether the graph is deep and the searches are so far apart that bit-parallel batches share next to nothing.
    /// They took 1.9 to 6 times as long as independent searches on meshes and roads of 2^19 vertices, 64 and 512
    /// sources, two cores.
    boolean shareLittle(int... sources) {
        boolean few = sources.length < LEAST_TOLD;
        if (sources.length < 2 || isWeb && (few || !looks.isDue())) {
            return false;
        }
        IndependentSearch search = farReaching(sources);
        if (search == null || search.levels() <= DEEP) {
            if (isWeb) {
                looks.putOff();
            }
            return false;
        }
        long seen = Arrays.stream(sources)
                .filter(source -> source < vertexCount && search.sees(source))
                .count();
        boolean farApart = FAR_SHARE * (seen - 1) < sources.length - 1;
        return few ? farApart : meetsAtManyLevels(farApart ? far : near, sources);
    }

    /// A search from one of three sources that reaches enough to tell something; null where none does: each may
    /// lie in a small part or, where edges have directions, near the end.
    private IndependentSearch farReaching(int... sources) {
        readied();
        // The first one is a hub where vertices are numbered by degree.
        return IntStream.of(2, 1, 3)
                .map(quarter -> sources[(int) ((long) quarter * sources.length / 4)])
                .filter(source -> source < vertexCount)
                .mapToObj(source -> near(0, source))
                .filter(found -> found.reached() >= nearCount())
                .findFirst()
                .orElse(null);
    }

    /// Whether a vertex is met at so many levels that a bit-parallel batch, which comes back to it at
    /// each, takes longer than searches of their own.
    private boolean meetsAtManyLevels(LevelsApart apart, int... sources) {
        double perLevel = sources.length <= Long.SIZE ? NARROW_LEVEL : WIDE_LEVEL;
        return perLevel * Math.sqrt(workers.threads()) * SPREAD * apart.of(sources) > sources.length;
    }

    /// What three searches of a batch tell of those like it.
    private final class LevelsApart {
        private final Seldom searches = new Seldom(0);
        private double found;

        double of(int... sources) {
            if (searches.isDue()) {
                searches.putOff();
                found = levelsApart(sources);
            }
            return found;
        }
    }

    /// By how many levels two of the sources are apart at a vertex, in the mean over vertices that chance picks: the
    /// middle one of three pairs, as one source may hang on a long chain, or of those that reach a vertex both.
    private double levelsApart(int... sources) {
        int[] picked = new SplittableRandom(SAMPLE)
                .ints(SAMPLE, 0, vertexCount)
                .sorted()
                .distinct()
                .toArray();
        int[][] levels = new int[PAIRS][];
        workers.forRange(0, PAIRS, 1, (worker, begin, _) -> {
            int i = (int) begin;
            levels[i] = search(worker, sources[(int) ((2L * i + 1) * sources.length / (2 * PAIRS))])
                    .levelsOf(picked);
        });
        double[] ascending = IntStream.range(0, PAIRS)
                .mapToObj(i -> apart(levels[i], levels[(i + 1) % PAIRS]))
                .flatMapToDouble(OptionalDouble::stream)
                .sorted()
                .toArray();
        return ascending.length == 0 ? 0 : ascending[(ascending.length - 1) / 2];
    }

    /// In the mean over what both reached; empty where that is nothing.
    private static OptionalDouble apart(int[] one, int[] other) {
        return IntStream.range(0, one.length)
                .filter(i -> one[i] >= 0 && other[i] >= 0)
                .map(i -> Math.abs(one[i] - other[i]))
                .average();
    }

    private int nearCount() {
        return Math.clamp(vertexCount / NEAR_PART, 1, MOST_NEAR);
    }

    /// A search that ends when it has met enough vertices.
    private IndependentSearch near(int worker, int source) {
        IndependentSearch search = searched(worker);
        int enough = nearCount();
        run(search, source, (_, _) -> search.reached() < enough);
        return search;
    }

    /// Nanoseconds a source takes, all workers at work, told from the beginning of its search: the fastest of some
    /// rounds, as the first ones are not compiled yet.
    long nanosASource(int[] sources) {
        long fastest = Long.MAX_VALUE;
        long taken = 0;
        for (int round = 0; round < ROUNDS && taken < QUICK_NANOS; round++) {
            int first = round * workers.threads();
            int[] reached = new int[workers.threads()];
            readied();
            long started = System.nanoTime();
            workers.onEach(worker -> reached[worker] =
                    near(worker, sources[(first + worker) % sources.length]).reached());
            taken = Elapsed.nanos(started);
            int most = Arrays.stream(reached).max().orElseThrow();
            long whole = most < nearCount() ? taken : (long) ((double) taken * vertexCount / most);
            fastest = Math.min(fastest, whole);
        }
        return fastest / workers.threads();
    }

    /// Searches that [#meanNanosASource] runs, twice.
    int sampled() {
        return Math.max(LEAST_SAMPLED, workers.threads());
    }

    /// The same, in the mean over some that are run to their ends: where edges have directions, or in
    /// parts of a graph, searches reach less than their beginnings tell. Of two rounds the faster one,
    /// as the first is compiled in its midst.
    long meanNanosASource(int[] sources) {
        readied();
        return Math.min(meanNanosOnce(sources), meanNanosOnce(sources));
    }

    private long meanNanosOnce(int... sources) {
        int count = sampled();
        LongAdder nanos = new LongAdder();
        workers.forRange(0, count, 1, (worker, begin, _) -> {
            long started = System.nanoTime();
            search(worker, sources[(int) ((2 * begin + 1) * sources.length / (2L * count))]);
            nanos.add(Elapsed.nanos(started));
        });
        return nanos.sum() / count / workers.threads();
    }

    /// Fills in a row per source; rows begin as those of sources that reach themselves alone.
    ///
    /// @param watch may end searches; null for nobody
    /// @param unwanted says that nobody wants the rows, which are of no use then; once true it stays so
    void perSource(int[] sources, SourceSums sums, LevelWatch watch, BooleanSupplier unwanted) {
        readied();
        // Of their own: threads that write to rows beside each other, level by level, wait for the line.
        SourceSums[] own = new SourceSums[workers.threads()];
        workers.forRange(0, sources.length, 1, (worker, begin, _) -> {
            if (unwanted.getAsBoolean()) {
                return;
            }
            int i = (int) begin;
            SourceSums mine = own[worker] == null ? SourceSums.allocate(sources.length) : own[worker];
            own[worker] = mine;
            mine.copyRow(i, sums, i);
            run(searched(worker), sources[i], (level, count) -> {
                mine.addLevel(i, level, count);
                return !unwanted.getAsBoolean() && (watch == null || watch.goesOn(i, level, count, mine));
            });
            sums.copyRow(i, mine, i);
        });
    }

    /// Adds to every target what it is from the sources: a round of searches, one a worker, then their sums one after
    /// another, as a search meets each target once.
    void perTarget(int[] sources, TargetSums sums) {
        int round = workers.threads();
        readied();
        IndependentSearch[] done = new IndependentSearch[round];
        for (int first = 0; first < sources.length; first += round) {
            int from = first;
            int count = Math.min(round, sources.length - first);
            workers.onEach(worker -> done[worker] = worker < count ? search(worker, sources[from + worker]) : null);
            for (int i = 0; i < count; i++) {
                addTo(sums, done[i]);
            }
        }
    }

    private void addTo(TargetSums sums, IndependentSearch search) {
        workers.forRange(1, search.reached(), TARGETS_GRAIN, (_, begin, end) -> {
            int level = search.levelOf((int) begin);
            for (int i = (int) begin; i < end; i++) {
                while (i >= search.levelEnd(level)) {
                    level++;
                }
                sums.add(search.vertex(i), 1, level);
            }
        });
    }

    /// Fills in a column per source; cells begin as those of unreached vertices, but for the sources' own.
    ///
    /// @return whether all levels fit their cells, with one to spare: what may follow the last is not looked for
    boolean levels(int[] sources, LevelMatrix into) {
        readied();
        AtomicBoolean complete = new AtomicBoolean(true);
        int deepest = LevelCells.deepest(into.cellBytes());
        workers.forRange(0, sources.length, 1, (worker, begin, _) -> {
            int column = (int) begin;
            IndependentSearch search = searched(worker);
            if (!complete.get() || !run(search, sources[column], (level, _) -> level < deepest)) {
                complete.set(false);
                return;
            }
            int i = 0;
            for (int level = 0; level < search.levels(); level++) {
                for (; i < search.levelEnd(level); i++) {
                    into.set(search.vertex(i), column, level);
                }
            }
        });
        return complete.get();
    }

    static long bytes(int vertexCount, int threads) {
        return threads * IndependentSearch.bytes(vertexCount);
    }

    private IndependentSearch search(int worker, int source) {
        IndependentSearch search = searched(worker);
        run(search, source, (_, _) -> true);
        return search;
    }

    private boolean run(IndependentSearch search, int source, IndependentSearch.Levels follower) {
        return source < vertexCount ? search.run(source, follower) : search.none();
    }

    /// Checks the lists, once, on all workers.
    private void readied() {
        if (neighbours == null) {
            neighbours = new Adjacency(lists, workers);
        }
    }

    private IndependentSearch searched(int worker) {
        if (searches[worker] == null) {
            searches[worker] = new IndependentSearch(neighbours, vertexCount);
        }
        return searches[worker];
    }
}
