package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellOrderingTest {
    private static final int SIDE = 64;

    @Test
    void numbersCellsOfNeighboursOneAfterTheOther() {
        TestGraph grid = Shapes.grid(SIDE, SIDE);
        try (OrderedGraph ordered = OrderedGraph.of(grid, new CellOrdering(), 2)) {
            int[] first = IntStream.range(0, CellOrdering.CELL)
                    .map(v -> ordered.permutation().oldIdOf().get(v))
                    .toArray();
            assertThat(first[0]).isZero();
            assertThat(spread(first)).isEqualTo(spread(triangle()));
            for (int cell = 0; cell + 1 < SIDE * SIDE / CellOrdering.CELL / 2; cell++) {
                int begin = cell * CellOrdering.CELL;
                assertThat(isConnected(IntStream.range(begin, begin + CellOrdering.CELL)
                                .map(v -> ordered.permutation().oldIdOf().get(v))
                                .toArray()))
                        .as("cell %d", cell)
                        .isTrue();
            }
        }
    }

    /// The vertices of the grid nearest to a corner, as many as a cell takes.
    private static int[] triangle() {
        return IntStream.range(0, SIDE * SIDE)
                .boxed()
                .sorted((a, b) -> Integer.compare(a % SIDE + a / SIDE, b % SIDE + b / SIDE))
                .limit(CellOrdering.CELL)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static int spread(int[] vertices) {
        return IntStream.of(vertices).map(v -> v % SIDE + v / SIDE).max().orElseThrow();
    }

    private static boolean isConnected(int[] cell) {
        BitSet left = new BitSet();
        IntStream.of(cell).forEach(left::set);
        int[] queue = new int[cell.length];
        int tail = 0;
        queue[tail++] = cell[0];
        left.clear(cell[0]);
        for (int head = 0; head < tail; head++) {
            int v = queue[head];
            for (int w : new int[] {v - SIDE, v - 1, v + 1, v + SIDE}) {
                boolean neighbours = w >= 0 && (w / SIDE == v / SIDE || w % SIDE == v % SIDE);
                if (neighbours && left.get(w)) {
                    left.clear(w);
                    queue[tail++] = w;
                }
            }
        }
        return left.isEmpty();
    }
}
