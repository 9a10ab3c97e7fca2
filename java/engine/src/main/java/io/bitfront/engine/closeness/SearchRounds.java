package io.bitfront.engine.closeness;

/// Rounds of searches on their own, far from each other: how many searches each has, in which batches, and whether what
/// they ruled out makes another worth while. One thread at a time.
final class SearchRounds {
    /// Searches on their own are looked at in rounds: they go on while each rules out more than a batch would have
    /// done in that time, and are never more than this share of all.
    static final int ROUND = 64;

    /// On small graphs, where nothing may be gained, they are one vertex in so many.
    private static final int ROUND_SHARE = 1 << 10;

    private static final int LEAST_ROUND = 16;
    private static final int SCATTERED_SHARE = 16;

    /// Vertices of a ball that is small.
    private static final int SMALL = 64;

    /// The worst of so many times as many random searches as are ranked, and fewer, is far from the threshold to come.
    private static final int VAGUE = 2;

    private static final int TOP_SHARE = 64;

    /// Each round rules out less than the one before: what is left takes so many times the rounds that it would
    /// take if all were alike.
    private static final int FADING = 3;

    private boolean underWay;
    private int end;
    private int batch;
    private boolean inBatches;
    private double useful;
    private int vague;
    /// Searches whose balls were spread last, and how many vertices these ruled out.
    private long lastSearched;

    private long lastRuled;

    /// How searches on their own are taken.
    ///
    /// @param least of a round; it grows with the number of those done
    /// @param most of a round
    /// @param batches of a round: balls are spread after each
    /// @param share a round is one vertex in so many at most, unless that is next to none
    /// @param useful vertices that a search must rule out to be better than one in a batch of neighbours
    record Pace(int least, int most, int batches, int share, double useful) {
        Pace(int least, int most, int batches, double useful) {
            this(least, most, batches, ROUND_SHARE, useful);
        }

        /// Rounds of as many searches as devices have room for at once, which cost no more than any others do there.
        static Pace full(int searches) {
            return new Pace(searches, searches, 1, 1, 1);
        }
    }

    /// How far a job for the top is.
    ///
    /// @param all vertices that may be in the top
    /// @param taken of them, to be searched
    /// @param waiting neither taken nor ruled out
    /// @param known whether there is a threshold
    record Standing(int all, int taken, int waiting, boolean known) {}

    /// Begins the only round that is not of searches far apart: all of so many, in one batch.
    void beginFirst(int searches) {
        underWay = searches > 0;
        end = searches;
        batch = searches;
    }

    /// Begins a round of searches on their own, far from each other.
    ///
    /// @param top how many are ranked: unless it is few, all are better searched in batches
    /// @param others cost of finding the rest in another way, in searches; infinite where there is none
    /// @return false where no other round pays
    boolean begin(int top, double others, Pace pace, Standing now) {
        int most = Math.clamp(now.taken, pace.least, pace.most);
        int round = Math.clamp(now.all / pace.share, Math.min(LEAST_ROUND, most), most);
        useful = pace.useful;
        vague = pace.batches > 1 ? VAGUE * top : 0;
        underWay = now.all >= (long) TOP_SHARE * top
                && now.taken < Math.max(ROUND, now.all / SCATTERED_SHARE)
                && now.waiting > 0
                && (!underWay || isVague(now) || isUseful() && rest(now.waiting) < others);
        end = now.taken + round;
        batch = Math.ceilDiv(round, pace.batches);
        inBatches = batch < round;
        lastRuled = 0;
        return underWay;
    }

    /// Ends the round under way: what is left is searched in another way.
    void end() {
        underWay = false;
    }

    /// Whether searches on their own are under way.
    boolean underWay() {
        return underWay;
    }

    /// Whether balls are spread after each of several batches of the round under way.
    boolean inBatches() {
        return underWay && inBatches;
    }

    /// How many searches the next batch of the round under way has.
    int next(int taken) {
        return Math.min(batch, end - taken);
    }

    /// Whether all searches of the round under way are taken.
    boolean isOver(int taken) {
        return taken >= end;
    }

    /// Says what the balls around searches ruled out that had none before.
    void ruledOut(int searched, long ruled) {
        if (searched > 0) {
            lastSearched = searched;
            lastRuled = ruled;
        }
    }

    /// Says what was ruled out by the same searches in another way.
    void ruledOutMore(long ruled) {
        lastRuled += ruled;
    }

    /// Whether so few were searched that the threshold says little of what it will be.
    private boolean isVague(Standing now) {
        return !now.known || now.taken < vague;
    }

    private boolean isUseful() {
        return lastRuled >= useful * lastSearched;
    }

    /// Searches on their own that what is left is expected to take; infinite where they rule out nothing.
    double rest(int waiting) {
        return lastRuled == 0 ? Double.POSITIVE_INFINITY : (double) FADING * lastSearched * waiting / lastRuled;
    }

    /// Ends the taking of searches for a round in batches whose last ones were of too little use.
    void endUseless(Standing now) {
        if (inBatches() && !isVague(now) && !isUseful()) {
            end = now.taken;
        }
    }

    /// Whether the last searches ruled out few vertices each.
    boolean ballsAreSmall() {
        return lastSearched > 0 && lastRuled < SMALL * lastSearched;
    }
}
