package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class ReusedBlocksTest {
    private static final long BYTES = 1_000;

    @Test
    void handsOutAgainWhatAnArenaGaveBack() {
        try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test")) {
            MemorySegment first;
            try (Arena arena = Arena.ofShared()) {
                first = blocks.take(arena);
                assertThat(first.byteSize()).isEqualTo(BYTES);
                first.set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 7);
            }
            assertThatThrownBy(() -> first.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment again = blocks.take(arena);
                assertThat(again.address()).isEqualTo(first.address());
                assertThat(again.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
                MemorySegment beside = blocks.take(arena);
                assertThat(beside.asOverlappingSlice(again)).isEmpty();
            }
        }
    }

    @Test
    void leavesWhatIsInUseToItsArenaWhenClosed() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment used;
            try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test")) {
                used = blocks.take(arena);
            }
            used.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            assertThat(used.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        }
    }

    @Test
    void offersBlocksOfNothing() {
        try (ReusedBlocks blocks = new ReusedBlocks(0, "a test");
                Arena arena = Arena.ofShared()) {
            assertThat(blocks.take(arena).byteSize()).isZero();
        }
    }
}
