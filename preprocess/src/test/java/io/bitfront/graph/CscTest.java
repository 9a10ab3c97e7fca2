package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CscTest {
    /// Against a look at every edge, in lists of no rows up to 12 and every part of them.
    @Test
    void findsTheFirstEdgeWhoseRowIsLargeEnough() {
        Random dice = new Random(5);
        for (int length = 0; length <= 12; length++) {
            int[] rows = dice.ints(0, 20).distinct().limit(length).sorted().toArray();
            try (Arena arena = Arena.ofConfined()) {
                Csc lists = new Csc(LongArray.copyOf(arena, new long[] {0, length}), IntArray.copyOf(arena, rows));
                for (int from = 0; from <= length; from++) {
                    for (int row = -1; row <= 20; row++) {
                        int expected = from;
                        while (expected < length && rows[expected] < row) {
                            expected++;
                        }
                        assertThat(lists.firstAtLeast(from, length, row)).isEqualTo(expected);
                    }
                }
            }
        }
    }
}
