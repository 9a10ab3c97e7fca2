package io.bitfront.engine.gpu;

import io.bitfront.memory.LongArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// 64-bit offsets as unsigned 32-bit ones.
final class Narrowing {
    /// Offsets converted at a time, on the heap: element by element from one segment to another of another class took
    /// fifty times as long.
    private static final int BLOCK = 1 << 12;

    private Narrowing() {}

    /// Fills all of `narrow` from `starts`, the first of them at `from`.
    ///
    /// @param starts all below 2³²
    static void toUnsignedInts(LongArray starts, long from, MemorySegment narrow) {
        long[] wide = new long[BLOCK];
        int[] block = new int[BLOCK];
        long length = narrow.byteSize() / Integer.BYTES;
        for (long done = 0; done < length; done += BLOCK) {
            int count = (int) Math.min(BLOCK, length - done);
            MemorySegment.copy(starts.segment(), ValueLayout.JAVA_LONG, Long.BYTES * (from + done), wide, 0, count);
            for (int i = 0; i < count; i++) {
                block[i] = (int) wide[i];
            }
            MemorySegment.copy(block, 0, narrow, ValueLayout.JAVA_INT, Integer.BYTES * done, count);
        }
    }
}
