package io.bitfront.graph;

/// How many columns there are of each degree, as counted.
///
/// @param small columns of each degree below [#COUNTED]
/// @param large the other degrees, one for each column, in any order
@SuppressWarnings("ArrayRecordComponent") // handed over once
public record DegreeCounts(long[] small, int[] large) {
    /// Degrees below are counted, not listed.
    public static final int COUNTED = 1 << 16;
}
