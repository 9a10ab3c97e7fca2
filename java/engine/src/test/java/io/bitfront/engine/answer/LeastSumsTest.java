package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whoever is ruled out has a larger sum than is admitted, by the sums of all.
@Tag("drawn")
class LeastSumsTest {
    static List<TestGraph> graphs() {
        return Share.of(
                LeastSumsTest.class,
                List.of(
                        GraphKind.ROAD.draw(3, 400),
                        GraphKind.MESH.draw(4, 300),
                        GraphKind.TREE.draw(5, 300),
                        GraphKind.MESSY.draw(6, 200),
                        GraphKind.COMPONENTS.draw(7, 300),
                        Shapes.cycle(60),
                        Shapes.star(20),
                        Shapes.complete(9)));
    }

    /// Searches in some order, a threshold that falls, and balls of what was searched before.
    @ParameterizedTest
    @MethodSource("graphs")
    void ruleOutNobodyWhoIsAdmitted(TestGraph test) {
        DistanceSums[] oracle = ClosenessOracle.out(test);
        try (Graph graph = Prepared.graph(test)) {
            int n = graph.vertexCount();
            VertexSums[] sums = new VertexSums[n];
            Arrays.setAll(sums, v -> {
                DistanceSums of = oracle[(int) graph.idOf(v)];
                return new VertexSums(of.reached(), of.distanceSum(), Double.NaN, of.eccentricity());
            });
            Balls balls = new Balls(graph.out());
            LeastSums least = new LeastSums(graph.out(), Reach.of(graph, true), balls);
            UpperBounds bounds = new UpperBounds((reached, distance, _) -> (double) reached / distance);
            Threshold threshold = new Threshold(3);
            BitSet searched = new BitSet(n);
            SplittableRandom dice = new SplittableRandom(n);
            for (int round = 0; round < 12; round++) {
                int[] batch = dice.ints(Math.max(1, n / 20), 0, n)
                        .distinct()
                        .filter(v -> !searched.get(v) && sums[v].distanceSum() > 0)
                        .toArray();
                for (int v : batch) {
                    searched.set(v);
                    threshold.offer((double) sums[v].reached() / sums[v].distanceSum(), v);
                }
                if (Double.isNaN(threshold.value())) {
                    continue;
                }
                for (int v : batch) {
                    balls.add(v, Balls.radius(sums[v], bounds, threshold));
                    least.searched(v, sums[v].distanceSum());
                }
                balls.spread(_ -> {});
                least.spread(
                        reached -> bounds.mostDistance(reached, threshold::admits),
                        v -> assertThat(threshold.admits((double) sums[v].reached() / sums[v].distanceSum()))
                                .as("%d", v)
                                .isFalse());
            }
        }
    }

    /// Between two of a path's vertices stands the mean of their sums, less one.
    @Test
    @Tag("once")
    void tellOfAVertexBetweenTwoWhatTheirMeanIs() {
        int n = 41;
        try (Graph graph = Graph.of(
                        n,
                        IntStream.range(0, n - 1).toArray(),
                        IntStream.range(1, n).toArray())
                .undirected()) {
            for (int v = 1; v < n - 1; v++) {
                for (long slack = 0; slack < 2; slack++) {
                    LeastSums least = new LeastSums(graph.out(), Reach.of(graph, true), new Balls(graph.out()));
                    least.searched(vertex(graph, v - 1), sum(n, v - 1));
                    least.searched(vertex(graph, v + 1), sum(n, v + 1));
                    BitSet ruledOut = new BitSet(n);
                    long most = sum(n, v) - 1 + slack;
                    least.spread(_ -> most, ruledOut::set);
                    assertThat(ruledOut.get(vertex(graph, v))).isEqualTo(slack == 0);
                }
            }
        }
    }

    /// From far searches nothing is told on, from near ones to what lies around, not through what balls hold.
    @Test
    @Tag("once")
    void tellOnToFewVerticesOfALargeGraph() {
        TestGraph grid = Shapes.grid(200, 200);
        try (Graph graph = Prepared.graph(grid)) {
            int n = grid.vertexCount();
            Balls balls = new Balls(graph.out());
            UpperBounds bounds = new UpperBounds((_, distance, _) -> -distance);
            Threshold threshold = new Threshold(1);
            threshold.offer(-gridSum(100, 100), 0);
            LeastSums least = new LeastSums(graph.out(), Reach.of(graph, true), balls);
            int[] columns = IntStream.range(0, 200).filter(x -> x % 10 == 0).toArray();
            int near = 0;
            for (int x : columns) {
                for (int y : columns) {
                    long sum = gridSum(x, y);
                    int v = vertex(graph, y * 200 + x);
                    balls.add(v, Balls.radius(new VertexSums(n, sum, Double.NaN, 398), bounds, threshold));
                    least.searched(v, sum);
                    near += sum - gridSum(100, 100) <= 8L * n ? 1 : 0;
                }
            }
            balls.spread(_ -> {});
            int told = least.spread(reached -> bounds.mostDistance(reached, threshold::admits), _ -> {});
            assertThat(near).isBetween(20, 200);
            assertThat(told).isBetween(near, 300 * near).isLessThan(n);
        }
    }

    /// In a grid of 200 x 200.
    private static long gridSum(int x, int y) {
        return 200 * (sum(200, x) + sum(200, y));
    }

    /// What did not suffice does once less is admitted.
    @Test
    @Tag("once")
    void ruleOutMoreOnceLessIsAdmitted() {
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).undirected()) {
            LeastSums least = new LeastSums(graph.out(), Reach.of(graph, true), new Balls(graph.out()));
            least.searched(vertex(graph, 0), 3);
            BitSet ruledOut = new BitSet(3);
            least.spread(_ -> 2, ruledOut::set);
            assertThat(ruledOut.get(vertex(graph, 1))).isFalse();
            least.spread(_ -> 1, ruledOut::set);
            assertThat(ruledOut.get(vertex(graph, 1))).isTrue();
        }
    }

    private static int vertex(Graph graph, int index) {
        return graph.permutation().newIdOf().get(index);
    }

    private static long sum(int n, int v) {
        return IntStream.range(0, n).map(w -> Math.abs(w - v)).sum();
    }
}
