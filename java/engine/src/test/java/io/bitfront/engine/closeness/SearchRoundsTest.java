package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.closeness.SearchRounds.Pace;
import io.bitfront.engine.closeness.SearchRounds.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When another round of searches pays, and what it has.
class SearchRoundsTest {
    private static final int ALL = 100_000;
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final Pace ONE_BY_ONE = new Pace(64, 64, 1, 4);

    private final SearchRounds rounds = new SearchRounds();

    private boolean begin(Standing now) {
        return rounds.begin(1, INFINITE, ONE_BY_ONE, now);
    }

    private static Standing known(int all, int taken) {
        return new Standing(all, taken, all - taken, true);
    }

    private static Standing unknown(int all, int taken) {
        return new Standing(all, taken, all - taken, false);
    }

    @Test
    void theFirstRoundIsOneBatchOfAllAndNoneWithoutSearches() {
        rounds.beginFirst(20);
        assertThat(rounds.underWay()).isTrue();
        assertThat(rounds.inBatches()).isFalse();
        assertThat(rounds.next(0)).isEqualTo(20);
        assertThat(rounds.next(13)).isEqualTo(7);
        assertThat(rounds.isOver(19)).isFalse();
        assertThat(rounds.isOver(20)).isTrue();
        rounds.end();
        assertThat(rounds.underWay()).isFalse();
        rounds.beginFirst(0);
        assertThat(rounds.underWay()).isFalse();
    }

    /// One in 1,024, and no fewer than 16, within what the pace allows.
    @Test
    void aRoundGrowsWithTheGraphAndWithWhatIsDone() {
        begin(unknown(5_000, 0));
        assertThat(rounds.next(0)).isEqualTo(16);
        begin(unknown(40_960, 10));
        assertThat(rounds.next(10)).isEqualTo(40);
        begin(unknown(10_000_000, 100));
        assertThat(rounds.next(100)).isEqualTo(64);
        rounds.begin(1, INFINITE, new Pace(64, 4_000, 4, 4), unknown(10_000_000, 1_000));
        assertThat(rounds.next(1_000)).isEqualTo(250);
        assertThat(rounds.inBatches()).isTrue();
        assertThat(rounds.next(1_900)).isEqualTo(100);
        assertThat(rounds.isOver(1_999)).isFalse();
        assertThat(rounds.isOver(2_000)).isTrue();
    }

    @Test
    void noneBeginsWhereManyAreRankedOrASixteenthIsSearchedOrNoneIsLeft() {
        assertThat(rounds.begin(10, INFINITE, ONE_BY_ONE, unknown(640, 0))).isTrue();
        rounds.end();
        assertThat(rounds.begin(10, INFINITE, ONE_BY_ONE, unknown(639, 0))).isFalse();
        assertThat(begin(unknown(1_600, 99))).isTrue();
        assertThat(begin(unknown(1_600, 100))).isFalse();
        assertThat(begin(unknown(160, 63))).isTrue();
        assertThat(begin(unknown(160, 64))).isFalse();
        assertThat(begin(new Standing(ALL, 5, 0, true))).isFalse();
    }

    @Test
    void anotherFollowsWhereEachSearchRuledOutEnoughAndTheRestCostsLessThanInAnotherWay() {
        Standing now = known(ALL, 64);
        begin(unknown(ALL, 0));
        rounds.ruledOut(64, 4 * 64 - 1);
        assertThat(begin(now)).isFalse();
        begin(now);
        rounds.ruledOut(64, 200);
        rounds.ruledOutMore(56);
        double rest = 3.0 * 64 * now.waiting() / 256;
        assertThat(rounds.rest(now.waiting())).isEqualTo(rest);
        assertThat(rounds.begin(1, rest, ONE_BY_ONE, now)).isFalse();
        begin(now);
        rounds.ruledOut(64, 256);
        assertThat(rounds.begin(1, Math.nextUp(rest), ONE_BY_ONE, now)).isTrue();
    }

