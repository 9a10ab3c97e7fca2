package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTransfersTest {
    /// After as many trials as it takes the faster way is kept, whichever it is.
    @ParameterizedTest
    @CsvSource({"100, 80, true", "100, 100, true", "100, 120, false"})
    void keepsTheFaster(long staged, long direct, boolean expected) {
        LevelTransfers transfers = new LevelTransfers();
        transfers.learn(false, 3 * staged);
        transfers.learn(false, staged);
        for (int trial = 0; trial < LevelTransfers.TRIALS; trial++) {
            assertThat(transfers.directly(true)).isTrue();
            transfers.learn(true, trial == 1 ? direct : 5 * direct);
        }
        assertThat(transfers.directly(true)).isEqualTo(expected);
    }

    @Test
    void doesNotGoStraightToMemoryThatMayMove() {
        LevelTransfers transfers = new LevelTransfers();
        transfers.learn(true, 1);
        transfers.learn(false, 2);
        assertThat(transfers.directly(false)).isFalse();
    }
}
