package io.bitfront.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class OffHeapArraysTest {
    @Test
    void startZeroedAndKeepWhatIsSet() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray ints = IntArray.allocate(arena, 1000, "ints");
            LongArray longs = LongArray.allocate(arena, 1000, "longs");
            assertThat(ints.toArray()).containsOnly(0);
            assertThat(longs.toArray()).containsOnly(0L);
            ints.set(999, -7);
            longs.set(999, Long.MIN_VALUE);
            assertThat(ints.get(999)).isEqualTo(-7);
            assertThat(longs.get(999)).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Test
    void passTheSizeOfAJavaArray() {
        try (Arena arena = Arena.ofConfined()) {
            long length = (1L << 31) + 5;
            IntArray ints = IntArray.allocate(arena, length, "ints");
            ints.set(length - 1, 42);
            assertThat(ints.length()).isEqualTo(length);
            assertThat(ints.get(length - 1)).isEqualTo(42);
            assertThat(ints.get(length - 2)).isZero();
        }
    }

    @Test
    void aSliceSharesTheMemory() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray ints = IntArray.copyOf(arena, 1, 2, 3, 4);
            ints.slice(1, 2).set(0, 20);
            assertThat(ints.toArray()).containsExactly(1, 20, 3, 4);
        }
    }

    @Test
    void bulkCopiesTakeOffsets() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray ints = IntArray.allocate(arena, 6, "ints");
            ints.write(2, new int[] {9, 8, 7}, 1, 2);
            int[] back = new int[4];
            ints.read(1, back, 1, 3);
            assertThat(ints.toArray()).containsExactly(0, 0, 8, 7, 0, 0);
            assertThat(back).containsExactly(0, 0, 8, 7);
        }
    }

    @Test
    void gathersAndScattersAtTheIndicesGiven() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray ints = IntArray.allocate(arena, 5, "ints");
            ints.scatter(new int[] {4, 0, 2, 1}, new int[] {40, 10, 20, 99}, 3);
            assertThat(ints.toArray()).containsExactly(10, 0, 20, 0, 40);
            int[] gathered = {4, 4, 0, 3};
            ints.gather(gathered, gathered, 3);
            assertThat(gathered).containsExactly(40, 40, 10, 3);
            ints.gather(new long[] {2, -1, 0}, gathered, 3);
            assertThat(gathered).containsExactly(20, 40, 10, 3);
        }
    }

    @Test
    void accessOutsideThrows() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray ints = IntArray.allocate(arena, 3, "ints");
            assertThatThrownBy(() -> ints.get(3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> ints.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void accessAfterTheArenaClosedThrows() {
        Arena arena = Arena.ofConfined();
        IntArray ints = IntArray.allocate(arena, 3, "ints");
        arena.close();
        assertThatThrownBy(() -> ints.get(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anImpossibleAllocationNamesTheBlock() {
        try (Arena arena = Arena.ofConfined()) {
            assertThatThrownBy(() -> OffHeap.allocate(arena, 1L << 60, "tile rows"))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("allocate 1,152,921,504,606,846,976 bytes for tile rows:"
                            + " the system has no more memory");
        }
    }

    @Test
    void anEmptyArrayIsFine() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(IntArray.allocate(arena, 0, "nothing").toArray()).isEmpty();
        }
    }
}
