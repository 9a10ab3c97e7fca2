package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.CountedNeighbourhoods;
import io.bitfront.engine.answer.LeastSums;
import io.bitfront.engine.answer.Neighbourhoods;
import io.bitfront.engine.answer.Reach;
import io.bitfront.engine.answer.Threshold;
import io.bitfront.engine.answer.UpperBounds;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.graph.Csc;
import io.bitfront.memory.CollectedArena;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// An exact job for the top: searches only the vertices that bounds do not rule out, and ends searches whose source
/// cannot reach the top any more. The rows are those of the full ranking.
final class TopRun implements Keepable {
    /// All of so many vertices, and fewer, a device searches in less time than the host rules out others
    /// around some, where levels are few: 131,072 of a tree in 0.15 s, for 1.3 s (H200).
    private static final int SOON_SEARCHED = 1 << 19;

    /// Of fewer candidates, searches that are cut take less time than all of the graph in fewer vertices.
    private static final int LEAST_REDUCED_SHARE = 8;

    /// Searches that are cut take less time than as many of the whole graph to their ends.
    private static final int WHOLE_SHARE = 4;

    /// Outside the largest component a device counts nothing: where more than one vertex in so many may be in the
    /// top and is out there, the host's bounds know better.
    private static final int MOST_OUTSIDE_SHARE = 64;

    /// Stored edges a vertex of graphs that may be trees, or nearly.
    private static final double SPARSE = 3;

    /// As many take as long as the searches that a ranking begins with.
    private static final int FEW_BATCHES = 4;

    private final RunContext context;
    private final ClosenessJob job;
    private final ClosenessMeasure measure;
    private final ExactRows rows;
    private final Threshold threshold;
    private final UpperBounds bounds;
    private final List<String> events = new ArrayList<>();
    private final Stages stages;
    /// Searches that take as long as all rows do without high trees; infinite where there are none.
    private double enough = Double.POSITIVE_INFINITY;
    /// Rows that were not done when it began.
    private long wanted;

    private long begun;
    private long finished;
    private long following;
    /// Rows that followed before all else.
    private long ofCells;
    private Map<String, Long> spared = Map.of();

    TopRun(RunContext context) {
        this.context = context;
        this.job = context.job();
        this.measure = job.measures().getFirst();
        this.stages = new Stages(context.started());
        this.rows = new ExactRows(new CollectedArena(), context.graph().vertexCount(), ExactRun.listedIndices(context));
        this.threshold = new Threshold(Math.max(1, Math.min(job.top(), rows.rowCount())));
        int n = context.graph().vertexCount();
        this.bounds =
                new UpperBounds((reached, distance, harmonic) -> measure.exact(n, reached, distance, harmonic, 0));
    }

    /// Whether a job is for the top, and bounds can find it.
    static boolean suits(ClosenessJob job) {
        return job.top() > 0
                && job.top() < Integer.MAX_VALUE
                && job.bounds()
                && job.measures().getFirst().bounded();
    }

    /// Bytes it works with beside what any exact job does.
    static long bytes(int vertexCount) {
        return vertexCount * (3L * Double.BYTES + 11L * Integer.BYTES)
                + TopBatches.keptBytes(vertexCount)
                + LeastSums.bytes(vertexCount);
    }

    @Override
    public boolean hasResults() {
        return rows.doneCount() > 0;
    }

    @Override
    public void keep(Checkpoint checkpoint) {
        ExactRun.keep(checkpoint, rows);
    }

    ClosenessResult run() {
        if (context.checkpoint() == null) {
            return run(null);
        }
        try (RowLog log =
                new RowLog(context.checkpoint().file(), context.checkpoint().header())) {
            ExactRun.resume(context, log, rows, events);
            return run(log);
        }
    }

