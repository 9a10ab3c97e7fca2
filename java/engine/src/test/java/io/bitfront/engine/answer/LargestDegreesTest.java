package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.TestGraph;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sums of the largest degrees, and what they say of vertices with more neighbours than are summed up.
class LargestDegreesTest {
    private static final int MOST = 4_096;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 50, MOST - 1, MOST, MOST + 1, 9_000})
    void areThoseOfTheNumbersSorted(int count) {
        int[] numbers = new Random(count).ints(count, 0, 3_000).toArray();
        int[] sorted = IntStream.of(numbers)
                .boxed()
                .sorted((a, b) -> b - a)
                .mapToInt(Integer::intValue)
                .toArray();
        int most = Math.min(MOST, count);
        long[] expected = new long[most + 2];
        for (int k = 1; k <= most; k++) {
            expected[k] = expected[k - 1] + sorted[k - 1];
        }
        expected[most + 1] = IntStream.of(numbers).asLongStream().sum();
        assertThat(LargestDegrees.sums(numbers)).isEqualTo(expected);
    }

    /// A vertex of 10,000 neighbours, each with one more: as many at the second level.
    @Test
    void boundAVertexOfMoreNeighboursThanAreSummedUp() {
        int legs = 10_000;
        int[] from = IntStream.range(0, 2 * legs)
                .map(i -> i < legs ? 0 : i - legs + 1)
                .toArray();
        int[] to = IntStream.rangeClosed(1, 2 * legs).toArray();
        TestGraph test = new TestGraph("spider", 2 * legs + 1, from, to, false);
        try (Graph graph = Prepared.graph(test)) {
            UpperBounds bounds = new UpperBounds((reached, distance, harmonic) ->
                    ClosenessMeasure.CLOSENESS.exact(2 * legs + 1, reached, distance, harmonic, 0));
            double[] found = new Neighbourhoods(graph, true, Reach.of(graph, true), bounds).byDegree();
            double highest = ClosenessMeasure.CLOSENESS.exact(2 * legs + 1, 2 * legs + 1, 3L * legs, 0, 0);
            assertThat(found[graph.vertexOf(0)]).isBetween(highest, highest * (1 + 1e-9));
        }
    }
}
