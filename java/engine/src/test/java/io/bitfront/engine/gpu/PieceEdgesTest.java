package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.Shapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// From how many edges on a list is shared among warps.
final class PieceEdgesTest {
    /// A 65,536th of all edges, but no fewer than 64 and no more than 256.
    @ParameterizedTest
    @CsvSource({
        "0, 64",
        "4259839, 64",
        "4259840, 65",
        "8388608, 128",
        "16711679, 254",
        "16711680, 255",
        "16777216, 256",
        "1099511627776, 256"
    })
    void areFewOnASmallGraph(long edges, int pieceEdges) {
        assertThat(WideBatchState.pieceEdges(edges)).isEqualTo(pieceEdges);
    }

    /// Its kernels share no list, and it has none that is longer than this.
    @Test
    void areManyOnAGrid() {
        try (Graph grid = Prepared.graph(Shapes.grid(64, 64), "natural");
                Graph star = Prepared.graph(Shapes.star(300))) {
            assertThat(WideBatchState.isNear(grid)).isTrue();
            assertThat(WideBatchState.pieceEdges(grid)).isEqualTo(256);
            assertThat(WideBatchState.isNear(star)).isFalse();
            assertThat(WideBatchState.pieceEdges(star)).isEqualTo(64);
        }
    }
}
