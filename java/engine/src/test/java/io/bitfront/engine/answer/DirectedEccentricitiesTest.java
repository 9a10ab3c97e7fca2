package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bounds of eccentricities along edges against searches from every vertex.
class DirectedEccentricitiesTest {
    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>();
        for (int seed = 0; seed < 12; seed++) {
            graphs.add(TestGraphs.random(GraphKind.DIRECTED_MESSY, seed));
            graphs.add(TestGraphs.random(GraphKind.DAG, seed));
        }
        graphs.add(GraphKind.DIRECTED_SCALE_FREE.draw(1, 120));
        graphs.add(Shapes.oneWayChain(40));
        graphs.add(Shapes.cycle(31));
        graphs.add(Shapes.beside(Shapes.grid(4, 5), Shapes.chain(30)));
        return graphs;
    }

    /// What one reads may be closed as soon as a failure is told.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sweepsHaveAllEndedWhereOneFails(boolean error) {
        for (int run = 0; run < 20; run++) {
            AtomicIntegerArray ended = new AtomicIntegerArray(4);
            assertThatThrownBy(() -> DirectedEccentricities.together(ended.length(), i -> {
                        if (i == 1 && error) {
                            throw new InternalError("cut short");
                        }
                        if (i == 1) {
                            throw new IllegalStateException("cut short");
                        }
                        LockSupport.parkNanos(2_000_000);
                        ended.set(i, 1);
                    }))
                    .isInstanceOf(error ? InternalError.class : IllegalStateException.class)
                    .hasMessage("cut short");
            assertThat(IntStream.range(0, ended.length()).map(ended::get)).containsExactly(1, 0, 1, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void lieBetweenTheirBoundsAndAreKnownOfThoseSearched(TestGraph test) {
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test)) {
            int[] vertex = IntStream.range(0, n).map(graph::vertexOf).toArray();
            int[][] neighbours = test.outNeighbours();
            int[][] levels = new int[n][];
            int[] expected = new int[n];
            for (int v = 0; v < n; v++) {
                levels[v] = BfsOracle.levels(neighbours, v);
                expected[v] = Arrays.stream(levels[v]).max().orElse(0);
            }
            DirectedEccentricities bounds = new DirectedEccentricities(
                    graph.out(), graph.in(), graph.permutation().oldIdOf(), () -> false);
            int searches = n > 0 ? 1 : 0;
            assertThat(bounds.searches()).isEqualTo(searches);
            assertThat(least(bounds, vertex)).isEqualTo(new int[n]);
            assertThat(IntStream.of(vertex).map(bounds::most)).allMatch(most -> most == n - 1);
            Random dice = new Random(n);
            for (int round = 0; round < 4 && n > 0; round++) {
                bounds.boundByPivots();
                expectBetween(bounds, vertex, expected);
                int[] sources = dice.ints(1 + round % DirectedEccentricities.TOGETHER, 0, n)
                        .distinct()
                        .toArray();
                int[] before = least(bounds, vertex);
                bounds.searchAround(
                        IntStream.of(sources).map(source -> vertex[source]).toArray());
                for (int source : sources) {
                    assertThat(bounds.least(vertex[source])).isEqualTo(expected[source]);
                    assertThat(bounds.most(vertex[source])).isEqualTo(expected[source]);
                    before[source] = expected[source];
                    int last = bounds.farthestFrom(vertex[source]);
                    assertThat(levels[source][(int) graph.idOf(last)]).isEqualTo(expected[source]);
                    int target = (int) graph.idOf(last);
                    Arrays.setAll(before, v -> Math.max(before[v], levels[v][target]));
                }
                assertThat(least(bounds, vertex)).isEqualTo(before);
                expectBetween(bounds, vertex, expected);
                searches += 2 + 3 * sources.length;
                assertThat(bounds.searches()).isEqualTo(searches);
            }
        }
    }

    private static int[] least(DirectedEccentricities bounds, int... vertex) {
        return IntStream.of(vertex).map(bounds::least).toArray();
    }

    private static void expectBetween(DirectedEccentricities bounds, int[] vertex, int... expected) {
        assertThat(IntStream.range(0, vertex.length)
                        .filter(v -> expected[v] < bounds.least(vertex[v]) || expected[v] > bounds.most(vertex[v])))
                .isEmpty();
    }

    /// Those that reach the largest strong component, of several the one with the least id, whatever the order.
    @ParameterizedTest
    @MethodSource("graphs")
    void thoseOfVerticesThatReachTheLargestStrongComponentCountForTheRadius(TestGraph test) {
        int n = test.vertexCount();
        int[][] neighbours = test.outNeighbours();
        int[][] levels = new int[n][];
        Arrays.setAll(levels, v -> BfsOracle.levels(neighbours, v));
        int[] size = new int[n];
        Arrays.setAll(size, v -> (int) IntStream.range(0, n)
                .filter(w -> levels[v][w] >= 0 && levels[w][v] >= 0)
                .count());
        int largest = Arrays.stream(size).max().orElse(0);
        int centre = IntStream.range(0, n)
                .filter(v -> size[v] == largest)
                .findFirst()
                .orElse(-1);
        for (String order : new String[] {"natural", "degree", "random", "rcm"}) {
            expectRadial(test, order, v -> levels[v][centre] >= 0);
        }
    }

    private static void expectRadial(TestGraph test, String order, IntPredicate expected) {
        try (Graph graph = Prepared.graph(test, order)) {
            DirectedEccentricities bounds = new DirectedEccentricities(
                    graph.out(), graph.in(), graph.permutation().oldIdOf(), () -> false);
            for (int v = 0; v < test.vertexCount(); v++) {
                assertThat(bounds.radial(graph.vertexOf(v)))
                        .as("%s, %s, %d", test, order, v)
                        .isEqualTo(expected.test(v));
            }
        }
    }

    /// Where each strong component is a vertex, bounds by way of it are exact.
    @Test
    void boundsByPivotsAreExactOnAOneWayChain() {
        try (Graph graph = Prepared.graph(Shapes.oneWayChain(40))) {
            DirectedEccentricities bounds = new DirectedEccentricities(
                    graph.out(), graph.in(), graph.permutation().oldIdOf(), () -> false);
            bounds.boundByPivots();
            for (int v = 0; v < 40; v++) {
                assertThat(bounds.most(graph.vertexOf(v))).isEqualTo(39 - v);
            }
        }
    }

    /// A vertex that follows lies as much farther from all as it has edges to go to the one that leads.
    @ParameterizedTest
    @MethodSource("graphs")
    void thoseThatFollowAreOneMoreThanTheNext(TestGraph test) {
        int n = test.vertexCount();
        int[][] neighbours = test.outNeighbours();
        int[] expected = IntStream.range(0, n)
                .map(v -> Arrays.stream(BfsOracle.levels(neighbours, v)).max().orElse(0))
                .toArray();
        try (Graph graph = Prepared.graph(test)) {
            DirectedEccentricities bounds = new DirectedEccentricities(
                    graph.out(), graph.in(), graph.permutation().oldIdOf(), () -> false);
            int[] vertex = IntStream.range(0, n).map(graph::vertexOf).toArray();
            int[] height = new int[n];
            for (int v = 0; v < n; v++) {
                int leader = v;
                int hops = 0;
                for (; bounds.follows(vertex[leader]); hops++) {
                    leader = Arrays.stream(neighbours[leader]).findFirst().orElseThrow();
                    assertThat(bounds.radial(vertex[leader])).isEqualTo(bounds.radial(vertex[v]));
                    height[leader] = Math.max(height[leader], hops + 1);
                }
                assertThat(expected[v]).as("%s, %d", test, v).isEqualTo(expected[leader] + hops);
                if (hops == 0) {
                    bounds.set(vertex[v], expected[v]);
                }
            }
            bounds.boundFollowers();
            assertThat(least(bounds, vertex)).isEqualTo(expected);
            assertThat(IntStream.of(vertex).map(bounds::most))
                    .containsExactly(Arrays.stream(expected).boxed().toArray(Integer[]::new));
            assertThat(IntStream.of(vertex).map(bounds::height).toArray()).isEqualTo(height);
        }
    }
}
