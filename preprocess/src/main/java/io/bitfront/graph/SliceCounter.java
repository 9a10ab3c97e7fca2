package io.bitfront.graph;

import io.bitfront.memory.IntArray;

/// Counts the slices that rows have in each slice set. One worker's state. Column lists are copied to the heap block by
/// block: loops over off-heap columns of unlike lengths made the compiler guess, trap and start over for half a minute
/// on 16 cores.
final class SliceCounter {
    private static final int BLOCK = 1 << 14;

    private final Csc in;
    private final IntArray counts;
    private final int[] block = new int[BLOCK];

    /// @param in columns list in-neighbours
    /// @param counts slices of each slice set, added to
    SliceCounter(Csc in, IntArray counts) {
        this.in = in;
        this.counts = counts;
    }

    /// Adds the slices of rows `first` up to `last`, exclusive.
    void count(int first, int last) {
        long blockBegin = in.start(first);
        long blockEnd = blockBegin;
        for (int row = first; row < last; row++) {
            long end = in.end(row);
            int previous = -1;
            for (long at = in.start(row); at < end; at = Math.min(end, blockEnd)) {
                if (at == blockEnd) {
                    blockBegin = at;
                    blockEnd = Math.min(at + BLOCK, in.start(last));
                    in.rowIndex().read(blockBegin, block, 0, (int) (blockEnd - blockBegin));
                }
                previous = count((int) (at - blockBegin), (int) (Math.min(end, blockEnd) - blockBegin), previous);
            }
        }
    }

    /// @param previous slice set of the entry before the first, or -1
    /// @return slice set of the last entry
    private int count(int begin, int end, int previous) {
        int last = previous;
        for (int i = begin; i < end; i++) {
            int set = block[i] / Bvss.SIGMA;
            if (set != last) {
                counts.set(set, counts.get(set) + 1);
                last = set;
            }
        }
        return last;
    }
}
