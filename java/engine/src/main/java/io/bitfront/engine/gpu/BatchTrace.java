package io.bitfront.engine.gpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Levels of one batch as a kernel has written them: records of `MultiTraceRecord` of
/// `native/include/bitfront/multi_abi.cuh` up to the first without a time.
record BatchTrace(MemorySegment records) {
    /// Levels that are recorded; deep graphs show what theirs cost long before.
    static final int CAPACITY = 4_096;

    static final int BYTES = 64;

    private static final int NANOS = 8;
    private static final int TERMS = 16;

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
        return records.get(ValueLayout.JAVA_LONG, (long) BYTES * level + NANOS);
    }

    /// How often the level pays each of [BatchCosts].
    double[] terms(int level) {
        double[] terms = new double[BatchCosts.NAMES.size()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = records.get(ValueLayout.JAVA_FLOAT, (long) BYTES * level + TERMS + (long) Float.BYTES * i);
        }
        return terms;
    }
}
