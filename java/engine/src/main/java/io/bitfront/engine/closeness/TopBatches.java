package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.answer.Balls;
import io.bitfront.engine.answer.LeastSums;
import io.bitfront.engine.answer.LevelCounts;
import io.bitfront.engine.answer.Reach;
import io.bitfront.engine.answer.Threshold;
import io.bitfront.engine.answer.UpperBounds;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SearchLimits;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Searches candidates in batches, on several states at once; keeps the rows of searches that finish, and lets them
/// raise the threshold and rule others out.
final class TopBatches {
    /// Counts by level of finished searches are kept up to so many a vertex, as a higher threshold makes larger balls.
    private static final int KEPT_PER_VERTEX = 4;

    private static final int LEAST_KEPT = 1 << 18;

    /// Of a finished search whose counts are not known.
    private static final int SUM_BYTES = 8 * Long.BYTES;

    /// Neighbours of a vertex, in the mean, up to which they tell more together than the best of them.
    private static final int FEW_NEIGHBOURS = 4;

    /// Balls that could be larger by one hop in so many, and one more, stay as they are.
    private static final int LARGER_SHARE = 16;

    /// Hops to the farthest vertex up to which a graph's balls are not worth the keeping of levels, once it is seen
    /// that they rule hardly anything out.
    static final int SHALLOW = 16;

    /// Searches get so many times the time of ruling out.
    private static final int SPREAD_SHARE = 9;

    private final RunContext context;
    private final Graph graph;
    private final ClosenessMeasure measure;
    private final ExactRows rows;
    private final RowLog log;
    private final TopCandidates candidates;
    private final Threshold threshold;
    private final UpperBounds bounds;
    private final Reach reach;
    private final Balls balls;
    private final Progress.Phase phase;
    private volatile Followers followers;
    private volatile boolean cuts = true;
    private volatile int deepest;
    private final List<Centre> centres = new ArrayList<>();
    /// Centres whose balls are not spread yet.
    private final List<Centre> fresh = new ArrayList<>();
    private long kept;
    /// Whether there are balls of centres that are not kept.
    private boolean forgotten;
    /// Searches whose balls are spread.
    private long spread;

    private long spreadNanos;
    /// Null until it is of use.
    private LeastSums leastSums;
    private double spreadAt = Double.NaN;
    private long spreadDue = System.nanoTime();
    private long begun;
    private long finished;

    /// A finished search that may rule out others.
    private static final class Centre {
        private final int vertex;
        private final VertexSums sums;
        /// Null where levels were not told and sums are enough.
        private final LevelCounts counts;

        /// Whether it has a ball.
        private boolean added;

        /// Of its ball when that was added, less what all had grown by until then.
        private int radius;

        Centre(int vertex, VertexSums sums, LevelCounts counts) {
            this.vertex = vertex;
            this.sums = sums;
            this.counts = counts;
        }

        long bytes() {
            return counts == null ? SUM_BYTES : (long) Integer.BYTES * counts.levels();
        }
    }

    /// @param log is appended every batch, or null
    /// @param mesh whether finished searches rule out the vertices around them; then none is ended early
    TopBatches(
            RunContext context,
            ExactRows rows,
            RowLog log,
            Followers followers,
            TopCandidates candidates,
            Threshold threshold,
            UpperBounds bounds,
            Reach reach,
            boolean mesh,
            Progress.Phase phase) {
        this.context = context;
        this.graph = context.graph();
        this.measure = context.job().measures().getFirst();
        this.rows = rows;
        this.log = log;
        this.followers = followers;
        this.candidates = candidates;
        this.threshold = threshold;
        this.bounds = bounds;
        this.reach = reach;
        this.balls = mesh ? new Balls(graph.out()) : null;
        this.phase = phase;
    }

    /// Whether searches are ended early. Where some are before it is known whose rows follow theirs, others would miss
    /// theirs.
    void cuts(boolean wanted) {
        cuts = wanted;
    }

    /// Says whose rows follow from others', while no batch is under way.
    void lead(Followers leading) {
        followers = leading;
    }

