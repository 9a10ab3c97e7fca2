package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.SourceSums;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A watch of two searches, the second of which it ends at level 2, by a batch that is begun three times.
class OnceWatchTest {
    private final List<String> told = new ArrayList<>();
    private final SourceSums sums = SourceSums.allocate(2);
    private final OnceWatch once = new OnceWatch(
            (source, level, count, seen) -> {
                assertThat(seen).isSameAs(sums);
                told.add("%d at %d: %d".formatted(source, level, count));
                return source != 1 || level < 2;
            },
            2);

    private boolean goesOn(int source, int level) {
        return once.goesOn(source, level, 10L * level, sums);
    }

    @Test
    void isToldEachLevelOnceAndEndsWhatItEnded() {
        assertThat(goesOn(0, 1)).isTrue();
        assertThat(goesOn(1, 1)).isTrue();
        // Anew, and farther.
        assertThat(goesOn(0, 1)).isTrue();
        assertThat(goesOn(1, 1)).isTrue();
        assertThat(told).containsExactly("0 at 1: 10", "1 at 1: 10");
        assertThat(goesOn(0, 2)).isTrue();
        assertThat(goesOn(1, 2)).isFalse();
        assertThat(goesOn(0, 3)).isTrue();
        // Anew: the second goes on to the level at which it was ended.
        assertThat(goesOn(0, 1)).isTrue();
        assertThat(goesOn(1, 1)).isTrue();
        assertThat(goesOn(0, 2)).isTrue();
        assertThat(goesOn(1, 2)).isFalse();
        assertThat(told).containsExactly("0 at 1: 10", "1 at 1: 10", "0 at 2: 20", "1 at 2: 20", "0 at 3: 30");
    }
}
