package io.bitfront.cache;

import io.bitfront.memory.LongArray;
import java.util.Arrays;

/// Where columns begin within a block of rows.
///
/// @param starts of all columns, known to be in order
/// @param first index of the block's first row
/// @param rows elements 1 to `count`; element 0 is the one before them
record ColumnBegins(LongArray starts, long first, int[] rows, int count) {
    private static final int READ = 1 << 10;

    /// Index of the first row that is not above the one before it in its own column, or -1.
    ///
    /// @param descents rows of the block that are not above the one before
    long firstWrong(int descents) {
        int[] begins = begins();
        int allowed = 0;
        for (int at : begins) {
            allowed += rows[at] <= rows[at - 1] ? 1 : 0;
        }
        if (allowed == descents) {
            return -1;
        }
        for (int i = 1; i <= count; i++) {
            if (rows[i] <= rows[i - 1] && Arrays.binarySearch(begins, i) < 0) {
                return first + i - 1;
            }
        }
        throw new AssertionError("%d descents, %d of them at columns".formatted(descents, allowed));
    }

    /// Ascending places in `rows` at which columns begin that are not empty.
    private int[] begins() {
        int[] found = new int[count];
        int size = 0;
        long[] read = new long[READ];
        long before = -1;
        for (long column = firstColumn(); column < starts.length(); column += READ) {
            int columns = (int) Math.min(READ, starts.length() - column);
            starts.read(column, read, 0, columns);
            for (int i = 0; i < columns; i++) {
                if (read[i] >= first + count) {
                    return Arrays.copyOf(found, size);
                }
                if (read[i] != before) {
                    found[size++] = (int) (read[i] - first) + 1;
                    before = read[i];
                }
            }
        }
        return Arrays.copyOf(found, size);
    }

    private long firstColumn() {
        long low = 0;
        long high = starts.length();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (starts.get(middle) < first) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
