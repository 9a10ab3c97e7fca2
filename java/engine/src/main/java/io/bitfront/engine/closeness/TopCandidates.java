package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.answer.Balls;
import io.bitfront.engine.answer.CountedNeighbourhoods;
import io.bitfront.engine.answer.Neighbourhoods;
import io.bitfront.engine.answer.Threshold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/// The vertices that may be in the top, those with the best bounds first: at first as many as make a threshold, by
/// their degrees alone, then those that dearer bounds leave. On meshes, where these say little, first some that lie
/// far from each other, as long as each rules out many around it, then the others beside each other. Where hardly
/// any can be ruled out, what is left comes in the order in which searches are fastest. Safe for many threads.
final class TopCandidates implements SourceSupply {
    private static final byte WAITING = 1;
    private static final byte GONE = 2;

    /// Batches, or this share of all candidates, after which it shows whether bounds help.
    private static final int PROBED_BATCHES = 4;

    private static final int PROBED_SHARE = 128;
    private static final int USEFUL_PERCENT = 10;

    /// Batches are of twice as many as are ranked, and so many at least, until the first have made a threshold. No more
    /// than so many are searched in less time than their dearest bounds take.
    private static final int LEAST_FIRST = 64;

    /// First searches for a threshold are no more than this share of all.
    private static final int FIRST_SHARE = 8;

    /// More vertices than one in so many are looked through for rows that follow from others'.
    private static final int FOLLOWING_SHARE = 64;

    private final Graph graph;
    /// Vertices that may be named, ascending, whose places in [#bound] and [#state] are those here; null where
    /// every vertex may, and its place is its number.
    private int[] named;
    private double[] bound;
    private final Threshold threshold;
    private final int width;
    private final int first;
    private final Consumer<String> say;
    private byte[] state;
    private final int[] all;
    private final int total;
    private final long probe;
    private final boolean mesh;
    private Followers followers;
    private int[] order;
    private SourceArrangement rest;
    private volatile boolean searchesAll;
    private boolean probed;
    private int next;
    private int waiting;
    private int taken;
    private long following;
    private final long[] ruledOut = new long[Bound.values().length];
    private long told;
    private long inCells;
    private final SearchRounds rounds = new SearchRounds();
    private long cut;

    /// What rules vertices out, in the order of the summary.
    private enum Bound {
        NEIGHBOURHOODS("neighbourhoods"),
        FEW_EDGES("few edges"),
        BALLS("balls"),
        NEIGHBOURS("neighbours");

        private final String word;

        Bound(String word) {
            this.word = word;
        }
    }

    /// @param sources to be searched unless ruled out
    /// @param bound of every vertex
    /// @param top how many are ranked
    /// @param mesh whether to spread them out
    TopCandidates(
            Graph graph,
            int[] sources,
            double[] bound,
            Followers followers,
            Threshold threshold,
            int width,
            int top,
            boolean mesh,
            Consumer<String> say) {
        this(graph, null, sources, bound, sources.length, followers, threshold, width, top, mesh, say);
        this.order = mesh ? shuffled(sources) : best(sources, mostFirst(top, sources.length));
    }

    /// @param total vertices that are to be searched unless ruled out, whether named or not
    private TopCandidates(
            Graph graph,
            int[] named,
            int[] sources,
            double[] bound,
            int total,
            Followers followers,
            Threshold threshold,
            int width,
            int top,
            boolean mesh,
            Consumer<String> say) {
        this.graph = graph;
        this.named = named;
        this.bound = bound;
        this.followers = followers;
        this.threshold = threshold;
        this.width = width;
        this.first = Math.clamp(2L * top, LEAST_FIRST, Math.max(width, LEAST_FIRST));
        this.say = say;
        this.mesh = mesh;
        this.state = new byte[bound.length];
        for (int v : sources) {
            state[place(v)] = WAITING;
        }
        this.waiting = total;
        this.total = total;
        this.all = sources;
        this.order = sources;
        this.probe = Math.max((long) PROBED_BATCHES * width, total / PROBED_SHARE);
    }