    private ClosenessResult run(RowLog log) {
        if (rows.doneCount() == rows.rowCount()) {
            return new ExactResult(context, rows, events, ClosenessResult.Effort.none(rows.rowCount()));
        }
        wanted = rows.rowCount() - rows.doneCount();
        boolean likeAll;
        try (States states =
                context.statesOf(engine -> engine.multiSources(job.width(), job.direction(), job.mode(), wanted))) {
            likeAll = search(states, log);
        }
        if (likeAll) {
            took(new ExactRun(context, rows, events).searchLeft(log));
        }
        return new ExactResult(
                context,
                rows,
                events,
                ClosenessResult.Effort.of(rows.rowCount(), begun, finished, following + ofCells, spared),
                stages.all());
    }

    private void offerKnown() {
        for (int row = rows.nextDone(0); row >= 0; row = rows.nextDone(row + 1)) {
            threshold.offer(rows.value(row, measure, context.graph().vertexCount()), rows.index(row));
        }
    }

    /// @return whether what is left is to be searched as all rows are
    private boolean search(States states, RowLog log) {
        Followers few = few(states);
        if (few != null) {
            took(new ExactRun(context, rows, events).searchReduced(states, few, log));
            return false;
        }
        findInCells(log);
        offerKnown();
        return searchMany(states, log);
    }

    /// Finds all rows of deep components where edges lead one way, on a host: bounds rule out next to nothing
    /// there, and balls around searches need hops both ways.
    private void findInCells(RowLog log) {
        if (context.graph().directed() && isDeep()) {
            int before = rows.doneCount();
            long searches = ProfiledRows.find(context, rows, log);
            begun += searches;
            finished += searches;
            ofCells = Math.max(0, rows.doneCount() - before - searches);
        }
    }

    /// Whether a search from a vertex of the most neighbours has half of the levels of a deep component.
    private boolean isDeep() {
        try {
            return levels(Hub.search(context.graph()).withMaxLevel(ProfileSearch.DEEP)).length > ProfileSearch.DEEP / 2;
        } catch (DeviceException _) {
            // Whatever the device lacks, its batches will say.
            return false;
        }
    }

    private boolean searchMany(States states, RowLog log) {
        boolean mesh = isMesh();
        enough = asLongAsAll(states.watch());
        return switch (searchCounted(states, log, mesh)) {
            case FOUND -> false;
            case TOO_MANY -> true;
            case USELESS -> {
                if (Double.isFinite(enough)) {
                    yield true;
                }
                searchAll(states, log);
                yield false;
            }
            case NOT -> search(states, log, mesh);
        };
    }

    /// Where the rows of all vertices follow from a few batches of searches, as those of a tree do, who is searched;
    /// else null.
    private Followers few(States states) {
        Graph graph = context.graph();
        if (!states.watch()
                || rows.rowCount() < graph.vertexCount()
                || graph.edgeCount() > SPARSE * graph.vertexCount()) {
            return null;
        }
        Followers all = Followers.ofQuick(graph, job, rows, context.foresight());
        return all.fewest().length <= FEW_BATCHES * states.width() ? all : null;
    }

    /// Whether balls around searches rule out more than neighbourhoods do: vertices are far from each other.
    private boolean isMesh() {
        Graph graph = context.graph();
        return !graph.directed() && (!graph.statistics().scaleFree() || isFarFromHub(graph));
    }

    /// What lies beyond the first levels only adds to the mean, and is searched as all deep graphs are.
    private boolean isFarFromHub(Graph graph) {
        try {
            LabRequest hub = Hub.search(graph);
            long[] near = levels(hub.withMaxLevel(ProfileSearch.DEEP));
            return meanHops(near) > TopBatches.SHALLOW
                    || near.length > ProfileSearch.DEEP
                            && meanHops(levels(LabRequest.from(hub.source()))) > TopBatches.SHALLOW;
        } catch (DeviceException _) {
            // Whatever the device lacks, its batches will say.
            return false;
        }
    }

    private static double meanHops(long... vertices) {
        double hops = 0;
        for (int level = 0; level < vertices.length; level++) {
            hops += (double) level * vertices[level];
        }
        return hops / Arrays.stream(vertices).sum();
    }

