package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.CscTransforms;
import io.bitfront.graph.Permutation;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class RcmOrderingTest {
    static List<TestGraph> graphs() {
        return Share.of(RcmOrderingTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void isCuthillMcKeeReversedComponentByComponent(TestGraph graph) {
        List<TreeSet<Integer>> neighbours = neighbours(graph);
        int[] reversed = connectedPart(order(graph), neighbours);
        for (int i = 0, j = reversed.length - 1; i < j; i++, j--) {
            int swap = reversed[i];
            reversed[i] = reversed[j];
            reversed[j] = swap;
        }
        int at = 0;
        while (at < reversed.length) {
            int[] expected = cuthillMcKee(reversed[at], neighbours, degrees(graph));
            assertThat(Arrays.copyOfRange(reversed, at, at + expected.length)).isEqualTo(expected);
            at += expected.length;
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void startsEachComponentAsFarOutAsItsSmallestVertexSees(TestGraph graph) {
        List<TreeSet<Integer>> neighbours = neighbours(graph);
        int[] order = connectedPart(order(graph), neighbours);
        for (int end = order.length; end > 0; ) {
            int root = order[end - 1];
            int[] component = cuthillMcKee(root, neighbours, degrees(graph));
            int smallest = Arrays.stream(component).min().orElseThrow();
            assertThat(eccentricity(root, neighbours)).isGreaterThanOrEqualTo(eccentricity(smallest, neighbours));
            end -= component.length;
        }
    }

    @Test
    void aShuffledPathComesOutStraight() {
        int n = 1001;
        int[] from = IntStream.range(0, n - 1).map(i -> (i * 37) % n).toArray();
        int[] to = IntStream.range(1, n).map(i -> (i * 37) % n).toArray();
        TestGraph path = new TestGraph("shuffled path", n, from, to, false);
        int[] order = order(path);
        List<TreeSet<Integer>> neighbours = neighbours(path);
        for (int i = 1; i < n; i++) {
            assertThat(neighbours.get(order[i])).contains(order[i - 1]);
        }
    }

    static List<TestGraph> graphsToShare() {
        return Stream.concat(
                        Share.of(RcmOrderingTest.class, TestGraphs.all()).stream(),
                        Arrays.stream(GraphKind.values())
                                .flatMap(kind -> Stream.of(kind.draw(11, 3_000), kind.draw(12, 12_000))))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphsToShare")
    void allWorkersTogetherGiveTheOrderOfOne(TestGraph graph) {
        int[] byOne = order(graph, new RcmOrdering(Integer.MAX_VALUE), 1);
        for (int threads = 1; threads <= 4; threads++) {
            assertThat(order(graph, new RcmOrdering(2), threads)).isEqualTo(byOne);
            assertThat(order(graph, new RcmOrdering(), threads)).isEqualTo(byOne);
        }
    }

    private static int[] order(TestGraph graph) {
        return order(graph, new RcmOrdering(), 2);
    }

    private static int[] order(TestGraph graph, RcmOrdering ordering, int threads) {
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(threads)) {
            Csc out = CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
            Csc in = graph.directed() ? CscTransforms.transpose(out, arena, workers) : out;
            Permutation permutation = ordering.order(out, in, arena, workers, Progress.NONE);
            int[] oldIdOf = permutation.oldIdOf().toArray();
            for (int v = 0; v < oldIdOf.length; v++) {
                assertThat(permutation.newIdOf().get(oldIdOf[v])).isEqualTo(v);
            }
            return oldIdOf;
        }
    }

    private static int[] connectedPart(int[] order, List<TreeSet<Integer>> neighbours) {
        int connected =
                (int) neighbours.stream().filter(list -> !list.isEmpty()).count();
        for (int i = 0; i < order.length; i++) {
            assertThat(neighbours.get(order[i]).isEmpty()).isEqualTo(i >= connected);
        }
        return Arrays.copyOf(order, connected);
    }

    private static List<TreeSet<Integer>> neighbours(TestGraph graph) {
        List<TreeSet<Integer>> neighbours = new ArrayList<>();
        for (int v = 0; v < graph.vertexCount(); v++) {
            neighbours.add(new TreeSet<>());
        }
        for (int i = 0; i < graph.from().length; i++) {
            if (graph.from()[i] != graph.to()[i]) {
                neighbours.get(graph.from()[i]).add(graph.to()[i]);
                neighbours.get(graph.to()[i]).add(graph.from()[i]);
            }
        }
        return neighbours;
    }

    /// As the ordering counts them: out- and in-edges of a directed graph, even where they join the same two.
    private static int[] degrees(TestGraph graph) {
        int[][] out = graph.outNeighbours();
        int[][] in = graph.inNeighbours();
        return IntStream.range(0, graph.vertexCount())
                .map(v -> graph.directed() ? out[v].length + in[v].length : out[v].length)
                .toArray();
    }

    private static int[] cuthillMcKee(int root, List<TreeSet<Integer>> neighbours, int[] degrees) {
        List<Integer> order = new ArrayList<>(List.of(root));
        Set<Integer> seen = new HashSet<>(order);
        for (int i = 0; i < order.size(); i++) {
            neighbours.get(order.get(i)).stream()
                    .filter(seen::add)
                    .sorted((a, b) -> {
                        int byDegree = Integer.compare(degrees[a], degrees[b]);
                        return byDegree != 0 ? byDegree : Integer.compare(a, b);
                    })
                    .forEach(order::add);
        }
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int eccentricity(int root, List<TreeSet<Integer>> neighbours) {
        ArrayDeque<int[]> queue = new ArrayDeque<>(List.of(new int[] {root, 0}));
        Set<Integer> seen = new HashSet<>(List.of(root));
        int depth = 0;
        while (!queue.isEmpty()) {
            int[] at = queue.poll();
            depth = at[1];
            for (int w : neighbours.get(at[0])) {
                if (seen.add(w)) {
                    queue.add(new int[] {w, at[1] + 1});
                }
            }
        }
        return depth;
    }
}
