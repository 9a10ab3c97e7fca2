package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.engine.ClosenessMeasure;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Standard errors from a list of hops: variances and covariances of means, carried on by slopes of the measure that
/// are found numerically. One is added to each sum of squared deviations, a found and an unfound pivot to the share.
class EstimateErrorTest {
    private static final int VERTICES = 50;

    private static final int UNFOUND = -1;

    private final int[] hops = {3, 1, 4, UNFOUND, 5, 2, UNFOUND, 6, 3, 3, UNFOUND, 4};

    private final int pivots = hops.length;
    private final long found = IntStream.of(hops).filter(h -> h != UNFOUND).count();
    private final double distance = sum(h -> h);

    private double sum(DoubleUnaryOperator ofHops) {
        return IntStream.of(hops)
                .filter(h -> h != UNFOUND)
                .mapToDouble(h -> ofHops.applyAsDouble(h))
                .sum();
    }

    private SampleEstimates.Estimate estimate(boolean componentKnown, double reached) {
        return estimate(componentKnown, reached, 0);
    }

    private SampleEstimates.Estimate estimate(boolean componentKnown, double reached, int depth) {
        return new SampleEstimates.Estimate(
                found,
                pivots,
                VERTICES,
                componentKnown,
                false,
                reached,
                false,
                distance,
                sum(h -> h * h),
                sum(h -> 1 / h),
                depth);
    }

    private static double slope(DoubleBinaryOperator of, double x, double y, boolean alongX) {
        double step = 1e-5;
        return alongX
                ? (of.applyAsDouble(x + step, y) - of.applyAsDouble(x - step, y)) / (2 * step)
                : (of.applyAsDouble(x, y + step) - of.applyAsDouble(x, y - step)) / (2 * step);
    }

    @Test
    void ofClosenessIsThatOfTheMeanDistanceOfThosePivotsThatWereFound() {
        double mean = distance / found;
        double variance = (sum(h -> (h - mean) * (h - mean)) + unmet(mean, 0)) / (found - 1) / found;
        double slope = slope((m, _) -> 1 / m, mean, 0, true);
        double left = 1 - found / 30.0;
        assertThat(estimate(true, 30).standardError(ClosenessMeasure.CLOSENESS, VERTICES))
                .isCloseTo(Math.abs(slope) * Math.sqrt(variance * left), within(1e-8));
        assertThat(estimate(true, 30).standardError(ClosenessMeasure.WF, VERTICES))
                .isCloseTo(Math.abs(slope) * Math.sqrt(variance * left) * 29 / 49, within(1e-8));
    }

    /// A share of the vertices that none of k pivots is among, in one sample of twenty, may be a hop away, or as far as
    /// any vertex, unless that is less than a hop from the mean.
    private double unmet(double mean, int depth) {
        double missed = -Math.log(0.05) / found * Math.max(depth - mean, mean - 1) / 1.96;
        return Math.max(missed * missed * found * found, 1);
    }

    @Test
    void ofClosenessHoldsWhatIsFarAndWasNotMet() {
        double mean = distance / found;
        for (int depth : new int[] {0, 3, 4, 5, 9, 1_000}) {
            double variance = (sum(h -> (h - mean) * (h - mean)) + unmet(mean, depth)) / (found - 1) / found;
            assertThat(estimate(true, 30, depth).standardError(ClosenessMeasure.CLOSENESS, VERTICES))
                    .isCloseTo(Math.sqrt(variance * (1 - found / 30.0)) / (mean * mean), within(1e-8));
        }
        double none = estimate(false, 30, 5).standardError(ClosenessMeasure.WF, VERTICES);
        assertThat(estimate(false, 30, 50).standardError(ClosenessMeasure.WF, VERTICES))
                .isGreaterThan(5 * none);
    }

