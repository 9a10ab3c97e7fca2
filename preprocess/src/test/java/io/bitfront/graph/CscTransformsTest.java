package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class CscTransformsTest {
    static List<TestGraph> graphs() {
        return Share.of(CscTransformsTest.class, TestGraphs.all());
    }

    static LongStream seeds() {
        return Seeds.upTo(20);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void transposedColumnsListInNeighbours(TestGraph graph) {
        try (Workers workers = new Workers(3);
                Arena arena = Arena.ofShared()) {
            Csc transposed = CscTransforms.transpose(cscOf(graph, arena), arena, workers);
            assertThat(CscColumns.of(transposed)).isDeepEqualTo(graph.inNeighbours());
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void permutedColumnsAreThoseOfTheRenumberedGraph(TestGraph graph) {
        checkPermuted(graph, 1, 3, graph.name());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void permutedColumnsAreThoseOfTheRenumberedGraphForAnySeed(long seed) {
        for (GraphKind kind : GraphKind.values()) {
            checkPermuted(TestGraphs.random(kind, seed), seed, 2, Seeds.rerun(getClass(), seed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    @Tag("once")
    void hubsAndTransposesPastOnePieceOfWorkComeOutRight(int threads) {
        TestGraph star = Shapes.star(150_000);
        checkPermuted(star, 5, threads, star.name());
        TestGraph fan = Shapes.fanOfSlices(1_200_000);
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            Csc transposed = CscTransforms.transpose(cscOf(fan, arena), arena, workers);
            assertThat(CscColumns.of(transposed)).isDeepEqualTo(fan.inNeighbours());
        }
    }

    /// Columns that fit a block, alone or together, to the last row, and longer ones, which are sorted up to n/256 = 78
    /// rows
    /// and listed from a bitmap beyond.
    @ParameterizedTest
    @ValueSource(ints = {64, 65, 70, 127})
    void columnsOfAllLengthsAreRenumberedByBlocksOfAnyLength(int block) {
        int n = 20_000;
        Random dice = new Random(block);
        int[][] lists = new int[n][];
        for (int v = 0; v < n; v++) {
            int degree = v < 150 ? v : v < 160 ? 1_000 : v % 3;
            lists[v] = dice.ints(0, n).distinct().limit(degree).sorted().toArray();
        }
        int[] from = IntStream.range(0, n)
                .flatMap(v -> Arrays.stream(lists[v]).map(_ -> v))
                .toArray();
        int[] to = Arrays.stream(lists).flatMapToInt(Arrays::stream).toArray();
        int[] newIdOf = shuffled(n, block);
        int[] oldIdOf = new int[n];
        IntStream.range(0, n).forEach(v -> oldIdOf[newIdOf[v]] = v);
        TestGraph graph = new TestGraph("lists", n, from, to, true);
        try (Arena arena = Arena.ofShared()) {
            Csc csc = cscOf(graph, arena);
            long[] starts = new long[n + 1];
            for (int v = 0; v < n; v++) {
                starts[v + 1] = starts[v] + csc.end(oldIdOf[v]) - csc.start(oldIdOf[v]);
            }
            Csc into = new Csc(LongArray.copyOf(arena, starts), IntArray.allocate(arena, csc.edgeCount(), "rows"));
            Permutation permutation = new Permutation(IntArray.copyOf(arena, newIdOf), IntArray.copyOf(arena, oldIdOf));
            ColumnRenumbering renumbering = new ColumnRenumbering(csc, permutation, into, block);
            renumbering.run(0, 120);
            renumbering.run(120, n);
            assertThat(CscColumns.of(into))
                    .isDeepEqualTo(graph.renumbered("renumbered", newIdOf).outNeighbours());
        }
    }

    private static void checkPermuted(TestGraph graph, long seed, int threads, String about) {
        int[] newIdOf = shuffled(graph.vertexCount(), seed);
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            int[] oldIdOf = new int[newIdOf.length];
            for (int v = 0; v < newIdOf.length; v++) {
                oldIdOf[newIdOf[v]] = v;
            }
            Permutation permutation = new Permutation(IntArray.copyOf(arena, newIdOf), IntArray.copyOf(arena, oldIdOf));
            Csc permuted = CscTransforms.permute(cscOf(graph, arena), permutation, arena, workers);
            assertThat(CscColumns.of(permuted))
                    .as(about)
                    .isDeepEqualTo(graph.renumbered("renumbered", newIdOf).outNeighbours());
        }
    }

    private static Csc cscOf(TestGraph graph, Arena arena) {
        return CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
    }

    private static int[] shuffled(int n, long seed) {
        int[] values = new int[n];
        Random dice = new Random(seed);
        for (int i = 0; i < n; i++) {
            int other = dice.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }
}