    static long keptBytes(int vertexCount) {
        return Integer.BYTES * Math.max(LEAST_KEPT, (long) KEPT_PER_VERTEX * vertexCount);
    }

    /// Deep components, cut where candidates are left.
    ProfiledRows cells(int leastPercent) {
        return ProfiledRows.cut(context, candidates.waiting(), leastPercent, log, new InCells());
    }

    /// Finds candidates from the borders of cells.
    void findIn(ProfiledRows cells) {
        long searches = cells.find();
        synchronized (this) {
            begun += searches;
            finished += searches;
        }
        candidates.foundInCells(followers::isDone, searches);
    }

    /// Candidates and what follows from them: whichever is in a cell has its row from there.
    private final class InCells implements ProfiledRows.Demand {
        @Override
        public boolean wants(int vertex) {
            return followers.wants(vertex)
                    && (candidates.isWaiting(vertex) || candidates.isWaiting(followers.sourceOf(vertex)));
        }

        /// The job's own, which is not to be closed.
        @Override
        public Progress.Phase phase(long wanted) {
            return amount -> phase.advance(amount);
        }

        @Override
        public void take(int[] vertices, VertexSums[] sums, Progress.Phase shown) {
            accept(vertices, sums);
        }

        @Override
        public JobStoppedException stopped() {
            return context.stopped(rows.doneCount(), rows.rowCount());
        }
    }

    /// Takes rows from cells.
    private synchronized void accept(int[] vertices, VertexSums[] sums) {
        SearchedRows found = new SearchedRows(graph, Followers.none(graph));
        for (int i = 0; i < vertices.length; i++) {
            if (followers.wants(vertices[i])) {
                found.add(vertices[i], sums[i]);
            }
        }
        put(found);
        phase.advance(
                Arrays.stream(vertices).filter(v -> followers.sourceOf(v) == v).count());
        ruleOutWhenDue();
    }

    private void put(SearchedRows found) {
        BitSet known = new BitSet(found.count());
        for (int i = 0; i < found.count(); i++) {
            known.set(i, rows.isDone(rows.rowOf(found.index(i))));
        }
        found.putInto(rows, log);
        for (int i = known.nextClearBit(0); i < found.count(); i = known.nextClearBit(i + 1)) {
            int row = rows.rowOf(found.index(i));
            threshold.offer(rows.value(row, measure, graph.vertexCount()), found.index(i));
        }
    }

    /// Returns when no candidate is left, or the queue was stopped.
    ///
    /// @return what was dropped and why, a line each
    List<String> run(BatchQueue queue, States states) {
        long mostCounts = CountingWatch.share(states.working().size());
        return states.run(queue, state -> new TopLane(state, queue, mostCounts), context.say());
    }

    /// Hops of the deepest search that finished.
    int deepest() {
        return deepest;
    }

    synchronized long begun() {
        return begun;
    }

    synchronized long finished() {
        return finished;
    }

    private final class TopLane extends SearchLane<Cut> {
        private final BatchQueue queue;
        private final long mostCounts;

        TopLane(MultiSource state, BatchQueue queue, long mostCounts) {
            super(state);
            this.queue = queue;
            this.mostCounts = mostCounts;
        }

        @Override
        Cut search(int[] batch) {
            Cut cut = new Cut(batch, mostCounts);
            boolean cutting = cuts && balls == null && !candidates.searchesAll();
            if (state().watches() && (cutting || cut.counts.counts())) {
                state().begin(batch, cut);
            } else if (cutting && state().limits()) {
                state().beginLimited(batch, cut.limits());
            } else if (candidates.batchesInRound() && deepest >= ProfileSearch.DEEP) {
                state().beginApart(batch);
            } else {
                state().begin(batch);
            }
            return cut;
        }

        @Override
        void take(int[] batch, SourceSums sums, Cut cut) {
            for (int i = 0; i < batch.length; i++) {
                cut.ended[i] |= state().wasCut(i);
            }
            int[] again = IntStream.range(0, batch.length)
                    .filter(cut::mustBeAgain)
                    .map(i -> batch[i])
                    .toArray();
            accept(batch, sums, cut, again.length);
            if (again.length > 0) {
                queue.again(again, cut.counts.kept());
            }
        }
    }

