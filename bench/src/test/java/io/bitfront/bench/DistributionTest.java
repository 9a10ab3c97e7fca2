package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void summarisesInMilliseconds() {
        assertThat(Distribution.of(LongStream.rangeClosed(1, 100).map(ms -> (101 - ms) * 1_000_000)))
                .isEqualTo(new Distribution(1, 50, 50.5, 90, 100));
        assertThat(Distribution.of(LongStream.of(1_234_567))).isEqualTo(each(1.234567));
        assertThat(Distribution.of(LongStream.of(7_000_000, 2_000_000, 3_000_000)))
                .isEqualTo(new Distribution(2, 3, 4, 7, 7));
    }

    private static Distribution each(double ms) {
        return new Distribution(ms, ms, ms, ms, ms);
    }

    @Test
    void refusesToSummariseNothing() {
        assertThatThrownBy(() -> Distribution.of(LongStream.empty())).hasMessage("no times to summarise");
    }

    @Test
    void aTargetNamesTheBestBoundThatHolds() {
        assertThat(Target.atMost("t", 5, "s", 10, 5, "").verdict()).isEqualTo("aim");
        assertThat(Target.atMost("t", 7, "s", 10, 5, "").verdict()).isEqualTo("must");
        assertThat(Target.atMost("t", 11, "s", 10, 5, "").verdict()).isEqualTo("missed");
        assertThat(Target.atLeast("t", 150, "MB/s", 100, 300, "").verdict()).isEqualTo("must");
    }
}
