package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Records of levels, in memory that no device has written.
class BatchTraceTest {
    private final MemorySegment records =
            MemorySegment.ofArray(new long[MultiTraceRecord.BYTES / Long.BYTES * BatchTrace.CAPACITY]);
    private final BatchTrace trace = new BatchTrace(records);

    private void fill(int levels) {
        for (int level = 0; level < levels; level++) {
            long at = (long) MultiTraceRecord.BYTES * level;
            records.set(ValueLayout.JAVA_LONG_UNALIGNED, at + MultiTraceRecord.NANOSECONDS, 1_000 + level);
            for (BatchCost cost : BatchCost.values()) {
                records.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at + cost.term(), 10 * level + cost.ordinal());
            }
        }
    }

    @Test
    void tellsEachLevelUpToTheFirstWithoutATime() {
        for (int levels : new int[] {0, 1, 2, BatchTrace.CAPACITY - 1, BatchTrace.CAPACITY}) {
            trace.clear();
            fill(levels);
            assertThat(trace.levels()).isEqualTo(levels);
            for (int level = 0; level < levels; level++) {
                assertThat(trace.nanos(level)).isEqualTo(1_000 + level);
                double[] terms = trace.terms(level);
                assertThat(terms).hasSize(BatchCost.values().length);
                for (int i = 0; i < terms.length; i++) {
                    assertThat(terms[i]).isEqualTo(10 * level + i);
                }
            }
        }
    }

    @Test
    void forgetsEverything() {
        fill(BatchTrace.CAPACITY);
        trace.clear();
        assertThat(trace.levels()).isZero();
        assertThat(records.toArray(ValueLayout.JAVA_LONG_UNALIGNED)).containsOnly(0);
    }
}
