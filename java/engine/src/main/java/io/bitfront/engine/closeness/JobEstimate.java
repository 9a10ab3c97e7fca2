package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.Turn;
import io.bitfront.progress.Elapsed;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// What searches from many sources would take, found from a few of them.
///
/// @param seconds all of them take
/// @param factor by which that may be wrong either way
/// @param measured from what it was found, in words
/// @param atMost whether rows may come from fewer searches, which only the job finds out
public record JobEstimate(double seconds, double factor, String measured, boolean atMost) {
    /// Batches draw alike, but a process that has just begun is slower than it will be.
    private static final double LEAST_FACTOR = 1.5;

    /// What sharing a batch saves on the graphs measured lies between 4 and 60.
    private static final double SHARED = 16;

    private static final double SHARED_FACTOR = 4;

    /// On deep graphs, whose frontiers are small, it saves 4 to 7 times where batches are too long to be measured.
    private static final double DEEP_SHARED = 5;

    private static final double DEEP_FACTOR = 3;

    /// Edges for each processor up to which finding whose rows follow from others', or cells, takes a second or two.
    private static final long FOLLOWED_AT_ONCE = 1L << 24;

    private static final long CUT_AT_ONCE = 1L << 21;

    /// Of one batch or two.
    private static final double FEW_FACTOR = 2;

    /// Sources that tell whether a batch of them would fit.
    private static final int FEW_SOURCES = 32;

    private static final int MOST_BATCHES = 6;

    /// Batches of which none takes so many times another's time tell enough, even if the first was slow to begin.
    private static final double ALIKE = 3;

    /// Share of a job that measuring it may take where they are not: where few vertices are reached from some and most
    /// from others, as from the pages of the web, a batch may take a hundredth of the time of the next.
    private static final double WORTH = 0.01;

    /// A job that takes less is not worth more than three batches.
    private static final double SHORT_SECONDS = 2;

    /// What a batch does to a vertex costs as much as so many edges.
    private static final double VERTEX_COST = 4;

    private static final long SEED = 7;

    /// Whether bounds decide how many searches a job takes, which nobody knows beforehand.
    public static boolean dependsOnBounds(ClosenessJob job) {
        return TopRun.suits(job);
    }

    /// How many searches over the whole graph a job over so many sources is worth, as rows of others follow from theirs
    /// and searches go over fewer vertices.
    public static long searches(Engine engine, ClosenessJob job, long sources) {
        return searches(engine, job, sources, new Foresight());
    }

    /// @param foresight keeps what is found for the job
    static long searches(Engine engine, ClosenessJob job, long sources, Foresight foresight) {
        try (Turn turn = Turn.of(engine, () -> {})) {
            return searches(turn.backend(), job, sources, foresight, foresight::isGivenUp);
        }
    }

    /// @param stop says that nobody wants it any more: then it is any number
    static long searches(Backend engine, ClosenessJob job, long sources, Foresight foresight, BooleanSupplier stop) {
        try {
            return searches(engine, job, sources, stop, foresight);
        } catch (CancellationException _) {
            return sources;
        }
    }

    private static long searches(
            Backend engine, ClosenessJob job, long sources, BooleanSupplier stop, Foresight foresight) {
        OptionalLong ofBorders = ProfiledRows.searches(engine, job, sources, foresight, stop);
        if (ofBorders.isPresent()) {
            return ofBorders.getAsLong();
        }
        boolean counting = engine.hostWorkers().isPresent();
        boolean all = job.sources() instanceof ClosenessJob.Sources.All;
        if (!all || !job.bounds()) {
            return sources;
        }
        Representatives found = foresight.representatives(
                engine.graph(), job.direction() == Direction.OUT, Followers.kinds(engine.graph(), job, counting));
        double share = found.reduced()
                .map(reduced -> cost(reduced.all().edgeCount(), reduced.vertexCount())
                        / cost(engine.graph().edgeCount(), engine.graph().verticesWithEdges()))
                .orElse(1.0);
        return (long) Math.ceil(found.searchedCount() * share);
    }

    private static double cost(double edges, double vertices) {
        return edges + VERTEX_COST * vertices;
    }

    /// What a job would take that nobody is about to run: which rows follow from others' is found out only where that
    /// takes no longer than measuring, else the job takes at most so long.
    ///
    /// @param sources of the job
    /// @return null for a graph without edges
    public static JobEstimate ofJob(Engine engine, ClosenessJob job, long sources, Duration budget) {
        return ofJob(engine, job, sources, budget, Runtime.getRuntime().availableProcessors());
    }

    static JobEstimate ofJob(Engine engine, ClosenessJob job, long sources, Duration budget, int processors) {
        Graph graph = engine.graph();
        BfsSummary search = search(engine);
        if (search == null) {
            return null;
        }
        boolean follow = job.sources() instanceof ClosenessJob.Sources.All && job.bounds();
        long most = isDeep(search) ? CUT_AT_ONCE : FOLLOWED_AT_ONCE;
        if (!follow || graph.edgeCount() < most * processors) {
            return of(engine, job, searches(engine, job, sources), budget, search);
        }
        return of(engine, job, Math.min(sources, graph.verticesWithEdges()), budget, search)
                .atMost(true);
    }

    /// Measures batches for about as long as the budget, formed as the job forms them: of neighbours where it
    /// searches from all or many vertices, else as sources are drawn. Where not even one would fit, a few sources
    /// together must do, or one search.
    ///
    /// @param sources how many there are to search from
    /// @return null for a graph without edges
    public static JobEstimate of(Engine engine, ClosenessJob job, long sources, Duration budget) {
        BfsSummary search = search(engine);
        return search == null ? null : of(engine, job, sources, budget, search);
    }

