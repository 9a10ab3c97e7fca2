package io.bitfront.input.edges;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The edges of one chunk, off-heap: all sources, then all targets. The memory belongs to an [EdgeStore].
///
/// @param wide whether ids take 8 bytes, not 4
public record EdgeBlock(MemorySegment memory, int count, boolean wide) {
    public static long bytes(int count, boolean wide) {
        return 2L * count * (wide ? Long.BYTES : Integer.BYTES);
    }

    /// Sources and targets together.
    int ends() {
        return Math.multiplyExact(2, count);
    }

    /// Copies the ids at ends `from .. from + count`: sources are ends 0..count-1, targets count..2 count-1.
    void readIds(int from, long[] into, int count) {
        if (wide) {
            MemorySegment.copy(memory, ValueLayout.JAVA_LONG, (long) from * Long.BYTES, into, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            into[i] = memory.getAtIndex(ValueLayout.JAVA_INT, (long) from + i);
        }
    }

    /// Adds to every source; ids are 4 bytes wide.
    public void raiseSources(int by) {
        int[] sources = memory.asSlice(0, (long) count * Integer.BYTES).toArray(ValueLayout.JAVA_INT);
        for (int i = 0; i < count; i++) {
            sources[i] += by;
        }
        writeIndices(0, sources, count);
    }

    public int source(int edge) {
        return memory.getAtIndex(ValueLayout.JAVA_INT, edge);
    }

    /// Puts input indices at ends `from .. from + count`; ids are 4 bytes wide.
    void writeIndices(int from, int[] indices, int count) {
        MemorySegment.copy(indices, 0, memory, ValueLayout.JAVA_INT, (long) from * Integer.BYTES, count);
    }
}
