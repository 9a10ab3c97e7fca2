package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.CountedNeighbourhoods;
import io.bitfront.engine.answer.Neighbourhoods;
import io.bitfront.engine.answer.Threshold;
import io.bitfront.engine.answer.UpperBounds;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/// Which vertices may be in the top and are not searched yet, by what bounds, and what ruled out the
/// others. One thread changes it at a time; any may ask whether a vertex waits.
final class CandidateStates {
    private static final byte WAITING = 1;
    private static final byte GONE = 2;

    /// No more candidates than so many are searched in less time than their dearest bounds take.
    private static final int SEARCHED_SOONER = 64;

    private final Threshold threshold;
    private final UpperBounds bounds;
    /// Vertices that may be named, ascending, whose places in [#bound] and [#state] are those here; null where
    /// every vertex may, and its place is its number.
    private int[] named;
    private double[] bound;
    private byte[] state;
    private Followers followers;
    private int waiting;
    private long following;
    private long inCells;
    private long told;
    private final long[] ruledOut = new long[Bound.values().length];

    /// What rules vertices out, in the order of the summary.
    enum Bound {
        NEIGHBOURHOODS("neighbourhoods"),
        FEW_EDGES("few edges"),
        BALLS("balls"),
        NEIGHBOURS("neighbours");

        private final String word;

        Bound(String word) {
            this.word = word;
        }
    }

    private CandidateStates(int total, Followers followers, Threshold threshold, UpperBounds bounds) {
        this.waiting = total;
        this.followers = followers;
        this.threshold = threshold;
        this.bounds = bounds;
    }

    /// @param sources to be searched unless ruled out
    /// @param bound of every vertex
    /// @param bounds of whoever follows from others
    static CandidateStates of(
            int[] sources, double[] bound, Followers followers, Threshold threshold, UpperBounds bounds) {
        CandidateStates states = new CandidateStates(sources.length, followers, threshold, bounds);
        states.set(null, bound, sources);
        return states;
    }

    /// Vertices of which those named are searched first and [#leave] says the others that may be in the top.
    ///
    /// @param named ascending
    /// @param total how many there are in all
    /// @param bounds of whoever follows from others
    static CandidateStates ofNamed(
            int[] named, int total, Followers followers, Threshold threshold, UpperBounds bounds) {
        CandidateStates states = new CandidateStates(total, followers, threshold, bounds);
        double[] unknown = new double[named.length];
        Arrays.fill(unknown, Double.POSITIVE_INFINITY);
        states.set(named, unknown, named);
        return states;
    }

    private void set(int[] vertices, double[] bounds, int... sources) {
        named = vertices;
        bound = bounds;
        state = new byte[bounds.length];
        for (int v : sources) {
            state[place(v)] = WAITING;
        }
    }

    private int place(int v) {
        return named == null ? v : Arrays.binarySearch(named, v);
    }

    /// Whether a vertex is neither searched nor ruled out.
    boolean waits(int v) {
        int place = place(v);
        return place >= 0 && state[place] == WAITING;
    }

    /// The same, by the threshold of now.
    boolean isOpen(int v) {
        return waits(v) && threshold.admits(bound(v));
    }

    double bound(int v) {
        return bound[place(v)];
    }

    boolean hasThreshold() {
        return !Double.isNaN(threshold.value());
    }

    /// Whether only some vertices are named.
    boolean namesSome() {
        return named != null;
    }

    /// How many are neither searched nor ruled out.
    int waiting() {
        return waiting;
    }

    /// Rules out of some vertices what dearer bounds do not admit.
    ///
    /// @param near lowers bounds
    /// @return those that are left
    int[] narrow(Neighbourhoods near, int... vertices) {
        int[] left = Arrays.stream(vertices).parallel().filter(this::waits).toArray();
        if (!hasThreshold()) {
            near.byNeighbours(left, bound);
            return left;
        }
        return narrow(near, this::admitted, left);
    }

    /// Those of some vertices that dearer bounds would leave by a threshold that is not known yet; rules none out.
    ///
    /// @param near lowers bounds
    /// @param least what must be reached
    int[] reaching(double least, Neighbourhoods near, int... vertices) {
        return narrow(
                near,
                (_, some) -> Arrays.stream(some)
                        .parallel()
                        .filter(v -> bound(v) >= least)
                        .toArray(),
                vertices);
    }

    private int[] narrow(Neighbourhoods near, BiFunction<Bound, int[], int[]> admitted, int... vertices) {
        int[] left = admitted.apply(Bound.NEIGHBOURHOODS, vertices);
        near.byNeighbours(left, bound);
        left = bestFirst(admitted.apply(Bound.NEIGHBOURHOODS, left));
        if (left.length > SEARCHED_SOONER) {
            near.byClasses(left, bound, false);
            left = admitted.apply(Bound.FEW_EDGES, left);
            near.byClasses(left, bound, true);
            left = admitted.apply(Bound.FEW_EDGES, left);
        }
        return left;
    }

