package io.bitfront.engine.spi;

import java.util.Arrays;

/// What ends searches of a batch early: that with all they have not met one level farther than the last, their sum of
/// hops is beyond a bound, or that of 1/hops below one. A search whose number of vertices is 0 has no limit.
///
/// @param reached by source: vertices that it reaches in all, itself included
/// @param distance the largest sum of hops with which it goes on
/// @param harmonic the least sum of 1/hops
public record SearchLimits(long[] reached, long[] distance, double[] harmonic) {
    /// Limits that end nothing.
    public static SearchLimits none(int sources) {
        SearchLimits limits = new SearchLimits(new long[sources], new long[sources], new double[sources]);
        Arrays.fill(limits.distance, Long.MAX_VALUE);
        Arrays.fill(limits.harmonic, Double.NEGATIVE_INFINITY);
        return limits;
    }
}
