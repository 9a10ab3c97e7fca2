package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.answer.Balls;
import io.bitfront.engine.answer.CountedNeighbourhoods;
import io.bitfront.engine.answer.Neighbourhoods;
import java.util.Arrays;
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
    /// Batches, or this share of all candidates, after which it shows whether bounds help.
    private static final int PROBED_BATCHES = 4;

    private static final int PROBED_SHARE = 128;
    private static final int USEFUL_PERCENT = 10;

    /// Batches are of twice as many as are ranked, and so many at least, until the first have made a threshold.
    private static final int LEAST_FIRST = 64;

    /// Of so many times as many first searches some are looked at before: whether bounds will rule
    /// out much.
    private static final int LOOKED_AT = 8;

    /// First searches for a threshold are no more than this share of all.
    private static final int FIRST_SHARE = 8;

    /// More vertices than one in so many are looked through for rows that follow from others'.
    private static final int FOLLOWING_SHARE = 64;

    private final Graph graph;
    private final CandidateStates states;
    private final int width;
    private final int first;
    private final Consumer<String> say;
    private final int[] all;
    private final int total;
    private final long probe;
    private final boolean mesh;
    private int[] order;
    private SourceArrangement rest;
    private volatile boolean searchesAll;
    private volatile boolean ballsUseless;
    private boolean probed;
    private Look last;
    private int next;
    /// Where those of [#order] end that lie beside their neighbours.
    private int arranged;
    private int taken;
    private final SearchRounds rounds = new SearchRounds();
    private long cut;

    /// What had come of searches when it was looked whether they rule others out.
    ///
    /// @param left that may be in the top, neither searched nor ruled out
    private record Look(long taken, long cut, long left) {}

    /// @param states of them
    /// @param sources those to be searched unless ruled out, or first, ascending
    /// @param top how many are ranked
    /// @param mesh whether to spread them out
    TopCandidates(
            Graph graph,
            CandidateStates states,
            int[] sources,
            int width,
            int top,
            boolean mesh,
            Consumer<String> say) {
        this.graph = graph;
        this.states = states;
        this.width = width;
        this.first = Math.clamp(2L * top, LEAST_FIRST, Math.max(width, LEAST_FIRST));
        this.say = say;
        this.mesh = mesh;
        this.total = states.waiting();
        this.all = sources;
        this.order = firstOrder(top);
        this.probe = Math.max((long) PROBED_BATCHES * width, total / PROBED_SHARE);
        this.last = new Look(0, 0, total);
    }

    private int[] firstOrder(int top) {
        if (states.namesSome()) {
            return all;
        }
        return mesh ? shuffled(all) : best(all, mostFirst(top, all.length));
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

    /// The best of them, best first.
    private int[] best(int[] sources, int count) {
        int[] places = Ranking.highest(sources.length, count, i -> (float) states.bound(sources[i]), i -> sources[i]);
        return Arrays.stream(places).map(i -> sources[i]).toArray();
    }

    /// Begins the search for a first threshold, or for one that the bounds of a device leave few vertices by.
    ///
    /// @return false where none is to be found first
    synchronized boolean beginFirst() {
        rounds.beginFirst(states.namesSome() || !states.hasThreshold() ? order.length : 0);
        return rounds.underWay();
    }

    /// Begins few searches that tell by [#reaching] whether bounds will rule out much, where a first
    /// threshold takes many.
    ///
    /// @return false where it takes few
    synchronized boolean beginLook() {
        rounds.beginFirst(states.hasThreshold() || order.length < LOOKED_AT * LEAST_FIRST ? 0 : LEAST_FIRST);
        return rounds.underWay();
    }

    /// Those of all vertices that dearer bounds would leave by a threshold that is not known yet.
    synchronized int[] reaching(double least, Neighbourhoods near) {
        return states.reaching(least, near, all);
    }

    /// Leaves of all that were not searched first what dearer bounds admit, best first. Whatever was begun is
    /// finished.
    ///
    /// @param near lowers bounds
    /// @param found finds which rows follow from others', where many vertices are left
    synchronized void narrow(Neighbourhoods near, Supplier<Followers> found) {
        rounds.end();
        int[] left = states.narrow(near, all);
        if (left.length > graph.vertexCount() / FOLLOWING_SHARE) {
            left = states.lead(found.get(), left);
        }
        order = states.bestFirst(left);
        next = 0;
        last = new Look(taken, cut, order.length);
    }

    /// Leaves of all vertices that were not searched first those that may pass the threshold, best first. Whatever
    /// was begun is finished.
    ///
    /// @param searched whether a vertex was
    synchronized void leave(CountedNeighbourhoods.Left left, IntPredicate searched) {
        rounds.end();
        next = 0;
        order = states.bestFirst(states.leave(left, searched));
        last = new Look(taken, cut, order.length);
    }

    @Override
    public synchronized int[] next(int most) {
        if (!rounds.underWay() && !probed && taken >= probe) {
            probe();
        } else if (mesh && searchesAll && !ballsUseless && taken - last.taken >= probe) {
            lookAtBalls();
        }
        int[] batch = new int[Math.min(most, mostNow())];
        int filled = 0;
        while (filled < batch.length && !ended()) {
            if (probed && rest == null && next >= arranged) {
                lookAgain();
            }
            int v = ended() ? -1 : step();
            if (v >= 0 && states.waits(v) && states.admitted(v)) {
                states.takeOff(v);
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
        return states.hasThreshold() ? Integer.MAX_VALUE : first;
    }

    /// [SearchRounds#begin].
    synchronized boolean beginRound(int top, double others, SearchRounds.Pace pace) {
        return rounds.begin(top, others, pace, standing());
    }

    private SearchRounds.Standing standing() {
        return new SearchRounds.Standing(order.length, taken, states.waiting(), states.hasThreshold());
    }

    /// Searches on their own that what is left is expected to take; infinite where they rule out nothing.
    synchronized double rest() {
        return rounds.rest(states.waiting());
    }

    /// Whether a vertex is neither searched nor ruled out. May be asked at any time.
    boolean isWaiting(int v) {
        return states.isOpen(v);
    }

    /// Some that are neither searched nor ruled out, at random where none is taken for a bound.
    synchronized int[] someWaiting(int most) {
        return Arrays.stream(order, next, order.length)
                .filter(states::waits)
                .limit(most)
                .toArray();
    }

    /// Takes off what was found from the borders of cells.
    ///
    /// @param searches for that
    synchronized void foundInCells(IntPredicate found, long searches) {
        states.foundInCells(found, searches, left());
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
        return Arrays.stream(order, next, order.length).filter(states::waits).toArray();
    }

    private boolean ended() {
        return rest == null ? next == order.length : rest.exhausted();
    }

    private void lookAgain() {
        if (arranged > 0) {
            probe();
        }
        if (rest == null) {
            arrange();
        }
    }

    /// Puts neighbours beside each other among the best that are left, as many as were taken before: they find the best
    /// of all not much later so, and batches of neighbours take less time.
    private void arrange() {
        arranged = (int) Math.min((long) next + taken, order.length);
        int[] best = Arrays.stream(order, next, arranged)
                .filter(v -> states.waits(v) && states.admitted(v))
                .toArray();
        if (SourceArrangement.pays(best.length, graph.vertexCount(), width)) {
            SourceArrangement.arrange(graph, best, width);
        }
        next = arranged - best.length;
        System.arraycopy(best, 0, order, next, best.length);
    }

    private int step() {
        if (rest == null) {
            return order[next++];
        }
        int[] one = rest.next(1);
        return one.length == 0 ? -1 : one[0];
    }

    /// Looks whether searches have ruled others out, or were cut, since the last look, and says so where they did not.
    private void probe() {
        probed = true;
        long admitted = 0;
        for (int i = next; i < order.length; i++) {
            admitted += states.isOpen(order[i]) ? 1 : 0;
        }
        long searched = taken - last.taken;
        long ruled = last.left - searched - admitted;
        boolean useful =
                ruled * 100 > USEFUL_PERCENT * last.left || 100L * (cut - last.cut) > USEFUL_PERCENT * searched;
        last = new Look(taken, cut, admitted);
        if (!useful) {
            searchesAll = true;
            say.accept("bounds rule out %,d of %,d vertices so far: all that are left are searched"
                    .formatted(total - states.following() - taken - admitted, total - states.following()));
            rest = new SourceArrangement(graph, left(), width);
        }
    }

    /// Looks whether balls have ruled out more than they cost since the last look.
    private void lookAtBalls() {
        long searched = taken - last.taken;
        long ruled = last.left - searched - states.waiting();
        ballsUseless = ruled * 100 <= USEFUL_PERCENT * searched;
        last = new Look(taken, cut, states.waiting());
    }

    /// Rules out what balls hold.
    ///
    /// @param searched around how many searches they are that had none before
    synchronized void ruleOut(Balls balls, int searched) {
        rounds.ruledOut(searched, states.ruleOut(CandidateStates.Bound.BALLS, balls::spread));
    }

    /// Rules out whom the bounds known at the start do not admit any more.
    synchronized void ruleOutByBounds() {
        states.ruleOutByBounds();
    }

    /// Ends a round whose last searches were of too little use.
    synchronized void endUseless() {
        rounds.endUseless(standing());
    }

    /// Rules out what sums of hops of neighbours do.
    ///
    /// @param told tells a consumer vertices, which may be searched or ruled out already
    synchronized void ruleOut(Consumer<IntConsumer> told) {
        rounds.ruledOutMore(states.ruleOut(CandidateStates.Bound.NEIGHBOURS, told));
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
        return states.newlyRuledOut();
    }

    /// Whether hardly any are ruled out: to end searches early does not pay either.
    boolean searchesAll() {
        return searchesAll;
    }

    /// Whether balls around searches rule hardly any out either.
    boolean ballsUseless() {
        return ballsUseless;
    }

    /// Searches were ended early.
    synchronized void cut(int count) {
        cut += count;
    }

    /// Neither searched nor ruled out yet.
    synchronized int waiting() {
        return states.waiting();
    }

    /// Who leads whom.
    synchronized Followers followers() {
        return states.followers();
    }

    /// Vertices taken off as their rows are there, or follow from others'.
    synchronized long following() {
        return states.following();
    }

    /// Vertices that no search was begun for, by what ruled them out.
    synchronized Map<String, Long> spared() {
        return states.spared();
    }

    @Override
    public synchronized boolean exhausted() {
        return states.waiting() == 0 || rounds.underWay() && (rounds.isOver(taken) || ended());
    }
}
