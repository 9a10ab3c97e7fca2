package io.bitfront.engine.answer;

import java.util.function.DoublePredicate;

/// What a value is at most, given part of a vertex's levels and between which numbers the vertices lie that it reaches.
/// Distance sums are whole numbers, and the measure falls with them in floating point as it does in truth. Where the
/// number reached is not known, each measure is largest at an end of a stretch over which the bound grows evenly (it is
/// a convex function, or one as good, over a line). What rounding may add there, and to harmonic sums, is allowed for.
public final class UpperBounds {
    private static final double ENDS = 1 + 1e-12;
    private static final double UNIT = Math.scalb(1.0, -52);
    private static final int SPARE = 16;

    private final ValueBound value;

    public UpperBounds(ValueBound value) {
        this.value = value;
    }

    /// After some levels of a search: whatever is left is at the next level at best.
    ///
    /// @param level the last complete one, at least 1
    /// @param visited vertices up to it, the source included
    /// @param distance sum of hops so far
    /// @param harmonic sum of 1/hops so far
    /// @param least vertices reached in all, at least
    /// @param most and at most
    public double after(int level, long visited, long distance, double harmonic, long least, long most) {
        long low = Math.max(least, visited);
        long high = Math.max(most, low);
        double highest = rest(low, level, visited, distance, harmonic);
        return low == high ? highest : ENDS * Math.max(highest, rest(high, level, visited, distance, harmonic));
    }

    private double rest(long reached, int level, long visited, long distance, double harmonic) {
        long left = reached - visited;
        return value.of(
                reached, distance + left * (level + 1), rounded(harmonic + (double) left / (level + 1), reached));
    }

    /// Knowing the neighbours alone.
    ///
    /// @param degree vertices at level 1
    /// @param second vertices at level 2, at most
    /// @param least vertices reached in all, at least
    /// @param most and at most
    public double nearby(long degree, long second, long least, long most) {
        long low = Math.max(least, degree + 1);
        long high = Math.max(most, low);
        double highest = nearby(low, degree, second);
        if (low == high) {
            return highest;
        }
        highest = Math.max(highest, nearby(high, degree, second));
        long bend = degree + 1 + second;
        return ENDS * (low < bend && bend < high ? Math.max(highest, nearby(bend, degree, second)) : highest);
    }

    private double nearby(long reached, long degree, long second) {
        long two = Math.min(second, reached - 1 - degree);
        long three = reached - 1 - degree - two;
        return value.of(reached, degree + 2 * two + 3 * three, rounded(degree + two / 2.0 + three / 3.0, reached));
    }

    /// Of a vertex that is worth no more than one whose search has finished.
    public double most(VertexSums finished) {
        return ENDS * of(finished.reached(), finished.distanceSum(), finished.harmonicSum());
    }

    /// What a value may be, by rounding, where that at an end of a stretch is this.
    static double between(double ofEnd) {
        return ENDS * ofEnd;
    }

    /// The fewest vertices of which one that reaches all of them at once, and no other, is still admitted: a value
    /// grows with them, or stays.
    ///
    /// @return more than there can be where none is
    long leastAtOnce(long most, DoublePredicate admitted) {
        long below = 0;
        long known = most;
        while (known - below > 1) {
            long middle = (below + known) >>> 1;
            if (admitted.test(of(middle + 1, middle, middle))) {
                known = middle;
            } else {
                below = middle;
            }
        }
        return known;
    }

    /// The largest sum of hops with which the value of a vertex that reaches so many is still admitted, for measures of
    /// such sums; less than there can be where none is.
    ///
    /// @param admitted whether a value may be in the top; of two values the larger one if any
    public long mostDistance(long reached, DoublePredicate admitted) {
        long known = reached - 2;
        long beyond = reached * reached;
        while (beyond - known > 1) {
            long middle = (known + beyond) >>> 1;
            if (admitted.test(of(reached, middle, 0))) {
                known = middle;
            } else {
                beyond = middle;
            }
        }
        return known;
    }

    /// The least sum of 1/hops likewise, for harmonic measures; more than there can be where none is admitted.
    public double leastHarmonic(long reached, DoublePredicate admitted) {
        // Doubles that are not negative stand in the order of their bits.
        long below = -1;
        long known = Double.doubleToRawLongBits(reached);
        while (known - below > 1) {
            long middle = below + (known - below) / 2;
            if (admitted.test(of(reached, 0, Double.longBitsToDouble(middle)))) {
                known = middle;
            } else {
                below = middle;
            }
        }
        return Double.longBitsToDouble(known);
    }

    /// What a computed harmonic sum over so many vertices is at most, given what the true one is at most.
    static double rounded(double harmonic, long reached) {
        return harmonic * (1 + (reached + SPARE) * UNIT);
    }

    double of(long reached, long distance, double harmonic) {
        return value.of(reached, distance, rounded(harmonic, reached));
    }
}