    /// The share of pivots that were found is squared and divided by the mean of all hops, 0 where there are none.
    @Test
    void ofWfFromAnUnknownNumberIsThatOfShareAndMeanTogether() {
        double share = (double) found / pivots;
        double mean = distance / pivots;
        double smoothed = (found + 1.0) / (pivots + 2.0);
        double ofShare = smoothed * (1 - smoothed) / (pivots - 1);
        double squares = 0;
        double products = 0;
        for (int h : hops) {
            double y = h == UNFOUND ? 0 : h;
            squares += (y - mean) * (y - mean);
            products += ((h == UNFOUND ? 0 : 1) - share) * (y - mean);
        }
        double ofMean = (squares + unmet(distance / found, 0)) / pivots / (pivots - 1);
        double together = products / pivots / (pivots - 1);
        DoubleBinaryOperator measure = (s, m) -> s * s / m;
        double byShare = slope(measure, share, mean, true);
        double byMean = slope(measure, share, mean, false);
        double variance = byShare * byShare * ofShare + byMean * byMean * ofMean + 2 * byShare * byMean * together;
        double left = 1 - (double) pivots / VERTICES;
        assertThat(estimate(false, 1 + 49 * share).standardError(ClosenessMeasure.WF, VERTICES))
                .isCloseTo(Math.sqrt(variance * left), within(1e-8));
        assertThat(estimate(false, 1 + 49 * share).standardError(ClosenessMeasure.REACHED, VERTICES))
                .isCloseTo(49 * Math.sqrt(ofShare * left), within(1e-9));
    }

    /// Three pivots at one hop, four at four and five not found: the largest sum of squares is that of these very hops,
    /// and what was not seen is taken to lie as far from a neighbour as the mean does, half a hop at least.
    @Test
    void ofHarmonicIsThatOfTheLargestSquaresThatGoWithTheSums() {
        double harmonic = 3 + 4 / 4.0;
        double squares = 3 + 4 / 16.0;
        double hop = 1 - 7 / 19.0;
        for (boolean known : new boolean[] {false, true}) {
            SampleEstimates.Estimate estimate = new SampleEstimates.Estimate(
                    7, 12, VERTICES, known, false, known ? 30 : 1 + 49 * 7 / 12.0, false, 19, 3 + 64, harmonic, 40);
            double of = known ? 7 : 12;
            double variance = (squares - harmonic * harmonic / of + hop * hop) / (of - 1);
            double left = known ? 1 - 7 / 30.0 : 1 - 12 / 50.0;
            double error = (known ? 29 : 49) * Math.sqrt(variance / of * left);
            assertThat(estimate.standardError(ClosenessMeasure.HARMONIC, VERTICES))
                    .isCloseTo(error, within(1e-9));
            assertThat(estimate.standardError(ClosenessMeasure.HARMONIC_NORMALISED, VERTICES))
                    .isCloseTo(error / 49, within(1e-9));
        }
    }

    /// All seven at one hop: nothing varies but what was not seen, half a hop away; a pivot is one more of the sample.
    @Test
    void ofHarmonicAmongNeighboursIsThatOfWhatWasNotSeen() {
        for (boolean pivot : new boolean[] {false, true}) {
            SampleEstimates.Estimate estimate =
                    new SampleEstimates.Estimate(7, 7, VERTICES, true, pivot, 30, false, 7, 7, 7, 1);
            double left = 1 - (pivot ? 8 : 7) / 30.0;
            assertThat(estimate.standardError(ClosenessMeasure.HARMONIC, VERTICES))
                    .isCloseTo(29 * Math.sqrt(0.25 / 6 / 7 * left), within(1e-9));
        }
    }

    @Test
    void isUnknownWhereFewerThanTwoPivotsWereFoundAndNoneWhereAllWere() {
        for (int some = 0; some <= 2; some++) {
            double error = new SampleEstimates.Estimate(
                            some, 12, VERTICES, false, false, 9, false, 2 * some, 4 * some, some / 2.0, 2)
                    .standardError(ClosenessMeasure.CLOSENESS, VERTICES);
            assertThat(Double.isNaN(error)).isEqualTo(some < 2);
            assertThat(new SampleEstimates.Estimate(
                                    some, 12, VERTICES, false, false, 9, true, 2 * some, 4 * some, some / 2.0, 2)
                            .standardError(ClosenessMeasure.CLOSENESS, VERTICES))
                    .isZero();
        }
    }
}
