package io.bitfront.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElapsedTest {
    @Test
    void isWhatTheClockSaysNowLessWhatItSaidThen() {
        long then = System.nanoTime() - 3_000_000_000L;
        long least = System.nanoTime() - then;
        long nanos = Elapsed.nanos(then);
        double seconds = Elapsed.seconds(then);
        long most = System.nanoTime() - then;
        assertThat(nanos).isBetween(least, most);
        assertThat(seconds).isBetween(nanos / 1e9, most / 1e9);
    }
}
