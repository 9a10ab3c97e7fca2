package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names against the same in an array that Java sorts.
final class NameSortTest {
    /// Names come in their own order as often as in any: buckets are no larger for it.
    @ParameterizedTest
    @CsvSource({"true, 2", "false, 2", "true, 1"})
    void fillsBucketsAlikeInWhateverOrderNamesCome(boolean ascending, int threads) {
        int count = 60_000;
        try (NameTable table = new NameTable();
                Workers workers = new Workers(threads)) {
            for (int i = 0; i < count; i++) {
                byte[] name = "v%08d".formatted(ascending ? i : count - i).getBytes(StandardCharsets.ISO_8859_1);
                table.add(name, 0, name.length);
            }
            try (NameSort sort = new NameSort(table, workers, 1_000)) {
                assertThat(sort.largestBucket()).isBetween(1_000L, 3_000L);
                assertThat(new String(sort.names().bytes(777), StandardCharsets.ISO_8859_1))
                        .isEqualTo(ascending ? "v00000777" : "v00000778");
            }
        }
    }

    /// @param letters how many there are: few make names that begin alike
    @ParameterizedTest
    @CsvSource({"0, 26, 1", "1, 26, 2", "1000, 2, 2", "70000, 2, 1", "200000, 3, 3", "150000, 255, 2"})
    void ranksNamesByTheirBytesHoweverManyThereAre(int count, int letters, int threads) {
        Random dice = new Random(count);
        Map<String, Integer> numbers = new HashMap<>();
        try (NameTable table = new NameTable();
                Workers workers = new Workers(threads)) {
            while (numbers.size() < count) {
                byte[] name = new byte[1 + dice.nextInt(20)];
                for (int i = 0; i < name.length; i++) {
                    name[i] = (byte) (letters == 255 ? dice.nextInt(256) : 'a' + dice.nextInt(letters));
                }
                numbers.put(new String(name, StandardCharsets.ISO_8859_1), table.add(name, 0, name.length));
            }
            byte[][] sorted = numbers.keySet().stream()
                    .map(name -> name.getBytes(StandardCharsets.ISO_8859_1))
                    .sorted(Arrays::compareUnsigned)
                    .toArray(byte[][]::new);
            try (NameSort sort = new NameSort(table, workers)) {
                VertexIds.Names names = sort.names();
                assertThat(names.count()).isEqualTo(count);
                long[] asked = new long[count];
                for (int rank = 0; rank < count; rank++) {
                    if (!Arrays.equals(names.bytes(rank), sorted[rank])) {
                        assertThat(names.bytes(rank))
                                .as("name of rank %d", rank)
                                .isEqualTo(sorted[rank]);
                    }
                    asked[rank] = numbers.get(new String(sorted[rank], StandardCharsets.ISO_8859_1));
                }
                int[] ranks = new int[count];
                sort.ranksOf(asked, ranks, count);
                for (int rank = 0; rank < count; rank++) {
                    if (ranks[rank] != rank) {
                        assertThat(ranks[rank]).isEqualTo(rank);
                    }
                }
            }
        }
    }
}
