package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/// What tensor levels are expected to save, with no GPU.
class TensorWorthTest {
    private static final LevelCosts COSTS = LevelCosts.expected(1 << 15, 32, false, LevelCosts.probe(false));

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

    /// Two searches of two levels, of which a tensor level would have taken half the time of the second.
    private static final class Runs implements Calibrator.Runs {
        private final List<LabRequest> asked = new ArrayList<>();

        @Override
        public List<LevelTrace> run(LabRequest request) {
            asked.add(request);
            return List.of(
                    new LevelTrace(1, LevelMode.PUSH, 0, 1, 2, 0, 0, 5_000),
                    new LevelTrace(2, LevelMode.PUSH, 0, 500_000, 17_000_000, 0, 0, 85_797));
        }

        @Override
        public List<LevelSample> samples(List<LevelTrace> levels) {
            return levels.stream()
                    .map(one -> level(one.frontierVertices(), one.frontierEdges(), GROUPS))
                    .toList();
        }

        @Override
        public int traversals() {
            return asked.size();
        }
    }

    @Test
    void isWhatTensorLevelsWouldSaveOfAllSearches() {
        Runs runs = new Runs();
        TensorWorth worth = TensorWorth.find(runs, new long[] {7, 9}, 5, COSTS);
        double tensor = 1.25 * (8_500 + 0.005 * 32_768 + 0.2 * 131_072);
        assertThat(worth.saved()).isCloseTo((85_797 - tensor) / 90_797, Offset.offset(1e-9));
        assertThat(worth.pays()).isTrue();
        assertThat(runs.asked)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        LabRequest.from(7).withTrace(true).withMaxLevel(5).withTensor(false),
                        LabRequest.from(9).withTrace(true).withMaxLevel(5).withTensor(false));
    }

    @Test
    void isNothingWhereNothingIsSearched() {
        TensorWorth worth = TensorWorth.find(new Runs(), new long[0], 5, COSTS);
        assertThat(worth.saved()).isZero();
        assertThat(worth.pays()).isFalse();
    }

    @Test
    void savesExactlyNothingWhereATensorLevelTakesAsLong() {
        LevelSample sample = level(5e5, 17e6, GROUPS);
        double tensor = SwitchCosts.TENSOR_DOUBT * sample.expected(LevelMode.TENSOR, COSTS);
        assertThat(TensorWorth.saved(tensor, sample, COSTS)).isZero();
        assertThat(new TensorWorth(0.05).pays()).isTrue();
    }
}
