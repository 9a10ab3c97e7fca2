package io.bitfront.engine.cpu;

import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// What single searches from some of a batch's sources tell of the batch: whether it is better done as
/// [IndependentSearches], and how long these would take.
final class BatchProbe {
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

    private final IndependentSearches searches;
    private final int vertexCount;
    private final Workers workers;
    private final boolean isWeb;
    /// Of batches few of whose sources are near each other, and of others: on a chain these share nothing, either.
    private final LevelsApart far = new LevelsApart();
    private final LevelsApart near = new LevelsApart();
    /// Looks at a web's batches, put off after each that is shallow.
    private final Seldom looks = new Seldom(0);

    /// @param searches those of the batches, which are run one after the other with the probe's own
    /// @param vertexCount vertices with edges
    /// @param isWeb whether degrees are those of a web. Chains that hang on one are deep, but from their ends
    /// all searches soon meet: few sources are not taken for scattered, and many seldom looked at
    BatchProbe(IndependentSearches searches, int vertexCount, Workers workers, boolean isWeb) {
        this.searches = searches;
        this.vertexCount = vertexCount;
        this.workers = workers;
        this.isWeb = isWeb;
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
        searches.ready();
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
        private final Seldom due = new Seldom(0);
        private double found;

        double of(int... sources) {
            if (due.isDue()) {
                due.putOff();
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
            levels[i] = searches.search(worker, sources[(int) ((2L * i + 1) * sources.length / (2 * PAIRS))])
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
        IndependentSearch search = searches.searched(worker);
        int enough = nearCount();
        searches.run(search, source, (_, _) -> search.reached() < enough);
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
            searches.ready();
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
        searches.ready();
        return Math.min(meanNanosOnce(sources), meanNanosOnce(sources));
    }

    private long meanNanosOnce(int... sources) {
        int count = sampled();
        LongAdder nanos = new LongAdder();
        workers.forRange(0, count, 1, (worker, begin, _) -> {
            long started = System.nanoTime();
            searches.search(worker, sources[(int) ((2 * begin + 1) * sources.length / (2L * count))]);
            nanos.add(Elapsed.nanos(started));
        });
        return nanos.sum() / count / workers.threads();
    }
}
