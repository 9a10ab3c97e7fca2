package io.bitfront.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefixSumTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "2, 2", "3, 16384", "2, 16385", "3, 100000", "7, 1000000"})
    void everyElementBecomesTheSumUpToItself(int threads, int length) {
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            LongArray values = LongArray.allocate(arena, length, "values");
            long[] expected = new long[length];
            long sum = 0;
            for (int i = 0; i < length; i++) {
                long value = i % 13 * 1_000_000_007L;
                values.set(i, value);
                sum += value;
                expected[i] = sum;
            }
            assertThat(PrefixSum.inclusive(values, workers)).isEqualTo(sum);
            assertThat(values.toArray()).isEqualTo(expected);
        }
    }
}
