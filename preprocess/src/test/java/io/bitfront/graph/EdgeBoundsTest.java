package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EdgeBoundsTest {
    @Test
    void edgesLeadFromTheFirstVertexToTheLastAndBack() {
        assertThatCode(() -> EdgeBounds.require(3, new int[] {0, 2, 1, 9}, new int[] {2, 0, 1, 9}, 3))
                .doesNotThrowAnyException();
        assertThatCode(() -> EdgeBounds.require(0, new int[1], new int[1], 0)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "0, 3", "-1, 0", "0, -1", "4, 4", "2147483647, 0", "0, -2147483648"})
    void theFirstThatLeadsElsewhereIsNamed(int from, int to) {
        assertThatThrownBy(() -> EdgeBounds.require(3, new int[] {2, from, 7}, new int[] {2, to, 7}, 3))
                .hasMessage("edge %d -> %d leads outside 0..2, the graph's vertices".formatted(from, to));
    }

    @Test
    void aGraphWithoutVerticesHasNoEdges() {
        assertThatThrownBy(() -> EdgeBounds.require(0, new int[1], new int[1], 1))
                .hasMessage("edge 0 -> 0: the graph has no vertices");
    }
}