    /// Ends searches that cannot make the top any more.
    private final class Cut implements LevelWatch {
        private final int[] batch;
        private final boolean[] ended;
        private final CountingWatch counts;
        /// Whether the device tells levels.
        private boolean told;

        Cut(int[] batch, long mostCounts) {
            this.batch = batch;
            this.ended = new boolean[batch.length];
            this.counts = new CountingWatch(batch, vertex -> keepsBalls() || followers.needsCounts(vertex), mostCounts);
        }

        @Override
        public boolean goesOn(int source, int level, long count, SourceSums sums) {
            told = true;
            counts.goesOn(source, level, count, sums);
            int vertex = batch[source];
            long visited = sums.reached()[source];
            if (balls != null || !cuts || visited >= reach.most(vertex)) {
                return true;
            }
            double bound = bounds.after(
                    level,
                    visited,
                    sums.distanceSum()[source],
                    sums.harmonicSum()[source],
                    reach.least(vertex),
                    reach.most(vertex));
            ended[source] = !admits(bound, vertex);
            return !ended[source];
        }

        /// Whether rows follow from counts of a source that there was no memory for.
        boolean mustBeAgain(int source) {
            return !ended[source] && counts.forgot(source) && followers.needsCounts(batch[source]);
        }

        /// What ends searches by the threshold of now, where it is known how many vertices they reach.
        SearchLimits limits() {
            SearchLimits limits = SearchLimits.none(batch.length);
            for (int i = 0; i < batch.length && !Double.isNaN(threshold.value()); i++) {
                int vertex = batch[i];
                long reached = reach.most(vertex);
                if (reach.least(vertex) == reached) {
                    limits.reached()[i] = reached;
                    if (measure.harmonic()) {
                        limits.harmonic()[i] = bounds.leastHarmonic(reached, value -> admits(value, vertex));
                    } else {
                        limits.distance()[i] = bounds.mostDistance(reached, value -> admits(value, vertex));
                    }
                }
            }
            return limits;
        }

        private boolean admits(double bound, int vertex) {
            return threshold.admits(bound)
                    && (bound > threshold.value() || threshold.admits(bound, followers.firstIndex(vertex)));
        }
    }

    private boolean keepsBalls() {
        return balls != null && !(candidates.searchesAll() && (deepest < SHALLOW || candidates.ballsUseless()));
    }

    private synchronized void accept(int[] batch, SourceSums sums, Cut cut, int again) {
        SearchedRows found = new SearchedRows(graph, followers);
        int done = 0;
        for (int i = 0; i < batch.length; i++) {
            if (!cut.ended[i] && !cut.mustBeAgain(i)) {
                found.add(batch[i], sums, i, followers.needsCounts(batch[i]) ? cut.counts.of(i) : null, () -> false);
                deepest = Math.max(deepest, sums.eccentricity()[i]);
                done++;
            }
        }
        put(found);
        begun += batch.length;
        finished += done;
        candidates.cut(batch.length - again - done);
        phase.advanceBatch(batch.length - again);
        if (keepsBalls()) {
            addCentres(batch, sums, cut);
        }
        ruleOutWhenDue();
        String ruling = balls == null ? "" : ", %.1f s ruling out".formatted(spreadNanos / 1e9);
        phase.detail("%,d finished, %,d cut, %,d left, threshold %s%s"
                .formatted(finished, begun - finished, candidates.waiting(), shown(threshold.value()), ruling));
    }

    private void addCentres(int[] batch, SourceSums sums, Cut cut) {
        for (int i = 0; i < batch.length; i++) {
            LevelCounts counts = cut.told ? cut.counts.of(i) : null;
            if (counts != null || !measure.harmonic()) {
                VertexSums own =
                        new VertexSums(sums.reached()[i], sums.distanceSum()[i], Double.NaN, sums.eccentricity()[i]);
                fresh.add(new Centre(batch[i], own, counts));
            }
        }
    }