    private boolean search(States states, RowLog log, boolean mesh) {
        Graph graph = context.graph();
        boolean out = job.direction() == Direction.OUT;
        Supplier<Followers> found = () -> Followers.ofTop(graph, job, rows, states.watch(), context.stop()::asked);
        int left = rows.rowCount() - rows.doneCount();
        Followers followers = mesh ? found.get() : Followers.ofNone(graph, rows);
        int[] sources = followers.sources();
        following = left - sources.length;
        Reach reach = Reach.of(graph, out, this::components, context.stop()::asked);
        Neighbourhoods near = new Neighbourhoods(graph, out, reach, bounds);
        TopCandidates candidates = new TopCandidates(
                graph,
                CandidateStates.of(sources, mesh ? near.all() : near.byDegree(), followers, threshold, bounds),
                sources,
                states.width(),
                job.top(),
                mesh,
                context.say());
        try (Progress.Phase phase = context.progress().start("top " + job.top(), sources.length, "BFS")) {
            TopBatches batches =
                    new TopBatches(context, rows, log, followers, candidates, threshold, bounds, reach, mesh, phase);
            if (mesh) {
                stages.ended("bounds", Stages.Reached.by(batches, candidates));
                boolean wide =
                        states.watch() && sources.length > 0 && !isDeeper(farthest(sources, reach), TopBatches.SHALLOW);
                new ScatteredSearches(
                                context, batches, candidates, stages, enough, some -> run(batches, candidates, some))
                        .search(states, wide);
                candidates.gather();
            } else if (looksVain(batches, candidates, states, near, found)) {
                count(batches, candidates, phase);
                return true;
            } else {
                searchFirst(batches, candidates, states);
                candidates.narrow(near, found);
                batches.lead(candidates.followers());
            }
            int waiting = candidates.waiting();
            boolean likeAll = waiting > enough
                    || (mesh ? waiting > 0 && batches.begun() >= enough : allTakesFewer(states, waiting));
            if (!likeAll) {
                run(batches, candidates, states);
                stages.ended("searches in batches", Stages.Reached.by(batches, candidates));
            }
            count(batches, candidates, phase);
            return likeAll;
        }
    }

    /// Searches that take as long as all rows do without high trees.
    ///
    /// @param watched whether the devices tell levels
    private double asLongAsAll(boolean watched) {
        Graph graph = context.graph();
        return rows.rowCount() < graph.vertexCount()
                ? Double.POSITIVE_INFINITY
                : PrunedEngines.When.USUAL.asLongAsAll(
                        graph,
                        job,
                        () -> Followers.of(graph, job, rows, watched, context.foresight())
                                .fewest());
    }

    /// Whether bounds will leave more candidates than all rows take searches, where a first threshold
    /// takes many: as a rule it is no higher than the best of a few values.
    private boolean looksVain(
            TopBatches batches,
            TopCandidates candidates,
            States states,
            Neighbourhoods near,
            Supplier<Followers> found) {
        if (!states.watch() || rows.rowCount() < context.graph().vertexCount() || !candidates.beginLook()) {
            return false;
        }
        searchUncut(batches, candidates, states);
        int[] left = candidates.reaching(best(), near);
        if (!allTakesFewer(states, left.length)) {
            return false;
        }
        Followers followers = found.get();
        return allTakesFewer(states, (int)
                Arrays.stream(left).filter(v -> followers.sourceOf(v) == v).count());
    }

    /// The highest value of a row that is done.
    private double best() {
        double best = Double.NEGATIVE_INFINITY;
        for (int row = rows.nextDone(0); row >= 0; row = rows.nextDone(row + 1)) {
            best = Math.max(best, rows.value(row, measure, context.graph().vertexCount()));
        }
        return best;
    }

    /// Whether the rows of all vertices follow from fewer searches than so many candidates take.
    private boolean allTakesFewer(States states, int waiting) {
        int n = context.graph().vertexCount();
        if (!states.watch() || rows.rowCount() < n || waiting <= n / LEAST_REDUCED_SHARE) {
            return false;
        }
        Followers all = Followers.ofQuick(context.graph(), job, rows, context.foresight());
        return all.roots().length < (all.reduced().isPresent() ? waiting : waiting / WHOLE_SHARE);
    }

