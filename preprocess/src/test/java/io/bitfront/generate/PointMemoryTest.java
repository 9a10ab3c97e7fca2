package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/// What points in the plane take of memory, and the graphs that are made of them.
final class PointMemoryTest {
    /// Two coordinates a point, and where each cell begins.
    @Test
    void ofSortedPoints() {
        CellOrder order = new CellOrder.Rows(10);
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(1)) {
            SortedPoints points = SortedPoints.draw(1_000, 3, order, arena, workers);
            assertThat(points.heldBytes()).isEqualTo(8 * 1_000 + 4 * 101);
        }
        assertThat(SortedPoints.memoryNeeded(1_000, order)).isEqualTo(12 * 1_000 + 4 * 101);
    }

    /// Points, 220 bytes of heap each while they are joined, and three edges of two numbers.
    @Test
    void ofATriangulation() {
        DelaunayGenerator generator = new DelaunayGenerator(10, 3);
        long points = 12 * 1_024 + 4 * 1_025;
        assertThat(generator.memoryNeeded()).isEqualTo(points + 220 * 1_024 + 24 * 1_024);
    }
}
