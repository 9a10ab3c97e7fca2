package io.bitfront.engine.cpu;

/// Whether batches run bit-parallel or as [IndependentSearches], by what both cost here, but for those on
/// deep graphs that share next to nothing, as three searches tell ([BatchProbe#shareLittle]).
/// A batch begins bit-parallel; at [#DEEP] levels, or fewer that took long, the beginnings of a few
/// searches of their own are timed, later and where there are many sources some whole ones, and once the
/// batch has taken as long as all its sources would take one by one, it is given up and done that way.
/// From then on batches are, and ever more seldom one is tried bit-parallel again: the next sources may be
/// neighbours. So nothing costs much more than twice the better of both, and a shallow graph pays next to
/// nothing.
final class BatchChoice {
    /// Levels that no scale-free or uniform graph has.
    static final int DEEP = 64;
    /// Levels that few of them have, and nanoseconds for these from which on a batch is looked at.
    static final int SOME = 16;

    static final long LONG = 10_000_000;

    /// A batch that took so many searches of one thread, and has so many times the sources that are then
    /// searched from to their ends, twice, is worth these.
    private static final int SEARCHES = 4;

    private static final int SOURCES = 32;

    private final boolean always;
    private long nanosASource;
    private boolean measured;
    private boolean independent;
    private boolean settled;
    private final Seldom trial = new Seldom(1);

    /// @param always whether all batches are to run as searches of their own
    BatchChoice(boolean always) {
        this.always = always;
    }

    /// Whether the cost of a search of its own is known.
    boolean known() {
        return nanosASource > 0;
    }

    /// @param nanos that a source takes by itself, as far as the beginning of its search tells
    void expect(long nanos) {
        nanosASource = Math.max(nanos, 1);
    }

    /// @param nanos that a source takes by itself, as measured last
    void learn(long nanos) {
        expect(nanos);
        measured = true;
    }

    /// Whether a bit-parallel batch has taken long enough, and will, for some whole searches to tell what a
    /// source takes by itself.
    ///
    /// @param sampled searches that would
    boolean wantsMeasure(long nanos, int sources, int sampled, int threads) {
        return !measured && sources / SOURCES >= sampled && nanos > SEARCHES * nanosASource * threads;
    }

    /// Whether all batches run as searches of their own.
    boolean always() {
        return always;
    }

    /// Whether the next batch should not even begin bit-parallel.
    boolean independentNext() {
        if (!independent) {
            return false;
        }
        if (!trial.isDue()) {
            return true;
        }
        trial.putOff();
        return false;
    }

    /// Whether a bit-parallel batch has come to its end, so that later ones may, too, whatever they take.
    boolean settled() {
        return settled;
    }

    void completed() {
        settled = true;
    }

    /// Whether a bit-parallel batch has taken longer than its sources would one by one.
    boolean overdue(long nanos, int sources) {
        independent = nanos > nanosASource * sources;
        settled &= !independent;
        return independent;
    }
}
