package io.bitfront.engine.closeness;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.progress.Elapsed;
import java.util.List;
import java.util.function.Consumer;

/// Searches of a mesh from vertices far apart, each of which rules out those around it: in rounds, as long as these
/// pay, then the borders of cells.
final class ScatteredSearches {
    /// Fewer candidates, in percent of the vertices, are not worth the cutting.
    private static final int LEAST_CUT_PERCENT = 2;

    /// Searches that fill a device: two to a multiprocessor.
    private static final int FIRST_BATCH = 256;

    /// Searches one after another end once the job is so much dearer than if they had ended before:
    /// those that leave little come to 0.022 at most, those in vain to 0.14.
    private static final double DEARER = 1.0 / 32;

    /// While one batch is searched, what the one before has found rules others out.
    private static final int BATCHES_OF_ROUND = 4;

    private final RunContext context;
    private final ClosenessJob job;
    private final TopBatches batches;
    private final TopCandidates candidates;
    private final Stages stages;
    private final double enough;
    private final Consumer<States> run;

    /// @param enough searches of a deep graph after which all that are left are searched otherwise
    /// @param run searches a round on some states
    ScatteredSearches(
            RunContext context,
            TopBatches batches,
            TopCandidates candidates,
            Stages stages,
            double enough,
            Consumer<States> run) {
        this.context = context;
        this.job = context.job();
        this.batches = batches;
        this.candidates = candidates;
        this.stages = stages;
        this.enough = enough;
        this.run = run;
    }

    /// @param wide whether the graph is shallow
    void search(States states, boolean wide) {
        if (wide) {
            searchWide(states);
        } else {
            scatter(states);
        }
    }

    /// Searches of a shallow graph: batches as full as any others, of vertices far apart, as long as they rule out as
    /// many as they are. All of such a graph is searched in batches like these, so that none is for nothing where
    /// bounds turn out to be useless.
    private void searchWide(States states) {
        SearchRounds.Pace pace = SearchRounds.Pace.full(
                states.working().stream().mapToInt(MultiSource::width).sum());
        while (candidates.beginRound(job.top(), Double.POSITIVE_INFINITY, pace)) {
            run.accept(states);
            candidates.ruleOutByBounds();
            batches.ruleOut();
            stages.searched("searches far apart", Stages.Reached.by(batches, candidates));
        }
    }

    /// Searches that share nothing, then the borders of cells, as long as each pays. What fits a batch
    /// devices search in the time of a round.
    private void scatter(States states) {
        boolean together = runTogether();
        DeepCosts expected = DeepCosts.of(context.graph(), context.engines(), together);
        DeepCosts costs = expected;
        ProfiledRows cells = null;
        double others = Double.POSITIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        double endedNow = 0;
        try (States single = together ? null : context.statesOf(this::alone)) {
            int atOnce = together
                    ? states.working().stream().mapToInt(MultiSource::width).sum()
                    : 0;
            while (candidates.waiting() > atOnce
                    && batches.begun() < enough
                    && (together || endedNow <= least * (1 + DEARER))
                    && candidates.beginRound(job.top(), others, pace(states, costs, together))) {
                long before = batches.begun();
                long started = System.nanoTime();
                run.accept(together ? states : single);
                double nanos = Elapsed.nanos(started);
                candidates.ruleOutByBounds();
                batches.ruleOut();
                stages.searched("searches far apart", Stages.Reached.by(batches, candidates));
                costs = expected.timed(
                                nanos / (batches.begun() - before),
                                batches.deepest(),
                                context.graph().vertexCount())
                        .among(context.graph(), candidates::isWaiting, candidates.someWaiting(DeepCosts.SAMPLE));
                int waiting = candidates.waiting();
                boolean mayCut = costs.mayCut(waiting);
                others = mayCut ? costs.ofUncut(waiting) : costs.ofBatches(waiting);
                if (cells == null && mayCut && candidates.rest() >= others) {
                    cells = cut();
                }
                if (cells != null) {
                    waiting = candidates.waiting();
                    others = costs.of(cells, waiting);
                    endedNow = batches.begun() + Math.min(others, costs.ofBatches(waiting));
                    least = Math.min(least, endedNow);
                }
            }
            candidates.endRound();
            if (batches.begun() >= enough) {
                return;
            }
            if (cells == null && costs.mayCut(candidates.waiting())) {
                cells = cut();
            }
            if (cells != null && costs.of(cells, candidates.waiting()) < costs.ofBatches(candidates.waiting())) {
                batches.findIn(cells);
                stages.ended("cells", Stages.Reached.by(batches, candidates));
            }
        } finally {
            if (cells != null) {
                cells.close();
            }
        }
    }

    private ProfiledRows cut() {
        ProfiledRows cells = batches.cells(LEAST_CUT_PERCENT);
        stages.ended("cutting", Stages.Reached.by(batches, candidates));
        return cells;
    }

    /// Whether searches on their own run in batches: devices' search beside each other in a fraction of the time that
    /// one after another would take, which tells their sums and no levels.
    private boolean runTogether() {
        int n = context.graph().vertexCount();
        return !job.measures().getFirst().harmonic()
                && (job.mode() == BatchMode.AUTO || job.mode() == BatchMode.INDEPENDENT)
                && context.engines().stream()
                        .map(Backend::leastCellComponent)
                        .allMatch(least -> least.isPresent() && n >= least.getAsInt());
    }

    /// Batches grow from as many as fill a device on, while others are ruled out by what the one before has found.
    private static SearchRounds.Pace pace(States states, DeepCosts costs, boolean together) {
        if (!together) {
            return new SearchRounds.Pace(SearchRounds.ROUND, SearchRounds.ROUND, 1, costs.useful());
        }
        int batches = BATCHES_OF_ROUND * states.working().size();
        int least = batches * Math.min(FIRST_BATCH, states.width());
        return new SearchRounds.Pace(least, batches * states.width(), batches, costs.useful());
    }

    /// A search to a core where the memory that batches will take holds that many, else one after another.
    private List<MultiSource> alone(Backend engine) {
        Direction direction = job.direction();
        boolean fits = engine.hostWorkers().isPresent()
                && engine.multiSourceBytes(SearchRounds.ROUND, direction, BatchMode.INDEPENDENT)
                        <= engine.multiSourceBytes(job.width(), direction, job.mode());
        return List.of(
                fits ? engine.multiSource(SearchRounds.ROUND, direction, BatchMode.INDEPENDENT) : new OneByOne(engine));
    }
}
