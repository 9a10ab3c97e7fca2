package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Finds eccentricities by rounds of a few searches that tighten bounds, for as long as a round settles many vertices;
/// what is open then is searched in batches.
final class Settling {
    /// Vertices that a search on its own must settle to be better than so many in a batch, which cost a sixteenth to a
    /// fiftieth each on shallow graphs, on deep ones a fourth.
    private static final int USEFUL = 16;

    private static final int USEFUL_IF_DEEP = 4;

    /// The same where most of a deep graph is left, which comes from the borders of cells: a vertex took a 26th of
    /// a search on a mesh, a 65th on a road, of 2^16 vertices. On a GPU that keeps bounds a search of a
    /// Kronecker graph of 2^22 vertices takes 0.35 ms, one in a batch 6.5 us.
    private static final int VERY_USEFUL = 64;

    /// Vertices that are searched before it is looked at whom else that settled; so many times as many after each time
    /// that it settled next to nobody.
    private static final int AT_ONCE = 8_192;

    /// Devices search all of graphs of so many vertices and fewer at once: to find out whose rows follow
    /// from others' takes longer there than searches that are spared.
    private static final int ALL_AT_ONCE = 1 << 19;

    private static final int MORE = 4;

    /// All come from the borders of cells, on a host, where more are left than so many times those on the borders: on
    /// a road network of 114,599 vertices and 644 on borders all rows took as long as 1,800 searches in batches.
    private static final int CHEAPER_BY_CELLS = 4;

    /// Fewer are searched before a graph could be cut.
    private static final int LEAST_CUT = 512;

    /// Most vertices that are listed at once, so that their ids take little memory.
    private static final int MOST_LISTED = 1 << 22;

    /// Levels beyond which a graph is deep.
    private static final int SHALLOW = ProfileSearch.DEEP;

    private final RunContext context;
    private final Bounds bounds;
    private final int rounds;
    private final int searchable;
    private final boolean onDevice;
    private int atOnce;
    private long inBatches;
    /// Vertices on the borders of cells, where the host cuts the graph; null as long as nobody asked.
    private OptionalLong borders;

    /// What is known of eccentricities, in whichever numbering the vertices are given.
    interface Bounds {
        /// Searches from few vertices.
        ///
        /// @param left those that are open
        void searchFew(int... left);

        /// Takes note of what searches found, before [#open] is asked.
        default void update() {}

        /// Whether a device's batches search all that is left in the time that rounds take, the next one included.
        ///
        /// @param round how many there were
        default boolean soonSearched(int round, int... left) {
            return false;
        }

        /// Whether this vertex's eccentricity is still wanted; any thread may ask.
        boolean open(int vertex);

        /// Whether what was found of some may settle others.
        default boolean settlesOthers() {
            return true;
        }

        /// What its eccentricity is at least.
        int least(int vertex);

        /// What its eccentricity is at most: the highest are searched first.
        int most(int vertex);

        long idOf(int vertex);

        void found(long id, int eccentricity);

        /// What a run that is stopped says of the answer, in one clause.
        ///
        /// @param left those that are open, at least one
        String soFar(int... left);
    }

    /// @param rounds after which it is looked at how many they settled
    /// @param searchable vertices of the graph that a job for all of them may have to search
    Settling(RunContext context, Bounds bounds, int rounds, int searchable) {
        this.context = context;
        this.bounds = bounds;
        this.rounds = rounds;
        this.searchable = searchable;
        this.onDevice = context.engines().getFirst().hostWorkers().isEmpty();
        this.atOnce = onDevice && context.graph().vertexCount() <= ALL_AT_ONCE ? Integer.MAX_VALUE : AT_ONCE;
    }

    long searchesInBatches() {
        return inBatches;
    }

    /// Returns when none of the vertices is open.
    ///
    /// @throws JobStoppedException where it was asked to end before
    void run(int... vertices) {
        settle(true, vertices, vertices);
    }

    /// Likewise in batches alone, where rounds of searches settle few vertices.
    void runInBatches(int... vertices) {
        bounds.update();
        settle(false, vertices, open(vertices));
    }

    /// Whether some rounds have settled enough for others to be worth more than batches, or few vertices are
    /// left on a device, whose batches want bounds at the host.
    ///
    /// @param before vertices that were open before as many rounds
    /// @param left those that are
    /// @param cells whether all may come from [#cells]
    /// @param hops an eccentricity of the graph, at least
    static boolean useful(int rounds, int before, int left, boolean cells, int hops, boolean onDevice) {
        int perSearch = hops > SHALLOW ? USEFUL_IF_DEEP : USEFUL;
        if (cells || onDevice && hops <= SHALLOW) {
            perSearch = VERY_USEFUL;
        }
        return onDevice && left <= rounds || before - left >= perSearch * rounds;
    }

    /// Whether so many are most of a deep graph, all of which may come from the borders of cells.
    ///
    /// @param hops an eccentricity of the graph, at least
    static boolean cells(Graph graph, int left, int hops) {
        return !graph.directed() && mostOfDeep(graph.verticesWithEdges(), left, hops);
    }