    /// Counts searches for all rows.
    private void took(long searches) {
        begun += searches;
        finished += searches;
        following = Math.max(0, wanted - begun - ofCells);
        spared = Map.of();
        stages.ended("searches for all rows", new Stages.Reached(begun, 0, Double.NaN, 0));
    }

    /// Takes over what was found, and shows what the last look for a batch ruled out.
    private void count(TopBatches batches, TopCandidates candidates, Progress.Phase phase) {
        phase.advance(candidates.newlyRuledOut());
        begun += batches.begun();
        finished += batches.finished();
        following += candidates.following();
        spared = candidates.spared();
    }

    /// What came of bounds that a device counts.
    private enum Counted {
        FOUND,
        TOO_MANY,
        USELESS,
        NOT
    }

    /// Searches everything that is left.
    private void searchAll(States states, RowLog log) {
        context.say()
                .accept("bounds rule out too few of %,d vertices: all that are left are searched"
                        .formatted(rows.rowCount()));
        long searches = new ExactRun(context, rows, events).searchAll(states, log);
        begun += searches;
        finished += searches;
    }

    /// Searches as [#search] does, with bounds that the first device counts, unless balls around searches are better,
    /// as the graph is deep. Where bounds are useless, or it has none, what was searched for a threshold stands.
    private Counted searchCounted(States states, RowLog log, boolean mesh) {
        int most = TopCandidates.mostFirst(job.top(), rows.rowCount());
        if (most == 0) {
            return Counted.NOT;
        }
        try (NeighbourhoodCounts counts = context.ifItFits(
                        () -> context.engines().getFirst().neighbourhoods(job.direction()))
                .flatMap(Function.identity())
                .orElse(null)) {
            return counts == null
                    ? Counted.NOT
                    : searchCounted(
                            states,
                            log,
                            new CountedNeighbourhoods(context.graph(), job.direction(), counts, bounds),
                            most,
                            mesh);
        }
    }

    /// One of those that reach the most.
    private static int farthest(int[] sources, Reach reach) {
        int farthest = sources[0];
        for (int v : sources) {
            farthest = reach.most(v) > reach.most(farthest) ? v : farthest;
        }
        return farthest;
    }

    /// Whether a device should search a mesh from vertices far apart, by the levels around one of them.
    private boolean ballsPay(int vertex) {
        return isDeeper(
                vertex, context.graph().vertexCount() > SOON_SEARCHED ? TopBatches.SHALLOW : ProfileSearch.DEEP);
    }

    /// Whether a search from a vertex has more levels, its own counted.
    private boolean isDeeper(int vertex, int levels) {
        LabRequest look = LabRequest.byConstants(context.graph().idOf(vertex)).withMaxLevel(levels);
        return levels(look).length > levels;
    }

    /// Vertices at each level of a search.
    private long[] levels(LabRequest search) {
        return context.engines().getFirst().measure(search).verticesPerLevel();
    }

    private Counted searchCounted(States states, RowLog log, CountedNeighbourhoods near, int count, boolean mesh) {
        Optional<int[]> most = context.ifItFits(() -> near.first(count));
        if (most.isEmpty() || mesh && ballsPay(most.get()[0])) {
            return Counted.NOT;
        }
        boolean all = rows.rowCount() == context.graph().vertexCount();
        int left = rows.rowCount() - rows.doneCount();
        BitSet skipped = skipped();
        int[] first = IntStream.concat(
                        Arrays.stream(all ? most.get() : mostOfListed(count)),
                        best(near, count, near.betterOutside(most.get(), skipped)))
                .filter(v -> !skipped.get(v))
                .sorted()
                .distinct()
                .toArray();
        Followers followers = Followers.ofNone(context.graph(), rows);
        TopCandidates candidates = new TopCandidates(
                context.graph(),
                CandidateStates.ofNamed(first, left, followers, threshold, bounds),
                first,
                states.width(),
                job.top(),
                false,
                context.say());
        try (Progress.Phase phase = context.progress().start("top " + job.top(), rows.rowCount(), "BFS")) {
            TopBatches batches = new TopBatches(
                    context, rows, log, followers, candidates, threshold, bounds, near.reach(), false, phase);
            searchFirst(batches, candidates, states);
            Counted counted = leave(near, candidates, skipped);
            if (counted == Counted.FOUND && candidates.waiting() > enough) {
                counted = Counted.TOO_MANY;
            }
            if (counted == Counted.FOUND) {
                run(batches, candidates, states);
            }
            count(batches, candidates, phase);
            return counted;
        }
    }

