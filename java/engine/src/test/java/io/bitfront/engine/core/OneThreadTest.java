package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.BfsResult;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneThreadTest {
    /// No array is copied, and all memory is freed with the arena that it was handed to.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handsOverMemoryAsItIs(boolean parents) {
        Arena shared = Arena.ofShared();
        MemorySegment levels;
        MemorySegment handed;
        try (Arena confined = Arena.ofConfined()) {
            levels = IntArray.copyOf(shared, 0, 1, -1).segment();
            LongArray parent = parents ? LongArray.allocate(shared, 3, "parents") : null;
            BfsResult found = new BfsResult(
                    7, null, IntArray.of(levels), parent, new long[] {1, 1}, 2, new BfsResult.Timings(1, 2, 3, 4, 5));
            LabResult result = OneThread.handOver(new LabResult(found, List.of()), shared, confined);
            handed = result.level().segment();
            assertThat(handed.address()).isEqualTo(levels.address());
            assertThat(result.level().toArray()).containsExactly(0, 1, -1);
            assertThat(OneThread.owns(handed)).isTrue();
            assertThat(result.source()).isEqualTo(7);
            assertThat(result.verticesPerLevel()).containsExactly(1, 1);
            assertThat(result.reachedEdges()).isEqualTo(2);
            assertThat(result.timings()).isEqualTo(found.timings());
            if (parents) {
                assertThat(result.parent().segment().address())
                        .isEqualTo(parent.segment().address());
                assertThat(OneThread.owns(result.parent().segment())).isTrue();
            } else {
                assertThat(result.parent()).isNull();
            }
        }
        assertThat(shared.scope().isAlive()).isFalse();
        assertThatThrownBy(() -> handed.asByteBuffer().get(0)).isInstanceOf(IllegalStateException.class);
    }
}
