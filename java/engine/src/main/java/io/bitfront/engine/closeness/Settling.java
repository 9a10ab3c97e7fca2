package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Finds eccentricities by rounds of a few searches that tighten bounds, for as long as a round settles many vertices;
/// what is open then is searched in batches.
final class Settling {
    /// Vertices that a round must settle to be worth more than its share of a batch.
    private static final int USEFUL = 4;

    private static final int AT_ONCE = 8_192;

    /// Levels beyond which a graph is deep.
    private static final int SHALLOW = 64;

    private final RunContext context;
    private final Bounds bounds;
    private final int rounds;
    private long inBatches;

    /// What is known of eccentricities, in whichever numbering the vertices are given.
    interface Bounds {
        /// Searches from few vertices.
        ///
        /// @param left those that are open
        void searchFew(int[] left, int round);

        /// Takes note of what searches found, before [#open] is asked.
        default void update() {}

        /// Whether this vertex's eccentricity is still wanted; any thread may ask.
        boolean open(int vertex);

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
    Settling(RunContext context, Bounds bounds, int rounds) {
        this.context = context;
        this.bounds = bounds;
        this.rounds = rounds;
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

    /// Whether some rounds have settled enough for others to be worth more than batches.
    static boolean useful(int rounds, int before, int left) {
        return before - left >= USEFUL * rounds;
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
                    useful &= useful(rounds, before, left.length);
                    before = left.length;
                }
                if (useful) {
                    bounds.searchFew(left, round);
                } else {
                    try {
                        searchMany(left);
                    } catch (JobStoppedException within) {
                        throw stopped(vertices.length, left);
                    }
                }
                bounds.update();
                int[] still = open(left);
                phase.advance(left.length - still.length);
                left = still;
            }
        }
    }

    private JobStoppedException stopped(int wanted, int... left) {
        return new JobStoppedException(
                "stopped after %,d of %,d vertices; %s".formatted(wanted - left.length, wanted, bounds.soFar(left)));
    }

    /// Searches the most promising of those that are left at once.
    private void searchMany(int... left) {
        if (mostOfDeep(left)) {
            search(ClosenessJob.allSources());
            return;
        }
        List<Long> ids = IntStream.of(left)
                .boxed()
                .sorted(Comparator.comparingInt(vertex -> -bounds.most(vertex)))
                .limit(AT_ONCE)
                .map(bounds::idOf)
                .toList();
        search(ClosenessJob.sources(ids));
    }

    /// Whether most vertices of a deep graph are left: all of them are found together then, from the borders of cells
    /// if that takes less time.
    private boolean mostOfDeep(int... left) {
        return !context.graph().directed()
                && 2L * left.length > context.graph().vertexCount()
                && bounds.least(left[0]) > SHALLOW;
    }

    private void search(ClosenessJob sources) {
        ClosenessJob job = sources.measures(ClosenessMeasure.ECCENTRICITY);
        ClosenessResult found = new ExactRun(context.with(job, Progress.NONE)).run();
        inBatches += found.traversals();
        for (int row = 0; row < found.rowCount(); row++) {
            bounds.found(found.id(row), (int) found.value(row, ClosenessMeasure.ECCENTRICITY));
        }
    }
}
