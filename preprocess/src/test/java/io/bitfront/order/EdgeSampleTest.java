package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Of graphs all of whose paths of two edges are alike.
final class EdgeSampleTest {
    private static EdgeSample sample(int[]... lists) {
        int[] begin = new int[lists.length + 1];
        for (int v = 0; v < lists.length; v++) {
            begin[v + 1] = begin[v] + lists[v].length;
        }
        int[] all = Arrays.stream(lists).flatMapToInt(Arrays::stream).toArray();
        return EdgeSample.of(lists.length, new EdgeSample.Lists() {
            @Override
            public long[] range(int vertex) {
                return new long[] {begin[vertex], begin[vertex + 1]};
            }

            @Override
            public int[] rows(long from, int count) {
                return Arrays.copyOfRange(all, (int) from, (int) from + count);
            }
        });
    }

    private static int[][] chain(int vertices) {
        return IntStream.range(0, vertices)
                .mapToObj(v -> IntStream.of(v - 1, v + 1)
                        .filter(u -> u >= 0 && u < vertices)
                        .toArray())
                .toArray(int[][]::new);
    }

    private static int[][] complete(int vertices) {
        return IntStream.range(0, vertices)
                .mapToObj(v -> IntStream.range(0, vertices).filter(u -> u != v).toArray())
                .toArray(int[][]::new);
    }

    /// On a chain the ends are 2 apart: near from 2 / 64 of the vertices on, far up to 2 / 8.
    @ParameterizedTest
    @CsvSource({"3, 0, 1", "16, 0, 1", "23, 0, 1", "24, 0, 0", "127, 0, 0", "128, 1, 0", "5000, 1, 0"})
    void endsOfAChainAreNearOrFarByTheNumberOfVertices(int vertices, int near, int far) {
        EdgeSample sample = sample(chain(vertices));
        assertThat(sample.near()).isEqualTo(near);
        assertThat(sample.far()).isEqualTo(far);
        assertThat(sample.closed()).isZero();
        assertThat(sample.squares()).isZero();
        assertThat(sample.numbersAreNear()).isEqualTo(near == 1);
        assertThat(sample.paths()).isBetween(1, 512);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 50})
    void allPathsOfACompleteGraphAreClosed(int vertices) {
        EdgeSample sample = sample(complete(vertices));
        assertThat(sample.paths()).isEqualTo(512);
        assertThat(sample.closed()).isEqualTo(1);
        assertThat(sample.squares()).isZero();
    }

    @Test
    void allPathsOfASquareMeetAgainAndThoseOfAStarDoNot() {
        EdgeSample square = sample(new int[][] {{1, 3}, {0, 2}, {1, 3}, {0, 2}});
        assertThat(square).isEqualTo(new EdgeSample(512, 0, 1, 0, 1));
        EdgeSample star = sample(new int[][] {{1, 2, 3, 4}, {0}, {0}, {0}, {0}});
        assertThat(star.paths()).isBetween(50, 200);
        assertThat(star.closed() + star.squares()).isZero();
    }

    @Test
    void nothingIsSaidWhereThereAreNoPaths() {
        assertThat(sample(new int[0][])).isEqualTo(new EdgeSample(0, 0, 0, 0, 0));
        assertThat(sample(new int[][] {{1}, {0}, {}})).isEqualTo(new EdgeSample(0, 0, 0, 0, 0));
    }

    /// Two hubs with the same neighbours meet at all of them, unless their lists are too long to be looked through.
    @ParameterizedTest
    @CsvSource({"4096, true", "4097, false"})
    void longListsAreNotLookedThrough(int leaves, boolean met) {
        int[][] lists = new int[leaves + 2][];
        Arrays.setAll(
                lists,
                v -> v < leaves
                        ? new int[] {leaves, leaves + 1}
                        : IntStream.range(0, leaves).toArray());
        EdgeSample sample = sample(lists);
        assertThat(sample.paths()).isEqualTo(512);
        if (met) {
            assertThat(sample.squares()).isEqualTo(1);
        } else {
            assertThat(sample.squares()).isLessThan(0.05);
        }
    }

    @Test
    void numbersAreNearFromHalfOfTheEndsOn() {
        assertThat(new EdgeSample(10, 0, 0, 0.5, 0).numbersAreNear()).isTrue();
        assertThat(new EdgeSample(10, 0, 0, 0.499, 0).numbersAreNear()).isFalse();
    }
}
