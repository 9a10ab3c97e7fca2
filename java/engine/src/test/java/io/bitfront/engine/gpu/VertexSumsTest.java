package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.spi.TargetSums;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VertexSumsTest {
    /// Four to a vertex, added to what is there, by shares of 2^14 vertices.
    @ParameterizedTest
    @ValueSource(ints = {1, 16_383, 16_384, 16_385, 40_000})
    void whatADeviceHasFoundIsAddedVertexByVertex(int vertices) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment found = arena.allocate(ValueLayout.JAVA_LONG, 4L * vertices);
            TargetSums sums = TargetSums.allocate(arena, vertices + 3);
            for (int v = 0; v < vertices; v++) {
                for (int i = 0; i < 4; i++) {
                    found.setAtIndex(ValueLayout.JAVA_LONG, 4L * v + i, (i + 1) * 1_000_000_007L + v);
                }
                sums.distance().set(v, 5);
            }
            VertexSums.add(found, sums);
            for (int v = 0; v < vertices; v++) {
                boolean added = sums.pivots().get(v) == 1_000_000_007L + v
                        && sums.distance().get(v) == 2 * 1_000_000_007L + v + 5
                        && sums.distanceSquared().get(v) == 3 * 1_000_000_007L + v
                        && sums.harmonic().get(v) == 4 * 1_000_000_007L + v;
                assertThat(added).as("vertex %d", v).isTrue();
            }
            for (int v = vertices; v < vertices + 3; v++) {
                assertThat(sums.pivots().get(v) + sums.harmonic().get(v)).isZero();
            }
        }
    }

    @Test
    void takeThirtyTwoBytesAVertex() {
        assertThat(VertexSums.bytes(0)).isZero();
        assertThat(VertexSums.bytes(1 << 30)).isEqualTo(1L << 35);
    }
}
