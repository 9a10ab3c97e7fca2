package io.bitfront.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdBijectionTest {
    @Test
    void isAPermutationOfEverySmallRange() {
        for (int n = 0; n <= 600; n++) {
            for (long key = 0; key < 3; key++) {
                assertThat(IntStream.of(numbers(n, key)).sorted().toArray())
                        .as("n=%d key=%d", n, key)
                        .isEqualTo(IntStream.range(0, n).toArray());
            }
        }
    }

    @Test
    void isAPermutationOfALargeRange() {
        int n = (1 << 22) + 12_345;
        IdBijection ids = new IdBijection(n, 9);
        boolean[] taken = new boolean[n];
        for (int id = 0; id < n; id++) {
            assertThat(taken[ids.of(id)]).isFalse();
            taken[ids.of(id)] = true;
        }
    }

    @Test
    void staysInsideTheLargestRange() {
        IdBijection ids = new IdBijection(Integer.MAX_VALUE, 3);
        for (int id = Integer.MAX_VALUE - 1; id > Integer.MAX_VALUE - 10_000; id--) {
            assertThat(ids.of(id)).isBetween(0, Integer.MAX_VALUE - 1);
        }
    }

    @Test
    void differsFromKeyToKey() {
        Set<Integer> firsts = new HashSet<>();
        for (long key = 0; key < 1_000; key++) {
            firsts.add(new IdBijection(1 << 20, CounterHash.key(key, 1)).of(0));
        }
        assertThat(firsts).hasSizeGreaterThan(990);
    }

    /// Of 16 x 16 fields of (id, new number) each should hold about n / 256; so should they for pairs of neighbours.
    @Test
    void scattersIdsEvenly() {
        int bits = 20;
        int[] numbers = numbers(1 << bits, CounterHash.key(1, 1));
        int[] byId = new int[256];
        int[] byNeighbour = new int[256];
        for (int id = 1; id < numbers.length; id++) {
            byId[(id >>> (bits - 4)) * 16 + (numbers[id] >>> (bits - 4))]++;
            byNeighbour[(numbers[id - 1] >>> (bits - 4)) * 16 + (numbers[id] >>> (bits - 4))]++;
        }
        assertThat(IntStream.of(byId)).allMatch(count -> Math.abs(count - 4096) < 6 * 64);
        assertThat(IntStream.of(byNeighbour)).allMatch(count -> Math.abs(count - 4096) < 6 * 64);
    }

    private static int[] numbers(int n, long key) {
        IdBijection ids = new IdBijection(n, key);
        return IntStream.range(0, n).map(ids::of).toArray();
    }
}
