package io.bitfront.cli.progress;

/// How fast a phase goes of late: the later a moment, the more it counts. Late is a share of the
/// time that has passed, but for the first seconds, which differ most from each other.
///
/// What is done comes in lumps, such as batches. A lump counts for all of the time since the one
/// before it, so that looking in between changes nothing, unless the next one takes longer than
/// the last has. For one thread.
final class RecentRate {
    /// Moments up to half of a long time make up 1/2⁶ of the rate, those up to a quarter 1/4⁶.
    private static final int POWER = 6;
    /// Seconds that moments count as later than they are.
    private static final double LEAD = 20;

    private long done;
    private double lumpBegan;
    private double lumpEnded;
    private double rate;

    /// @param before of what will be done, how much is done when the time begins
    RecentRate(long before) {
        this.done = before;
    }

    /// @param seconds since the phase began
    /// @return units per second, 0 before anything is done
    double at(long doneNow, double seconds) {
        if (doneNow > done && seconds > lumpEnded) {
            double old = share(lumpEnded, seconds);
            rate = old * rate + (1 - old) * (doneNow - done) / (seconds - lumpEnded);
            done = doneNow;
            lumpBegan = lumpEnded;
            lumpEnded = seconds;
        }
        double due = lumpEnded + (lumpEnded - lumpBegan);
        return seconds > due ? rate * share(due, seconds) : rate;
    }

    /// What moments before one make up of all before a later one.
    private static double share(double until, double seconds) {
        return weight(until) / weight(seconds);
    }

    private static double weight(double seconds) {
        return Math.pow(LEAD + seconds, POWER) - Math.pow(LEAD, POWER);
    }
}
