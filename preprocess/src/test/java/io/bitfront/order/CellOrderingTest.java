package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

    /// Numbers say nothing of what is near: each cell grows from a vertex beside earlier ones, and neighbours are as
    /// near each other as where numbers do.
    @Test
    void cellsThatAreNeighboursFollowEachOtherWhateverTheNumbers() {
        TestGraph grid = Shapes.grid(SIDE, SIDE);
        List<Integer> newIds =
                new ArrayList<>(IntStream.range(0, SIDE * SIDE).boxed().toList());
        Collections.shuffle(newIds, new Random(5));
        TestGraph shuffled = grid.renumbered(
                "shuffled", newIds.stream().mapToInt(Integer::intValue).toArray());
        try (OrderedGraph near = OrderedGraph.of(grid, new CellOrdering(), 2);
                OrderedGraph far = OrderedGraph.of(shuffled, new CellOrdering(), 2)) {
            assertThat(lengthOfEdges(far)).isLessThan(1.5 * lengthOfEdges(near));
            int[] newIdOf = far.newIdOf();
            int[] oldIdOf = far.oldIdOf();
            int[][] neighbours = shuffled.outNeighbours();
            for (int v = 1; v < SIDE * SIDE; v++) {
                int number = v;
                assertThat(IntStream.of(neighbours[oldIdOf[v]]).anyMatch(beside -> newIdOf[beside] < number))
                        .as("vertex %d", v)
                        .isTrue();
            }
        }
    }

    private static double lengthOfEdges(OrderedGraph ordered) {
        int[] newIdOf = ordered.newIdOf();
        int[][] neighbours = ordered.graph().outNeighbours();
        return IntStream.range(0, SIDE * SIDE)
                .mapToDouble(v -> IntStream.of(neighbours[v])
                        .mapToDouble(beside -> Math.abs(newIdOf[beside] - newIdOf[v]))
                        .sum())
                .sum();
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
