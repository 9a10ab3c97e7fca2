package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.parallel.Workers;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sets of ids against a sorted one.
final class IdBitmapTest {
    /// In one piece of 2^20 ids, up to the end of one, and in several.
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1",
        "63, 20, 1",
        "64, 20, 1",
        "1000, 900, 3",
        "1048575, 3000, 1",
        "1048576, 3000, 2",
        "3000000, 5000, 1",
        "3000000, 5000, 3"
    })
    void ranksWhatIsMarked(int largest, int count, int threads) {
        Random dice = new Random(largest);
        TreeSet<Long> set = new TreeSet<>();
        set.add((long) largest);
        for (int i = 0; i < count; i++) {
            set.add((long) dice.nextInt(largest + 1));
        }
        long[] ids = set.stream().mapToLong(Long::longValue).toArray();
        try (Workers workers = new Workers(threads);
                IdBitmap bitmap = new IdBitmap(largest)) {
            bitmap.mark(ids, ids.length);
            bitmap.mark(ids, ids.length / 2);
            bitmap.rank(workers);
            assertThat(bitmap.count()).isEqualTo(ids.length);
            assertThat(bitmap.first()).isEqualTo(ids[0]);
            assertThat(bitmap.consecutive()).isEqualTo(ids.length == largest + 1 - ids[0]);
            assertThat(bitmap.ascending(workers).toArray()).isEqualTo(ids);
            int[] ranks = new int[ids.length];
            ranks[0] = -1;
            bitmap.ranksOf(ids, ranks, ids.length);
            assertThat(ranks).isEqualTo(IntStream.range(0, ids.length).toArray());
        }
    }

    /// What lies between the first and the last is what counts, wherever they are.
    @ParameterizedTest
    @CsvSource({"0, 0", "63, 63", "64, 64", "5, 70", "60, 63", "64, 127", "1000, 2000"})
    void idsWithoutAGapAreConsecutive(int first, int last) {
        long[] ids = LongStream.rangeClosed(first, last).toArray();
        try (Workers workers = new Workers(1);
                IdBitmap all = new IdBitmap(3_000);
                IdBitmap gap = new IdBitmap(3_000)) {
            all.mark(ids, ids.length);
            all.rank(workers);
            assertThat(all.consecutive()).isTrue();
            assertThat(all.first()).isEqualTo(first);
            gap.mark(new long[] {first, last + 2}, 2);
            gap.rank(workers);
            assertThat(gap.consecutive()).isFalse();
            assertThat(gap.first()).isEqualTo(first);
        }
    }
}
