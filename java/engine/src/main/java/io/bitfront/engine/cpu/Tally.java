package io.bitfront.engine.cpu;

import java.util.Arrays;

/// A sum that each worker adds to on a cache line of its own.
final class Tally {
    private static final int STRIDE = 16;

    private final long[] parts;

    Tally(int workers) {
        parts = new long[workers * STRIDE];
    }

    void add(int worker, long amount) {
        parts[worker * STRIDE] += amount;
    }

    /// The sum so far; zero again afterwards. Between parallel steps only.
    long take() {
        long sum = 0;
        for (int i = 0; i < parts.length; i += STRIDE) {
            sum += parts[i];
        }
        Arrays.fill(parts, 0);
        return sum;
    }
}
