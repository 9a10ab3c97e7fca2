package io.bitfront.bench;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/// Times of many runs, summarised by HdrHistogram to three significant digits. Milliseconds.
public record Distribution(double minMs, double medianMs, double meanMs, double p90Ms, double maxMs) {
    private static final double NANOS_PER_MS = 1e6;

    /// @param nanos at least one time
    public static Distribution of(LongStream nanos) {
        Histogram histogram = new Histogram(3);
        nanos.forEach(histogram::recordValue);
        if (histogram.getTotalCount() == 0) {
            throw new IllegalArgumentException("no times to summarise");
        }
        return new Distribution(
                histogram.getMinValue() / NANOS_PER_MS,
                histogram.getValueAtPercentile(50) / NANOS_PER_MS,
                histogram.getMean() / NANOS_PER_MS,
                histogram.getValueAtPercentile(90) / NANOS_PER_MS,
                histogram.getMaxValue() / NANOS_PER_MS);
    }
}
