package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Off-heap work memory handed out in pages of [#PAGE] longs, so that buckets of unknown size can grow side by side
/// without a counting pass. Memory is taken from the arena slab by slab as it is needed; freed pages are used again.
/// Each thread takes and frees through a [Stock] of its own; a page is used by one thread at a time.
final class EdgePages {
    static final int PAGE = 1024;
    /// Pages that a thread is given at a time: 2 MB, a huge page of the system. Threads that touch the same one first
    /// would each clear all of it, and all but one of them for nothing.
    static final int CHUNK = 256;
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

    /// Puts pages into `into`, those to be used first last.
    ///
    /// @return how many, at least one
    private synchronized int refill(int[] into) {
        if (freeCount > 0) {
            int count = Math.min(freeCount, CHUNK);
            freeCount -= count;
            System.arraycopy(free, freeCount, into, 0, count);
            return count;
        }
        if (taken >>> SLAB_SHIFT == slabs.length) {
            MemorySegment[] more = Arrays.copyOf(slabs, slabs.length + 1);
            more[slabs.length] = OffHeap.allocate(arena, PAGES_PER_SLAB * PAGE_BYTES, "edge buckets");
            slabs = more;
        }
        taken += CHUNK;
        for (int i = 0; i < CHUNK; i++) {
            into[i] = taken - 1 - i;
        }
        return CHUNK;
    }

    private synchronized void giveBack(int[] pages, int from, int to) {
        int count = to - from;
        if (freeCount + count > free.length) {
            free = Arrays.copyOf(free, 2 * (freeCount + count));
        }
        System.arraycopy(pages, from, free, freeCount, count);
        freeCount += count;
    }

    /// Pages at hand for one thread, at most [#MOST].
    final class Stock {
        static final int MOST = 2 * CHUNK;
        private final int[] pages = new int[MOST];
        private int count;

        int take() {
            if (count == 0) {
                count = refill(pages);
            }
            return pages[--count];
        }

        void free(int page) {
            if (count == MOST) {
                EdgePages.this.giveBack(pages, CHUNK, MOST);
                count = CHUNK;
            }
            pages[count++] = page;
        }

        /// Hands what is left to the other threads.
        void giveBack() {
            EdgePages.this.giveBack(pages, 0, count);
            count = 0;
        }
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

    /// Copies ints of a page, from the one at `offset` on.
    void copyInts(int page, int offset, IntArray into, long at, int count) {
        MemorySegment.copy(slab(page), start(page) + 4L * offset, into.segment(), at * Integer.BYTES, 4L * count);
    }

    private MemorySegment slab(int page) {
        return slabs[page >>> SLAB_SHIFT];
    }

    private static long start(int page) {
        return (page & PAGES_PER_SLAB - 1) * PAGE_BYTES;
    }
}
