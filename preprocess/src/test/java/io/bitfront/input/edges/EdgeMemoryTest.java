package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What reading edges is planned to take, in bytes.
final class EdgeMemoryTest {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();
    private static final long WORKERS = THREADS * (2L << 20);

    /// Pairs of ids of four bytes or eight.
    @Test
    void edgesArePairs() {
        assertThat(EdgeBlock.bytes(1_000, false)).isEqualTo(8_000);
        assertThat(EdgeBlock.bytes(1_000, true)).isEqualTo(16_000);
    }

    /// Twelve bytes for 64 ids.
    @ParameterizedTest
    @CsvSource({"0, 12", "63, 12", "64, 24", "1000000, 187512"})
    void aBitmapHasABitForEachIdAndARankForEachWord(long largest, long bytes) {
        assertThat(IdBitmap.bytes(largest)).isEqualTo(bytes);
    }

    @Test
    void smallIdsAreMarkedInABitmapAndListed() {
        assertThat(EdgeMemory.ofIds(1_000_000, (1 << 20) - 1))
                .isEqualTo(WORKERS + 8_000_000 + (12L << 14) + 8L * 1_000_001);
        assertThat(EdgeMemory.ofIds(1_000_000, 1_023)).isEqualTo(WORKERS + 8_000_000 + 12 * 16 + 8 * 1_024);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, true", "33554431, 1, false", "2147483647, 1000000, false", "2147483647, 100000000, true"})
    void aBitmapIsMadeWhereItIsSmallOrTakesNoMoreThanTheEdges(long allIds, long edges, boolean bitmap) {
        assertThat(VertexNumbering.prefersBitmap(allIds, edges)).isEqualTo(bitmap);
        assertThat(VertexNumbering.prefersBitmap(allIds + (1L << 31), edges)).isFalse();
    }

    /// A table of a power of two, a quarter of the edges at least, doubled until seven in ten slots hold all; then the
    /// ids.
    @ParameterizedTest
    @CsvSource({
        "10, 4000000, 1, 8388688",
        "700000, 4000000, 1, 13988608",
        "740000, 4000000, 1, 22697216",
        "10, 0, 4, 65616"
    })
    void differentIdsAreCollectedInATable(long ids, long edges, int threads, long bytes) {
        assertThat(DistinctIds.workBytes(ids, edges, threads)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 2", "3, 4", "4, 4", "1073741825, 2147483648"})
    void tablesHavePowersOfTwo(long least, long power) {
        assertThat(DistinctIds.powerOfTwoFrom(least)).isEqualTo(power);
    }

    /// Text twice, while names are sorted, and forty bytes each.
    @Test
    void namesTakeTheirTextTwice() {
        assertThat(NameTable.workBytes(1_000, 7_777)).isEqualTo(2 * 7_777 + 40_000);
    }

    /// As long on average as those sampled; one more than edges.
    @ParameterizedTest
    @CsvSource({"'', 0", "12345678, 8", "12345678 abcd, 6", "12345678 abcd abc, 5"})
    void namesAreAsLongAsThoseSampled(String sampled, long length) {
        try (NameTable table = new NameTable()) {
            for (String name : sampled.isEmpty() ? new String[0] : sampled.split(" ")) {
                table.add(name.getBytes(StandardCharsets.US_ASCII), 0, name.length());
            }
            assertThat(EdgeMemory.ofNames(1_000_000, table))
                    .isEqualTo(WORKERS + 8_000_000 + NameTable.workBytes(1_000_001, length * 1_000_001));
        }
    }

    /// Slots of a power of two, half as many again as ids and two more at least; none is too full to look up.
    @ParameterizedTest
    @CsvSource({"0, 8", "1, 16", "2, 32", "4, 32", "5, 64", "20, 128", "21, 256"})
    void ranksAreKeptInATable(int ids, long bytes) {
        assertThat(RankTable.bytes(ids)).isEqualTo(bytes);
        long[] all = LongStream.range(0, ids).map(i -> 3 * i).toArray();
        int[] ranks = new int[ids];
        try (Workers workers = new Workers(1);
                RankTable table = new RankTable(LongArray.copyOf(Arena.ofAuto(), all), workers)) {
            table.ranksOf(all, ranks, ids);
        }
        assertThat(ranks).isEqualTo(IntStream.range(0, ids).toArray());
    }

    /// Two thousand edges of wide ids, all different: a table of 4,096 and the ids, or the ids and 4,096 ranks.
    @Test
    void idsOfAnySizeAreCollectedAndRanked() {
        long ids = 2_001;
        assertThat(EdgeMemory.ofAnyIds(2_000, true))
                .isEqualTo(WORKERS
                        + 16 * 2_000
                        + Math.max(DistinctIds.workBytes(ids, 2_000, THREADS), 8 * ids + RankTable.bytes(ids)));
        assertThat(EdgeMemory.ofAnyIds(2_000, false)).isEqualTo(EdgeMemory.ofAnyIds(2_000, true) - 8 * 2_000);
        assertThat(EdgeMemory.ofIds(2_000, Long.MAX_VALUE)).isEqualTo(EdgeMemory.ofAnyIds(2_000, true));
        assertThat(EdgeMemory.ofIds(2_000, Integer.MAX_VALUE)).isEqualTo(EdgeMemory.ofAnyIds(2_000, false));
        assertThat(EdgeMemory.workers()).isEqualTo(WORKERS);
    }
}
