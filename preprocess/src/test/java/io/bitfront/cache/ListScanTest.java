package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Blocks of rows of random columns, many of them empty, compared with what goes row by row.
class ListScanTest {
    private static final long KEY = 0x1234_5678_9ABC_DEF0L;

    /// Lists of one direction.
    private record Lists(long[] starts, int[] rows, int[] hubs) {
        static Lists random(Random random, int columns) {
            long[] starts = new long[columns + 1];
            for (int column = 1; column <= columns; column++) {
                starts[column] = starts[column - 1] + Math.max(0, random.nextInt(7) - 2);
            }
            int[] rows = new int[(int) starts[columns]];
            int[] hubs = new int[columns];
            for (int column = 0; column < columns; column++) {
                int row = random.nextInt(3);
                for (int i = (int) starts[column]; i < starts[column + 1]; i++) {
                    rows[i] = row;
                    row += 1 + random.nextInt(2);
                }
                hubs[column] = random.nextInt(8) - 1;
            }
            return new Lists(starts, rows, hubs);
        }

        /// Of the edges from column to row where there is a bit.
        static Lists of(boolean[][] edge) {
            int n = edge.length;
            long[] starts = new long[n + 1];
            int[] rows = new int[n * n];
            int at = 0;
            for (int column = 0; column < n; column++) {
                for (int row = 0; row < n; row++) {
                    if (edge[column][row]) {
                        rows[at++] = row;
                    }
                }
                starts[column + 1] = at;
            }
            return new Lists(starts, Arrays.copyOf(rows, at), new int[n]);
        }

        int columnOf(int index) {
            int column = 0;
            while (starts[column + 1] <= index) {
                column++;
            }
            return column;
        }

        ListScan scan(Arena arena, ListScan.Edge edge) {
            return new ListScan(LongArray.copyOf(arena, starts), IntArray.copyOf(arena, hubs), edge, KEY);
        }

        long wrong(ListScan scan, int first, int count) {
            int[] block = new int[count + 4];
            block[0] = first == 0 ? -1 : rows[first - 1];
            System.arraycopy(rows, first, block, 1, count);
            return scan.wrong(first, block, count);
        }

        /// In blocks that end anywhere.
        long sum(ListScan.Edge edge, Random random) {
            try (Arena arena = Arena.ofConfined()) {
                ListScan scan = scan(arena, edge);
                for (int first = 0; first < rows.length; ) {
                    int count = 1 + random.nextInt(rows.length - first);
                    assertThat(wrong(scan, first, count)).isEqualTo(-1);
                    first += count;
                }
                return scan.sum();
            }
        }
    }

    @Test
    void findsTheFirstRowThatDoesNotAscendAndCountsHubs() {
        int wrong = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Lists lists = Lists.random(random, 1 + random.nextInt(seed % 100 == 0 ? 3_000 : 12));
            int all = lists.rows.length;
            if (all == 0) {
                continue;
            }
            if (random.nextBoolean()) {
                lists.rows[random.nextInt(all)] = random.nextInt(8);
            }
            int first = random.nextInt(all);
            int count = 1 + random.nextInt(all - first);
            long expected = -1;
            TreeSet<Integer> met = new TreeSet<>();
            for (int i = first + count - 1; i >= first; i--) {
                int column = lists.columnOf(i);
                expected = lists.starts[column] < i && lists.rows[i] <= lists.rows[i - 1] ? i : expected;
                if (lists.rows[i] == lists.hubs[column]) {
                    met.add(column);
                }
            }
            wrong += expected < 0 ? 0 : 1;
            try (Arena arena = Arena.ofConfined()) {
                ListScan scan = lists.scan(arena, ListScan.Edge.OUT);
                assertThat(lists.wrong(scan, first, count)).as("seed %d", seed).isEqualTo(expected);
                assertThat(expected >= 0 || scan.hubsMet() == met.size())
                        .as("seed %d: hubs", seed)
                        .isTrue();
            }
        }
        assertThat(wrong).isGreaterThan(100);
    }

    /// Of lists that are each other's mirror, and of those that lack an edge, or have another in its place.
    @Test
    void addsUpToTheSameFromBothEndsOfEveryEdgeAlone() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int n = 3 + random.nextInt(40);
            boolean[][] out = new boolean[n][n];
            for (int i = random.nextInt(3 * n); i >= 0; i--) {
                int column = random.nextInt(n);
                out[column][(column + 1 + random.nextInt(n - 1)) % n] = true;
            }
            boolean[][] in = new boolean[n][n];
            boolean[][] both = new boolean[n][n];
            for (int v = 0; v < n; v++) {
                for (int w = 0; w < n; w++) {
                    in[w][v] = out[v][w];
                    both[v][w] = out[v][w] || out[w][v];
                }
            }
            long sum = Lists.of(out).sum(ListScan.Edge.OUT, random);
            assertThat(sum).isNotZero();
            assertThat(Lists.of(in).sum(ListScan.Edge.IN, random)).isEqualTo(sum);
            assertThat(Lists.of(both).sum(ListScan.Edge.BOTH, random)).isZero();
            boolean turns = random.nextBoolean();
            drop(in, random, turns);
            drop(both, random, turns);
            assertThat(Lists.of(in).sum(ListScan.Edge.IN, random)).isNotEqualTo(sum);
            assertThat(Lists.of(both).sum(ListScan.Edge.BOTH, random)).isNotZero();
        }
    }

    /// Leaves one edge out, or lets it lead to itself.
    private static void drop(boolean[][] edges, Random random, boolean turns) {
        int column;
        int row;
        do {
            column = random.nextInt(edges.length);
            row = random.nextInt(edges.length);
        } while (!edges[column][row]);
        edges[column][row] = false;
        edges[column][column] = turns;
    }
}
