package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IndependentSearchesTest {
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void findsTheSumsAndLevelsOfPlainSearches(GraphKind kind) {
        TestGraph test = kind.draw(11, 150);
        for (Direction direction : Direction.values()) {
            try (Graph graph = Prepared.graph(test);
                    Workers workers = new Workers(2);
                    Arena arena = Arena.ofShared()) {
                Csc neighbours = direction == Direction.OUT ? graph.out() : graph.in();
                int[] sources = IntStream.range(0, graph.vertexCount()).toArray();
                var searches = new IndependentSearches(neighbours, graph.vertexCount(), workers);
                expectSums(graph, test, direction, sources, searches);
                expectLevels(graph, test, direction, sources, searches, arena);
                expectTargets(graph, test, direction, sources, searches, arena);
            }
        }
    }

    private static void expectSums(
            Graph graph, TestGraph test, Direction direction, int[] sources, IndependentSearches searches) {
        DistanceSums[] expected = direction == Direction.OUT ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
        SourceSums sums = SourceSums.allocate(sources.length);
        Arrays.fill(sums.reached(), 1);
        searches.perSource(sources, sums, null, () -> false);
        for (int i = 0; i < sources.length; i++) {
            assertThat(new DistanceSums(
                            sums.reached()[i], sums.distanceSum()[i], sums.harmonicSum()[i], sums.eccentricity()[i]))
                    .isEqualTo(expected[(int) graph.idOf(sources[i])]);
        }
    }

    private static void expectLevels(
            Graph graph,
            TestGraph test,
            Direction direction,
            int[] sources,
            IndependentSearches searches,
            Arena arena) {
        LevelMatrix matrix = LevelMatrix.allocate(arena, graph.vertexCount(), sources.length, Short.BYTES);
        matrix.clear();
        assertThat(searches.levels(sources, matrix)).isTrue();
        for (int column = 0; column < sources.length; column++) {
            int[] expected = levels(test, direction, (int) graph.idOf(sources[column]));
            for (int v = 0; v < expected.length; v++) {
                int found = matrix.get(graph.vertexOf(v), column);
                assertThat(found).isEqualTo(expected[v]);
            }
        }
    }

    private static void expectTargets(
            Graph graph,
            TestGraph test,
            Direction direction,
            int[] sources,
            IndependentSearches searches,
            Arena arena) {
        TargetSums sums = TargetSums.allocate(arena, graph.vertexCount());
        searches.perTarget(sources, sums);
        long[] distance = new long[graph.vertexCount()];
        long[] squared = new long[graph.vertexCount()];
        for (int source : sources) {
            int[] levels = levels(test, direction, (int) graph.idOf(source));
            for (int v = 0; v < levels.length; v++) {
                distance[v] += Math.max(levels[v], 0);
                squared[v] += levels[v] > 0 ? (long) levels[v] * levels[v] : 0;
            }
        }
        for (int v = 0; v < distance.length; v++) {
            assertThat(sums.distance().get(graph.vertexOf(v))).isEqualTo(distance[v]);
            assertThat(sums.distanceSquared().get(graph.vertexOf(v))).isEqualTo(squared[v]);
        }
    }

    /// So many targets that several workers add to parts of them, which begin within levels and at their ends.
    @Test
    void addsToTargetsInParts() {
        int side = 100;
        TestGraph grid = Shapes.grid(side, side);
        try (Graph graph = Prepared.graph(grid);
                Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            var searches = new IndependentSearches(graph.out(), graph.vertexCount(), workers);
            expectTargets(graph, grid, Direction.OUT, new int[] {graph.vertexOf(0)}, searches, arena);
        }
    }

    private static int[] levels(TestGraph test, Direction direction, int source) {
        return BfsOracle.levels(direction == Direction.OUT ? test.outNeighbours() : test.inNeighbours(), source);
    }

    @Test
    void saysWhereALevelDoesNotFitItsCell() {
        int deepest = LevelCells.deepest(Byte.BYTES);
        for (int length : new int[] {deepest, deepest + 1}) {
            try (Graph graph = Prepared.graph(Shapes.chain(length));
                    Workers workers = new Workers(1);
                    Arena arena = Arena.ofShared()) {
                LevelMatrix matrix = LevelMatrix.allocate(arena, length, 1, Byte.BYTES);
                matrix.clear();
                boolean fits = new IndependentSearches(graph.out(), length, workers)
                        .levels(new int[] {graph.vertexOf(0)}, matrix);
                assertThat(fits).isEqualTo(length == deepest);
            }
        }
    }

    /// Whatever the first batches turn out to cost, batches before, in and after the choice are right.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void findsTheSameWhicheverWayABatchTakes(int threads) {
        for (BatchMode mode : List.of(BatchMode.AUTO, BatchMode.WIDE, BatchMode.INDEPENDENT)) {
            findsTheSame(threads, mode);
        }
    }

    private static void findsTheSame(int threads, BatchMode mode) {
        int length = 700;
        TestGraph chain = Shapes.chain(length);
        try (Graph graph = Prepared.graph(chain);
                Workers workers = new Workers(threads);
                CpuMultiSource batches = new CpuMultiSource(graph, workers, 64, Direction.OUT, mode);
                Arena arena = Arena.ofShared()) {
            TargetSums targets = TargetSums.allocate(arena, length);
            for (int batch = 0; batch < 25; batch++) {
                int spread = spread(batch);
                int[] sources = IntStream.range(0, 64)
                        .map(i -> graph.vertexOf((long) spread * i))
                        .toArray();
                SourceSums sums = batches.perSource(sources);
                for (int i = 0; i < sources.length; i++) {
                    long before = (long) spread * i;
                    long after = length - 1 - before;
                    assertThat(sums.distanceSum()[i]).isEqualTo(before * (before + 1) / 2 + after * (after + 1) / 2);
                    assertThat(sums.reached()[i]).isEqualTo(length);
                    assertThat(sums.eccentricity()[i]).isEqualTo((int) Math.max(before, after));
                }
                batches.perTarget(sources, targets);
            }
            long expected = 0;
            for (int batch = 0; batch < 25; batch++) {
                int step = spread(batch);
                expected +=
                        IntStream.range(0, 64).mapToLong(i -> (long) step * i).sum();
            }
            assertThat(targets.distance().get(graph.vertexOf(0))).isEqualTo(expected);
            if (mode == BatchMode.WIDE) {
                assertThat(batches.pushedLevels() + batches.pulledLevels()).isGreaterThan(50 * (length - 64 * 10L));
            } else if (mode == BatchMode.INDEPENDENT) {
                assertThat(batches.pushedLevels() + batches.pulledLevels()).isZero();
            }
        }
    }

    private static int spread(int batch) {
        return batch % 2 == 0 ? 1 : 10;
    }

    @Test
    void tellsAWatchEachLevelOnceAndEndsWhereItSaysSo() {
        int length = 500;
        try (Graph graph = Prepared.graph(Shapes.chain(length));
                Workers workers = new Workers(2);
                CpuMultiSource batches = new CpuMultiSource(graph, workers, 64, Direction.OUT)) {
            int[] sources =
                    IntStream.range(0, 50).map(i -> graph.vertexOf(9L * i)).toArray();
            for (int batch = 0; batch < 5; batch++) {
                int[] last = new int[sources.length];
                batches.begin(sources, (source, level, count, _) -> {
                    assertThat(level).isEqualTo(++last[source]);
                    assertThat(count).isEqualTo((9 * source >= level ? 1 : 0) + (9 * source + level < length ? 1 : 0));
                    return level < 100 + source;
                });
                SourceSums sums = batches.finish();
                for (int i = 0; i < sources.length; i++) {
                    int expected = Math.min(100 + i, Math.max(9 * i, length - 1 - 9 * i));
                    assertThat(last[i]).isEqualTo(expected);
                    assertThat(sums.eccentricity()[i]).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void givesUpBatchesThatTakeLongerThanTheirSourcesWould() {
        BatchChoice choice = new BatchChoice(false);
        assertThat(choice.known()).isFalse();
        choice.learn(100);
        assertThat(choice.overdue(6_400, 64)).isFalse();
        assertThat(choice.independentNext()).isFalse();
        choice.completed();
        assertThat(choice.settled()).isTrue();
        assertThat(choice.overdue(6_401, 64)).isTrue();
        assertThat(choice.settled()).isFalse();
        for (int trial : List.of(1, 3, 7, 15)) {
            for (int batch = 0; batch < trial; batch++) {
                assertThat(choice.independentNext()).isTrue();
            }
            assertThat(choice.independentNext())
                    .as("a trial after %d batches", trial)
                    .isFalse();
        }
    }

    /// Eight of them, or more, cost little beside a batch that took four and has 256 sources.
    @Test
    void wholeSearchesAreMeasuredOnceInTheMidstOfALongBatch() {
        BatchChoice choice = new BatchChoice(false);
        choice.expect(100);
        assertThat(choice.wantsMeasure(800, 256, 8, 2)).isFalse();
        assertThat(choice.wantsMeasure(801, 255, 8, 2)).isFalse();
        assertThat(choice.wantsMeasure(801, 256, 8, 2)).isTrue();
        assertThat(choice.wantsMeasure(801, 256, 8, 3)).isFalse();
        choice.learn(10);
        assertThat(choice.wantsMeasure(801, 256, 8, 2)).isFalse();
        assertThat(choice.overdue(1_281, 128)).isTrue();
    }
}
