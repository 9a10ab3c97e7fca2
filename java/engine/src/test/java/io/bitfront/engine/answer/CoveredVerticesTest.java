package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CoveredVerticesTest {
    /// More neighbours than a list of the search holds at first, and a list that is searched, not walked along.
    private static final int MANY = 1_500;

    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(
                TestGraphs.small().stream().filter(test -> !test.directed()).toList());
        graphs.add(Shapes.completeBipartite(7, 30));
        graphs.add(Shapes.complete(40));
        graphs.add(Shapes.cycle(4));
        graphs.add(allButOne(60));
        graphs.add(allButOne(300));
        graphs.add(Shapes.overlappingStars(70));
        graphs.add(twoHubs());
        graphs.add(joinedHubs());
        graphs.add(GraphKind.SCALE_FREE.draw(3, 3_000));
        for (int seed = 0; seed < 60; seed++) {
            graphs.add(sparse(seed));
        }
        return graphs;
    }

    private static TestGraph sparse(int seed) {
        Random dice = new Random(seed);
        int n = 2 + dice.nextInt(14);
        int[] from = dice.ints(1 + dice.nextInt(3 * n), 0, n).toArray();
        int[] to = dice.ints(from.length, 0, n).toArray();
        return new TestGraph("sparse " + seed, n, from, to, false);
    }

    /// Each is a neighbour of all others but one: signatures say nothing, and none is covered.
    private static TestGraph allButOne(int n) {
        int[] from = IntStream.range(0, n * n)
                .filter(i -> i / n < i % n && (i / n ^ 1) != i % n)
                .toArray();
        return new TestGraph(
                "all but one of " + n,
                n,
                Arrays.stream(from).map(i -> i / n).toArray(),
                Arrays.stream(from).map(i -> i % n).toArray(),
                false);
    }

    /// Two hubs that are neighbours and have the same leaves: the second has the first's core neighbours, as the leaves
    /// have.
    private static TestGraph joinedHubs() {
        IntStream leaves = IntStream.range(1, MANY);
        IntStream ofSecond = IntStream.range(2, MANY);
        return new TestGraph(
                "joined hubs",
                MANY,
                IntStream.concat(leaves.map(_ -> 0), ofSecond.map(_ -> 1)).toArray(),
                IntStream.concat(IntStream.range(1, MANY), IntStream.range(2, MANY))
                        .toArray(),
                false);
    }

    /// Leaves of two hubs, some of which are neighbours.
    private static TestGraph twoHubs() {
        IntStream leaves = IntStream.range(2, MANY);
        List<int[]> edges = new ArrayList<>();
        leaves.forEach(leaf -> {
            edges.add(new int[] {0, leaf});
            edges.add(new int[] {1, leaf});
            if (leaf % 5 == 0) {
                edges.add(new int[] {leaf - 1, leaf});
            }
        });
        return new TestGraph(
                "two hubs",
                MANY,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void eachHasACoverInTheCoreAndANeighbourThereInCommonWithEachThatIsCovered(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2)) {
            Csc lists = graph.out();
            CoveredVertices found = CoveredVertices.of(lists, workers, () -> false);
            int covered = 0;
            for (int v = 0; v < lists.vertexCount(); v++) {
                if (!found.covered(v)) {
                    continue;
                }
                covered++;
                int one = v;
                assertThat(IntStream.range(0, lists.vertexCount())
                                .filter(cover -> !found.covered(cover) && covers(lists, cover, one)))
                        .as("covers of %d", v)
                        .isNotEmpty();
                for (int w : neighbours(lists, v)) {
                    if (found.covered(w)) {
                        assertThat(coreNeighbours(lists, found, v))
                                .as("%d and %d", v, w)
                                .containsAnyElementsOf(coreNeighbours(lists, found, w));
                    }
                }
            }
            assertThat(found.count()).isEqualTo(covered);
        }
    }

    private static boolean covers(Csc lists, int cover, int v) {
        TreeSet<Integer> others = neighbours(lists, v);
        others.remove(cover);
        return cover != v && neighbours(lists, cover).containsAll(others);
    }

    private static TreeSet<Integer> neighbours(Csc lists, int v) {
        TreeSet<Integer> all = new TreeSet<>();
        for (long edge = lists.start(v); edge < lists.end(v); edge++) {
            all.add(lists.row(edge));
        }
        return all;
    }

    private static TreeSet<Integer> coreNeighbours(Csc lists, CoveredVertices found, int v) {
        TreeSet<Integer> core = neighbours(lists, v);
        core.removeIf(found::covered);
        return core;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void alikeAreThoseWithTheSameNeighboursInTheCore(TestGraph test) {
        for (String ordering : List.of("random", "natural")) {
            expectAlike(test, ordering);
        }
    }

    private static void expectAlike(TestGraph test, String ordering) {
        try (Graph graph = Prepared.graph(test, ordering);
                Workers workers = new Workers(2)) {
            Csc lists = graph.out();
            CoveredVertices found = CoveredVertices.of(lists, workers, () -> false);
            List<TreeSet<Integer>> core = IntStream.range(0, lists.vertexCount())
                    .mapToObj(v -> coreNeighbours(lists, found, v))
                    .toList();
            for (int v = 0; v < lists.vertexCount(); v++) {
                if (found.covered(v)) {
                    int one = v;
                    assertThat(found.first(v))
                            .as("%d", v)
                            .isEqualTo(IntStream.range(0, lists.vertexCount())
                                    .filter(w -> found.covered(w) && core.get(w).equals(core.get(one)))
                                    .findFirst()
                                    .orElseThrow());
                }
            }
        }
    }

    /// On a circle of four two are covered by the ones across, but these are neighbours. Of two hubs without
    /// an edge the one that the other covers is the neighbour of leaves that leaves cover, and gives way.
    @Test
    void ofNeighboursThatStrangersCoverOneIsInTheCore() {
        assertThat(covered(Shapes.cycle(4))).isOne();
        assertThat(covered(Shapes.cycle(5))).isZero();
        assertThat(covered(Shapes.complete(4))).isEqualTo(3);
        assertThat(covered(Shapes.star(9))).isEqualTo(8);
        assertThat(covered(Shapes.chain(6))).isEqualTo(2);
        assertThat(covered(twoHubs())).isGreaterThan(MANY / 2);
        assertThat(covered(Shapes.completeBipartite(3, 40))).isEqualTo(39);
    }

    private static int covered(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1)) {
            return CoveredVertices.of(graph.out(), workers, () -> false).count();
        }
    }

    /// Leaves of a circle, which are all that is covered of it. From 8,192 vertices on a sample tells how many.
    @ParameterizedTest
    @CsvSource({"8000, 10, 10", "8191, 0, 0", "8182, 10, 0", "10000, 100, 0", "10000, 1000, 1000"})
    void ofLargeGraphsTheyAreLookedForWhereASampleHasSome(int circle, int leaves, int found) {
        int[] from = IntStream.range(0, circle + leaves).toArray();
        int[] to = IntStream.range(0, circle + leaves)
                .map(v -> v < circle ? (v + 1) % circle : (v - circle) * (circle / leaves))
                .toArray();
        assertThat(covered(new TestGraph("leaves of a circle", circle + leaves, from, to, false)))
                .isEqualTo(found);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void aReducedGraphHoldsTheCoreAndAGroupOfAllThatAreAlike(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1)) {
            CoveredVertices found = CoveredVertices.of(graph.out(), workers, () -> false);
            ReducedGraph reduced = GraphReduction.of(graph, found, () -> false);
            assertThat(reduced == null).isEqualTo(found.count() * 8 < graph.verticesWithEdges());
            if (reduced != null) {
                expectReduced(graph, found, reduced);
                long rows = reduced.all().edgeCount();
                assertThat(GraphReduction.of(graph, found, rows, () -> false)).isNotNull();
                assertThat(GraphReduction.of(graph, found, rows - 1, () -> false))
                        .isNull();
            }
        }
    }

    private static void expectReduced(Graph graph, CoveredVertices found, ReducedGraph reduced) {
        int[] members = new int[reduced.members().length];
        List<TreeSet<Integer>> all = IntStream.range(0, reduced.vertexCount())
                .mapToObj(number -> new TreeSet<Integer>())
                .toList();
        for (int v = 0; v < graph.vertexCount(); v++) {
            int number = reduced.number()[v];
            if (graph.out().degree(v) == 0) {
                assertThat(number).isEqualTo(-1);
                continue;
            }
            assertThat(number < reduced.coreCount()).isEqualTo(!found.covered(v));
            TreeSet<Integer> numbers = new TreeSet<>();
            neighbours(graph.out(), v).forEach(w -> numbers.add(reduced.number()[w]));
            TreeSet<Integer> core = new TreeSet<>(numbers.headSet(reduced.coreCount()));
            assertThat(neighbours(reduced.core(), number)).isEqualTo(core);
            if (found.covered(v)) {
                assertThat(number).isEqualTo(reduced.number()[found.first(v)]);
                members[number - reduced.coreCount()]++;
                all.get(number).addAll(core);
                assertThat(neighbours(reduced.onwards(), number)).isEmpty();
            } else {
                all.get(number).addAll(numbers);
                assertThat(neighbours(reduced.onwards(), number)).isEqualTo(numbers);
            }
        }
        assertThat(reduced.members()).isEqualTo(members);
        for (int number = 0; number < reduced.vertexCount(); number++) {
            assertThat(neighbours(reduced.all(), number)).isEqualTo(all.get(number));
            int degree = reduced.all().degree(number);
            assertThat(degree).isEqualTo(all.get(number).size());
        }
        assertThat(Arrays.stream(reduced.number())
                        .filter(number -> number >= 0)
                        .distinct()
                        .count())
                .isEqualTo(reduced.vertexCount());
    }
}
