package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
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
