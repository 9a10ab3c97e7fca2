package io.bitfront.order;

import java.util.Arrays;

/// The vertices that one vertex brings into the order, by [RcmGraph#key]. Scratch memory of one thread.
final class Siblings {
    private static final int SHORT = 16;

    private long[] keys = new long[64];
    private int count;

    void clear() {
        count = 0;
    }

    void add(long key) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = key;
    }

    int count() {
        return count;
    }

    int vertex(int i) {
        return (int) keys[i];
    }

    void sort() {
        if (count > SHORT) {
            Arrays.sort(keys, 0, count);
            return;
        }
        for (int i = 1; i < count; i++) {
            long key = keys[i];
            int j = i - 1;
            for (; j >= 0 && keys[j] > key; j--) {
                keys[j + 1] = keys[j];
            }
            keys[j + 1] = key;
        }
    }

    /// Drops all but one of equal keys; they are sorted.
    void dropDuplicates() {
        int kept = Math.min(count, 1);
        for (int i = 1; i < count; i++) {
            if (keys[i] != keys[i - 1]) {
                keys[kept++] = keys[i];
            }
        }
        count = kept;
    }
}
