package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Levels of one batch as a kernel has written them: records of `MultiTraceRecord` of
/// `native/include/bitfront/multi_abi.cuh` up to the first without a time.
record BatchTrace(MemorySegment records) {
    /// Levels that are recorded; deep graphs show what theirs cost long before.
    static final int CAPACITY = 4_096;

    /// Forgets all levels.
    void clear() {
        records.fill((byte) 0);
    }

    int levels() {
        int levels = 0;
        while (levels < CAPACITY && nanos(levels) != 0) {
            levels++;
        }
        return levels;
    }

    long nanos(int level) {
        return records.get(ValueLayout.JAVA_LONG, (long) MultiTraceRecord.BYTES * level + MultiTraceRecord.NANOSECONDS);
    }

    /// How often the level pays each of [BatchCost].
    double[] terms(int level) {
        long at = (long) MultiTraceRecord.BYTES * level;
        return Arrays.stream(BatchCost.values())
                .mapToDouble(cost -> records.get(ValueLayout.JAVA_FLOAT, at + cost.term()))
                .toArray();
    }
}
