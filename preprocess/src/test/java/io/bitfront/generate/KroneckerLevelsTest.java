package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KroneckerLevelsTest {
    private final KroneckerLevels levels = new KroneckerLevels();

    @Test
    void weighsAllOutcomesAsOne() {
        assertThat(IntStream.range(0, 256).mapToLong(KroneckerLevels::weight).sum())
                .isEqualTo(100_000_000);
        assertThat(KroneckerLevels.weight(0)).isEqualTo(57 * 57 * 57 * 57);
        assertThat(KroneckerLevels.weight(0xFF)).isEqualTo(5 * 5 * 5 * 5);
        assertThat(KroneckerLevels.weight(0b0011_0101)).isEqualTo(57 * 19 * 19 * 5);
    }

    /// Every column's split is found by bisection, so the share of each outcome among all 2³² draws is exact.
    @Test
    void drawsEveryOutcomeInItsShareOfAllBits() {
        long[] share = new long[256];
        for (int column = 0; column < 256; column++) {
            int low = 0;
            int high = 1 << 24;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (levels.draw(column << 24 | middle) == column) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            assertThat(low).isEqualTo(levels.limits()[column]);
            share[column] += low;
            if (low < 1 << 24) {
                share[levels.draw(column << 24 | low)] += (1 << 24) - low;
                assertThat(levels.draw(column << 24 | 0xFFFFFF)).isEqualTo(levels.draw(column << 24 | low));
            }
        }
        for (int outcome = 0; outcome < 256; outcome++) {
            double expected = KroneckerLevels.weight(outcome) / 1e8 * 0x1p32;
            assertThat((double) share[outcome]).as("outcome %d", outcome).isCloseTo(expected, within(256.0));
        }
    }
}
