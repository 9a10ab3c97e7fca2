package io.bitfront.engine.gpu;

import io.bitfront.memory.LongArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// 64-bit offsets as unsigned 32-bit ones.
final class Narrowing {
    private Narrowing() {}

    /// Fills all of `narrow` from `starts`, the first of them at `from`.
    ///
    /// @param starts all below 2³²
    static void toUnsignedInts(LongArray starts, long from, MemorySegment narrow) {
        long count = narrow.byteSize() / Integer.BYTES;
        for (long i = 0; i < count; i++) {
            narrow.setAtIndex(ValueLayout.JAVA_INT, i, (int) starts.get(from + i));
        }
    }
}
