package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void summarisesInMilliseconds() {
        assertThat(Distribution.of(LongStream.rangeClosed(1, 100).map(ms -> (101 - ms) * 1_000_000)))
                .isEqualTo(new Distribution(1, 50.5, 50.5, 90, 100));
        assertThat(Distribution.of(LongStream.of(1_234_567))).isEqualTo(each(1.234567));
        assertThat(Distribution.of(LongStream.of(7_000_000, 2_000_000, 3_000_000)))
                .isEqualTo(new Distribution(2, 3, 4, 7, 7));
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Distribution.of(LongStream.of(9_000_000, 2_000_000, 5_000_000, 2_000_000)))
                .isEqualTo(new Distribution(2, 3.5, 4.5, 9, 9));
        assertThat(Distribution.median(1, 4)).isEqualTo(2.5);
        assertThat(Distribution.median(1, 4, 5)).isEqualTo(4);
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
