package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TargetTest {
    @ParameterizedTest
    @CsvSource({"1.9, aim", "2, aim", "2.1, must", "5, must", "5.1, missed", "NaN, missed"})
    void aTimeMeetsABoundThatItEquals(double measured, String verdict) {
        assertThat(Target.atMost("a", measured, "s", 5, 2, "").verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"301, aim", "300, aim", "299, must", "100, must", "99.9, missed", "NaN, missed"})
    void aRateMeetsABoundThatItEquals(double measured, String verdict) {
        assertThat(Target.atLeast("a", measured, "MB/s", 100, 300, "").verdict())
                .isEqualTo(verdict);
    }
}
