package io.bitfront.engine.answer;

import java.util.Arrays;

/// The sums of the largest of some numbers.
final class LargestDegrees {
    /// More than so many are taken to be as large as the last of them.
    private static final int MOST = 1 << 12;

    private LargestDegrees() {}

    /// Entry k is the sum of the k largest, the last entry that of all.
    static long[] sums(int... degree) {
        int most = Math.min(MOST, degree.length);
        int[] heap = new int[most];
        for (int d : degree) {
            if (most > 0 && d > heap[0]) {
                put(heap, d);
            }
        }
        Arrays.sort(heap);
        long[] sums = new long[most + 2];
        for (int k = 1; k <= most; k++) {
            sums[k] = sums[k - 1] + heap[most - k];
        }
        sums[most + 1] = Arrays.stream(degree).asLongStream().sum();
        return sums;
    }

    /// Replaces the smallest, which stands first.
    private static void put(int[] heap, int value) {
        int at = 0;
        for (int child = 1; child < heap.length; child = 2 * at + 1) {
            int least = child + 1 < heap.length && heap[child + 1] < heap[child] ? child + 1 : child;
            if (heap[least] >= value) {
                break;
            }
            heap[at] = heap[least];
            at = least;
        }
        heap[at] = value;
    }
}
