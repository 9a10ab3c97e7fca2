package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.answer.TallTrees;
import io.bitfront.engine.spi.Backend;
import io.bitfront.memory.CollectedArena;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// An exact job: a row of sums for every source, final once its batch is done.
final class ExactRun implements Keepable {
    private final RunContext context;
    private final ExactRows rows;
    private final List<String> events;
    private final PrunedEngines.When trees;
    private long traversals;
    private long following;

    ExactRun(RunContext context) {
        this(context, PrunedEngines.When.USUAL);
    }

    /// @param trees when searches go without high ones
    ExactRun(RunContext context, PrunedEngines.When trees) {
        this(
                context,
                new ExactRows(new CollectedArena(), context.graph().vertexCount(), listedIndices(context)),
                new ArrayList<>(),
                trees);
    }

    /// What is left of another job's rows.
    ///
    /// @param events receives what goes wrong
    ExactRun(RunContext context, ExactRows rows, List<String> events) {
        this(context, rows, events, PrunedEngines.When.USUAL);
    }

    private ExactRun(RunContext context, ExactRows rows, List<String> events, PrunedEngines.When trees) {
        this.context = context;
        this.rows = rows;
        this.events = events;
        this.trees = trees;
    }

    /// Searches from every vertex whose row is not done.
    ///
    /// @param log is appended every batch, or null
    /// @return how many those are
    long searchAll(States states, RowLog log) {
        Followers none = Followers.ofNone(context.graph(), rows);
        search(states, none, none.sources(), log, true);
        return traversals;
    }

    /// Does all that a job for all rows does until every row is done.
    ///
    /// @param log is appended every batch, or null
    /// @return how many searches that took
    long searchLeft(RowLog log) {
        traverse(log);
        return traversals;
    }

    /// Searches the graph in fewer vertices until every row is done.
    ///
    /// @param followers of devices that tell levels
    /// @return how many searches those were
    long searchReduced(States states, Followers followers, RowLog log) {
        searchInFewer(states, followers, followers.roots(), log, true);
        return traversals;
    }

    static long bytes(List<? extends Backend> engines, ClosenessJob job, long sources) {
        Graph graph = engines.getFirst().graph();
        boolean counting =
                engines.stream().allMatch(engine -> engine.hostWorkers().isPresent());
        long states = 0;
        for (Backend engine : engines) {
            states += engine.multiSourcesBytes(job.width(), job.direction(), job.mode(), sources);
        }
        return states
                + sources * (ExactRows.ROW_BYTES + Integer.BYTES)
                + Representatives.bytes(graph.vertexCount())
                + (counting ? Representatives.reducedBytes(graph) : 0)
                + SourceArrangement.bytes(graph.vertexCount());
    }

    @Override
    public boolean hasResults() {
        return rows.doneCount() > 0;
    }

    @Override
    public void keep(Checkpoint checkpoint) {
        keep(checkpoint, rows);
    }

    /// Keeps rows in a checkpoint that holds nothing yet.
    static void keep(Checkpoint checkpoint, ExactRows rows) {
        try (RowLog log = new RowLog(checkpoint.file(), checkpoint.header())) {
            log.append(rows);
        }
    }

    ClosenessResult run() {
        if (context.checkpoint() == null) {
            traverse(null);
        } else {
            try (RowLog log =
                    new RowLog(context.checkpoint().file(), context.checkpoint().header())) {
                resume(context, log, rows, events);
                traverse(log);
            }
        }
        return new ExactResult(
                context,
                rows,
                events,
                ClosenessResult.Effort.of(rows.rowCount(), traversals, traversals, following, Map.of()));
    }

    /// Finds eccentricities alone of all vertices of an undirected graph, without a checkpoint.
    ClosenessResult takeEccentricities() {
        return DiameterRunner.all(context, rows);
    }

    /// Takes what a checkpoint holds.
    static void resume(RunContext context, RowLog log, ExactRows rows, List<String> events) {
        long dropped = log.replay(rows, context.job().harmonic());
        if (dropped > 0) {
            events.add("checkpoint %s: %,d bytes of batches that are not whole were dropped"
                    .formatted(context.job().checkpoint(), dropped));
        }
        if (rows.doneCount() > 0) {
            events.add("%,d of %,d sources were in checkpoint %s"
                    .formatted(rows.doneCount(), rows.rowCount(), context.job().checkpoint()));
        }
    }

    /// Whether all that is asked is how many vertices each reaches, where that is its component's size.
    static boolean asksForComponentsAlone(ClosenessJob job, Graph graph) {
        return job.bounds() && !graph.directed() && job.measures().equals(List.of(ClosenessMeasure.REACHED));
    }

    private void takeComponents() {
        Graph graph = context.graph();
        try (Graph.Use _ = graph.use()) {
            ComponentSizes sizes = new ComponentSizes(graph.out(), context.stop()::asked);
            for (int row = 0; row < rows.rowCount(); row++) {
                if (!rows.isDone(row)) {
                    int reached = sizes.of(context.vertexOf(rows.index(row)));
                    rows.put(rows.index(row), reached, 0, Double.NaN, 0);
                    following++;
                }
            }
        }
        graph.requireUnchanged();
    }

