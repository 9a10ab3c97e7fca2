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
    void areWhatHangsOnTheRestByOneEdge(TestGraph test) {
        int[][] neighbours = test.outNeighbours();
        BitSet rest = rest(neighbours);
        try (Graph graph = Prepared.graph(test)) {
            for (int least = 1; least < 5; least++) {
                List<TallTrees.Foot> feet = new ArrayList<>();
                BitSet inTrees = new BitSet();
                for (int foot = rest.nextSetBit(0); foot >= 0; foot = rest.nextSetBit(foot + 1)) {
                    hang(neighbours, rest, foot, least, graph, feet, inTrees);
                }
                TallTrees found = TallTrees.of(graph.out(), graph.in(), least);
                assertThat(found.feet()).containsExactlyInAnyOrderElementsOf(feet);
                assertThat(found.size()).isEqualTo(inTrees.cardinality());
                for (int v = 0; v < test.vertexCount(); v++) {
                    assertThat(found.contains(graph.vertexOf(v))).isEqualTo(inTrees.get(v));
                }
            }
        }
    }

    /// A chain that leads away from a cycle, at one place back as well, and one that leads to it.
    @Test
    void leadAwayWhereEdgesLeadOneWay() {
        int[] from = {0, 1, 2, 3, 0, 4, 5, 5, 7, 8};
        int[] to = {1, 2, 3, 0, 4, 5, 4, 6, 8, 1};
        try (Graph graph = Prepared.graph(new TestGraph("chains", 9, from, to, true))) {
            TallTrees out = TallTrees.of(graph.out(), graph.in(), 2);
            assertThat(out.feet()).containsExactly(new TallTrees.Foot(graph.vertexOf(0), 3, 6, 3));
            assertThat(out.contains(graph.vertexOf(8))).isFalse();
            TallTrees in = TallTrees.of(graph.in(), graph.out(), 2);
            assertThat(in.feet()).containsExactly(new TallTrees.Foot(graph.vertexOf(1), 2, 3, 2));
        }
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

    private static void hang(
            int[][] neighbours,
            BitSet rest,
            int foot,
            int least,
            Graph graph,
            List<TallTrees.Foot> feet,
            BitSet inTrees) {
        int size = 0;
        long hops = 0;
        int height = 0;
        for (int branch : neighbours[foot]) {
            if (rest.get(branch)) {
                continue;
            }
            int[][] without = neighbours.clone();
            without[foot] = new int[0];
            int[] levels = BfsOracle.levels(without, branch);
            levels[foot] = -1;
            int inBranch = Arrays.stream(levels).max().orElseThrow();
            if (inBranch + 1 >= least) {
                for (int v = 0; v < levels.length; v++) {
                    if (levels[v] >= 0) {
                        inTrees.set(v);
                        size++;
                        hops += levels[v] + 1;
                    }
                }
                height = Math.max(height, inBranch + 1);
            }
        }
        if (size > 0) {
            feet.add(new TallTrees.Foot(graph.vertexOf(foot), size, hops, height));
        }
    }
}
