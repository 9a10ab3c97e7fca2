package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriangulationTest {
    /// In exact arithmetic: an edge belongs to the triangulation if and only if a circle through its ends holds no
    /// other point; in general position one such circle meets a third point, or the edge is on the hull.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void joinsExactlyThePairsWithAnEmptyCircle(long seed) {
        int n = 40;
        SplittableRandom dice = new SplittableRandom(seed);
        int[] x = dice.ints(n, 0, Integer.MAX_VALUE).toArray();
        int[] y = dice.ints(n, 0, Integer.MAX_VALUE).toArray();
        int[][] neighbours = triangulated(x, y).outNeighbours();
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                assertThat(Arrays.binarySearch(neighbours[a], b) >= 0)
                        .as("edge %d - %d of seed %d", a, b, seed)
                        .isEqualTo(hasEmptyCircle(a, b, x, y));
            }
        }
    }

    @Test
    void makesTheTriangulationOfTheDrawnPoints() {
        DelaunayGenerator generator = new DelaunayGenerator(6, 9);
        int n = generator.vertexCount();
        try (Workers workers = new Workers(1);
                Arena arena = Arena.ofShared()) {
            SortedPoints points = SortedPoints.draw(n, CounterHash.key(9, 0), new CellOrder.Hilbert(3), arena, workers);
            int[] x = points.x().toArray();
            int[] y = points.y().toArray();
            int[][] neighbours = Drawn.of(generator).undirected().outNeighbours();
            for (int a = 0; a < n; a++) {
                for (int b = a + 1; b < n; b++) {
                    assertThat(Arrays.binarySearch(neighbours[a], b) >= 0).isEqualTo(hasEmptyCircle(a, b, x, y));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10, 15})
    void isAPlanarGraphWithoutGaps(int scale) {
        TestGraph graph = Drawn.of(new DelaunayGenerator(scale, 1)).undirected();
        int n = graph.vertexCount();
        assertThat(graph.cleanEdges()).isEqualTo(2L * graph.givenEdges());
        // Euler: 3 n - 3 edges less one for every vertex on the hull, of which there are at least 3 and few.
        assertThat(graph.givenEdges()).isLessThanOrEqualTo(3 * n - 6).isGreaterThan(3 * n - 4 - 10 * (scale + 1));
        assertThat(Arrays.stream(graph.outNeighbours())).allMatch(list -> list.length >= 2);
    }

    @Test
    void joinsPointsOnOneLineAlongIt() {
        TestGraph line = triangulated(new int[] {30, 10, 20, 40}, new int[] {300, 100, 200, 400});
        assertThat(line.outNeighbours()).isDeepEqualTo(new int[][] {{2, 3}, {2}, {0, 1}, {0}});
        assertThat(triangulated(new int[] {7, 5}, new int[] {7, 9}).givenEdges())
                .isEqualTo(1);
        assertThat(triangulated(new int[] {7}, new int[] {7}).givenEdges()).isZero();
    }

    @Test
    void leavesTheSecondOfTwoEqualPointsAlone() {
        int[] x = {0, 1 << 30, 0, 1 << 30, 1 << 29, 1 << 29};
        int[] y = {0, 0, 1 << 30, 1 << 30, 3 << 28, 3 << 28};
        int[][] neighbours = triangulated(x, y).outNeighbours();
        assertThat(neighbours[4]).containsExactly(0, 1, 2, 3);
        assertThat(neighbours[5]).isEmpty();
    }

    @Test
    void refusesBeforehandWhatTheHeapCannotHold() {
        assertThatThrownBy(() -> Drawn.of(new DelaunayGenerator(28, 1)))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageMatching(
                        "triangulate 268,435,456 points: needs [0-9,]+ bytes of Java heap, " + "-Xmx allows [0-9,]+");
    }

    @Test
    void freesItsMemoryWhenClosed() {
        try (Workers workers = new Workers(1)) {
            var input = new DelaunayGenerator(5, 1).generate(workers, Progress.NONE);
            assertThat(input.edges().heldBytes()).isPositive();
            input.close();
            assertThatThrownBy(() -> input.edges().stream(0, (sources, targets, count) -> {}))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static TestGraph triangulated(int[] x, int[] y) {
        try (Arena arena = Arena.ofShared()) {
            int[] ends = Triangulation.of(IntArray.copyOf(arena, x), IntArray.copyOf(arena, y), arena)
                    .ends()
                    .toArray();
            int[] from =
                    IntStream.range(0, ends.length / 2).map(i -> ends[2 * i]).toArray();
            int[] to = IntStream.range(0, ends.length / 2)
                    .map(i -> ends[2 * i + 1])
                    .toArray();
            return new TestGraph("triangulation", x.length, from, to, false);
        }
    }

    private static boolean hasEmptyCircle(int a, int b, int[] x, int[] y) {
        boolean left = false;
        boolean right = false;
        for (int c = 0; c < x.length; c++) {
            int side = c == a || c == b ? 0 : turn(a, b, c, x, y);
            left |= side > 0;
            right |= side < 0;
        }
        if (!left || !right) {
            return true;
        }
        return IntStream.range(0, x.length)
                .filter(c -> c != a && c != b && turn(a, b, c, x, y) > 0)
                .anyMatch(c -> IntStream.range(0, x.length)
                        .filter(d -> d != a && d != b && d != c)
                        .noneMatch(d -> insideCircle(a, b, c, d, x, y)));
    }

    private static int turn(int a, int b, int c, int[] x, int[] y) {
        return difference(x, b, a)
                .multiply(difference(y, c, a))
                .subtract(difference(y, b, a).multiply(difference(x, c, a)))
                .signum();
    }

    /// Whether d lies inside the circle through a, b, c, which turn left.
    private static boolean insideCircle(int a, int b, int c, int d, int[] x, int[] y) {
        BigInteger sum = term(a, b, c, d, x, y).add(term(b, c, a, d, x, y)).add(term(c, a, b, d, x, y));
        return sum.signum() > 0;
    }

    private static BigInteger term(int lifted, int second, int third, int d, int[] x, int[] y) {
        BigInteger dx = difference(x, lifted, d);
        BigInteger dy = difference(y, lifted, d);
        BigInteger area = difference(x, second, d)
                .multiply(difference(y, third, d))
                .subtract(difference(x, third, d).multiply(difference(y, second, d)));
        return dx.multiply(dx).add(dy.multiply(dy)).multiply(area);
    }

    private static BigInteger difference(int[] coordinate, int first, int second) {
        return BigInteger.valueOf((long) coordinate[first] - coordinate[second]);
    }
}
