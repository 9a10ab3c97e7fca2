package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.spi.Turn;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// What searches from many sources would take, found from a few of them.
///
/// @param seconds all of them take
/// @param factor by which that may be wrong either way
/// @param measured from what it was found, in words
public record JobEstimate(double seconds, double factor, String measured) {
    /// Batches draw alike, but a process that has just begun is slower than it will be.
    private static final double LEAST_FACTOR = 1.5;

    /// What sharing a batch saves on the graphs measured lies between 4 and 60.
    private static final double SHARED = 16;

    private static final double SHARED_FACTOR = 4;

    /// Of one batch or two.
    private static final double FEW_FACTOR = 2;

    private static final int MOST_BATCHES = 6;
    private static final long SEED = 7;

    /// How many searches a job over so many sources needs, as rows of others follow from theirs.
    public static long searches(Engine engine, ClosenessJob job, long sources) {
        try (Turn turn = Turn.of(engine, () -> {})) {
            OptionalLong ofBorders = ProfiledRows.searches(turn.backend(), job, sources);
            if (ofBorders.isPresent()) {
                return ofBorders.getAsLong();
            }
        }
        boolean all = job.sources() instanceof ClosenessJob.Sources.All;
        return all
                ? Representatives.of(engine.graph(), job.direction() == Direction.OUT, Representatives.Kinds.ALL)
                        .searchedCount()
                : sources;
    }

    /// Measures for about as long as the budget; where not even a batch would fit, one search must do.
    ///
    /// @param sources how many there are to search from
    /// @return null for a graph without edges
    public static JobEstimate of(
            Engine engine, int width, Direction direction, BatchMode mode, long sources, Duration budget) {
        Graph graph = engine.graph();
        long[] one = RandomSources.pick(graph, 1, SEED);
        if (one.length == 0) {
            return null;
        }
        double search = search(Lab.of(engine), one[0]);
        if (search > budget.toNanos() / 1e9 / SHARED) {
            return new JobEstimate(sources * search / SHARED, SHARED_FACTOR, "one search");
        }
        try (Batches batches = Lab.of(engine).batches(width, direction, mode)) {
            List<int[]> drawn = JobBatches.draw(graph, batches.width(), MOST_BATCHES, SEED);
            return of(drawn, batches, sources, System.nanoTime() + budget.toNanos());
        }
    }

    private static double search(Lab lab, long source) {
        LabRequest request = LabRequest.of(BfsRequest.from(source));
        lab.measure(request);
        return lab.measure(request).timings().total() / 1e9;
    }

    private static JobEstimate of(List<int[]> drawn, Batches batches, long sources, long end) {
        double[] perSource = new double[drawn.size()];
        int done = 0;
        for (int[] batch : drawn) {
            if (done > 1 && System.nanoTime() > end) {
                break;
            }
            long begun = System.nanoTime();
            batches.perSource(batch);
            perSource[done++] = (System.nanoTime() - begun) / 1e9 / batch.length;
        }
        // The first one pays for compiling and for memory that nobody touched before.
        double[] used = Arrays.copyOfRange(perSource, done > 1 ? 1 : 0, done);
        double mean = Arrays.stream(used).average().orElseThrow();
        double spread = Arrays.stream(used).map(x -> (x - mean) * (x - mean)).sum() / Math.max(1, used.length - 1);
        double factor = 1 + 2 * Math.sqrt(spread / used.length) / mean;
        return new JobEstimate(
                sources * mean,
                Math.max(used.length < 3 ? FEW_FACTOR : LEAST_FACTOR, factor),
                used.length == 1 ? "one batch" : used.length + " batches");
    }
}
