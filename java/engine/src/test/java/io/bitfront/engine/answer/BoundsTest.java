package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.Csc;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bounds by themselves: never below the value that a search finds.
final class BoundsTest {
    private static final List<ClosenessMeasure> MEASURES = List.of(
            ClosenessMeasure.CLOSENESS,
            ClosenessMeasure.WF,
            ClosenessMeasure.LIN,
            ClosenessMeasure.HARMONIC,
            ClosenessMeasure.HARMONIC_NORMALISED);

    static List<TestGraph> graphs() {
        return TestGraphs.small();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void boundEveryVertexFromAbove(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            for (boolean out : new boolean[] {true, false}) {
                Truth truth = new Truth(test, graph, out);
                truth.expectReach();
                for (ClosenessMeasure measure : MEASURES) {
                    truth.expectNeighbourhoods(measure);
                    truth.expectLevels(measure);
                    truth.expectLimits(measure);
                    truth.expectCounted(measure);
                    if (!test.directed()) {
                        truth.expectBalls(measure);
                    }
                }
            }
        }
    }

    /// A walk that would tell what a vertex reaches is given up beyond 256 others: from a fan beside a star, and from
    /// one
    /// that leads to the star's hub, too.
    @ParameterizedTest
    @ValueSource(ints = {1, 255, 256, 257, 400})
    void boundVerticesOfMoreThanAWalkMeets(int leaves) {
        int spokes = 500;
        IntStream.Builder from = IntStream.builder();
        IntStream.Builder to = IntStream.builder();
        for (int spoke = 1; spoke <= spokes; spoke++) {
            from.add(0).add(spoke);
            to.add(spoke).add(0);
        }
        int fan = spokes + 1;
        int other = fan + leaves + 1;
        for (int leaf = 1; leaf <= leaves; leaf++) {
            from.add(fan).add(other);
            to.add(fan + leaf).add(other + leaf);
        }
        from.add(other);
        to.add(0);
        int n = other + leaves + 1;
        TestGraph test = new TestGraph(
                "fans of %d".formatted(leaves),
                n,
                from.build().toArray(),
                to.build().toArray(),
                true);
        try (Graph graph = Prepared.graph(test)) {
            Truth truth = new Truth(test, graph, true);
            MEASURES.forEach(truth::expectCounted);
        }
    }

