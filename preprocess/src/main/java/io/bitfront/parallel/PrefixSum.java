package io.bitfront.parallel;

import io.bitfront.memory.LongArray;

/// Running sums over an array, by all workers.
public final class PrefixSum {
    private static final int BLOCKS_PER_WORKER = 4;
    private static final long SMALLEST_BLOCK = 1 << 14;
    /// Elements summed on the heap at a time.
    private static final int BLOCK = 1 << 12;

    private PrefixSum() {}

    /// Replaces each element by the sum of all up to and including it; counts placed one further on therefore become
    /// starts.
    ///
    /// @return the last sum, 0 for an empty array
    public static long inclusive(LongArray values, Workers workers) {
        long length = values.length();
        long block = Math.max(SMALLEST_BLOCK, length / ((long) workers.threads() * BLOCKS_PER_WORKER) + 1);
        long[] before = new long[Math.toIntExact(Math.ceilDiv(length, block))];
        workers.forRange(
                0, length, block, (worker, begin, end) -> before[(int) (begin / block)] = sum(values, begin, end));
        long total = 0;
        for (int i = 0; i < before.length; i++) {
            long sum = before[i];
            before[i] = total;
            total += sum;
        }
        workers.forRange(
                0,
                length,
                block,
                (worker, begin, end) -> accumulate(values, begin, end, before[(int) (begin / block)]));
        return total;
    }

    private static long sum(LongArray values, long begin, long end) {
        long[] block = new long[BLOCK];
        long sum = 0;
        for (long at = begin; at < end; at += BLOCK) {
            int count = (int) Math.min(BLOCK, end - at);
            values.read(at, block, 0, count);
            for (int i = 0; i < count; i++) {
                sum += block[i];
            }
        }
        return sum;
    }

    private static void accumulate(LongArray values, long begin, long end, long before) {
        long[] block = new long[BLOCK];
        long sum = before;
        for (long at = begin; at < end; at += BLOCK) {
            int count = (int) Math.min(BLOCK, end - at);
            values.read(at, block, 0, count);
            for (int i = 0; i < count; i++) {
                sum += block[i];
                block[i] = sum;
            }
            values.write(at, block, 0, count);
        }
    }
}
