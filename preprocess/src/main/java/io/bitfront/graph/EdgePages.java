package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Off-heap work memory handed out in pages of [#PAGE] longs, so that buckets of unknown size can grow side by side
/// without a counting pass. Memory is taken from the arena slab by slab as it is needed; freed pages are used again.
/// Any thread may take and free; a page is used by one thread at a time.
final class EdgePages {
    static final int PAGE = 1024;
    private static final int SLAB_SHIFT = 12;
    private static final int PAGES_PER_SLAB = 1 << SLAB_SHIFT;
    private static final long PAGE_BYTES = (long) PAGE * Long.BYTES;

    private final Arena arena;
    private volatile MemorySegment[] slabs = new MemorySegment[0];
    private int[] free = new int[64];
    private int freeCount;
    private int taken;

    EdgePages(Arena arena) {
        this.arena = arena;
    }

    synchronized int take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (taken >>> SLAB_SHIFT == slabs.length) {
            MemorySegment[] more = Arrays.copyOf(slabs, slabs.length + 1);
            more[slabs.length] = OffHeap.allocate(arena, PAGES_PER_SLAB * PAGE_BYTES, "edge buckets");
            slabs = more;
        }
        return taken++;
    }

    synchronized void free(int page) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = page;
    }

    void write(int page, int at, long[] from, int offset, int count) {
        MemorySegment.copy(from, offset, slab(page), ValueLayout.JAVA_LONG, start(page) + 8L * at, count);
    }

    void read(int page, long[] into, int count) {
        MemorySegment.copy(slab(page), ValueLayout.JAVA_LONG, start(page), into, 0, count);
    }

    /// Writes ints to the start of a page, which has room for twice [#PAGE].
    void writeInts(int page, int[] from, int offset, int count) {
        MemorySegment.copy(from, offset, slab(page), ValueLayout.JAVA_INT, start(page), count);
    }

    void copyInts(int page, IntArray into, long at, int count) {
        MemorySegment.copy(slab(page), start(page), into.segment(), at * Integer.BYTES, 4L * count);
    }

    private MemorySegment slab(int page) {
        return slabs[page >>> SLAB_SHIFT];
    }

    private static long start(int page) {
        return (page & PAGES_PER_SLAB - 1) * PAGE_BYTES;
    }
}
