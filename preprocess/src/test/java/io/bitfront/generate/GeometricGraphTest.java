package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.parallel.Workers;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometricGraphTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 8, 11})
    void joinsExactlyThePairsWithinTheRadius(int scale) {
        GeometricGenerator generator = new GeometricGenerator(scale, 3);
        int n = generator.vertexCount();
        double radius = .55 * Math.sqrt(Math.log(n) / n);
        assertThat(Math.sqrt((double) generator.squaredRadius()) / 0x1p31).isCloseTo(radius, within(1e-9));

        int side = (int) Math.max(
                1, Math.min(0x1p31 / (Math.floor(Math.sqrt((double) generator.squaredRadius())) + 1), Math.sqrt(n)));
        List<long[]> points = drawn(n, 3).stream()
                .sorted(Comparator.comparingLong(p -> ((p[1] * side) >>> 31) * side + ((p[0] * side) >>> 31)))
                .toList();
        Set<Long> expected = new HashSet<>();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                double distance = Math.hypot(
                        (double) points.get(i)[0] - points.get(j)[0], (double) points.get(i)[1] - points.get(j)[1]);
                if (distance <= radius * 0x1p31) {
                    expected.add((long) i << 32 | j);
                }
            }
        }
        Drawn drawn = Drawn.of(generator);
        Set<Long> found = new HashSet<>();
        for (int i = 0; i < drawn.from().length; i++) {
            found.add((long) drawn.from()[i] << 32 | drawn.to()[i]);
        }
        assertThat(found).hasSize(drawn.from().length).isEqualTo(expected);
    }

    /// Memory is taken for them: all pairs of few vertices, else a tenth more than lie in a circle around each, and
    /// 65,536.
    @Test
    void saysHowManyEdgesThereAreAtMost() {
        for (int scale : new int[] {0, 1, 2, 8}) {
            long n = 1L << scale;
            assertThat(new GeometricGenerator(scale, 1).mostEdges()).isEqualTo(n * (n - 1) / 2);
        }
        for (int scale : new int[] {12, 16, 20, 26}) {
            double n = 1 << scale;
            double expected = n * (n - 1) / 2 * Math.PI * 0.55 * 0.55 * Math.log(n) / n;
            assertThat((double) new GeometricGenerator(scale, 1).mostEdges())
                    .isCloseTo(1.1 * expected + 65_536, within(1 + 1e-6 * expected));
        }
    }

    @Test
    void givesNearbyVerticesNearbyNumbers() {
        Drawn drawn = Drawn.of(new GeometricGenerator(14, 1));
        int side = (int) (1 / (.55 * Math.sqrt(Math.log(1 << 14) / (1 << 14))));
        double rowOfCells = (1 << 14) / (double) side;
        assertThat(IntStream.range(0, drawn.from().length).map(i -> drawn.to()[i] - drawn.from()[i]))
                .allMatch(step -> step > 0 && step < 2.5 * rowOfCells);
    }

    @Test
    void numbersPointsByCellThenByIndex() {
        int n = 5_000;
        CellOrder order = new CellOrder.Rows(17);
        try (Workers workers = new Workers(3);
                Arena arena = Arena.ofShared()) {
            SortedPoints sorted = SortedPoints.draw(n, 11, order, arena, workers);
            List<long[]> points = drawnByKey(n, 11).stream()
                    .sorted(Comparator.comparingInt(p -> order.cellOf((int) p[0], (int) p[1])))
                    .toList();
            assertThat(sorted.x().toArray())
                    .isEqualTo(points.stream().mapToInt(p -> (int) p[0]).toArray());
            assertThat(sorted.y().toArray())
                    .isEqualTo(points.stream().mapToInt(p -> (int) p[1]).toArray());
            for (int cell = 0; cell < order.cells(); cell++) {
                for (int v = sorted.cellStart().get(cell);
                        v < sorted.cellStart().get(cell + 1L);
                        v++) {
                    assertThat(order.cellOf(sorted.x().get(v), sorted.y().get(v)))
                            .isEqualTo(cell);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5})
    void walksAHilbertCurveFromCellToAdjoiningCell(int bits) {
        CellOrder.Hilbert order = new CellOrder.Hilbert(bits);
        int side = 1 << bits;
        int[][] at = new int[order.cells()][];
        for (int column = 0; column < side; column++) {
            for (int row = 0; row < side; row++) {
                int x = (int) (((2L * column + 1) << 30) >>> bits);
                int y = (int) (((2L * row + 1) << 30) >>> bits);
                at[order.cellOf(x, y)] = new int[] {column, row};
            }
        }
        assertThat((Object[]) at).doesNotContainNull();
        for (int cell = 1; cell < at.length; cell++) {
            assertThat(Math.abs(at[cell][0] - at[cell - 1][0]) + Math.abs(at[cell][1] - at[cell - 1][1]))
                    .isEqualTo(1);
        }
    }

    @Test
    void meetsNoVertexTwiceAndMostVerticesOften() {
        TestGraph graph = Drawn.of(new GeometricGenerator(15, 2)).undirected();
        double mean = graph.cleanEdges() / (double) graph.vertexCount();
        assertThat(graph.cleanEdges()).isEqualTo(2L * graph.givenEdges());
        assertThat(mean).isCloseTo(Math.PI * .3025 * Math.log(1 << 15), within(.3));
    }

    /// The documented draw, through the JDK's own SplitMix64.
    private static List<long[]> drawn(int n, long seed) {
        return drawnByKey(n, new SplittableRandom(seed).nextLong());
    }

    private static List<long[]> drawnByKey(int n, long key) {
        SplittableRandom dice = new SplittableRandom(key);
        return IntStream.range(0, n)
                .mapToObj(i -> {
                    long bits = dice.nextLong();
                    return new long[] {bits >>> 33, (bits & 0xFFFFFFFFL) >>> 1};
                })
                .toList();
    }
}