    /// Vertices of which those named are searched first and [#leave] says the others that may be in the top.
    ///
    /// @param named ascending
    /// @param total how many there are in all
    TopCandidates(
            Graph graph,
            int[] named,
            int total,
            Followers followers,
            Threshold threshold,
            int width,
            int top,
            Consumer<String> say) {
        this(graph, named, named, unknown(named.length), total, followers, threshold, width, top, false, say);
    }

    private static double[] unknown(int count) {
        double[] bounds = new double[count];
        Arrays.fill(bounds, Double.POSITIVE_INFINITY);
        return bounds;
    }

    private int place(int v) {
        return named == null ? v : Arrays.binarySearch(named, v);
    }

    private boolean waits(int v) {
        int place = place(v);
        return place >= 0 && state[place] == WAITING;
    }

    private double bound(int v) {
        return bound[place(v)];
    }

    private static int[] shuffled(int[] sources) {
        int[] order = sources.clone();
        SplittableRandom dice = new SplittableRandom(order.length);
        for (int i = order.length - 1; i > 0; i--) {
            int j = dice.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    /// How many are searched before dearer bounds are asked; none where so many would be a large part of all.
    ///
    /// @param top how many are ranked
    /// @param all vertices to be searched unless ruled out
    static int mostFirst(int top, int all) {
        long most = Math.max(LEAST_FIRST, 2L * top);
        return most * FIRST_SHARE > all ? 0 : (int) most;
    }

    /// By bounds as floats, which is near enough for an order.
    private int[] bestFirst(int... sources) {
        long[] keys = Arrays.stream(sources).parallel().mapToLong(this::key).toArray();
        Arrays.parallelSort(keys);
        return Arrays.stream(keys).parallel().mapToInt(key -> (int) key).toArray();
    }

    private long key(int v) {
        int falling = Integer.MAX_VALUE - Float.floatToIntBits((float) bound(v));
        return (long) falling << Integer.SIZE | v;
    }

    /// The best of them, best first.
    private int[] best(int[] sources, int count) {
        int[] places = Ranking.highest(sources.length, count, i -> (float) bound(sources[i]), i -> sources[i]);
        return Arrays.stream(places).map(i -> sources[i]).toArray();
    }

    /// Begins the search for a first threshold, or for one that the bounds of a device leave few vertices by.
    ///
    /// @return false where none is to be found first
    synchronized boolean beginFirst() {
        rounds.beginFirst(named != null || Double.isNaN(threshold.value()) ? order.length : 0);
        return rounds.underWay();
    }

    /// Leaves of all that were not searched first what dearer bounds admit, best first. Whatever was begun is
    /// finished.
    ///
    /// @param near lowers bounds
    /// @param found finds which rows follow from others', where many vertices are left
    synchronized void narrow(Neighbourhoods near, Supplier<Followers> found) {
        rounds.end();
        int[] left = waiting(all);
        if (Double.isNaN(threshold.value())) {
            near.byNeighbours(left, bound);
        } else {
            left = admitted(Bound.NEIGHBOURHOODS, left);
            near.byNeighbours(left, bound);
            left = bestFirst(admitted(Bound.NEIGHBOURHOODS, left));
            if (left.length > LEAST_FIRST) {
                near.byClasses(left, bound, false);
                left = admitted(Bound.FEW_EDGES, left);
                near.byClasses(left, bound, true);
                left = admitted(Bound.FEW_EDGES, left);
            }
        }
        if (left.length > graph.vertexCount() / FOLLOWING_SHARE) {
            followers = found.get();
            left = waiting(leading(left));
        }
        order = bestFirst(left);
        next = 0;
    }

    /// Leaves of all vertices that were not searched first those that may pass the threshold, best first. Whatever
    /// was begun is finished.
    ///
    /// @param searched whether a vertex was
    synchronized void leave(CountedNeighbourhoods.Left left, IntPredicate searched) {
        rounds.end();
        next = 0;
        int before = waiting;
        int[] open = Arrays.stream(left.vertices()).filter(searched.negate()).toArray();
        named = left.vertices();
        bound = left.bound();
        state = new byte[named.length];
        for (int v : open) {
            state[place(v)] = WAITING;
        }
        waiting = open.length;
        long byWays = Math.min(before, Math.max(left.byWays(), open.length));
        ruledOut[Bound.NEIGHBOURHOODS.ordinal()] += before - byWays;
        ruledOut[Bound.FEW_EDGES.ordinal()] += byWays - open.length;
        order = bestFirst(admitted(Bound.FEW_EDGES, open));
    }

    private int[] waiting(int... vertices) {
        return Arrays.stream(vertices).parallel().filter(this::waits).toArray();
    }

    /// Rules out the others.
    private int[] admitted(Bound by, int... vertices) {
        int[] left = Arrays.stream(vertices).parallel().filter(this::isAdmitted).toArray();
        for (int i = 0, kept = 0; i < vertices.length; i++) {
            if (kept < left.length && vertices[i] == left[kept]) {
                kept++;
            } else {
                rule(vertices[i], by);
            }
        }
        return left;
    }

    /// Takes off whoever's row is there, or follows from one that is still to be searched.
    private int[] leading(int... vertices) {
        int[] left = Arrays.stream(vertices)
                .parallel()
                .filter(v -> followers.wants(v) && !isLed(v))
                .toArray();
        for (int i = 0, kept = 0; i < vertices.length; i++) {
            if (kept < left.length && vertices[i] == left[kept]) {
                kept++;
            } else {
                rule(vertices[i]);
                following++;
            }
        }
        return left;
    }

    private boolean isLed(int v) {
        int source = followers.sourceOf(v);
        return source != v && waits(source);
    }

    @Override
    public synchronized int[] next(int most) {
        if (!rounds.underWay() && !probed && taken >= probe) {
            probe();
        }
        int[] batch = new int[Math.min(most, mostNow())];
        int filled = 0;
        while (filled < batch.length && !ended()) {
            int v = step();
            if (v >= 0 && waits(v) && admitted(v)) {
                state[place(v)] = GONE;
                waiting--;
                taken++;
                batch[filled++] = v;
            }
        }
        return Arrays.copyOf(batch, filled);
    }

    private int mostNow() {
        if (rounds.underWay()) {
            return rounds.next(taken);
        }
        return Double.isNaN(threshold.value()) ? first : Integer.MAX_VALUE;
    }

    /// [SearchRounds#begin].
    synchronized boolean beginRound(int top, double others, SearchRounds.Pace pace) {
        return rounds.begin(top, others, pace, standing());
    }

    private SearchRounds.Standing standing() {
        return new SearchRounds.Standing(order.length, taken, waiting, !Double.isNaN(threshold.value()));
    }

    /// Searches on their own that what is left is expected to take; infinite where they rule out nothing.
    synchronized double rest() {
        return rounds.rest(waiting);
    }

    /// Whether a vertex is neither searched nor ruled out. May be asked at any time.
    boolean isWaiting(int v) {
        return waits(v) && threshold.admits(bound(v));
    }

    /// Some that are neither searched nor ruled out, at random where none is taken for a bound.
    synchronized int[] someWaiting(int most) {
        return Arrays.stream(order, next, order.length)
                .filter(this::waits)
                .limit(most)
                .toArray();
    }

    /// Takes off what was found from the borders of cells.
    ///
    /// @param searches for that
    synchronized void foundInCells(IntPredicate found, long searches) {
        int before = waiting;
        for (int i = next; i < order.length; i++) {
            if (waits(order[i]) && found.test(order[i])) {
                rule(order[i]);
            }
        }
        inCells += Math.max(0, before - waiting - searches);
    }

    /// Ends searches far apart.
    synchronized void endRound() {
        rounds.end();
    }

    /// Goes on with batches: on meshes, of vertices beside each other.
    synchronized void gather() {
        rounds.end();
        if (mesh) {
            probe();
            int[] left = left();
            rest = SourceArrangement.pays(left.length, graph.vertexCount(), width)
                    ? new SourceArrangement(graph, left, width)
                    : SourceArrangement.ofFew(graph, left, width);
        }
    }

    private int[] left() {
        return Arrays.stream(order, next, order.length).filter(this::waits).toArray();
    }

    private boolean ended() {
        return rest == null ? next == order.length : rest.exhausted();
    }

    private int step() {
        if (rest == null) {
            return order[next++];
        }
        int[] one = rest.next(1);
        return one.length == 0 ? -1 : one[0];
    }

    private boolean admitted(int v) {
        boolean admitted = isAdmitted(v);
        if (!admitted) {
            rule(v, Bound.NEIGHBOURHOODS);
        }
        return admitted;
    }

    private boolean isAdmitted(int v) {
        double value = bound(v);
        return threshold.admits(value)
                && (value > threshold.value() || threshold.admits(value, followers.firstIndex(v)));
    }

    private void rule(int v) {
        state[place(v)] = GONE;
        waiting--;
    }

    private void rule(int v, Bound by) {
        rule(v);
        ruledOut[by.ordinal()]++;
    }

    /// Looks once whether searches rule others out, and says so where they do not.
    private void probe() {
        probed = true;
        long admitted = 0;
        for (int i = next; i < order.length; i++) {
            admitted += isWaiting(order[i]) ? 1 : 0;
        }
        long sources = total - following;
        long ruled = sources - taken - admitted;
        boolean useful = ruled * 100 > USEFUL_PERCENT * sources || 100L * cut > (long) USEFUL_PERCENT * taken;
        if (!useful) {
            searchesAll = true;
            say.accept("bounds rule out %,d of %,d vertices so far: all that are left are searched"
                    .formatted(ruled, sources));
            rest = new SourceArrangement(graph, left(), width);
        }
    }

    /// Rules out what balls hold.
    ///
    /// @param searched around how many searches they are that had none before
    synchronized void ruleOut(Balls balls, int searched) {
        long before = ruledOut[Bound.BALLS.ordinal()];
        balls.spread(v -> {
            if (waits(v)) {
                rule(v, Bound.BALLS);
            }
        });
        rounds.ruledOut(searched, ruledOut[Bound.BALLS.ordinal()] - before);
    }

    /// Rules out whom the bounds known at the start do not admit any more.
    synchronized void ruleOutByBounds() {
        for (int v = 0; v < bound.length && !Double.isNaN(threshold.value()); v++) {
            if (state[v] == WAITING && !isAdmitted(v)) {
                rule(v, Bound.NEIGHBOURHOODS);
            }
        }
    }

    /// Ends a round whose last searches were of too little use.
    synchronized void endUseless() {
        rounds.endUseless(standing());
    }

    /// Rules out what sums of hops of neighbours do.
    ///
    /// @param told tells a consumer vertices, which may be searched or ruled out already
    synchronized void ruleOut(Consumer<IntConsumer> told) {
        long before = ruledOut[Bound.NEIGHBOURS.ordinal()];
        told.accept(v -> {
            if (waits(v)) {
                rule(v, Bound.NEIGHBOURS);
            }
        });
        rounds.ruledOutMore(ruledOut[Bound.NEIGHBOURS.ordinal()] - before);
    }

    /// Whether the last searches ruled out few vertices each.
    synchronized boolean ballsAreSmall() {
        return rounds.ballsAreSmall();
    }

    /// Whether searches on their own are under way.
    synchronized boolean inRound() {
        return rounds.underWay();
    }

    /// Whether balls are spread after each of several batches of a round.
    synchronized boolean batchesInRound() {
        return rounds.inBatches();
    }

    /// How many were ruled out since this was asked last.
    synchronized long newlyRuledOut() {
        long more = Arrays.stream(ruledOut).sum() + following - told;
        told += more;
        return more;
    }

    /// Whether hardly any are ruled out: to end searches early does not pay either.
    boolean searchesAll() {
        return searchesAll;
    }

    /// Searches were ended early.
    synchronized void cut(int count) {
        cut += count;
    }

    /// Neither searched nor ruled out yet.
    synchronized int waiting() {
        return waiting;
    }

    /// Who leads whom.
    synchronized Followers followers() {
        return followers;
    }

    /// Vertices taken off as their rows are there, or follow from others'.
    synchronized long following() {
        return following;
    }

    /// Vertices that no search was begun for, by what ruled them out.
    synchronized Map<String, Long> spared() {
        Map<String, Long> spared = new LinkedHashMap<>();
        for (Bound by : Bound.values()) {
            spared.put(by.word, ruledOut[by.ordinal()]);
        }
        spared.put("cells", inCells);
        return spared;
    }

    @Override
    public synchronized boolean exhausted() {
        return waiting == 0 || rounds.underWay() && (rounds.isOver(taken) || ended());
    }
}
