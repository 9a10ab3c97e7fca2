package io.bitfront.input;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The edges of one chunk, off-heap: all sources, then all targets. The memory belongs to an [EdgeStore].
///
/// @param wide whether ids take 8 bytes, not 4
record EdgeBlock(MemorySegment memory, int count, boolean wide) {
    static long bytes(int count, boolean wide) {
        return 2L * count * (wide ? Long.BYTES : Integer.BYTES);
    }

    /// Sources and targets together.
    int ends() {
        return Math.multiplyExact(2, count);
    }

    /// Id at an end: sources are ends 0..count-1, targets count..2 count-1.
    long id(int end) {
        return wide ? memory.getAtIndex(ValueLayout.JAVA_LONG, end) : memory.getAtIndex(ValueLayout.JAVA_INT, end);
    }

    void setIndex(int end, int index) {
        memory.setAtIndex(ValueLayout.JAVA_INT, end, index);
    }
}
