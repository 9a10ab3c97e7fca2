package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.input.ReadGraph;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.source.Tuning;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Seeds;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class VertexNumberingTest {
    @TempDir
    private Path folder;

    static LongStream seeds() {
        return Seeds.upTo(30);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sortsAnyNumbers(long seed) {
        Random dice = new Random(seed);
        long[] numbers = LongStream.generate(() -> dice.nextLong() >>> 1 + dice.nextInt(1 + dice.nextInt(62)))
                .limit(dice.nextInt(5_000))
                .toArray();
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(1 + dice.nextInt(4))) {
            LongArray sorted = LongArray.copyOf(arena, numbers);
            RadixSort.sort(sorted, workers);
            Arrays.sort(numbers);
            assertThat(sorted.toArray()).as(Seeds.rerun(getClass(), seed)).isEqualTo(numbers);
        }
    }

    /// No id twice: the hash table of distinct ids must grow again and again.
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    @Tag("once")
    void numbersManyIdsThatOccurOnce(int threads) {
        Random dice = new Random(1);
        TreeSet<Long> ids = new TreeSet<>();
        List<String> expected = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            long from = dice.nextLong() >>> 1;
            long to = dice.nextLong() >>> 2;
            text.append(from).append('\t').append(to).append('\n');
            expected.add(from + ">" + to);
            ids.add(from);
            ids.add(to);
        }
        Path file = ReadGraph.write(folder, "a.tsv", text.toString());
        ReadGraph graph = ReadGraph.of(file, ReadOptions.AUTO, threads, new Tuning(10_000, 100_000, Integer.MAX_VALUE));
        assertThat(graph.ids()).isEqualTo(List.copyOf(ids));
        assertThat(graph.edges()).isEqualTo(expected);
    }

    /// Ids up to 2³¹ - 1 too few for a bitmap of that size.
    @Test
    void numbersFewIdsWithinThirtyTwoBits() {
        ReadGraph graph = ReadGraph.ofText(folder, "a.el", "2147483647 0\n2147483646 2147483647\n1000000000 0\n");
        assertThat(VertexNumbering.prefersBitmap(Integer.MAX_VALUE, 3)).isFalse();
        assertThat(graph.ids()).containsExactly(0L, 1000000000L, 2147483646L, 2147483647L);
        assertThat(graph.edges()).containsExactly("2147483647>0", "2147483646>2147483647", "1000000000>0");
    }

    @Test
    void looksUpIdsThatShareASlot() {
        try (Workers workers = new Workers(2)) {
            long[] ids = LongStream.range(0, 50_000).map(i -> i << 40).toArray();
            LongArray ascending = LongArray.copyOf(Arena.ofAuto(), ids);
            try (RankTable table = new RankTable(ascending, workers)) {
                int[] ranks = new int[ids.length];
                table.ranksOf(ids, ranks, ids.length);
                for (int i = 0; i < ranks.length; i++) {
                    assertThat(ranks[i]).isEqualTo(i);
                }
                for (int i = 0; i < ids.length; i += 7) {
                    int[] one = {-1};
                    table.ranksOf(new long[] {ids[i]}, one, 1);
                    assertThat(one[0]).isEqualTo(i);
                }
            }
        }
    }
}
