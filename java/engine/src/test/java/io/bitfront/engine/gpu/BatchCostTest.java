package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.gpu.abi.MultiArguments;
import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BatchCostTest {
    /// What kernels are told of one cost, among all that they are told of batches.
    private static int[] described(BatchCost cost, double picos) {
        List<MemorySegment> allocated = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            Arena kept = new Arena() {
                @Override
                public MemorySegment allocate(long bytes, long alignment) {
                    allocated.add(arena.allocate(bytes, alignment));
                    return allocated.getLast();
                }

                @Override
                public MemorySegment.Scope scope() {
                    return arena.scope();
                }

                @Override
                public void close() {}
            };
            cost.describe(new MultiArguments(kept).request().costs(), picos);
            return allocated.getFirst().toArray(ValueLayout.JAVA_INT);
        }
    }

    @Test
    void kernelsAreToldEachCostInAPlaceOfItsOwnInWholePicoseconds() {
        Set<Integer> places = new HashSet<>();
        for (BatchCost cost : BatchCost.values()) {
            int[] told = described(cost, 1234.5);
            assertThat(Arrays.stream(told).filter(each -> each != 0))
                    .as(CostKind.word(cost))
                    .containsExactly(1235);
            for (int i = 0; i < told.length; i++) {
                if (told[i] != 0) {
                    places.add(i);
                }
            }
        }
        assertThat(places).hasSize(BatchCost.values().length);
    }

    @Test
    void aCostBeyondWhatANumberHoldsIsTheLargest() {
        assertThat(Arrays.stream(described(BatchCost.PUSH_EDGE, 1e12)).max()).hasValue(Integer.MAX_VALUE);
    }

    @Test
    void eachIsPaidByATermOfItsOwn() {
        assertThat(Arrays.stream(BatchCost.values()).map(BatchCost::term).distinct())
                .hasSize(BatchCost.values().length);
        assertThat(BatchCost.BARRIER.term()).isEqualTo(MultiTraceRecord.TERMS_BARRIER);
        assertThat(CostKind.word(BatchCost.QUEUE_WORD)).isEqualTo("queue-word");
    }
}
