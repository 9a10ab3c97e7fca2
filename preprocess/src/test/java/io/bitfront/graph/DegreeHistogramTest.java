package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Degrees on both sides of those that are counted in arrays, against a sorted list of them all.
class DegreeHistogramTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void holdsLargeDegreesBesideSmallOnes(int threads) {
        int n = 300;
        SplittableRandom random = new SplittableRandom(1);
        int[] degrees = new int[n];
        for (int v = 0; v < n; v++) {
            degrees[v] = v % 3 == 0 ? random.nextInt(DegreeCounts.COUNTED - 5, DegreeCounts.COUNTED + 90) : v % 7;
        }
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(threads)) {
            LongArray starts = LongArray.allocate(arena, n + 1L, "starts");
            for (int v = 0; v < n; v++) {
                starts.set(v + 1L, starts.get(v) + degrees[v]);
            }
            DegreeHistogram histogram = DegreeHistogram.of(starts, workers);
            Arrays.sort(degrees);
            assertThat(histogram.largest()).isEqualTo(degrees[n - 1]);
            long sum = 0;
            for (int columns = 1; columns <= n; columns++) {
                sum += degrees[n - columns];
                assertThat(histogram.sumOfLargest(columns)).isEqualTo(sum);
            }
            assertThat(histogram.sumOfLargest(n + 1L)).isEqualTo(sum);
            assertThat(histogram.sumOfLargest(0)).isZero();
        }
    }

    /// The line through degrees that occur equally often is level and explains nothing; two points make none.
    @ParameterizedTest
    @ValueSource(strings = {"5 6 7 8", "5 6 6", "1 1 2 2 2 5 9"})
    void noPowerLawIsFittedWhereThereIsNoLineThatFalls(String columns) {
        int[] degrees =
                Arrays.stream(columns.split(" ")).mapToInt(Integer::parseInt).toArray();
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(1)) {
            LongArray starts = LongArray.allocate(arena, degrees.length + 1L, "starts");
            for (int v = 0; v < degrees.length; v++) {
                starts.set(v + 1L, starts.get(v) + degrees[v]);
            }
            assertThat(DegreeHistogram.of(starts, workers).fit()).isEqualTo(new DegreeHistogram.PowerLawFit(0, 0));
        }
    }
}
