package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// How good the estimates are, of all measures asked for.
///
/// @param largest error relative to the value that 95% of estimates keep to, of the vertex and measure where it is
/// largest
/// @param unknown vertices of which that cannot be told
record SampleErrors(double largest, long unknown) {
    /// Standard errors within which 95% of estimates lie.
    private static final double CONFIDENCE = 1.96;

    static SampleErrors of(SampleEstimates estimates, TargetSums sums, ClosenessJob job) {
        int n = estimates.graph().vertexCount();
        LongAdder unknown = new LongAdder();
        double largest = IntStream.range(0, n)
                .parallel()
                .mapToDouble(index -> relative(estimates, sums, job.measures(), index))
                .peek(error -> unknown.add(Double.isNaN(error) ? 1 : 0))
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(0);
        return new SampleErrors(largest, unknown.sum());
    }

    /// The largest error relative to the value, 0 where there is none, NaN where one is not known.
    private static double relative(
            SampleEstimates estimates, TargetSums sums, List<ClosenessMeasure> measures, int index) {
        int n = estimates.graph().vertexCount();
        SampleEstimates.Estimate one = estimates.of(
                index, sums, estimates.graph().permutation().newIdOf().get(index));
        double largest = 0;
        for (ClosenessMeasure measure : measures) {
            double error = one.standardError(measure, n);
            largest = Math.max(largest, error > 0 ? CONFIDENCE * error / one.value(measure, n) : error);
        }
        return largest;
    }
}