    private void traverse(RowLog log) {
        context.steps(
                () -> {
                    traverseAll(log);
                    return null;
                },
                () -> context.stopped(rows.doneCount(), rows.rowCount()));
    }

    private void traverseAll(RowLog log) {
        if (asksForComponentsAlone(context.job(), context.graph())) {
            takeComponents();
            return;
        }
        int before = rows.doneCount();
        traversals = ProfiledRows.find(context, rows, log);
        following = Math.max(0, rows.doneCount() - before - traversals);
        int left = rows.rowCount() - rows.doneCount();
        if (left == 0) {
            return;
        }
        Followers followers;
        int[] sources;
        Optional<TallTrees> high;
        try (States states = states(left)) {
            followers = Followers.of(context.graph(), context.job(), rows, states.watch(), context.foresight());
            sources = followers.fewest();
            sayWhatFollows(followers, sources, left);
            high = trees.of(context.graph(), context.job(), sources);
            if (high.isEmpty()) {
                searchInFewer(states, followers, sources, log, true);
                return;
            }
        }
        searchWithout(high.get(), followers, sources, log);
    }

    private States states(long sources) {
        ClosenessJob job = context.job();
        return context.statesOf(engine -> engine.multiSources(job.width(), job.direction(), job.mode(), sources));
    }

    private void sayWhatFollows(Followers followers, int[] sources, int left) {
        boolean all = context.job().sources() instanceof ClosenessJob.Sources.All;
        int led = left - (all ? sources.length : followers.wanted(sources));
        following += led;
        if (led > 0 && all) {
            context.say()
                    .accept("%,d of %,d vertices are searched; the rows of the others follow from theirs"
                            .formatted(sources.length, left));
        }
    }

    /// Searches go without high trees and long paths between parts, those from vertices within these
    /// excepted whose rows are not known.
    private void searchWithout(TallTrees cut, Followers followers, int[] sources, RowLog log) {
        takeKnown(cut, followers, sources, log);
        int[] within = Arrays.stream(sources)
                .filter(vertex -> cut.contains(vertex) && !cut.knows(vertex))
                .toArray();
        int[] outside =
                Arrays.stream(sources).filter(vertex -> !cut.contains(vertex)).toArray();
        if (within.length > 0) {
            searchWhole(followers, within, log, outside.length == 0);
        }
        if (outside.length == 0) {
            return;
        }
        Optional<PrunedEngines> pruned = PrunedEngines.of(context, cut, outside.length);
        if (pruned.isEmpty()) {
            searchWhole(followers, outside, log, true);
        } else {
            try (PrunedEngines engines = pruned.get()) {
                search(engines.states(), followers, outside, log, true);
            }
        }
    }

    /// Rows of vertices on paths that are left out, unless the job is to stop.
    private void takeKnown(TallTrees cut, Followers followers, int[] sources, RowLog log) {
        SearchedRows found = new SearchedRows(context.graph(), followers);
        try (Graph.Use _ = context.graph().use()) {
            for (int vertex : sources) {
                if (cut.knows(vertex) && !context.stop().asked()) {
                    found.addKnown(vertex, cut.sums(vertex));
                    following++;
                }
            }
        }
        found.putInto(rows, log);
    }

    private void searchWhole(Followers followers, int[] sources, RowLog log, boolean last) {
        try (States states = states(sources.length)) {
            searchInFewer(states, followers, sources, log, last);
        }
    }

    private void searchInFewer(States states, Followers followers, int[] sources, RowLog log, boolean last) {
        followers.reduced().ifPresent(reduced -> states.working().forEach(state -> state.reduce(reduced)));
        search(states, followers, sources, log, last);
    }

    /// @param last whether all rows are done when these sources are searched
    private void search(States states, Followers followers, int[] sources, RowLog log, boolean last) {
        try (Progress.Phase phase = context.progress()
                .start("closeness", rows.doneCount() + (long) sources.length, "BFS", rows.doneCount())) {
            ExactBatches batches = new ExactBatches(context.graph(), rows, log, followers);
            states.expect(sources.length);
            BatchQueue queue = context.queueOf(sources, states.width());
            LongSupplier done = () -> !last && queue.exhausted() ? rows.rowCount() : rows.doneCount();
            events.addAll(context.complete(
                    queue, () -> batches.run(queue, states, phase, context.say()), done, rows.rowCount()));
            traversals += batches.traversals();
        }
    }

    /// Input indices of a listed job's sources, ascending; null for all.
    static int[] listedIndices(RunContext context) {
        Graph graph = context.graph();
        return context.job().sources() instanceof ClosenessJob.Sources.Listed listed
                ? listed.ids().stream()
                        .mapToInt(id -> context.indexOf(graph.vertexOf(id)))
                        .sorted()
                        .toArray()
                : null;
    }
}
