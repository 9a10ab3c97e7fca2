package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A view of off-heap memory as `long` elements in native byte order, with 64-bit indices: a heap `long[]`
/// stops at 2³¹−1. The memory belongs to the arena it came from; reading after that closed throws. Not
/// synchronised.
public final class LongArray {
    public static final int BYTES = 8;

    private final MemorySegment segment;
    private final long length;

    private LongArray(MemorySegment segment) {
        this.segment = segment;
        this.length = segment.byteSize() / BYTES;
    }

    /// Zeroed memory of `length` elements that lives as long as `arena`.
    ///
    /// @param what names the array in an out-of-memory message
    public static LongArray allocate(Arena arena, long length, String what) {
        return new LongArray(OffHeap.allocate(arena, Math.multiplyExact(length, BYTES), what));
    }

    /// Views a whole segment; its size must be a multiple of the element size.
    public static LongArray of(MemorySegment segment) {
        if (segment.byteSize() % BYTES != 0) {
            throw new IllegalArgumentException("segment of %d bytes is not whole longs".formatted(segment.byteSize()));
        }
        return new LongArray(segment);
    }

    /// A copy of `values` that lives as long as `arena`.
    public static LongArray copyOf(Arena arena, long... values) {
        LongArray copy = allocate(arena, values.length, "long array");
        MemorySegment.copy(values, 0, copy.segment, ValueLayout.JAVA_LONG, 0, values.length);
        return copy;
    }

    public long length() {
        return length;
    }

    public long get(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    public void set(long index, long value) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    /// The memory itself, for bulk copies, files and hot loops.
    public MemorySegment segment() {
        return segment;
    }

    /// Copies `count` elements from `index` into a heap array.
    public void read(long index, long[] into, int offset, int count) {
        MemorySegment.copy(segment, ValueLayout.JAVA_LONG, index * BYTES, into, offset, count);
    }

    /// Copies `count` elements of a heap array to `index`.
    public void write(long index, long[] from, int offset, int count) {
        MemorySegment.copy(from, offset, segment, ValueLayout.JAVA_LONG, index * BYTES, count);
    }

    /// A heap copy; the length must fit a Java array.
    public long[] toArray() {
        return segment.toArray(ValueLayout.JAVA_LONG);
    }
}
