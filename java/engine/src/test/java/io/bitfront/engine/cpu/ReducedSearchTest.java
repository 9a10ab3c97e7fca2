package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches over a graph whose covered vertices are one where they are alike.
final class ReducedSearchTest {
    private static final int WIDTH = 192;

    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(
                TestGraphs.small().stream().filter(test -> !test.directed()).toList());
        graphs.add(Shapes.star(700));
        graphs.add(Shapes.complete(40));
        graphs.add(Shapes.completeBipartite(5, 300));
        graphs.add(Shapes.joinedByPath(Shapes.complete(30), 90, Shapes.star(40)));
        graphs.add(GraphKind.SCALE_FREE.draw(3, 2_000));
        graphs.add(GraphKind.SCALE_FREE.draw(4, 700));
        for (int seed = 0; seed < 20; seed++) {
            graphs.add(TestGraphs.random(GraphKind.SCALE_FREE, 900 + seed));
        }
        return graphs;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void countsWhatSearchesOverTheWholeGraphCount(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            Optional<ReducedGraph> reduced = reduced(graph);
            if (reduced.isEmpty()) {
                return;
            }
            DistanceSums[] expected = ClosenessOracle.out(test);
            for (BfsMode mode : List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL)) {
                for (int threads = 1; threads <= 3; threads += 2) {
                    expectAll(graph, reduced.get(), expected, mode, threads);
                }
            }
        }
    }

    private static Optional<ReducedGraph> reduced(Graph graph) {
        return Representatives.of(graph, true, Representatives.Kinds.ALL).reduced();
    }

    private static void expectAll(
            Graph graph, ReducedGraph reduced, DistanceSums[] expected, BfsMode mode, int threads) {
        try (Workers workers = new Workers(threads);
                CpuMultiSource engine =
                        new CpuMultiSource(graph, workers, false, WIDTH, Direction.OUT, mode, BatchMode.WIDE)) {
            engine.reduce(reduced);
            for (int begin = 0; begin < graph.vertexCount(); begin += WIDTH) {
                int[] sources = IntStream.range(begin, Math.min(begin + WIDTH, graph.vertexCount()))
                        .toArray();
                SourceSums sums = engine.perSource(sources);
                for (int i = 0; i < sources.length; i++) {
                    DistanceSums right = expected[graph.permutation().oldIdOf().get(sources[i])];
                    String which = "%s, %d threads, vertex %d".formatted(mode, threads, sources[i]);
                    assertThat(sums.reached()[i]).as(which).isEqualTo(right.reached());
                    assertThat(sums.distanceSum()[i]).as(which).isEqualTo(right.distanceSum());
                    assertThat(sums.harmonicSum()[i]).as(which).isEqualTo(right.harmonic());
                    assertThat(sums.eccentricity()[i]).as(which).isEqualTo(right.eccentricity());
                }
            }
        }
    }

    /// Every level once and in order, and none after a search was ended.
    @ParameterizedTest
    @MethodSource("graphs")
    void tellsLevelsAndEndsSearches(TestGraph test) {
        for (int last = 1; last <= 3; last++) {
            tellsLevelsAndEndsSearches(test, last);
        }
    }

    private static void tellsLevelsAndEndsSearches(TestGraph test, int last) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2)) {
            Optional<ReducedGraph> reduced = reduced(graph);
            if (reduced.isEmpty()) {
                return;
            }
            int[] sources =
                    IntStream.range(0, Math.min(64, graph.vertexCount())).toArray();
            List<List<Long>> told = Arrays.stream(sources)
                    .mapToObj(source -> (List<Long>) new ArrayList<Long>())
                    .toList();
            LevelWatch watch = (source, level, count, sums) -> {
                told.get(source).add(count);
                assertThat(level).isEqualTo(told.get(source).size());
                return source % 2 == 0 || level < last;
            };
            try (CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
                engine.reduce(reduced.get());
                engine.begin(sources, watch);
                engine.finish();
            }
            for (int source : sources) {
                int index = graph.permutation().oldIdOf().get(source);
                int[] levels = BfsOracle.levels(test.outNeighbours(), index);
                int depth = IntStream.of(levels).max().orElse(0);
                List<Long> expected = IntStream.rangeClosed(1, source % 2 == 0 ? depth : Math.min(last, depth))
                        .mapToObj(level ->
                                IntStream.of(levels).filter(at -> at == level).count())
                        .toList();
                assertThat(told.get(source)).as("vertex %d", index).isEqualTo(expected);
            }
        }
    }

    /// Its sources are many levels apart, but all searches go over the chain alone, and searches of their own over all
    /// leaves.
    @Test
    void batchesOfAChainWithLeavesAreNotGivenUpForSearchesOfTheWholeGraph() {
        TestGraph test = Shapes.caterpillar(2_000, 8);
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1);
                CpuMultiSource whole = new CpuMultiSource(graph, workers, WIDTH, Direction.OUT);
                CpuMultiSource reduced = new CpuMultiSource(graph, workers, WIDTH, Direction.OUT)) {
            int[] sources = IntStream.range(0, 100)
                    .map(i -> i * (graph.vertexCount() / 100))
                    .toArray();
            whole.perSource(sources);
            assertThat(whole.pushedLevels()).isZero();
            reduced.reduce(reduced(graph).orElseThrow());
            reduced.perSource(sources);
            assertThat(reduced.pushedLevels()).isPositive();
        }
    }

    @Test
    void hasNoLevelsOfVerticesItLeftOut() {
        try (Graph graph = Prepared.graph(Shapes.star(30));
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            engine.reduce(reduced(graph).orElseThrow());
            assertThatThrownBy(() -> engine.perTarget(new int[] {0})).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> engine.levels(new int[] {0}, null)).isInstanceOf(IllegalStateException.class);
        }
    }
}
