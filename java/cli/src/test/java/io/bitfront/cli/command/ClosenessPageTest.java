package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ClosenessPageTest {
    /// The middle value, or the mean of both.
    @Test
    void tellsLeastMedianMeanAndMost() {
        assertThat(ClosenessPage.distribution("wf", new double[] {1, 2, 4, 8, 25}))
                .containsAllEntriesOf(
                        Map.of("name", "wf", "known", 5, "least", 1.0, "median", 4.0, "mean", 8.0, "most", 25.0));
        assertThat(ClosenessPage.distribution("wf", new double[] {1, 2, 4, 8, 16, 35}))
                .containsAllEntriesOf(Map.of("least", 1.0, "median", 6.0, "mean", 11.0, "most", 35.0));
        assertThat(ClosenessPage.distribution("wf", new double[] {3, 3}))
                .containsAllEntriesOf(Map.of("median", 3.0, "counts", new long[] {2}));
        assertThat(ClosenessPage.distribution("wf", new double[0])).isEqualTo(Map.of("name", "wf", "known", 0));
    }

    @Test
    void countsEachValueInItsBin() {
        double[] values = IntStream.range(0, 1_000).mapToDouble(i -> i + 0.5).toArray();
        long[] counts = (long[]) ClosenessPage.distribution("wf", values).get("counts");
        int each = values.length / counts.length;
        assertThat(counts).hasSizeGreaterThan(10);
        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(each - 1L, each + 1L));
        assertThat(Arrays.stream(counts).sum()).isEqualTo(values.length);
    }
}
