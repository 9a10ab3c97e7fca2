package io.bitfront.graph;

import io.bitfront.memory.LongArray;

/// Degrees of neighbouring columns, a block at a time on the heap. Scratch memory of one thread.
public final class DegreeBlocks {
    /// Most columns of a block.
    public static final int BLOCK = 1 << 12;

    private final LongArray columnStart;
    private final long[] starts = new long[BLOCK + 1];
    private final int[] degrees = new int[BLOCK];

    public DegreeBlocks(LongArray columnStart) {
        this.columnStart = columnStart;
    }

    /// Receives the degrees of columns `first` up to `first + count`; the array is reused.
    @FunctionalInterface
    public interface Task {
        void accept(int first, int[] degrees, int count);
    }

    /// Hands out the degrees of columns `begin` up to `end`, exclusive, in order.
    public static void forEach(LongArray columnStart, long begin, long end, Task task) {
        DegreeBlocks blocks = new DegreeBlocks(columnStart);
        for (long first = begin; first < end; first += BLOCK) {
            int count = (int) Math.min(BLOCK, end - first);
            task.accept((int) first, blocks.read((int) first, count), count);
        }
    }

    /// Degrees of `count` columns from `first`; the array is reused.
    public int[] read(int first, int count) {
        columnStart.read(first, starts, 0, count + 1);
        for (int i = 0; i < count; i++) {
            degrees[i] = (int) (starts[i + 1] - starts[i]);
        }
        return degrees;
    }

    /// Where the columns read last start; one more than there are columns.
    public long[] starts() {
        return starts;
    }
}
