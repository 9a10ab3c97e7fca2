package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BisectionTest {
    @Test
    void findsTheFirstOfEveryRange() {
        for (int from = 0; from < 9; from++) {
            for (int end = from; end < 9; end++) {
                for (int first = from; first <= end; first++) {
                    int wanted = first;
                    assertThat(Bisection.first(from, end, i -> i >= wanted)).isEqualTo(first);
                }
            }
        }
    }

    @Test
    void asksNothingOfAnEmptyRangeAndPassesNoLimit() {
        assertThat(Bisection.first(5, 5, i -> {
                    throw new AssertionError(i);
                }))
                .isEqualTo(5);
        int most = Integer.MAX_VALUE;
        assertThat(Bisection.first(most - 3, most, i -> i >= most - 1)).isEqualTo(most - 1);
    }
}
