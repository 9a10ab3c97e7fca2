package io.bitfront.graph;

/// Counts the slices that rows have in each slice set. One worker's state. Column lists are copied to the heap block by
/// block: loops over off-heap columns of unlike lengths made the compiler guess, trap and start over for half a minute
/// on 16 cores.
final class SliceCounter {
    private static final int BLOCK = 1 << 14;

    private final Csc in;
    private final int[] counts;
    private final int[] block = new int[BLOCK];
    private long[] starts = new long[0];

    /// @param in columns list in-neighbours
    SliceCounter(Csc in) {
        this.in = in;
        this.counts = new int[BvssPacker.sliceSetCount(in.vertexCount())];
    }

    /// Slices of each slice set that were counted so far.
    int[] counts() {
        return counts;
    }

    /// Adds the slices of rows `first` up to `last`, exclusive.
    void count(int first, int last) {
        int rows = last - first;
        if (starts.length <= rows) {
            starts = new long[rows + 1];
        }
        in.columnStart().read(first, starts, 0, rows + 1);
        long blockBegin = starts[0];
        long blockEnd = blockBegin;
        for (int row = 0; row < rows; row++) {
            long end = starts[row + 1];
            int previous = -1;
            for (long at = starts[row]; at < end; at = Math.min(end, blockEnd)) {
                if (at == blockEnd) {
                    blockBegin = at;
                    blockEnd = Math.min(at + BLOCK, starts[rows]);
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
                counts[set]++;
                last = set;
            }
        }
        return last;
    }
}