    /// Leaves what a device's bounds leave of all vertices.
    ///
    /// @param searched whether a vertex was
    /// @return those that are left
    int[] leave(CountedNeighbourhoods.Left left, IntPredicate searched) {
        int before = waiting;
        int[] open = Arrays.stream(left.vertices()).filter(searched.negate()).toArray();
        set(left.vertices(), left.bound(), open);
        waiting = open.length;
        long byWays = Math.min(before, Math.max(left.byWays(), open.length));
        ruledOut[Bound.NEIGHBOURHOODS.ordinal()] += before - byWays;
        ruledOut[Bound.FEW_EDGES.ordinal()] += byWays - open.length;
        return admitted(Bound.FEW_EDGES, open);
    }

    /// By bounds as floats, which is near enough for an order.
    int[] bestFirst(int... sources) {
        long[] keys = Arrays.stream(sources).parallel().mapToLong(this::key).toArray();
        Arrays.parallelSort(keys);
        return Arrays.stream(keys).parallel().mapToInt(key -> (int) key).toArray();
    }

    private long key(int v) {
        int falling = Integer.MAX_VALUE - Float.floatToIntBits((float) bound(v));
        return (long) falling << Integer.SIZE | v;
    }

    private int[] admitted(Bound by, int... vertices) {
        return keep(vertices, this::isAdmitted, v -> rule(v, by));
    }

    /// Takes off whoever's row is there, or follows from one that is still to be searched.
    ///
    /// @return those that are left
    int[] lead(Followers leading, int... vertices) {
        followers = leading;
        int[] left = keep(vertices, v -> leading.wants(v) && !isLed(v), v -> {
            takeOff(v);
            following++;
        });
        Arrays.stream(left).parallel().forEach(this::boundBySource);
        return hasThreshold() ? admitted(Bound.NEIGHBOURS, left) : left;
    }

    /// None is worth more than what it follows, whose row may be done without the counts that others follow from.
    private void boundBySource(int v) {
        int source = followers.sourceOf(v);
        if (source != v) {
            double most = followers.done(source).map(bounds::most).orElse(Double.POSITIVE_INFINITY);
            // Not a number where the row has no sum of that measure.
            bound[place(v)] = most < bound(v) ? most : bound(v);
        }
    }

    private static int[] keep(int[] vertices, IntPredicate kept, IntConsumer others) {
        int[] left = Arrays.stream(vertices).parallel().filter(kept).toArray();
        for (int i = 0, at = 0; i < vertices.length; i++) {
            if (at < left.length && vertices[i] == left[at]) {
                at++;
            } else {
                others.accept(vertices[i]);
            }
        }
        return left;
    }

    private boolean isLed(int v) {
        int source = followers.sourceOf(v);
        return source != v && waits(source);
    }

    /// Rules a vertex out where its bound does.
    boolean admitted(int v) {
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

    /// Has a vertex wait no longer.
    void takeOff(int v) {
        state[place(v)] = GONE;
        waiting--;
    }

    private void rule(int v, Bound by) {
        takeOff(v);
        ruledOut[by.ordinal()]++;
    }

    /// Rules out what waits of some vertices.
    ///
    /// @return how many
    int ruleOut(Bound by, Consumer<IntConsumer> told) {
        int before = waiting;
        told.accept(v -> {
            if (waits(v)) {
                rule(v, by);
            }
        });
        return before - waiting;
    }

    /// Rules out whom the bounds known at the start do not admit any more.
    void ruleOutByBounds() {
        for (int v = 0; v < bound.length && hasThreshold(); v++) {
            if (state[v] == WAITING && !isAdmitted(v)) {
                rule(v, Bound.NEIGHBOURHOODS);
            }
        }
    }

    /// Takes off what was found from the borders of cells.
    ///
    /// @param searches for that
    void foundInCells(IntPredicate found, long searches, int... vertices) {
        int before = waiting;
        for (int v : vertices) {
            if (found.test(v)) {
                takeOff(v);
            }
        }
        inCells += Math.max(0, before - waiting - searches);
    }

    /// How many were ruled out since this was asked last.
    long newlyRuledOut() {
        long more = Arrays.stream(ruledOut).sum() + following - told;
        told += more;
        return more;
    }

    /// Who leads whom.
    Followers followers() {
        return followers;
    }

    /// Vertices taken off as their rows are there, or follow from others'.
    long following() {
        return following;
    }

    /// Vertices that no search was begun for, by what ruled them out.
    Map<String, Long> spared() {
        Map<String, Long> spared = new LinkedHashMap<>();
        for (Bound by : Bound.values()) {
            spared.put(by.word, ruledOut[by.ordinal()]);
        }
        spared.put("cells", inCells);
        return spared;
    }
}
