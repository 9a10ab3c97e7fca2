package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReusedBlocksTest {
    private static final long BYTES = 1_000;

    /// More than the system's allocator ever keeps for the next who asks.
    private static final long LARGE = 64 << 20;

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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void freesWhatIsGivenBackBeforeAndAfterItIsClosed(boolean closedFirst) throws IOException {
        ReusedBlocks blocks = new ReusedBlocks(LARGE, "a test");
        Arena arena = Arena.ofShared();
        long address = blocks.take(arena).address();
        assertThat(isMapped(address)).isTrue();
        for (AutoCloseable each : closedFirst ? List.of(blocks, arena) : List.of(arena, blocks)) {
            assertThatCode(each::close).doesNotThrowAnyException();
        }
        assertThat(isMapped(address)).isFalse();
    }

    @Test
    void keepsNoMoreThanOne() throws IOException {
        try (ReusedBlocks blocks = new ReusedBlocks(LARGE, "a test")) {
            long[] addresses = new long[2];
            try (Arena arena = Arena.ofShared()) {
                addresses[0] = blocks.take(arena).address();
                addresses[1] = blocks.take(arena).address();
            }
            assertThat(isMapped(addresses[0])).isNotEqualTo(isMapped(addresses[1]));
        }
    }

    /// Whether the system has a page there: large blocks go back to it when they are freed.
    private static boolean isMapped(long address) throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.map(line -> line.split("[- ]"))
                    .anyMatch(ends -> Long.parseUnsignedLong(ends[0], 16) <= address
                            && address < Long.parseUnsignedLong(ends[1], 16));
        }
    }
}