    private static String shown(double value) {
        return Double.isNaN(value) ? "unknown" : String.format(Locale.ROOT, "%.6g", value);
    }

    /// Rules out what lies around finished searches, in a tenth of the time at most: balls of a large graph take as
    /// long as many searches; and whenever as many searches are new as there were before. In a round of searches on
    /// their own that is done at its end, or after each batch.
    private void ruleOutWhenDue() {
        if (keepsBalls() && (candidates.inRound() ? candidates.batchesInRound() : spreadIsDue())) {
            ruleOut();
        }
        phase.advance(candidates.newlyRuledOut());
    }

    private boolean spreadIsDue() {
        return Elapsed.nanos(spreadDue) >= 0 || fresh.size() >= Math.max(1, spread);
    }

    /// Rules out what lies around finished searches.
    synchronized void ruleOut() {
        long start = System.nanoTime();
        int searched = fresh.size();
        spread += searched;
        if (threshold.value() != spreadAt) {
            grow();
            spreadAt = threshold.value();
        }
        for (Centre centre : fresh) {
            add(centre, radius(centre));
            if (kept < keptBytes(graph.vertexCount())) {
                kept += centre.bytes();
                centres.add(centre);
            } else {
                forgotten = true;
            }
        }
        candidates.ruleOut(balls, searched);
        ruleOutByNeighbours();
        candidates.endUseless();
        fresh.clear();
        long end = System.nanoTime();
        spreadDue = end + SPREAD_SHARE * (end - start);
        spreadNanos += end - start;
    }

    double threshold() {
        return threshold.value();
    }

    /// Rules out what neighbours of balls and of searches rule out together, once balls are small, where vertices have
    /// few neighbours.
    private void ruleOutByNeighbours() {
        if (leastSums == null && candidates.ballsAreSmall() && suitsLeastSums()) {
            leastSums = new LeastSums(graph.out(), reach, balls);
            centres.forEach(this::tell);
        } else if (leastSums != null) {
            fresh.forEach(this::tell);
        }
        if (leastSums != null) {
            candidates.ruleOut(out -> leastSums.spread(all -> bounds.mostDistance(all, threshold::admits), out));
        }
    }

    private boolean suitsLeastSums() {
        return !measure.harmonic()
                && !forgotten
                && !Double.isNaN(threshold.value())
                && graph.statistics().meanDegree() <= FEW_NEIGHBOURS;
    }

    private void tell(Centre centre) {
        leastSums.searched(centre.vertex, centre.sums.distanceSum());
    }

    /// Time that ruling out has taken, beside searches where there are several batches.
    synchronized long spreadNanos() {
        return spreadNanos;
    }

    /// By a better threshold, every ball grows by about as much. What all grow by takes a walk around what was
    /// ruled out before, instead of one through all of it; balls that grow by more, beyond what their size makes
    /// worth it, are walked anew.
    private void grow() {
        int[] radii = centres.parallelStream().mapToInt(this::radius).toArray();
        int by = Integer.MAX_VALUE;
        for (int i = 0; i < radii.length; i++) {
            Centre centre = centres.get(i);
            // All around it is ruled out, as far as there is any.
            boolean whole = radii[i] == centre.sums.eccentricity();
            by = whole || !centre.added ? by : Math.min(by, radii[i] - reached(centre));
        }
        balls.grow(forgotten || by == Integer.MAX_VALUE ? 0 : by);
        for (int i = 0; i < radii.length; i++) {
            int before = reached(centres.get(i));
            if (radii[i] - before > before / LARGER_SHARE) {
                add(centres.get(i), radii[i]);
            }
        }
    }

    private int radius(Centre centre) {
        return centre.counts == null
                ? Balls.radius(centre.sums, bounds, threshold)
                : Balls.radius(centre.counts, bounds, threshold, measure.harmonic());
    }

    /// The radius that a ball has by now.
    private int reached(Centre centre) {
        return centre.added ? centre.radius + balls.grown() : 0;
    }

    private void add(Centre centre, int radius) {
        centre.added = radius > 0;
        centre.radius = radius - balls.grown();
        balls.add(centre.vertex, radius);
    }
}
