package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// High trees against what is left when leaves are taken off one by one.
class TallTreesTest {
    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(List.of(
                Shapes.cycle(5),
                Shapes.chain(1),
                Shapes.chain(2),
                Shapes.chain(9),
                Shapes.caterpillar(6, 2),
                Shapes.joinedByPath(Shapes.caterpillar(6, 2), 3, Shapes.cycle(4))));
        IntStream.range(0, 60).mapToObj(TallTreesTest::random).forEach(graphs::add);
        return graphs;
    }

    /// Somewhat more edges than a forest has.
    private static TestGraph random(int seed) {
        Random dice = new Random(seed);
        int n = 2 + dice.nextInt(40);
        int edges = n - 2 + dice.nextInt(6);
        int reach = 1 + dice.nextInt(n - 1);
        int[] from = new int[edges];
        int[] to = new int[edges];
        for (int i = 0; i < edges; i++) {
            from[i] = dice.nextInt(n);
            to[i] = Math.max(0, from[i] - 1 - dice.nextInt(reach));
        }
        return new TestGraph("random %d".formatted(seed), n, from, to, false);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void areWhatHangsOnTheRestByOneEdgeOrJoinsItByAPath(TestGraph test) {
        int[][] neighbours = test.outNeighbours();
        BitSet rest = rest(neighbours);
        try (Graph graph = Prepared.graph(test)) {
            for (int least = 1; least < 5; least++) {
                BitSet paths = paths(neighbours, rest, least);
                BitSet leftOut = (BitSet) paths.clone();
                for (int foot = rest.nextSetBit(0); foot >= 0; foot = rest.nextSetBit(foot + 1)) {
                    hang(neighbours, rest, foot, paths.get(foot) ? 0 : least, leftOut);
                }
                TallTrees found = TallTrees.of(graph.out(), graph.in(), least);
                assertThat(found.size()).isEqualTo(leftOut.cardinality());
                List<TallTrees.Foot> feet = new ArrayList<>();
                for (int v = 0; v < test.vertexCount(); v++) {
                    int vertex = graph.vertexOf(v);
                    assertThat(found.contains(vertex)).isEqualTo(leftOut.get(v));
                    assertThat(found.knows(vertex)).isEqualTo(paths.get(v));
                    if (paths.get(v)) {
                        assertThat(found.sums(vertex)).isEqualTo(sums(neighbours, v));
                    } else if (!leftOut.get(v) && Arrays.stream(neighbours[v]).anyMatch(leftOut::get)) {
                        feet.add(beyond(neighbours, v, leftOut, vertex));
                    }
                }
                assertThat(feet(found)).containsExactlyInAnyOrderElementsOf(feet);
            }
        }
    }

    private static VertexSums sums(int[][] neighbours, int v) {
        int[] reached = Arrays.stream(BfsOracle.levels(neighbours, v))
                .filter(level -> level >= 0)
                .toArray();
        return new VertexSums(
                reached.length,
                Arrays.stream(reached).sum(),
                Double.NaN,
                Arrays.stream(reached).max().orElseThrow());
    }

    private static TallTrees.Foot beyond(int[][] neighbours, int foot, BitSet leftOut, int vertex) {
        int[][] away = neighbours.clone();
        away[foot] = Arrays.stream(away[foot]).filter(leftOut::get).toArray();
        VertexSums found = sums(away, foot);
        return new TallTrees.Foot(vertex, (int) found.reached() - 1, found.distanceSum(), found.eccentricity());
    }

    /// Vertices with two neighbours in the rest, which it holds together, in runs of so many or more.
    private static BitSet paths(int[][] neighbours, BitSet rest, int least) {
        BitSet joining = new BitSet();
        for (int v = rest.nextSetBit(0); v >= 0; v = rest.nextSetBit(v + 1)) {
            int[] two = Arrays.stream(neighbours[v]).filter(rest::get).toArray();
            int[][] without = neighbours.clone();
            without[v] = new int[0];
            if (two.length == 2 && BfsOracle.levels(without, two[0])[two[1]] < 0) {
                joining.set(v);
            }
        }
        int[][] within = new int[neighbours.length][];
        for (int v = 0; v < within.length; v++) {
            within[v] = Arrays.stream(neighbours[v]).filter(joining::get).toArray();
        }
        BitSet paths = new BitSet();
        joining.stream()
                .filter(v -> Arrays.stream(BfsOracle.levels(within, v))
                                .filter(level -> level >= 0)
                                .count()
                        >= least)
                .forEach(paths::set);
        return paths;
    }

    /// A chain that leads away from a cycle, at one place back as well, and one that leads to it. The other way
    /// round, the first one joins its end to the cycle.
    @Test
    void leadAwayWhereEdgesLeadOneWay() {
        int[] from = {0, 1, 2, 3, 0, 4, 5, 5, 7, 8};
        int[] to = {1, 2, 3, 0, 4, 5, 4, 6, 8, 1};
        try (Graph graph = Prepared.graph(new TestGraph("chains", 9, from, to, true))) {
            TallTrees out = TallTrees.of(graph.out(), graph.in(), 2);
            assertThat(feet(out)).containsExactly(new TallTrees.Foot(graph.vertexOf(0), 3, 6, 3));
            assertThat(out.contains(graph.vertexOf(8))).isFalse();
            TallTrees in = TallTrees.of(graph.in(), graph.out(), 2);
            assertThat(feet(in))
                    .containsExactlyInAnyOrder(
                            new TallTrees.Foot(graph.vertexOf(1), 2, 3, 2),
                            new TallTrees.Foot(graph.vertexOf(6), 8, 36, 8));
            assertThat(in.sums(graph.vertexOf(4))).isEqualTo(new VertexSums(8, 22, Double.NaN, 6));
        }
    }

    private static List<TallTrees.Foot> feet(TallTrees found) {
        return Arrays.stream(found.feet()).mapToObj(found::foot).toList();
    }

    /// Vertices that are left when none has one neighbour left, but those of components that are trees.
    private static BitSet rest(int[][] neighbours) {
        BitSet rest = new BitSet();
        rest.set(0, neighbours.length);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int v = 0; v < neighbours.length; v++) {
                if (rest.get(v)
                        && Arrays.stream(neighbours[v]).filter(rest::get).count() < 2) {
                    rest.clear(v);
                    changed = true;
                }
            }
        }
        return rest;
    }

    private static void hang(int[][] neighbours, BitSet rest, int foot, int least, BitSet inTrees) {
        for (int branch : neighbours[foot]) {
            if (rest.get(branch)) {
                continue;
            }
            int[][] without = neighbours.clone();
            without[foot] = new int[0];
            int[] levels = BfsOracle.levels(without, branch);
            levels[foot] = -1;
            if (Arrays.stream(levels).max().orElseThrow() + 1 >= least) {
                IntStream.range(0, levels.length).filter(v -> levels[v] >= 0).forEach(inTrees::set);
            }
        }
    }
}
