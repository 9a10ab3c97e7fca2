package io.bitfront.engine.gpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Levels as they leave the device: one or two bytes each, which hold the level plus one, where no level is
/// too deep for that, else four.
final class NarrowLevels {
    /// Levels widened at a time, in the processor's nearest cache.
    private static final int BLOCK = 4_096;

    private NarrowLevels() {}

    /// Bytes of a level.
    ///
    /// @param deepest the last level of all
    static int entryBytes(int deepest) {
        if (deepest < 0xFF) {
            return Byte.BYTES;
        }
        return deepest < 0xFFFF ? Short.BYTES : Integer.BYTES;
    }

    /// Stores levels of 1 or 2 bytes as ints.
    ///
    /// @param to of 4 bytes each
    static void widen(MemorySegment from, int entryBytes, MemorySegment to) {
        byte[] bytes = new byte[BLOCK];
        short[] shorts = new short[BLOCK];
        int[] levels = new int[BLOCK];
        long count = from.byteSize() / entryBytes;
        for (long done = 0; done < count; done += BLOCK) {
            int size = (int) Math.min(BLOCK, count - done);
            if (entryBytes == Byte.BYTES) {
                MemorySegment.copy(from, ValueLayout.JAVA_BYTE, done, bytes, 0, size);
                widen(bytes, levels);
            } else {
                MemorySegment.copy(from, ValueLayout.JAVA_SHORT, Short.BYTES * done, shorts, 0, size);
                widen(shorts, levels);
            }
            MemorySegment.copy(levels, 0, to, ValueLayout.JAVA_INT, Integer.BYTES * done, size);
        }
    }

    private static void widen(byte[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = (from[i] & 0xFF) - 1;
        }
    }

    private static void widen(short[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = (from[i] & 0xFFFF) - 1;
        }
    }
}
