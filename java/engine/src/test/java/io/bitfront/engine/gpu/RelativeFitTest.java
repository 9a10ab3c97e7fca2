package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RelativeFitTest {
    @Test
    void whatNoTimeTellsStaysAsExpected() {
        assertThat(new RelativeFit(new double[] {3, 5e-3, 700}).solve())
                .containsExactly(new double[] {3, 5e-3, 700}, within(1e-6));
    }

    /// Of weight 100 beside expectations of a tenth, times decide: costs of 4 and 0.5, three times and half of what was
    /// expected.
    @Test
    void timesOfEnoughWeightTellCosts() {
        RelativeFit fit = new RelativeFit(new double[] {4.0 / 3, 1});
        for (double[] terms : new double[][] {{1, 10}, {5, 2}, {3, 30}, {7, 0}}) {
            fit.add(terms, 4 * terms[0] + 0.5 * terms[1], 100);
        }
        double[] costs = fit.solve();
        assertThat(costs[0]).isCloseTo(4, within(1e-4));
        assertThat(costs[1]).isCloseTo(0.5, within(1e-4));
    }

    /// A cost x expected to be 2: the sum of squares of w (n x / t - 1) and (x / 2 - 1) / 10 is least.
    @Test
    void aTimeWeighsAgainstTheExpectation() {
        double terms = 3;
        double time = 9;
        double weight = 0.2;
        RelativeFit fit = new RelativeFit(new double[] {2});
        fit.add(new double[] {terms}, time, weight);
        double row = weight * terms * 2 / time;
        double multiple = (weight * row + 0.1 * 0.1) / (row * row + 0.1 * 0.1);
        assertThat(fit.solve()).containsExactly(new double[] {2 * multiple}, within(1e-6));
    }

    @Test
    void noCostIsNegative() {
        RelativeFit fit = new RelativeFit(new double[] {1, 1});
        fit.add(new double[] {1, 0}, 10, 100);
        fit.add(new double[] {1, 5}, 5, 100);
        assertThat(fit.solve()[1]).isZero();
        assertThat(fit.solve()[0]).isBetween(5.0, 10.0);
    }

    @Test
    void whatACopyIsToldTheOtherIsNot() {
        RelativeFit fit = new RelativeFit(new double[] {1});
        fit.add(new double[] {1}, 2, 100);
        RelativeFit copy = new RelativeFit(fit);
        copy.add(new double[] {1}, 4, 10_000);
        assertThat(fit.solve()[0]).isCloseTo(2, within(1e-3));
        assertThat(copy.solve()[0]).isCloseTo(4, within(1e-2));
    }
}
