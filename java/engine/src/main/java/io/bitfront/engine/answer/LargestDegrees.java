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
        int[] counts = counts(degree);
        long[] sums = new long[most + 2];
        int largest = counts.length - 1;
        for (int k = 1; k <= most; k++) {
            while (counts[largest] == 0) {
                largest--;
            }
            counts[largest]--;
            sums[k] = sums[k - 1] + largest;
        }
        sums[most + 1] = Arrays.stream(degree).asLongStream().sum();
        return sums;
    }

    /// How often each number occurs.
    private static int[] counts(int... degree) {
        int largest = 0;
        for (int d : degree) {
            largest = Math.max(largest, d);
        }
        int[] counts = new int[largest + 1];
        for (int d : degree) {
            counts[d]++;
        }
        return counts;
    }
}