    @Test
    void ofAVertexWithoutEdgesAreWhatItHas() {
        TestGraph test = Shapes.beside(Shapes.star(9), Shapes.empty(4));
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test)) {
            for (ClosenessMeasure measure : MEASURES) {
                UpperBounds bounds = new UpperBounds(
                        (reached, distance, harmonic) -> measure.exact(n, reached, distance, harmonic, 0));
                double[] found = new Neighbourhoods(graph, true, Reach.of(graph, true), bounds).byDegree();
                for (int id = n - 4; id < n; id++) {
                    assertThat(found[graph.vertexOf(id)]).as("%s", measure).isEqualTo(measure.exact(n, 1, 0, 0, 0));
                }
            }
        }
    }

    /// The highest value of all numbers that may be reached, where each vertex is as near as it can be.
    @Test
    void areNoHigherThanTheyMustBe() {
        int n = 70;
        Random dice = new Random(7);
        for (int i = 0; i < 3_000; i++) {
            ClosenessMeasure measure = MEASURES.get(i % MEASURES.size());
            UpperBounds bounds =
                    new UpperBounds((reached, distance, harmonic) -> measure.exact(n, reached, distance, harmonic, 0));
            int degree = 1 + dice.nextInt(12);
            int second = dice.nextInt(20);
            int most = degree + 1 + dice.nextInt(n - 13);
            int least = 2 + dice.nextInt(most - 1);
            double nearby = IntStream.rangeClosed(Math.max(least, degree + 1), most)
                    .mapToDouble(reached -> {
                        int two = Math.min(second, reached - 1 - degree);
                        int three = reached - 1 - degree - two;
                        return measure.exact(
                                n, reached, degree + 2 * two + 3 * three, degree + two / 2.0 + three / 3.0, 0);
                    })
                    .max()
                    .orElseThrow();
            assertThat(bounds.nearby(degree, second, least, most)).isBetween(nearby, nearby * (1 + 1e-9));

            int level = 1 + dice.nextInt(4);
            int visited = level + 1 + dice.nextInt(most);
            long distance = (long) visited * level - 1;
            double harmonic = visited / 2.0;
            int highest = Math.max(most, visited);
            double after = IntStream.rangeClosed(Math.max(least, visited), highest)
                    .mapToDouble(reached -> measure.exact(
                            n,
                            reached,
                            distance + (long) (reached - visited) * (level + 1),
                            harmonic + (reached - visited) / (level + 1.0),
                            0))
                    .max()
                    .orElseThrow();
            assertThat(bounds.after(level, visited, distance, harmonic, least, most))
                    .isBetween(after, after * (1 + 1e-9));
        }
    }

    /// What searches find, by vertex.
    private static final class Truth {
        private final Graph graph;
        private final boolean out;
        private final int n;
        private final int[][] levels;
        private final DistanceSums[] sums;
        private final Reach reach;

        Truth(TestGraph test, Graph graph, boolean out) {
            this.graph = graph;
            this.out = out;
            this.n = test.vertexCount();
            int[][] neighbours = out ? test.outNeighbours() : test.inNeighbours();
            DistanceSums[] byIndex = out ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
            this.levels = new int[n][];
            this.sums = new DistanceSums[n];
            for (int v = 0; v < n; v++) {
                int index = graph.permutation().oldIdOf().get(v);
                levels[v] = BfsOracle.levels(neighbours, index);
                sums[v] = byIndex[index];
            }
            this.reach = Reach.of(graph, out);
        }

        double value(int v, ClosenessMeasure measure) {
            return measure.exact(
                    n, sums[v].reached(), sums[v].distanceSum(), sums[v].harmonic(), sums[v].eccentricity());
        }

        UpperBounds bounds(ClosenessMeasure measure) {
            return new UpperBounds((reached, distance, harmonic) -> measure.exact(n, reached, distance, harmonic, 0));
        }

        LevelCounts counts(int v) {
            LevelCounts counts = LevelCounts.start();
            for (int level = 1; level <= sums[v].eccentricity(); level++) {
                int at = level;
                counts.append(
                        (int) Arrays.stream(levels[v]).filter(l -> l == at).count());
            }
            return counts;
        }

        void expectReach() {
            for (int v = 0; v < n; v++) {
                assertThat(sums[v].reached()).isBetween((long) reach.least(v), (long) reach.most(v));
                if (!graph.directed()) {
                    assertThat(reach.least(v)).isEqualTo(reach.most(v));
                }
            }
        }

        void expectNeighbourhoods(ClosenessMeasure measure) {
            Neighbourhoods near = new Neighbourhoods(graph, out, reach, bounds(measure));
            int[] all = IntStream.range(0, n).toArray();
            double[] found = near.byDegree();
            double[] byDegree = found.clone();
            expectAbove(found, measure);
            near.byNeighbours(all, found);
            expectAbove(found, measure);
            double[] byNeighbours = found.clone();
            assertThat(near.all()).containsExactly(found);
            near.byClasses(all, found, false);
            expectAbove(found, measure);
            near.byClasses(all, found, true);
            expectAbove(found, measure);
            for (int v = 0; v < n; v++) {
                assertThat(found[v]).isLessThanOrEqualTo(byNeighbours[v]);
            }
            expectNoHigher(byDegree, byNeighbours, bounds(measure));
        }

        /// Level 2 has as many vertices as the largest degrees allow, or as the neighbours lead to; where edges have no
        /// direction, one of each leads back.
        private void expectNoHigher(double[] byDegree, double[] byNeighbours, UpperBounds bounds) {
            Csc ahead = out ? graph.out() : graph.in();
            long back = graph.directed() ? 0 : 1;
            long[] largest = IntStream.range(0, n)
                    .mapToLong(ahead::degree)
                    .boxed()
                    .sorted(Comparator.reverseOrder())
                    .mapToLong(degree -> degree)
                    .toArray();
            Arrays.parallelPrefix(largest, Long::sum);
            for (int v = 0; v < n; v++) {
                int degree = ahead.degree(v);
                double most = degree == 0
                        ? bounds.nearby(0, 0, 1, 1)
                        : bounds.nearby(degree, largest[degree - 1] - back * degree, reach.least(v), reach.most(v));
                assertThat(byDegree[v]).isEqualTo(most);
                long second = LongStream.range(ahead.start(v), ahead.end(v))
                        .map(edge -> ahead.degree(ahead.row(edge)) - back)
                        .sum();
                assertThat(byNeighbours[v])
                        .isEqualTo(Math.min(most, bounds.nearby(degree, second, reach.least(v), reach.most(v))));
            }
        }

        /// What a device's counts leave: whoever passes a threshold, with no bound below the value.
        void expectCounted(ClosenessMeasure measure) {
            if (graph.verticesWithEdges() == 0) {
                return;
            }
            Direction direction = out ? Direction.OUT : Direction.IN;
            CountedByHand counts = new CountedByHand(graph, direction, Integer.MAX_VALUE);
            CountedNeighbourhoods near = new CountedNeighbourhoods(graph, direction, counts, bounds(measure));
            for (int v = 0; v < n; v++) {
                assertThat(sums[v].reached()).isBetween((long) near.reach().least(v), (long)
                        near.reach().most(v));
                if (!graph.directed()) {
                    assertThat(near.reach().least(v)).isEqualTo(near.reach().most(v));
                }
            }
            for (int place : new int[] {0, n / 7, n - 1}) {
                Threshold threshold = new Threshold(place + 1);
                for (int v = 0; v < n; v++) {
                    threshold.offer(
                            value(v, measure), graph.permutation().oldIdOf().get(v));
                }
                if (near.admitsAlone(threshold)) {
                    continue;
                }
                BitSet skipped = new BitSet(n);
                if (place > 0) {
                    IntStream.range(0, n).filter(v -> v % 3 == place % 3).forEach(skipped::set);
                }
                CountedNeighbourhoods.Left left =
                        near.left(threshold, measure.harmonic(), skipped).orElseThrow();
                assertThat(left.vertices()).isSorted();
                // Limits of whole numbers are exact.
                if (!measure.harmonic() && !graph.directed()) {
                    assertThat(Arrays.stream(counts.left()))
                            .allMatch(v -> Arrays.binarySearch(left.vertices(), v) >= 0);
                }
                for (int v = 0; v < n; v++) {
                    int at = Arrays.binarySearch(left.vertices(), v);
                    if (skipped.get(v)) {
                        assertThat(at).isNegative();
                    } else if (at >= 0) {
                        assertThat(left.bound()[at]).isGreaterThanOrEqualTo(value(v, measure));
                        assertThat(threshold.admits(left.bound()[at])).isTrue();
                    } else {
                        assertThat(threshold.admits(
                                        value(v, measure),
                                        graph.permutation().oldIdOf().get(v)))
                                .as("%s of %d, left out", measure, v)
                                .isFalse();
                    }
                }
            }
        }

        private void expectAbove(double[] found, ClosenessMeasure measure) {
            for (int v = 0; v < n; v++) {
                assertThat(found[v])
                        .as("%s of %d by its neighbourhood", measure, v)
                        .isGreaterThanOrEqualTo(value(v, measure));
            }
        }

        void expectLevels(ClosenessMeasure measure) {
            UpperBounds bounds = bounds(measure);
            for (int v = 0; v < n; v++) {
                LevelCounts counts = counts(v);
                long visited = 1;
                long distance = 0;
                double harmonic = 0;
                for (int level = 1; level < counts.levels(); level++) {
                    visited += counts.at(level);
                    distance += (long) level * counts.at(level);
                    harmonic += (double) counts.at(level) / level;
                    assertThat(bounds.after(level, visited, distance, harmonic, reach.least(v), reach.most(v)))
                            .as("%s of %d after level %d", measure, v, level)
                            .isGreaterThanOrEqualTo(value(v, measure));
                }
            }
        }

        /// Limits are the last sums whose values are admitted.
        void expectLimits(ClosenessMeasure measure) {
            UpperBounds bounds = bounds(measure);
            boolean harmonic = measure.name().startsWith("HARMONIC");
            for (int v = 0; v < n; v += 1 + n / 20) {
                for (int w = 0; w < n; w += 1 + n / 20) {
                    double least = value(w, measure);
                    long reached = sums[v].reached();
                    DoublePredicate admitted = value -> value >= least;
                    boolean own = value(v, measure) >= least;
                    if (harmonic) {
                        double limit = bounds.leastHarmonic(reached, admitted);
                        assertThat(own && sums[v].harmonic() < limit).isFalse();
                        assertThat(admitted.test(bounds.of(reached, 0, limit)) || limit == reached)
                                .isTrue();
                        assertThat(limit > 0 && admitted.test(bounds.of(reached, 0, Math.nextDown(limit))))
                                .isFalse();
                    } else {
                        long limit = bounds.mostDistance(reached, admitted);
                        assertThat(own && sums[v].distanceSum() > limit).isFalse();
                        assertThat(limit < reached - 1 || admitted.test(bounds.of(reached, limit, 0)))
                                .isTrue();
                        assertThat(limit < reached * reached - 1 && admitted.test(bounds.of(reached, limit + 1, 0)))
                                .isFalse();
                    }
                }
            }
        }

        /// Whatever the threshold, a ball holds nothing that reaches it.
        void expectBalls(ClosenessMeasure measure) {
            boolean harmonic = measure.name().startsWith("HARMONIC");
            for (int v = 0; v < n; v += 1 + n / 20) {
                for (int w = 0; w < n; w += 1 + n / 20) {
                    Threshold threshold = new Threshold(1);
                    threshold.offer(
                            value(w, measure), graph.permutation().oldIdOf().get(w));
                    int radius = Balls.radius(counts(v), bounds(measure), threshold, harmonic);
                    Balls balls = new Balls(graph.out());
                    balls.add(v, radius);
                    boolean[] ruledOut = new boolean[n];
                    balls.spread(x -> ruledOut[x] = true);
                    for (int x = 0; x < n; x++) {
                        int away = levels[v][graph.permutation().oldIdOf().get(x)];
                        assertThat(ruledOut[x]).isEqualTo(away >= 1 && away <= radius);
                        if (ruledOut[x]) {
                            assertThat(value(x, measure))
                                    .as("%s of %d, %d from %d", measure, x, away, v)
                                    .isLessThan(threshold.value());
                        }
                    }
                }
            }
        }
    }
}
