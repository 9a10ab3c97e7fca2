package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Blocks of rows of random columns, many of them empty, compared with a search row by row.
class ColumnBeginsTest {
    @Test
    void findsTheFirstRowThatDoesNotAscend() {
        int wrong = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            long[] starts = new long[2 + random.nextInt(seed % 100 == 0 ? 3_000 : 12)];
            for (int column = 1; column < starts.length; column++) {
                starts[column] = starts[column - 1] + Math.max(0, random.nextInt(7) - 2);
            }
            int all = (int) starts[starts.length - 1];
            if (all == 0) {
                continue;
            }
            int[] rows = ascending(random, starts, all);
            if (random.nextBoolean()) {
                rows[random.nextInt(all)] = random.nextInt(8);
            }
            int first = random.nextInt(all);
            int count = 1 + random.nextInt(all - first);
            long expected = expected(starts, rows, first, count);
            wrong += expected < 0 ? 0 : 1;
            assertThat(found(starts, rows, first, count)).as("seed %d", seed).isEqualTo(expected);
        }
        assertThat(wrong).isGreaterThan(100);
    }

    private static int[] ascending(Random random, long[] starts, int all) {
        int[] rows = new int[all];
        for (int column = 0; column + 1 < starts.length; column++) {
            int row = random.nextInt(3);
            for (int i = (int) starts[column]; i < starts[column + 1]; i++) {
                rows[i] = row;
                row += 1 + random.nextInt(2);
            }
        }
        return rows;
    }

    private static long expected(long[] starts, int[] rows, int first, int count) {
        for (int i = Math.max(first, 1); i < first + count; i++) {
            boolean begins = false;
            for (long start : starts) {
                begins |= start == i;
            }
            if (!begins && rows[i] <= rows[i - 1]) {
                return i;
            }
        }
        return -1;
    }

    private static long found(long[] starts, int[] rows, int first, int count) {
        int[] block = new int[count + 4];
        block[0] = first == 0 ? -1 : rows[first - 1];
        System.arraycopy(rows, first, block, 1, count);
        int descents = 0;
        for (int i = 1; i <= count; i++) {
            descents += block[i] <= block[i - 1] ? 1 : 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            return descents == 0
                    ? -1
                    : new ColumnBegins(LongArray.copyOf(arena, starts), first, block, count).firstWrong(descents);
        }
    }
}
