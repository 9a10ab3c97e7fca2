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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReusedBlocksTest {
    private static final long BYTES = 1_000;

    /// More than the system's allocator ever keeps for the next who asks.
    private static final long LARGE = 64 << 20;

    private static final ReusedBlocks.Preparation NOTHING = _ -> null;

    @Test
    void handsOutAgainWhatAnArenaGaveBack() {
        try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", NOTHING)) {
            MemorySegment first;
            try (Arena arena = Arena.ofShared()) {
                first = blocks.take(arena).memory();
                assertThat(first.byteSize()).isEqualTo(BYTES);
                first.set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) 7);
            }
            assertThatThrownBy(() -> first.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment again = blocks.take(arena).memory();
                assertThat(again.address()).isEqualTo(first.address());
                assertThat(again.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 7);
                MemorySegment beside = blocks.take(arena).memory();
                assertThat(beside.asOverlappingSlice(again)).isEmpty();
            }
        }
    }

    @Test
    void keepsABlockThatAClosedArenaCannotTake() {
        long before = OffHeap.held();
        try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", NOTHING)) {
            Arena closed = Arena.ofShared();
            closed.close();
            assertThatThrownBy(() -> blocks.take(closed)).isInstanceOf(IllegalStateException.class);
            assertThat(OffHeap.held()).isEqualTo(before + 1);
        }
        assertThat(OffHeap.held()).isEqualTo(before);
    }

    @Test
    void leavesWhatIsInUseToItsArenaWhenClosed() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment used;
            try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", NOTHING)) {
                used = blocks.take(arena).memory();
            }
            used.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            assertThat(used.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        }
    }

    @Test
    void offersBlocksOfNothing() {
        try (ReusedBlocks blocks = new ReusedBlocks(0, "a test", NOTHING);
                Arena arena = Arena.ofShared()) {
            assertThat(blocks.take(arena).memory().byteSize()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void freesWhatIsGivenBackBeforeAndAfterItIsClosed(boolean closedFirst) throws IOException {
        ReusedBlocks blocks = new ReusedBlocks(LARGE, "a test", NOTHING);
        Arena arena = Arena.ofShared();
        long address = blocks.take(arena).memory().address();
        assertThat(isMapped(address)).isTrue();
        for (AutoCloseable each : closedFirst ? List.of(blocks, arena) : List.of(arena, blocks)) {
            assertThatCode(each::close).doesNotThrowAnyException();
        }
        assertThat(isMapped(address)).isFalse();
    }

    @Test
    void keepsNoMoreThanOne() throws IOException {
        try (ReusedBlocks blocks = new ReusedBlocks(LARGE, "a test", NOTHING)) {
            long[] addresses = new long[2];
            try (Arena arena = Arena.ofShared()) {
                addresses[0] = blocks.take(arena).memory().address();
                addresses[1] = blocks.take(arena).memory().address();
            }
            assertThat(isMapped(addresses[0])).isNotEqualTo(isMapped(addresses[1]));
        }
    }

    /// Blocks given back one after the other: the one that is handed out often is prepared, once.
    @Test
    void preparesWhatIsHandedOutOften() {
        List<String> calls = new ArrayList<>();
        ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", recording(calls));
        List<Boolean> prepared = new ArrayList<>();
        for (int i = 0; i < ReusedBlocks.OFTEN + 2; i++) {
            try (Arena arena = Arena.ofShared()) {
                prepared.add(blocks.take(arena).prepared());
            }
        }
        assertThat(prepared).containsExactly(false, false, true, true);
        assertThat(calls).containsExactly("prepared");
        blocks.close();
        assertThat(calls).containsExactly("prepared", "undone");
    }

    /// The prepared block is the one that is kept while others come and go, and is undone with the blocks even in use.
    @Test
    void preparesOneAtMostAndKeepsIt() {
        List<String> calls = new ArrayList<>();
        ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", recording(calls));
        for (int i = 0; i < ReusedBlocks.OFTEN; i++) {
            try (Arena arena = Arena.ofShared()) {
                blocks.take(arena);
            }
        }
        for (boolean preparedFirst : new boolean[] {true, false}) {
            Arena first = Arena.ofShared();
            Arena second = Arena.ofShared();
            assertThat(blocks.take(first).prepared()).isTrue();
            assertThat(blocks.take(second).prepared()).isFalse();
            (preparedFirst ? first : second).close();
            (preparedFirst ? second : first).close();
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment used = blocks.take(arena).memory();
            blocks.close();
            assertThat(calls).containsExactly("prepared", "undone");
            used.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
            assertThat(used.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
        }
        assertThat(calls).hasSize(2);
    }

    /// Of two that are used at a time, given back in either order, one is kept and so handed out often.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void preparesOneOfTwoThatAreUsedAtATime(boolean firstFirst) {
        List<String> calls = new ArrayList<>();
        List<Boolean> prepared = new ArrayList<>();
        try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", recording(calls))) {
            for (int i = 0; i < ReusedBlocks.OFTEN + 2; i++) {
                Arena first = Arena.ofShared();
                Arena second = Arena.ofShared();
                prepared.add(blocks.take(first).prepared());
                assertThat(blocks.take(second).prepared()).isFalse();
                (firstFirst ? first : second).close();
                (firstFirst ? second : first).close();
            }
        }
        assertThat(prepared).containsExactly(false, false, true, true);
        assertThat(calls).containsExactly("prepared", "undone");
    }

    @Test
    void doesWithoutWhereItIsRefused() {
        int[] asked = new int[1];
        try (ReusedBlocks blocks = new ReusedBlocks(BYTES, "a test", _ -> {
            asked[0]++;
            return null;
        })) {
            for (int i = 0; i < ReusedBlocks.OFTEN + 3; i++) {
                try (Arena arena = Arena.ofShared()) {
                    assertThat(blocks.take(arena).prepared()).isFalse();
                }
            }
        }
        assertThat(asked[0]).isEqualTo(1);
    }

    private static ReusedBlocks.Preparation recording(List<String> calls) {
        return _ -> {
            calls.add("prepared");
            return () -> calls.add("undone");
        };
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
