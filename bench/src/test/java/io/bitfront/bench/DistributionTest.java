package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void summarisesInMilliseconds() {
        Distribution distribution =
                Distribution.of(LongStream.rangeClosed(1, 100).map(ms -> ms * 1_000_000));
        assertThat(distribution.minMs()).isCloseTo(1, within(0.01));
        assertThat(distribution.medianMs()).isCloseTo(50, within(0.5));
        assertThat(distribution.meanMs()).isCloseTo(50.5, within(0.5));
        assertThat(distribution.p90Ms()).isCloseTo(90, within(0.9));
        assertThat(distribution.maxMs()).isCloseTo(100, within(1.0));
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
