package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What may be among the best, against a sorted list of all that was offered.
class ThresholdTest {
    private static final int VERTICES = 12;

    private record Offered(double value, int index) {}

    private static final Comparator<Offered> BEST_FIRST =
            Comparator.comparing(Offered::value).reversed().thenComparing(Offered::index);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void admitsWhatComesBeforeTheLastOfTheBest(int count) {
        SplittableRandom random = new SplittableRandom(count);
        Threshold threshold = new Threshold(count);
        List<Offered> offered = new ArrayList<>();
        for (int index : new int[] {7, 3, 11, 0, 9, 5, 1, 8, 2, 10, 4, 6}) {
            Offered next = new Offered(random.nextInt(4), index);
            threshold.offer(next.value, next.index);
            offered.add(next);
            offered.sort(BEST_FIRST);
            Offered last = offered.size() < count ? null : offered.get(count - 1);
            assertThat(Double.toString(threshold.value()))
                    .isEqualTo(last == null ? "NaN" : Double.toString(last.value));
            for (int value = 0; value < 5; value++) {
                assertThat(threshold.admits(value)).isEqualTo(last == null || value >= last.value);
                for (int i = 0; i < VERTICES; i++) {
                    assertThat(threshold.admits(value, i))
                            .isEqualTo(last == null || BEST_FIRST.compare(new Offered(value, i), last) < 0);
                }
            }
        }
    }
}
