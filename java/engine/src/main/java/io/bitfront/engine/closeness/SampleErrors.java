package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;

/// How good the estimates of the measure ranked by are.
///
/// @param largest error relative to the value that 95% of estimates keep to, of the vertex where it is largest
/// @param unknown vertices of which that cannot be told
record SampleErrors(double largest, long unknown) {
    /// Standard errors within which 95% of estimates lie.
    private static final double CONFIDENCE = 1.96;

    static SampleErrors of(SampleEstimates estimates, TargetSums sums, ClosenessJob job) {
        ClosenessMeasure measure = job.measures().getFirst();
        int n = estimates.graph().vertexCount();
        double largest = 0;
        long unknown = 0;
        for (int index = 0; index < n; index++) {
            SampleEstimates.Estimate one = estimates.of(
                    index, sums, estimates.graph().permutation().newIdOf().get(index));
            double error = one.standardError(measure, n);
            if (Double.isNaN(error)) {
                unknown++;
            } else if (error > 0) {
                largest = Math.max(largest, CONFIDENCE * error / one.value(measure, n));
            }
        }
        return new SampleErrors(largest, unknown);
    }
}
