package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a few searches tell of a batch.
final class BatchProbeTest {
    @Test
    void tellsSourcesFarApartOnADeepGraphFromNeighboursAndFromAnyOnAShallowOne() {
        int side = 100;
        IntStream everywhere = IntStream.range(0, 64).map(i -> i * 151 + 7);
        IntStream together = IntStream.range(0, 64).map(i -> (40 + i / 8) * side + 40 + i % 8);
        assertThat(shareLittle(Shapes.grid(side, side), everywhere)).isTrue();
        assertThat(shareLittle(Shapes.grid(side, side), together)).isFalse();
        assertThat(shareLittle(Shapes.grid(side, side), IntStream.of(5_000))).isFalse();
        assertThat(shareLittle(Shapes.grid(side, side), IntStream.of(0, 9_999))).isTrue();
        assertThat(shareLittle(Shapes.star(5_000), IntStream.range(0, 64))).isFalse();
        assertThat(shareLittle(
                        ringWithChords(5_000, 500), IntStream.range(0, 512).map(i -> 9 * i)))
                .isFalse();
        assertThat(shareLittle(Shapes.cycle(5_000), IntStream.range(0, 512).map(i -> 9 * i)))
                .isTrue();
        assertThat(shareLittle(Shapes.empty(50), IntStream.range(0, 50))).isFalse();
        assertThat(shareLittle(GraphKind.SCALE_FREE.draw(3, 3_000), IntStream.range(0, 300)))
                .isFalse();
    }

    /// Sources in a part of two vertices, or of none, say nothing of the others.
    @Test
    void looksFromUpToThreeSources() {
        TestGraph test = Shapes.beside(Shapes.grid(100, 100), Shapes.chain(2));
        int[] sources = IntStream.range(0, 64).map(i -> i * 151 + 7).toArray();
        sources[32] = 10_000;
        sources[16] = 10_001;
        assertThat(shareLittle(test, IntStream.of(sources))).isTrue();
        sources[48] = 10_000;
        assertThat(shareLittle(test, IntStream.of(sources))).isFalse();
    }

    /// A chain that ends at a hub: from its end only a few are near, but the leaves share their way.
    @Test
    void batchesOfGraphsWithHubsAreBitParallelThoughChainsHangOnThem() {
        TestGraph test = Shapes.joinedByPath(Shapes.star(5_000), 1_000, Shapes.chain(2));
        int[] end = IntStream.range(1, 64).toArray();
        end[end.length / 2] = test.vertexCount() - 1;
        assertThat(shareLittle(test, IntStream.of(end))).isTrue();
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2);
                CpuMultiSource batches = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            assertThat(graph.statistics().scaleFree()).isTrue();
            batches.perSource(IntStream.of(end).map(graph::vertexOf).toArray());
            assertThat(batches.pushedLevels() + batches.pulledLevels()).isPositive();
        }
    }

    /// Levels around a vertex are few at first, but all are about as far from any vertex.
    private static TestGraph ringWithChords(int n, int chords) {
        Random dice = new Random(n);
        IntStream chord = dice.ints(chords, 0, n);
        int[] from = IntStream.concat(IntStream.range(0, n), chord).toArray();
        int[] to = IntStream.concat(IntStream.range(0, n).map(v -> (v + 1) % n), dice.ints(chords, 0, n))
                .toArray();
        return new TestGraph("ring with chords", n, from, to, false);
    }

    /// Beside each other on a chain, and on one with so many leaves that its degrees are those of a web.
    @Test
    void tellsManySourcesThatAreMetAtManyLevelsWhereverTheyLie() {
        assertThat(shareLittle(Shapes.cycle(5_000), IntStream.range(0, 512))).isTrue();
        TestGraph caterpillar = Shapes.caterpillar(900, 9);
        IntStream spine = IntStream.range(0, 512);
        assertThat(shareLittle(true, caterpillar, spine)).isTrue();
        assertThat(shareLittle(true, caterpillar, IntStream.of(0, 899))).isFalse();
        assertThat(shareLittle(false, caterpillar, IntStream.of(0, 899))).isTrue();
        IntStream leaves = IntStream.range(900, 900 + 512);
        assertThat(shareLittle(true, caterpillar, leaves)).isFalse();
    }

    /// Batches after a shallow one are not looked at, ever more of them.
    @Test
    void looksSeldomWhereWebsWereShallow() {
        TestGraph web = Shapes.beside(Shapes.star(5_000), Shapes.chain(5_000));
        int[] shallow = IntStream.range(1, 513).toArray();
        int[] deep = IntStream.range(5_000, 5_512).toArray();
        try (Graph graph = Prepared.graph(web);
                Workers workers = new Workers(2)) {
            BatchProbe probe = probe(graph, web.vertexCount(), workers, true);
            IntPredicate asked = batch -> probe.shareLittle(IntStream.of(batch % 2 == 0 ? shallow : deep)
                    .map(graph::vertexOf)
                    .toArray());
            assertThat(IntStream.of(0, 1, 1, 0, 1, 1, 1, 1, 1).filter(asked)).containsExactly(1, 1, 1);
        }
    }

    private static boolean shareLittle(TestGraph test, IntStream ids) {
        return shareLittle(false, test, ids);
    }

    private static boolean shareLittle(boolean isWeb, TestGraph test, IntStream ids) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2)) {
            int withEdges = (int) IntStream.range(0, graph.vertexCount())
                    .filter(v -> graph.out().degree(v) > 0)
                    .count();
            return probe(graph, withEdges, workers, isWeb)
                    .shareLittle(ids.map(graph::vertexOf).toArray());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 8", "8, 8", "9, 9"})
    void atLeastEightSearchesAreMeasured(int threads, int expected) {
        try (Graph graph = Prepared.graph(Shapes.grid(20, 20), "natural");
                Workers workers = new Workers(threads)) {
            BatchProbe probe = probe(graph, 400, workers, false);
            assertThat(probe.sampled()).isEqualTo(expected);
            try (Graph.Use _ = graph.use()) {
                assertThat(probe.meanNanosASource(IntStream.range(0, 40).toArray()))
                        .isPositive();
            }
        }
    }

    private static BatchProbe probe(Graph graph, int withEdges, Workers workers, boolean isWeb) {
        return new BatchProbe(new IndependentSearches(graph.out(), withEdges, workers), withEdges, workers, isWeb);
    }
}