    private static boolean mostOfDeep(int searchable, int left, int hops) {
        return hops > SHALLOW && 2L * left > searchable;
    }

    private int[] open(int... vertices) {
        return Arrays.stream(vertices).parallel().filter(bounds::open).toArray();
    }

    private void settle(boolean byRounds, int[] vertices, int... open) {
        try (Progress.Phase phase = context.progress().start("eccentricities", vertices.length, "vertex")) {
            phase.advance(vertices.length - open.length);
            int[] left = open;
            int before = left.length;
            boolean useful = byRounds;
            for (int round = 0; left.length > 0; round++) {
                if (context.stop().asked()) {
                    throw stopped(vertices.length, left);
                }
                if (round > 0 && round % rounds == 0) {
                    useful &= useful(rounds, before, left.length, cells(left), bounds.least(left[0]), false);
                    before = left.length;
                }
                useful &= !onDevice || !bounds.soonSearched(round, left);
                left = useful ? searchFew(phase, vertices.length, left) : searchMany(phase, vertices.length, left);
            }
        }
    }

    private int[] searchFew(Progress.Phase phase, int wanted, int... left) {
        try {
            bounds.searchFew(left);
        } catch (CancellationException _) {
            throw stopped(wanted, left);
        }
        bounds.update();
        int[] still = open(left);
        phase.advance(left.length - still.length);
        return still;
    }

    /// Searches the most promising of those that are left at once.
    private int[] searchMany(Progress.Phase phase, int wanted, int... left) {
        int wished = bounds.settlesOthers() ? Math.min(atOnce, left.length) : left.length;
        boolean all = cells(left) || isMost(wished) || soonByCells(left);
        int count = all ? left.length : Math.min(wished, MOST_LISTED);
        AtomicLong told = new AtomicLong();
        // Where all are searched for, the rows of some follow from those of others.
        Progress searches = (_, total, unit) -> amount -> {
            if (unit.equals("BFS")) {
                long settled = all ? (long) ((double) amount * left.length / Math.max(total, 1)) : amount;
                phase.advance(Math.clamp(left.length - told.getAndAdd(settled), 0, settled));
            }
        };
        try {
            search(all ? ClosenessJob.allSources() : promising(count, left), searches);
        } catch (JobStoppedException within) {
            throw stopped(wanted, left);
        }
        bounds.update();
        int[] still = open(left);
        int settled = left.length - still.length;
        phase.advance(Math.max(0, settled - Math.min(told.get(), left.length)));
        if (settled < 2L * count) {
            atOnce = (int) Math.min(Integer.MAX_VALUE, (long) MORE * atOnce);
        }
        return still;
    }

    private JobStoppedException stopped(int wanted, int... left) {
        return new JobStoppedException(
                "stopped after %,d of %,d vertices".formatted(wanted - left.length, wanted), bounds.soFar(left));
    }

    private boolean cells(int... left) {
        return mostOfDeep(searchable, left.length, bounds.least(left[0]))
                && (!context.graph().directed() || borders().isPresent());
    }

    /// Whether a host finds all rows of a deep graph by cells in less time than it searches from those left.
    private boolean soonByCells(int... left) {
        return !onDevice
                && bounds.least(left[0]) > SHALLOW
                && left.length >= LEAST_CUT
                && borders().isPresent()
                && left.length > CHEAPER_BY_CELLS * borders().getAsLong();
    }

    private OptionalLong borders() {
        if (borders == null) {
            ClosenessJob all = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
            borders = context.engines().size() > 1
                    ? OptionalLong.empty()
                    : ProfiledRows.searches(
                            context.engines().getFirst(),
                            all,
                            context.graph().vertexCount(),
                            context.foresight(),
                            context.stop()::asked);
        }
        return borders;
    }

    /// Whether so many of those left are nearly all: all are searched then, neighbours together, without those whose
    /// rows follow from others'.
    private boolean isMost(int count) {
        return 10L * count > 9L * searchable;
    }

    private ClosenessJob promising(int count, int... left) {
        int[] chosen = left;
        if (count < left.length) {
            long[] highest = IntStream.range(0, left.length)
                    .parallel()
                    .mapToLong(at -> (long) -bounds.most(left[at]) << Integer.SIZE | at)
                    .sorted()
                    .toArray();
            chosen = Arrays.stream(highest, 0, count)
                    .mapToInt(key -> left[(int) key])
                    .toArray();
        }
        return ClosenessJob.sources(Arrays.stream(chosen).mapToObj(bounds::idOf).toList());
    }

    private void search(ClosenessJob sources, Progress progress) {
        ClosenessJob job = sources.measures(ClosenessMeasure.ECCENTRICITY);
        ClosenessResult found = new ExactRun(context.with(job, progress)).run();
        inBatches += found.traversals();
        for (int row = 0; row < found.rowCount(); row++) {
            bounds.found(found.id(row), (int) found.value(row, ClosenessMeasure.ECCENTRICITY));
        }
    }
}
