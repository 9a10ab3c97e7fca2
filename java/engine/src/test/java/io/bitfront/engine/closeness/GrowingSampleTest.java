package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.engine.ClosenessJob;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which pivots a sample has as it grows, and when it is large enough.
class GrowingSampleTest {
    private static final ClosenessJob.Sources.Error WANTED = new ClosenessJob.Sources.Error(0.125, 7);

    private static GrowingSample sample(int vertices) {
        return new GrowingSample(vertices, WANTED, Long.MAX_VALUE);
    }

    /// The smallest by the upper half of a hash of each index and the seed, as a released version took them.
    private static BitSet smallest(int vertices, int size) {
        long salt = new SplittableRandom(WANTED.seed()).nextLong();
        BitSet expected = new BitSet();
        IntStream.range(0, vertices)
                .mapToLong(index -> new SplittableRandom(salt + index).nextLong() >> 32 << 32 | index)
                .sorted()
                .limit(size)
                .forEach(key -> expected.set((int) key));
        return expected;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257, 1_000, 5_000})
    void doublesFrom256UpToAllVertices(int vertices) {
        GrowingSample sample = sample(vertices);
        int size = Math.min(vertices, 256);
        assertThat(sample.first(new BitSet())).isEqualTo(smallest(vertices, size));
        for (int i = 0; i < 6; i++) {
            size = Math.min(vertices, 2 * size);
            assertThat(sample.next()).isEqualTo(smallest(vertices, size));
        }
    }

    @Test
    void beginsWithTheFirstThatHoldsWhatIsDone() {
        int vertices = 5_000;
        for (int size : new int[] {256, 512, 1_024, 2_048}) {
            assertThat(sample(vertices).first(smallest(vertices, size))).isEqualTo(smallest(vertices, size));
            assertThat(sample(vertices).first(smallest(vertices, size - 1))).isEqualTo(smallest(vertices, size));
            assertThat(sample(vertices).first(smallest(vertices, size + 1))).isEqualTo(smallest(vertices, 2 * size));
        }
        BitSet one = smallest(vertices, 400);
        one.andNot(smallest(vertices, 399));
        assertThat(sample(vertices).first(one)).isEqualTo(smallest(vertices, 512));
    }

    @ParameterizedTest
    @CsvSource({"0.125, 0, true", "0.126, 0, false", "0.1, 1, false", "0, 0, true", "0, 2, false"})
    void isMetWhereTheErrorOfEveryEstimateIsKnownAndNoLargerThanWanted(double largest, long unknown, boolean met) {
        SampleErrors errors = new SampleErrors(largest, unknown);
        assertThat(sample(100_000).met(errors)).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "256, true", "511, true", "512, false", "100000, false"})
    void isMostOfTheVerticesWhereTheseAreFew(int vertices, boolean most) {
        assertThat(sample(vertices).isMost()).isEqualTo(most);
    }

    /// The next one would be more than half of the vertices, or more than there may be.
    @ParameterizedTest
    @CsvSource({
        "257, 9999999, true",
        "1023, 9999999, true",
        "1024, 9999999, false",
        "100000, 511, true",
        "100000, 512, false"
    })
    void isTheLastWhereTheNextWouldBeTooLarge(int vertices, long most, boolean last) {
        assertThat(new GrowingSample(vertices, WANTED, most).isLast()).isEqualTo(last);
    }

    /// Without an end of the vertices, four times as many for half of the error; with one, fewer.
    @Test
    void tellsHowManyAreLeft() {
        assertThat(sample(1 << 20).left(new SampleErrors(0.25, 0))).isBetween(3 * 256L - 2, 3 * 256L);
        assertThat(sample(1_024).left(new SampleErrors(0.25, 0))).isEqualTo((long) (1_024 / 1.75) - 256);
        assertThat(sample(1_024).left(new SampleErrors(1e9, 0))).isCloseTo(1_024 - 256, within(1L));
        assertThat(sample(1_024).left(new SampleErrors(0.125, 3))).isZero();
        assertThat(sample(1_024).left(new SampleErrors(0, 3))).isZero();
    }

    @Test
    void saysHowCloseEstimatesAre() {
        GrowingSample sample = sample(5_000);
        assertThat(sample.note(new SampleErrors(0.12345, 0)))
                .isEqualTo("with 95% confidence each estimate is off by 0.123 of its value at most");
        assertThat(sample.exactly())
                .isEqualTo(
                        "to know every value to within 0.125 takes at least half as many searches as all rows: these are exact");
    }
}
