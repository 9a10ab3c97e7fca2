package io.bitfront.file;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// A mapped part of an [AtomicFile] whose disk space is taken step by step, by the threads that store to it.
public final class GrowingPart {
    /// Bytes taken at once: for each the system looks for memory and clears it, on the thread that asks.
    private static final long STEP = 1L << 21;

    private static final int FREE = 0;
    private static final int UNDER_WAY = 1;
    private static final int TAKEN = 2;

    private final AtomicFile file;
    private final MemorySegment memory;
    private final long position;
    private final AtomicIntegerArray steps;

    /// @param taken whether the file has space for all of it already
    GrowingPart(AtomicFile file, MemorySegment memory, long position, boolean taken) {
        this.file = file;
        this.memory = memory;
        this.position = position;
        this.steps = new AtomicIntegerArray(taken ? 0 : Math.toIntExact(Math.ceilDiv(memory.byteSize(), STEP)));
    }

    /// All of it; what was not claimed must not be stored to yet.
    public MemorySegment memory() {
        return memory;
    }

    /// Returns once bytes `begin` up to `end`, exclusive, may be stored to. Any thread.
    ///
    /// @throws FileException naming the bytes needed and free, where they do not fit
    public void claim(long begin, long end) {
        long last = Math.min(Math.ceilDiv(end, STEP), steps.length());
        for (int step = (int) (begin / STEP); step < last; step++) {
            while (steps.get(step) != TAKEN) {
                if (steps.compareAndSet(step, FREE, UNDER_WAY)) {
                    take(step);
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private void take(int step) {
        int now = FREE;
        try {
            long from = step * STEP;
            file.take(position + from, memory.asSlice(from, Math.min(STEP, memory.byteSize() - from)));
            now = TAKEN;
        } finally {
            steps.set(step, now);
        }
    }
}
