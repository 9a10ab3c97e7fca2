package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class OffHeapTest {
    @Test
    void freesWhatAClosedArenaCannotTake() {
        long before = OffHeap.held();
        Arena closed = Arena.ofShared();
        closed.close();
        assertThatThrownBy(() -> OffHeap.allocate(closed, 1_000, "a test")).isInstanceOf(IllegalStateException.class);
        assertThat(OffHeap.held()).isEqualTo(before);
    }

    @Test
    void countsTheBlocksThatAreHeld() {
        long before = OffHeap.held();
        try (Arena arena = Arena.ofConfined()) {
            OffHeap.allocate(arena, 0, "nothing");
            OffHeap.allocate(arena, 100 << 20, "much");
            assertThat(OffHeap.held()).isEqualTo(before + 2);
            assertThatThrownBy(() -> OffHeap.allocate(arena, Long.MAX_VALUE / 2, "all"))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessageStartingWith("allocate 4,611,686,018,427,387,903 bytes for all");
            assertThat(OffHeap.held()).isEqualTo(before + 2);
        }
        assertThat(OffHeap.held()).isEqualTo(before);
    }
}
