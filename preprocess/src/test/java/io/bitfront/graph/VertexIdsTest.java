package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

class VertexIdsTest {
    @Test
    void aRangeMapsBothWays() {
        VertexIds ids = new VertexIds.Range(1, 5);
        assertThat(ids.idOf(0)).isEqualTo(1);
        assertThat(ids.indexOf(5)).isEqualTo(4);
        assertThat(ids.indexOf(0)).isEqualTo(-1);
        assertThat(ids.indexOf(6)).isEqualTo(-1);
        assertThat(ids.indexOf(Long.MAX_VALUE)).isEqualTo(-1);
        assertThat(ids.identity()).isFalse();
        assertThat(new VertexIds.Range(0, 5).identity()).isTrue();
    }

    @Test
    void aTableFindsEveryIdAndNoOther() {
        try (Arena arena = Arena.ofConfined()) {
            VertexIds ids = new VertexIds.Table(LongArray.copyOf(arena, 0, 3, 7, 1L << 40, Long.MAX_VALUE));
            for (int index = 0; index < ids.count(); index++) {
                assertThat(ids.indexOf(ids.idOf(index))).isEqualTo(index);
            }
            assertThat(ids.indexOf(1)).isEqualTo(-1);
            assertThat(ids.indexOf(8)).isEqualTo(-1);
            assertThat(ids.indexOf(-1)).isEqualTo(-1);
            assertThat(ids.identity()).isFalse();
        }
    }

    @Test
    void anEmptyTableHasNothing() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(new VertexIds.Table(LongArray.copyOf(arena)).indexOf(0)).isEqualTo(-1);
        }
    }
}