    /// Those that may be worth the most, of equals those whose rows come first.
    private IntStream best(CountedNeighbourhoods near, int count, int... vertices) {
        int[] places = Ranking.highest(
                vertices.length, count, i -> near.withinTwoHops(vertices[i]), i -> context.indexOf(vertices[i]));
        return Arrays.stream(places).map(i -> vertices[i]);
    }

    /// The listed vertices with the most neighbours, ascending.
    private int[] mostOfListed(int count) {
        int[] listed = IntStream.range(0, rows.rowCount())
                .map(row -> context.vertexOf(rows.index(row)))
                .toArray();
        Csc ahead = job.direction() == Direction.OUT
                ? context.graph().out()
                : context.graph().in();
        int[] places = Ranking.highest(listed.length, count, i -> ahead.degree(listed[i]), i -> listed[i]);
        return Arrays.stream(places).map(i -> listed[i]).sorted().toArray();
    }

    /// Vertices that the job does not ask for, and those whose rows are done.
    private BitSet skipped() {
        int n = context.graph().vertexCount();
        BitSet skipped = new BitSet(n);
        if (rows.rowCount() < n) {
            skipped.set(0, n);
            for (int row = 0; row < rows.rowCount(); row++) {
                skipped.clear(context.vertexOf(rows.index(row)));
            }
        }
        for (int row = rows.nextDone(0); row >= 0; row = rows.nextDone(row + 1)) {
            skipped.set(context.vertexOf(rows.index(row)));
        }
        return skipped;
    }

    /// Leaves the candidates that a device counts.
    private Counted leave(CountedNeighbourhoods near, TopCandidates candidates, BitSet skipped) {
        int far = near.admittedOutside(threshold, skipped).length;
        if (near.admitsAlone(threshold) || far > context.graph().verticesWithEdges() / MOST_OUTSIDE_SHARE) {
            return Counted.NOT;
        }
        Optional<Optional<CountedNeighbourhoods.Left>> left =
                context.ifItFits(() -> near.left(threshold, measure.harmonic(), skipped));
        if (left.isEmpty()) {
            return Counted.NOT;
        }
        left.get()
                .ifPresent(vertices ->
                        candidates.leave(vertices, vertex -> rows.isDone(rows.rowOf(context.indexOf(vertex)))));
        Counted useless = context.graph().directed() ? Counted.NOT : Counted.USELESS;
        return left.get().isPresent() ? Counted.FOUND : useless;
    }

    /// As the first device finds them; another way where it has no memory for that.
    private Optional<int[]> components() {
        return context.ifItFits(context.engines().getFirst()::components).flatMap(Function.identity());
    }

    /// A few searches for a threshold, which none is ended before.
    private void searchFirst(TopBatches batches, TopCandidates candidates, States states) {
        if (candidates.beginFirst()) {
            searchUncut(batches, candidates, states);
        }
    }

    private void searchUncut(TopBatches batches, TopCandidates candidates, States states) {
        batches.cuts(false);
        run(batches, candidates, states);
        batches.cuts(true);
    }

    private void run(TopBatches batches, TopCandidates candidates, States states) {
        BatchQueue queue = new BatchQueue(candidates);
        context.stop().begin(queue);
        events.addAll(context.complete(
                queue,
                () -> batches.run(queue, states),
                () -> queue.exhausted() ? rows.rowCount() : rows.doneCount(),
                rows.rowCount()));
    }
}
