package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// What tensor levels are expected to save, with no GPU.
class TensorWorthTest {
    private static final LevelCosts COSTS = LevelCosts.expected(1 << 15, 32, false);

    /// As of a million vertices in groups: many edges, few slice sets.
    private static final LevelSample.Shape GROUPS = new LevelSample.Shape(34e6, 33, 131_072);

    private static LevelSample level(double vertices, double edges, LevelSample.Shape shape) {
        return new LevelSample(vertices, edges, 1e6, 1e5, false, shape);
    }

    /// 8,500 + 0.005 x 32,768 for the level, 0.2 for each of all slice sets, a quarter more for doubt.
    @Test
    void savesWhatATensorLevelTakesLess() {
        double expected = 1.25 * (8_500 + 0.005 * 32_768 + 0.2 * 131_072);
        assertThat(TensorWorth.saved(100_000, level(5e5, 17e6, GROUPS), COSTS))
                .isCloseTo(100_000 - expected, Offset.offset(0.01));
    }

    @Test
    void savesNothingWhereATensorLevelTakesLonger() {
        assertThat(TensorWorth.saved(5_000, level(1, 2, GROUPS), COSTS)).isZero();
    }

    @Test
    void paysFromATwentiethOn() {
        assertThat(new TensorWorth(0.049).pays()).isFalse();
        assertThat(new TensorWorth(0.051).pays()).isTrue();
        assertThat(new TensorWorth(0.0042)).hasToString("tensor levels would save 0.4% of the time");
    }
}
