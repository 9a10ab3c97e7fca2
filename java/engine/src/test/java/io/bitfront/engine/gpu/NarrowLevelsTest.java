package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NarrowLevelsTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "254, 1", "255, 2", "65534, 2", "65535, 4", "2147483646, 4"})
    void takesAsFewBytesAsHoldTheDeepestLevelPlusOne(int deepest, int bytes) {
        assertThat(NarrowLevels.entryBytes(deepest)).isEqualTo(bytes);
        if (bytes < 4) {
            assertThat(deepest + 1L).isLessThan(1L << (8 * bytes));
        }
    }

    /// Every value there is, over several blocks and a part of one.
    @Test
    void widensEveryLevelAndTheUnreached() {
        try (Arena arena = Arena.ofConfined()) {
            int count = 65_536 + 17;
            MemorySegment bytes = arena.allocate(count);
            MemorySegment shorts = arena.allocate(2L * count, 2);
            int[] ofBytes = new int[count];
            int[] ofShorts = new int[count];
            for (int i = 0; i < count; i++) {
                ofBytes[i] = i % 256 - 1;
                ofShorts[i] = i % 65_536 - 1;
                bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (ofBytes[i] + 1));
                shorts.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) (ofShorts[i] + 1));
            }
            MemorySegment wide = arena.allocate(4L * count, 4);
            NarrowLevels.widen(bytes, Byte.BYTES, wide);
            assertThat(wide.toArray(ValueLayout.JAVA_INT)).isEqualTo(ofBytes);
            NarrowLevels.widen(shorts, Short.BYTES, wide);
            assertThat(wide.toArray(ValueLayout.JAVA_INT)).isEqualTo(ofShorts);
        }
    }
}
