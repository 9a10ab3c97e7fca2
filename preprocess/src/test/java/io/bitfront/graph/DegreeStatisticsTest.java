package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DegreeStatisticsTest {
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void countsWhatAPlainSweepCounts(GraphKind kind) {
        TestGraph graph = kind.draw(3, 2_000);
        int[][] out = graph.outNeighbours();
        int[][] in = graph.inNeighbours();
        int isolated = 0;
        for (int v = 0; v < out.length; v++) {
            isolated += out[v].length + in[v].length == 0 ? 1 : 0;
        }
        DegreeStatistics measured = measured(graph, 3);
        assertThat(measured.isolatedVertices()).isEqualTo(isolated);
        assertThat(measured.maxOutDegree()).isEqualTo(longest(out));
        assertThat(measured.maxInDegree()).isEqualTo(longest(in));
        assertThat(measured.meanDegree()).isEqualTo((double) graph.cleanEdges() / out.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void tellsScaleFreeGraphsFromOthersWhateverTheThreads(int threads) {
        assertThat(measured(GraphKind.SCALE_FREE.draw(1, 3_000), threads).scaleFree())
                .isTrue();
        assertThat(measured(GraphKind.DIRECTED_SCALE_FREE.draw(1, 3_000), threads)
                        .scaleFree())
                .isTrue();
        assertThat(measured(GraphKind.HUBS.draw(1, 3_000), threads).scaleFree()).isTrue();
        assertThat(measured(Shapes.star(200_000), threads).scaleFree()).isTrue();
        assertThat(measured(GraphKind.MESH.draw(1, 3_000), threads).scaleFree()).isFalse();
        assertThat(measured(GraphKind.ROAD.draw(1, 3_000), threads).scaleFree()).isFalse();
        assertThat(measured(Shapes.grid(60, 50), threads).scaleFree()).isFalse();
        assertThat(measured(Shapes.complete(50), threads).scaleFree()).isFalse();
    }

    /// The reason stands in caches, whose bytes are the same wherever they are made.
    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "ar-EG"})
    void givesTheSameReasonWhateverTheLocale(String tag) {
        TestGraph mesh = GraphKind.MESH.draw(1, 3_000);
        String expected = measured(mesh, 1).reason();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertThat(measured(mesh, 1).reason()).isEqualTo(expected).containsPattern("gamma [0-9]+[.][0-9]");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void eitherSideOfADirectedGraphMayBeTheHeavyOne() {
        TestGraph funnel = Shapes.funnel(300);
        assertThat(measured(funnel, 1).scaleFree()).isTrue();
        assertThat(measured(funnel, 1).reason())
                .isEqualTo("scale-free: the top 1% and 10% of vertices hold 100.0% and 100.0% of the in-degrees");
        DegreeStatistics fan = measured(Shapes.fanOfSlices(300), 1);
        assertThat(fan.scaleFree()).isTrue();
        assertThat(fan.reason()).startsWith("scale-free: the top 1% ").endsWith("% of the out-degrees");
    }

    /// What is said of either side, once where both are one.
    @Test
    void saysOfBothSidesWhyAGraphIsNotScaleFree() {
        assertThat(measured(Shapes.grid(60, 50), 1).reason())
                .matches("not scale-free: the top 1% and 10% of vertices hold [0-9.]+% and [0-9.]+% of the degrees,"
                        + " degree histogram: gamma [0-9.-]+, R2 [0-9.]+");
        assertThat(measured(Shapes.oneWayChain(300), 1).reason())
                .matches("not scale-free: the top [^;]+ of the out-degrees, out-degree histogram: [^;]+;"
                        + " not scale-free: the top [^;]+ of the in-degrees, in-degree histogram: [^;]+");
        TestGraph none = new TestGraph("none", 3, new int[0], new int[0], true);
        assertThat(measured(none, 1).reason()).isEqualTo("no edges");
    }

    @Test
    void aGraphWithoutEdgesIsNotScaleFree() {
        for (int n : new int[] {0, 1, 10}) {
            DegreeStatistics measured = measured(Shapes.empty(n), 2);
            assertThat(measured).isEqualTo(new DegreeStatistics(n, 0, 0, 0, false, "no edges", 0));
        }
    }

    /// Of 200 vertices 2 are the top 1% and 20 the top 10%; of 360 degrees 5% are 18 and 40% are 144.
    @Test
    void isScaleFreeFromTheVerySharesOn() {
        int[] others = {1, 144, 2, 36};
        DegreeStatistics both = counted(others, 9, 2, 7, 18);
        assertThat(both.scaleFree()).isTrue();
        assertThat(both.reason())
                .isEqualTo("scale-free: the top 1% and 10% of vertices hold 5.0% and 40.0% of the degrees");
        assertThat(both.topShare()).isEqualTo(0.05);
        DegreeStatistics lessOnTop = counted(others, 9, 1, 8, 2, 7, 17);
        assertThat(lessOnTop.scaleFree()).isFalse();
        assertThat(lessOnTop.reason())
                .startsWith("not scale-free: the top 1% and 10% of vertices hold 4.7% and 40.0% of the degrees, "
                        + "degree histogram: gamma ");
        DegreeStatistics lessBelow = counted(new int[] {1, 143, 2, 37}, 9, 2, 7, 17, 6, 1);
        assertThat(lessBelow.scaleFree()).isFalse();
        assertThat(lessBelow.reason()).contains("hold 5.0% and 39.7% of the degrees, ");
    }

    /// Degrees and how many vertices have each, one after the other.
    private static DegreeStatistics counted(int[] others, int... largest) {
        long[] small = new long[DegreeCounts.COUNTED];
        for (int[] counts : new int[][] {others, largest}) {
            for (int i = 0; i < counts.length; i += 2) {
                small[counts[i]] = counts[i + 1];
            }
        }
        DegreeCounts counts = new DegreeCounts(small, new int[0]);
        return DegreeStatistics.of(counts, counts, 200, 360, 0);
    }

    @Test
    void fitsTheExponentOfAPowerLaw() {
        DegreeHistogram histogram = histogramOf(100_000, v -> (int) (10 * Math.pow(1 - v / 100_000.0, -1 / 1.5)));
        assertThat(histogram.fit().r2()).isGreaterThan(0.7);
        assertThat(histogram.fit().gamma()).isBetween(1.0, 3.0);
        DegreeHistogram exact = histogramOf(2_100, v -> v < 1_200 ? 10 : v < 1_800 ? 20 : 40);
        assertThat(exact.fit().gamma()).isEqualTo(1, within(1e-9));
        assertThat(exact.fit().r2()).isEqualTo(1, within(1e-9));
    }

    @Test
    void degreesBelowFiveDoNotEnterTheFit() {
        DegreeHistogram histogram = histogramOf(3_000, v -> v < 900 ? v % 5 : v < 2_100 ? 10 : v < 2_700 ? 20 : 40);
        assertThat(histogram.fit().gamma()).isEqualTo(1, within(1e-9));
        assertThat(histogram.fit().r2()).isEqualTo(1, within(1e-9));
    }

    @Test
    void sumsTheLargestDegreesOnBothSidesOfTheCountedRange() {
        DegreeHistogram histogram = histogramOf(100, v -> v < 3 ? 100_000 + v : v < 5 ? 65_535 + v % 2 : 2);
        assertThat(histogram.largest()).isEqualTo(100_002);
        assertThat(histogram.sumOfLargest(2)).isEqualTo(200_003);
        assertThat(histogram.sumOfLargest(4)).isEqualTo(300_003 + 65_536);
        assertThat(histogram.sumOfLargest(6)).isEqualTo(300_003 + 65_536 + 65_535 + 2);
        assertThat(histogram.sumOfLargest(1_000)).isEqualTo(300_003 + 65_536 + 65_535 + 2 * 95);
    }

    private static DegreeHistogram histogramOf(int n, IntUnaryOperator degree) {
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            LongArray starts = LongArray.allocate(arena, n + 1L, "starts");
            for (int v = 0; v < n; v++) {
                starts.set(v + 1L, starts.get(v) + degree.applyAsInt(v));
            }
            return DegreeHistogram.of(starts, workers);
        }
    }

    private static DegreeStatistics measured(TestGraph graph, int threads) {
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            Csc out = CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
            Csc in = graph.directed() ? CscTransforms.transpose(out, arena, workers) : out;
            return DegreeStatistics.of(out, in, workers);
        }
    }

    private static int longest(int[][] lists) {
        return Arrays.stream(lists).mapToInt(list -> list.length).max().orElse(0);
    }
}
