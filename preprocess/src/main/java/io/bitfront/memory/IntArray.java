package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A view of off-heap memory as `int` elements in native byte order, with 64-bit indices: a heap `int[]` stops
/// at 2³¹−1. The memory belongs to the arena it came from; reading after that closed throws. Not synchronised.
/// Parallel loops over many elements work on heap blocks ([#read], [#write], [#gather], [#scatter]): until a
/// loop is compiled, each access to off-heap memory bumps some twenty profile counters, which all cores then
/// fight over.
public final class IntArray {
    public static final int BYTES = 4;

    private final MemorySegment segment;
    private final long length;

    private IntArray(MemorySegment segment) {
        this.segment = segment;
        this.length = segment.byteSize() / BYTES;
    }

    /// Zeroed memory of `length` elements that lives as long as `arena`.
    ///
    /// @param what names the array in an out-of-memory message
    public static IntArray allocate(Arena arena, long length, String what) {
        return new IntArray(OffHeap.allocate(arena, Math.multiplyExact(length, BYTES), what));
    }

    /// Views a whole segment; its size must be a multiple of the element size.
    public static IntArray of(MemorySegment segment) {
        if (segment.byteSize() % BYTES != 0) {
            throw new IllegalArgumentException("segment of %d bytes is not whole ints".formatted(segment.byteSize()));
        }
        return new IntArray(segment);
    }

    /// A copy of `values` that lives as long as `arena`.
    public static IntArray copyOf(Arena arena, int... values) {
        IntArray copy = allocate(arena, values.length, "int array");
        MemorySegment.copy(values, 0, copy.segment, ValueLayout.JAVA_INT, 0, values.length);
        return copy;
    }

    public long length() {
        return length;
    }

    public int get(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, index);
    }

    public void set(long index, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, index, value);
    }

    /// The memory itself, for bulk copies, files and hot loops.
    public MemorySegment segment() {
        return segment;
    }

    /// A view of `length` elements from `from`; shares the memory.
    public IntArray slice(long from, long length) {
        return new IntArray(segment.asSlice(from * BYTES, length * BYTES));
    }

    /// Copies `count` elements from `index` into a heap array.
    public void read(long index, int[] into, int offset, int count) {
        MemorySegment.copy(segment, ValueLayout.JAVA_INT, index * BYTES, into, offset, count);
    }

    /// Copies `count` elements of a heap array to `index`.
    public void write(long index, int[] from, int offset, int count) {
        MemorySegment.copy(from, offset, segment, ValueLayout.JAVA_INT, index * BYTES, count);
    }

    /// Copies the elements at any indices: one loop that every phase shares, and that is compiled once.
    public void gather(int[] indices, int[] into, int count) {
        for (int i = 0; i < count; i++) {
            into[i] = get(indices[i]);
        }
    }

    /// Copies the elements at indices that may lie beyond 2³¹; negative ones are left out, and so are their places.
    public void gather(long[] indices, int[] into, int count) {
        for (int i = 0; i < count; i++) {
            if (indices[i] >= 0) {
                into[i] = get(indices[i]);
            }
        }
    }

    /// Stores elements at any indices.
    public void scatter(int[] indices, int[] values, int count) {
        for (int i = 0; i < count; i++) {
            set(indices[i], values[i]);
        }
    }

    /// A heap copy; the length must fit a Java array.
    public int[] toArray() {
        return segment.toArray(ValueLayout.JAVA_INT);
    }
}