    private static JobEstimate of(Engine engine, ClosenessJob job, long sources, Duration budget, BfsSummary search) {
        Graph graph = engine.graph();
        double seconds = search.timings().total() / 1e9;
        double allowed = budget.toNanos() / 1e9;
        boolean spares = spares(engine, job, sources, isDeep(search));
        if (seconds > allowed / SHARED) {
            return new JobEstimate(sources * seconds / SHARED, SHARED_FACTOR, "one search", spares);
        }
        Direction direction = job.sampled() ? job.direction().reversed() : job.direction();
        int together = (int) Math.min(sources, Lab.of(engine).batchWidth(job.width(), direction, job.mode()));
        if (isDeep(search) && together * seconds / DEEP_SHARED > allowed) {
            return new JobEstimate(sources * seconds / DEEP_SHARED, DEEP_FACTOR, "one search", spares);
        }
        try (Batches batches = Lab.of(engine).batches(job.width(), direction, job.mode())) {
            long end = System.nanoTime() + budget.toNanos();
            boolean all = job.sources() instanceof ClosenessJob.Sources.All;
            if (all || !job.sampled() && pays(graph, sources, batches.width())) {
                return of(JobBatches.draw(graph, direction, batches.width(), MOST_BATCHES, SEED), batches, sources, end)
                        .atMost(spares);
            }
            int width = (int) Math.min(batches.width(), sources);
            if (width > FEW_SOURCES) {
                int[] few = random(graph, FEW_SOURCES, SEED);
                batches.perSource(few);
                double perSource = seconds(batches, few);
                if (perSource * width > allowed) {
                    return new JobEstimate(sources * perSource, FEW_FACTOR, few.length + " sources together", false);
                }
            }
            List<int[]> drawn = IntStream.range(0, MOST_BATCHES)
                    .mapToObj(batch -> random(graph, width, SEED + batch))
                    .toList();
            return of(drawn, batches, sources, end);
        }
    }

    private JobEstimate atMost(boolean spares) {
        return new JobEstimate(seconds, factor, measured, spares);
    }

    /// Whether bounds may end searches, or a device may cut the graph into cells.
    ///
    /// @param deep whether the graph is
    private static boolean spares(Engine engine, ClosenessJob job, long sources, boolean deep) {
        try (Turn turn = Turn.of(engine, () -> {})) {
            return job.top() > 0 && job.bounds() || deep && ProfiledRows.mayCut(turn.backend(), job, sources);
        }
    }

    private static boolean pays(Graph graph, long sources, int width) {
        return SourceArrangement.pays((int) Math.min(sources, Integer.MAX_VALUE), graph.vertexCount(), width);
    }

    private static int[] random(Graph graph, int count, long seed) {
        return LongStream.of(RandomSources.pick(graph, count, seed))
                .mapToInt(graph::vertexOf)
                .toArray();
    }

    /// Seconds a source.
    private static double seconds(Batches batches, int[] sources) {
        long begun = System.nanoTime();
        batches.perSource(sources);
        return Elapsed.seconds(begun) / sources.length;
    }

    private static boolean isDeep(BfsSummary search) {
        return search.verticesPerLevel().length >= ProfileSearch.DEEP;
    }

    /// From a vertex with edges; null where there is none.
    private static BfsSummary search(Engine engine) {
        long[] one = RandomSources.pick(engine.graph(), 1, SEED);
        if (one.length == 0) {
            return null;
        }
        LabRequest request = LabRequest.of(BfsRequest.from(one[0]));
        Lab.of(engine).measure(request);
        return Lab.of(engine).measure(request);
    }

    private static JobEstimate of(List<int[]> drawn, Batches batches, long sources, long end) {
        double[] perSource = new double[drawn.size()];
        int done = 0;
        for (int[] batch : drawn) {
            if (isEnough(sources, batch.length, System.nanoTime() > end, Arrays.copyOf(perSource, done))) {
                break;
            }
            perSource[done++] = seconds(batches, batch);
        }
        // The first one pays for compiling and for memory that nobody touched before.
        return of(sources, Arrays.copyOfRange(perSource, done > 1 ? 1 : 0, done));
    }

    /// Whether another batch would tell no more than it is worth.
    ///
    /// @param width sources of a batch
    /// @param late whether the time for all of them is over
    /// @param perSource seconds a source in each batch so far; the first pays for compiling
    static boolean isEnough(long sources, int width, boolean late, double... perSource) {
        if (perSource.length > 2
                && sources * most(Arrays.copyOfRange(perSource, 1, perSource.length)) < SHORT_SECONDS) {
            return true;
        }
        double slowest = most(perSource);
        double spent = width * Arrays.stream(perSource).sum();
        boolean alike = Arrays.stream(perSource).allMatch(one -> slowest < ALIKE * one);
        return late && perSource.length > 1 && (alike || spent > WORTH * sources * slowest);
    }

    private static double most(double... values) {
        return Arrays.stream(values).max().orElse(0);
    }

    /// @param used seconds a source in each batch that counts
    static JobEstimate of(long sources, double... used) {
        double mean = Arrays.stream(used).average().orElseThrow();
        double spread = Arrays.stream(used).map(x -> (x - mean) * (x - mean)).sum() / Math.max(1, used.length - 1);
        double factor = 1 + 2 * Math.sqrt(spread / used.length) / mean;
        return new JobEstimate(
                sources * mean,
                Math.max(used.length < 3 ? FEW_FACTOR : LEAST_FACTOR, factor),
                used.length == 1 ? "one batch" : used.length + " batches",
                false);
    }
}
