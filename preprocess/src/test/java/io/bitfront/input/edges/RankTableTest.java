package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ranks of ids that are close together, far apart, and in slots that others take.
class RankTableTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 40_000})
    void theRankOfEachIdIsHowManyAreSmaller(int count) {
        for (long step : new long[] {1, 3, 1L << 32, (1L << 62) / count}) {
            long[] ids = LongStream.range(0, count).map(i -> 5 + i * step).toArray();
            try (Arena arena = Arena.ofShared();
                    Workers workers = new Workers(2);
                    RankTable table = new RankTable(array(arena, ids), workers)) {
                int[] ranks = new int[count + 1];
                ranks[count] = -7;
                table.ranksOf(ids, ranks, count);
                for (int rank = 0; rank < count; rank++) {
                    assertThat(ranks[rank]).isEqualTo(rank);
                }
                assertThat(ranks[count]).as("what is not asked for").isEqualTo(-7);
                // Each alone, so that each is the first of those asked for.
                for (int rank = 0; rank < count; rank += 1 + count / 200) {
                    table.ranksOf(new long[] {ids[rank]}, ranks, 1);
                    assertThat(ranks[0]).isEqualTo(rank);
                }
            }
        }
    }

    /// A power of two that is half as many again at least.
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 9, 10, 41, 42, 43, 1_000_000})
    void takesFourBytesASlotOfWhichTwoThirdsAreTakenAtMost(long ids) {
        long slots = RankTable.bytes(ids) / 4;
        assertThat(Long.bitCount(slots)).isOne();
        assertThat(slots).isGreaterThan(ids + ids / 2);
        assertThat(slots / 2).isLessThan(ids + ids / 2 + 2);
    }

    private static LongArray array(Arena arena, long... values) {
        LongArray array = LongArray.allocate(arena, values.length, "ids");
        IntStream.range(0, values.length).forEach(i -> array.set(i, values[i]));
        return array;
    }
}
