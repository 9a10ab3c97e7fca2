package io.bitfront.bench;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/// Times of many runs, in milliseconds.
public record Distribution(double minMs, double medianMs, double meanMs, double p90Ms, double maxMs) {
    private static final double NANOS_PER_MS = 1e6;

    /// @param nanos at least one time
    public static Distribution of(LongStream nanos) {
        return of(nanos.asDoubleStream());
    }

    /// @param nanos at least one time
    public static Distribution of(DoubleStream nanos) {
        double[] sorted = nanos.sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no times to summarise");
        }
        return new Distribution(
                sorted[0] / NANOS_PER_MS,
                median(sorted) / NANOS_PER_MS,
                Arrays.stream(sorted).average().orElseThrow() / NANOS_PER_MS,
                atPercentile(90, sorted) / NANOS_PER_MS,
                sorted[sorted.length - 1] / NANOS_PER_MS);
    }

    /// The one in the middle, of an even number the mean of both.
    ///
    /// @param sorted at least one, ascending
    public static double median(double... sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /// The least time that so many percent do not exceed.
    private static double atPercentile(int percent, double... sorted) {
        return sorted[Math.toIntExact(Math.ceilDiv((long) percent * sorted.length, 100L)) - 1];
    }
}
