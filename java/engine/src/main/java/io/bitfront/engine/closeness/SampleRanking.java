package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/// The highest estimates, and how many of them are certain to be among the highest: two standard errors below still
/// above all others, and two standard errors above those. Where all estimates are exact there is nothing to say of it.
///
/// @param rows input indices, the highest first
/// @param notes what a reader must know of their order
record SampleRanking(int[] rows, List<String> notes) {
    private static final int SHOWN = 20;

    static SampleRanking of(SampleEstimates estimates, TargetSums sums, ClosenessJob job) {
        int n = estimates.graph().vertexCount();
        int count = Math.min(n, job.top() == 0 ? SHOWN : job.top());
        ClosenessMeasure measure = job.measures().getFirst();
        int[] rows = Ranking.highest(
                n, count, index -> estimate(estimates, sums, index).value(measure, n), index -> index);
        if (rows.length == n || rows.length == 0) {
            return new SampleRanking(rows, List.of());
        }
        if (rows.length < count) {
            return new SampleRanking(
                    rows,
                    List.of("%,d of %,d vertices are left out of the ranking: this sample tells nothing of them"
                            .formatted(n - rows.length, n)));
        }
        if (IntStream.range(0, n)
                .parallel()
                .allMatch(index -> estimate(estimates, sums, index).standardError(measure, n) == 0)) {
            return new SampleRanking(rows, List.of());
        }
        BitSet chosen = new BitSet(n);
        Arrays.stream(rows).forEach(chosen::set);
        double rest = IntStream.range(0, n)
                .parallel()
                .filter(index -> !chosen.get(index))
                .mapToDouble(index -> end(estimate(estimates, sums, index), measure, n, 2))
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
        long certain = Arrays.stream(rows)
                .filter(index -> end(estimate(estimates, sums, index), measure, n, -2) > rest)
                .count();
        return new SampleRanking(rows, notes(certain, rows.length, measure, job));
    }

    private static SampleEstimates.Estimate estimate(SampleEstimates estimates, TargetSums sums, int index) {
        return estimates.of(
                index, sums, estimates.graph().permutation().newIdOf().get(index));
    }

    /// The value moved by some standard errors; infinite upwards and downwards where nothing is known of it.
    private static double end(SampleEstimates.Estimate one, ClosenessMeasure measure, int n, int errors) {
        double end = one.value(measure, n) + errors * one.standardError(measure, n);
        return Double.isNaN(end) ? errors * Double.POSITIVE_INFINITY : end;
    }

    private static List<String> notes(long certain, int count, ClosenessMeasure measure, ClosenessJob job) {
        if (certain == 0) {
            return List.of(
                    "this sample cannot rank %s: none of the %,d highest is certain to be among them; a job for the"
                                    .formatted(measure.word(), count)
                            + " highest of all vertices finds them exactly");
        }
        return job.top() == 0
                ? List.of()
                : List.of("%,d of the %,d highest are certain to be among them (within two standard errors)"
                        .formatted(certain, count));
    }
}
