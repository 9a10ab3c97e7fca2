package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {
    /// Few different values, so that ids decide, and some that are not known.
    private static double[] values(int rows) {
        Random random = new Random(rows);
        double[] values = new double[rows];
        for (int row = 0; row < rows; row++) {
            values[row] = row % 7 == 3 ? Double.NaN : random.nextInt(1 + rows / 3) / 16.0;
        }
        return values;
    }

    private static int[] sorted(double[] values, int count) {
        return IntStream.range(0, values.length)
                .filter(row -> !Double.isNaN(values[row]))
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(row -> -values[row])
                        .thenComparing(row -> id(values.length, row)))
                .limit(count)
                .mapToInt(row -> row)
                .toArray();
    }

    /// Descending by row, and more than a number of 32 bits holds.
    private static long id(int rows, int row) {
        return (1L << 40) - (rows - row) % 5 * 1_000_000L - row;
    }

    private static int[] highest(double[] values, int count) {
        return Ranking.highest(values.length, count, row -> values[row], row -> id(values.length, row));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 100})
    void findsAnyNumberOfTheHighest(int rows) {
        double[] values = values(rows);
        for (int count = 0; count <= rows + 1; count++) {
            assertThat(highest(values, count)).isEqualTo(sorted(values, count));
        }
    }

    /// By shares of 2^16 rows and more.
    @ParameterizedTest
    @ValueSource(ints = {131_071, 131_072, 327_680})
    void findsTheHighestOfManyRows(int rows) {
        double[] values = values(rows);
        for (int count : new int[] {1, 1_000, 70_000, rows}) {
            assertThat(highest(values, count)).isEqualTo(sorted(values, count));
        }
    }

    /// The highest stand wherever shares begin and end.
    @Test
    void leavesOutNoRowBetweenShares() {
        int rows = 5 * (1 << 16);
        for (int share = 1; share < 5; share++) {
            for (int highest : new int[] {share * (1 << 16) - 1, share * (1 << 16), 0, rows - 1}) {
                int[] found = Ranking.highest(rows, 1, row -> row == highest ? 1 : 0, row -> row);
                assertThat(found).containsExactly(highest);
            }
        }
    }

    @Test
    void asksForNoValueWhereNoneIsWanted() {
        AtomicLong asked = new AtomicLong();
        assertThat(Ranking.highest(100, 0, _ -> asked.incrementAndGet(), row -> row))
                .isEmpty();
        assertThat(asked).hasValue(0);
    }
}
