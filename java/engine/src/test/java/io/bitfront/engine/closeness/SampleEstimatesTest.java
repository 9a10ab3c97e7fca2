package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.engine.ClosenessMeasure;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Estimates and their errors from lists of hops that are drawn, by what is said of them in words.
class SampleEstimatesTest {
    /// A vertex's hops to the pivots found, of which each is 1 or `far`.
    private record Case(
            double[] hops, int others, int vertices, boolean known, boolean pivot, double reached, boolean complete) {
        static Case drawn(Random dice) {
            int far = 1 + dice.nextInt(6);
            int k = dice.nextInt(12);
            boolean known = dice.nextBoolean();
            int others = k + (known && dice.nextBoolean() ? 0 : dice.nextInt(9));
            int vertices = others + 2 + dice.nextInt(40);
            double[] hops = IntStream.range(0, k)
                    .mapToDouble(i -> dice.nextBoolean() ? 1 : far)
                    .toArray();
            double reached = known
                    ? Math.min(vertices, k + 2 + dice.nextInt(20))
                    : others == 0 ? 1 : 1 + (vertices - 1.0) * k / others;
            return new Case(hops, others, vertices, known, dice.nextBoolean(), reached, dice.nextInt(8) == 0);
        }

        int found() {
            return hops.length;
        }

        double sum(double power) {
            return DoubleStream.of(hops).map(h -> Math.pow(h, power)).sum();
        }

        SampleEstimates.Estimate estimate() {
            return new SampleEstimates.Estimate(
                    hops.length, others, vertices, known, pivot, reached, complete, sum(1), sum(2), sum(-1), 0);
        }

        double value(ClosenessMeasure measure) {
            int k = found();
            if (measure == ClosenessMeasure.REACHED && reached > 1) {
                return reached;
            }
            if (k == 0) {
                return !complete ? Double.NaN : measure == ClosenessMeasure.REACHED ? reached : 0;
            }
            double mean = sum(1) / k;
            double harmonic = sum(-1) / k * (reached - 1);
            return switch (measure) {
                case CLOSENESS -> 1 / mean;
                case WF -> (reached - 1) / (vertices - 1) / mean;
                case HARMONIC -> harmonic;
                case HARMONIC_NORMALISED -> harmonic / (vertices - 1);
                default -> reached;
            };
        }

        double error(ClosenessMeasure measure) {
            if (complete || measure == ClosenessMeasure.REACHED && known) {
                return 0;
            }
            int k = found();
            if (k < 2) {
                return Double.NaN;
            }
            double all = vertices - 1.0;
            double smoothed = (k + 1.0) / (others + 2);
            double ofShare = smoothed * (1 - smoothed) / (others - 1);
            int self = pivot ? 1 : 0;
            double left = Math.max(0, 1 - (known ? (k + self) / reached : (others + self) / (double) vertices));
            return switch (measure) {
                case CLOSENESS -> ofCloseness(self);
                case WF -> known ? ofCloseness(self) * (reached - 1) / all : ofWf(ofShare, left);
                case HARMONIC -> ofHarmonic(left);
                case HARMONIC_NORMALISED -> ofHarmonic(left) / all;
                default -> all * Math.sqrt(ofShare * left);
            };
        }

        private double ofCloseness(int self) {
            int k = found();
            double mean = sum(1) / k;
            double squares =
                    DoubleStream.of(hops).map(h -> (h - mean) * (h - mean)).sum();
            double left = Math.max(0, 1 - (k + self) / reached);
            return Math.sqrt((squares + unmet()) / (k - 1) / k * left) / mean / mean;
        }

        /// What pivots one hop away add that were not drawn, or one a hop from the mean.
        private double unmet() {
            double off = (sum(1) / found() - 1) * Math.log(20) / 1.96;
            return Math.max(1, off * off);
        }

        private double ofWf(double ofShare, double left) {
            double share = (double) found() / others;
            double mean = sum(1) / others;
            double squares = (others - found()) * mean * mean
                    + DoubleStream.of(hops).map(h -> (h - mean) * (h - mean)).sum();
            double ofMean = (squares + unmet()) / others / (others - 1);
            double together = mean * (1 - share) / (others - 1);
            double byShare = 2 * share / mean;
            double byMean = -share * share / mean / mean;
            double variance = byShare * byShare * ofShare + byMean * byMean * ofMean + 2 * byShare * byMean * together;
            return Math.sqrt(Math.max(0, variance) * left);
        }

        /// Where all hops are 1 or the same other number, their largest squares are their own.
        private double ofHarmonic(double left) {
            double of = known ? found() : others;
            double hop = Math.max(0.5, 1 - found() / sum(1));
            double variance = (Math.max(0, sum(-2) - sum(-1) * sum(-1) / of) + hop * hop) / (of - 1);
            return (known ? reached - 1 : vertices - 1) * Math.sqrt(variance / of * left);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ClosenessMeasure.class,
            names = {"CLOSENESS", "WF", "HARMONIC", "HARMONIC_NORMALISED", "REACHED"})
    void areWhatTheirHopsSay(ClosenessMeasure measure) {
        Random dice = new Random(measure.ordinal());
        for (int i = 0; i < 4_000; i++) {
            Case one = Case.drawn(dice);
            expect(one.estimate().value(measure, one.vertices), one.value(measure), "value of " + one);
            // Of several zeros and one pivot variances have no number of degrees.
            if (one.others != 1) {
                expect(one.estimate().standardError(measure, one.vertices), one.error(measure), "error of " + one);
            }
        }
    }

    private static void expect(double found, double expected, String which) {
        if (Double.isNaN(expected)) {
            assertThat(found).as(which).isNaN();
        } else {
            assertThat(found).as(which).isCloseTo(expected, within(1e-7 * Math.max(1, expected)));
        }
    }

    /// 400 pivots evenly along a path of 2^28 vertices; and hops that are all equal, whose squares round.
    @Test
    void sumsOfSquaresBeyond64BitsAreUnknown() {
        long pivots = 400;
        long longest = 1L << 28;
        long distance = 0;
        long squares = 0;
        for (long i = 1; i <= pivots; i++) {
            long hops = i * longest / pivots;
            distance += hops;
            squares += hops * hops;
        }
        assertThat(SampleEstimates.squares(pivots, distance, squares)).isEqualTo(squares + 0x1p64);
        assertThat(SampleEstimates.squares(4 * pivots, 4 * distance, 4 * squares))
                .isNaN();
        assertThat(SampleEstimates.squares(3, 21, 147)).isEqualTo(147);
        assertThat(SampleEstimates.squares(0, 0, 0)).isZero();
    }

    @Test
    void areNoneOfMeasuresThatNeedAllSources() {
        SampleEstimates.Estimate some = new SampleEstimates.Estimate(3, 4, 50, true, false, 9, false, 6, 14, 1.8, 3);
        for (ClosenessMeasure measure : new ClosenessMeasure[] {ClosenessMeasure.LIN, ClosenessMeasure.ECCENTRICITY}) {
            assertThatThrownBy(() -> some.value(measure, 50))
                    .hasMessage("measure %s cannot be estimated from a sample", measure.word());
            assertThatThrownBy(() -> some.standardError(measure, 50))
                    .hasMessage("measure %s cannot be estimated from a sample", measure.word());
        }
    }
}