    @Test
    void whatWasRuledOutIsOfTheRoundUnderWay() {
        begin(unknown(ALL, 0));
        rounds.ruledOut(64, 5_000);
        assertThat(begin(known(ALL, 64))).isTrue();
        assertThat(rounds.rest(ALL)).isInfinite();
        rounds.ruledOut(0, 5_000);
        assertThat(rounds.rest(ALL)).isInfinite();
        assertThat(begin(known(ALL, 128))).isFalse();
    }

    @Test
    void withoutAThresholdAnotherFollowsWhateverTheLastRuledOut() {
        begin(unknown(ALL, 0));
        rounds.ruledOut(64, 0);
        assertThat(begin(unknown(ALL, 64))).isTrue();
        rounds.ruledOut(64, 0);
        assertThat(begin(known(ALL, 128))).isFalse();
    }

    /// In batches, a threshold of fewer searches than twice those ranked says little.
    @Test
    void aRoundInBatchesEndsOnceItsLastAreUselessButNotByAVagueThreshold() {
        Pace pace = new Pace(64, 64, 4, 4);
        rounds.begin(50, INFINITE, pace, unknown(ALL, 0));
        rounds.ruledOut(16, 0);
        rounds.endUseless(known(ALL, 99));
        assertThat(rounds.isOver(63)).isFalse();
        rounds.endUseless(unknown(ALL, 32));
        assertThat(rounds.isOver(63)).isFalse();
        rounds.begin(50, INFINITE, pace, known(ALL, 99));
        assertThat(rounds.underWay()).isTrue();
        rounds.ruledOut(16, 64);
        rounds.endUseless(known(ALL, 110));
        assertThat(rounds.isOver(110)).isFalse();
        rounds.ruledOut(16, 63);
        rounds.endUseless(known(ALL, 110));
        assertThat(rounds.isOver(110)).isTrue();
        assertThat(rounds.isOver(109)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aThresholdIsVagueWhereRoundsAreOfSeveralBatches(int batches) {
        Pace pace = new Pace(64, 64, batches, 4);
        rounds.begin(50, INFINITE, pace, unknown(ALL, 0));
        rounds.ruledOut(16, 0);
        assertThat(rounds.begin(50, INFINITE, pace, known(ALL, 99))).isEqualTo(batches > 1);
        rounds.ruledOut(16, 0);
        assertThat(rounds.begin(50, INFINITE, pace, known(ALL, 100))).isEqualTo(batches == 1);
    }

    @Test
    void aRoundThatIsNoneOfBatchesTakesAllItsSearches() {
        begin(known(ALL, 0));
        rounds.ruledOut(16, 0);
        rounds.endUseless(known(ALL, 30));
        assertThat(rounds.isOver(30)).isFalse();
    }

    @Test
    void ballsOfFewerThan64VerticesAreSmall() {
        assertThat(rounds.ballsAreSmall()).isFalse();
        rounds.ruledOut(10, 639);
        assertThat(rounds.ballsAreSmall()).isTrue();
        rounds.ruledOutMore(1);
        assertThat(rounds.ballsAreSmall()).isFalse();
    }

    /// All at once, whatever the number of vertices; another where each search ruled out one vertex.
    @Test
    void aFullRoundHasAsManySearchesAsDevicesHaveRoomFor() {
        Pace full = Pace.full(128);
        assertThat(rounds.begin(1, INFINITE, full, known(ALL, 0))).isTrue();
        assertThat(rounds.next(0)).isEqualTo(128);
        assertThat(rounds.inBatches()).isFalse();
        rounds.ruledOut(128, 128);
        assertThat(rounds.begin(1, INFINITE, full, known(ALL, 128))).isTrue();
        assertThat(rounds.next(128)).isEqualTo(128);
        rounds.ruledOut(128, 127);
        assertThat(rounds.begin(1, INFINITE, full, known(ALL, 256))).isFalse();
        rounds.end();
        assertThat(rounds.begin(1, INFINITE, full, known(200, 0))).isTrue();
        assertThat(rounds.next(0)).isEqualTo(128);
        rounds.end();
        assertThat(rounds.begin(1, INFINITE, full, known(100, 0))).isTrue();
        assertThat(rounds.next(0)).isEqualTo(100);
    }
}
