package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The slices of single sets, small ones that are merged and large ones that are scattered, against a map of masks.
class SliceMergerTest {
    private final Random dice = new Random(2);

    /// Sets of so many edges that are merged, and one more; of 200,000 rows, four blocks, one in 128.
    @ParameterizedTest
    @CsvSource({
        "9, 1, 8",
        "9, 40, 8",
        "2000, 1000, 8",
        "2000, 1024, 8",
        "2000, 1025, 8",
        "2000, 6000, 8",
        "65536, 4000, 8",
        "65537, 4000, 8",
        "200000, 1562, 8",
        "200000, 1563, 8",
        "200000, 40000, 8",
        "200000, 40000, 1",
        "200000, 40000, 3"
    })
    void holdARowEachAscending(int vertices, int edges, int columns) {
        int[] from = IntStream.range(0, edges).map(_ -> dice.nextInt(columns)).toArray();
        int[] to = IntStream.range(0, edges)
                // A third of them in the last rows, where a block ends.
                .map(e -> e % 3 == 0 ? vertices - 1 - dice.nextInt(Math.min(vertices, 99)) : dice.nextInt(vertices))
                .toArray();
        expectSlices(vertices, from, to);
    }

    /// Each column has all its rows in a block of its own; the next begins before the one before it ends.
    @Test
    void columnsOfFewBlocks() {
        int vertices = 300_000;
        List<int[]> edges = new ArrayList<>();
        for (int column = 0; column < 8; column++) {
            int first = (7 - column) * 37_000;
            for (int i = 0; i < 2_000; i++) {
                edges.add(new int[] {column, first + i * (1 + column)});
            }
        }
        expectSlices(
                vertices,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray());
    }

    private static void expectSlices(int vertices, int[] from, int[] to) {
        TreeMap<Integer, Integer> masks = new TreeMap<>();
        for (int e = 0; e < from.length; e++) {
            if (from[e] != to[e]) {
                masks.merge(to[e], 1 << from[e], (a, b) -> a | b);
            }
        }
        try (Arena arena = Arena.ofShared()) {
            SliceMerger merger = new SliceMerger(CscBuilder.of(arena, vertices, from, to, false));
            // Again, by a merger that has been used.
            for (int round = 0; round < 2; round++) {
                List<Long> found = new ArrayList<>();
                merger.slices(0, (slices, begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        found.add(slices[i]);
                    }
                });
                assertThat(found)
                        .isEqualTo(masks.entrySet().stream()
                                .map(row -> (long) row.getKey() << 8 | row.getValue())
                                .toList());
            }
        }
    }
}
