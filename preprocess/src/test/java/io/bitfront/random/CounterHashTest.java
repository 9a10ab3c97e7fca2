package io.bitfront.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterHashTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 42, Long.MIN_VALUE, 0x9E3779B97F4A7C15L})
    void drawsWhatSplitMix64Draws(long key) {
        SplittableRandom reference = new SplittableRandom(key);
        for (int i = 0; i < 1_000; i++) {
            assertThat(CounterHash.draw(key, i)).isEqualTo(reference.nextLong());
        }
    }

    @Test
    void makesTheDocumentedVectors() {
        assertThat(CounterHash.draw(0, 0)).isEqualTo(0xE220A8397B1DCDAFL);
        assertThat(CounterHash.draw(0, 1)).isEqualTo(0x6E789E6AA1B965F4L);
        assertThat(CounterHash.key(7, 1)).isEqualTo(CounterHash.draw(7, 1));
    }

    @Test
    void staysBelowAnyBoundAndReachesAllOfIt() {
        for (int bound : new int[] {1, 2, 3, 7, 100}) {
            boolean[] seen = new boolean[bound];
            for (int i = 0; i < 2_000; i++) {
                seen[CounterHash.below(bound, 5, i)] = true;
            }
            assertThat(seen).doesNotContain(false);
        }
        assertThat(CounterHash.below(Integer.MAX_VALUE, 5, 1)).isPositive();
    }
}
