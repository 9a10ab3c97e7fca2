package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.bitfront.cache.DerivedGraphs;
import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.ShortestPath;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Graphs made of graphs, their components and paths in them, against plain searches.
final class PartsTest {
    static List<TestGraph> graphs() {
        return TestGraphs.small();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void searchesTheGraphTurnedRound(TestGraph test) {
        if (!test.directed()) {
            return;
        }
        int[][] in = test.inNeighbours();
        try (Workers workers = new Workers(2);
                Graph graph = Prepared.graph(test);
                Graph reversed = DerivedGraphs.reversed(graph, true, workers);
                Engine engine = Engine.open(reversed, new Device.Cpu(2))) {
            for (int source = 0; source < test.vertexCount(); source += 1 + test.vertexCount() / 7) {
                assertThat(engine.bfs(source).level().toArray())
                        .as("%s from %d", test, source)
                        .isEqualTo(BfsOracle.levels(in, source));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void numbersComponentsAndSearchesThePartsTheyAre(TestGraph test) {
        try (Workers workers = new Workers(2);
                Graph graph = Prepared.graph(test)) {
            for (boolean strong : new boolean[] {false, true}) {
                ComponentPartition parts =
                        strong ? ComponentPartition.strong(graph, workers) : ComponentPartition.weak(graph, workers);
                int[] number = IntStream.range(0, test.vertexCount())
                        .map(v -> parts.number()[graph.vertexOf(v)])
                        .toArray();
                assertThat(number).as("%s, strong: %s", test, strong).isEqualTo(expected(test, strong));
                assertThat(parts.size())
                        .isEqualTo(IntStream.rangeClosed(1, parts.count())
                                .map(one -> (int) Arrays.stream(number)
                                        .filter(n -> n == one)
                                        .count())
                                .toArray());
                searchLargest(test, graph, parts, number, workers);
            }
        }
    }

    /// Labels, sizes, first vertices and numbers, and what is sorted, take 24 bytes for each vertex of its own.
    @Test
    void takesNoObjectForEachComponent() {
        int n = 1_000_000;
        try (Workers workers = new Workers(1);
                Graph graph = Graph.of(n, new int[] {n - 2}, new int[] {n - 1}).undirected()) {
            ThreadMXBean counter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = counter.getCurrentThreadAllocatedBytes();
            ComponentPartition parts = ComponentPartition.weak(graph, workers);
            assertThat(counter.getCurrentThreadAllocatedBytes() - before).isLessThan(40L * n);
            assertThat(parts.count()).isEqualTo(n - 1);
            assertThat(parts.number()[graph.vertexOf(n - 1)]).isEqualTo(1);
            assertThat(parts.number()[graph.vertexOf(0)]).isEqualTo(2);
            assertThat(parts.number()[graph.vertexOf(n - 3)]).isEqualTo(n - 1);
        }
    }

    /// Component numbers by searches from every vertex.
    private static int[] expected(TestGraph test, boolean strong) {
        int n = test.vertexCount();
        int[][] out = test.outNeighbours();
        int[][] in = test.inNeighbours();
        int[][] both = IntStream.range(0, n)
                .mapToObj(v -> IntStream.concat(Arrays.stream(out[v]), Arrays.stream(in[v]))
                        .toArray())
                .toArray(int[][]::new);
        int[] first = new int[n];
        Arrays.fill(first, -1);
        int[] size = new int[n];
        for (int v = 0; v < n; v++) {
            if (first[v] < 0) {
                int[] forth = BfsOracle.levels(strong ? out : both, v);
                int[] back = strong ? BfsOracle.levels(in, v) : forth;
                for (int w = 0; w < n; w++) {
                    if (forth[w] >= 0 && back[w] >= 0) {
                        first[w] = v;
                        size[v]++;
                    }
                }
            }
        }
        List<Integer> order = IntStream.range(0, n)
                .filter(v -> size[v] > 0)
                .boxed()
                .sorted((a, b) -> size[a] == size[b] ? a - b : size[b] - size[a])
                .toList();
        return Arrays.stream(first).map(v -> order.indexOf(v) + 1).toArray();
    }

    private static void searchLargest(
            TestGraph test, Graph graph, ComponentPartition parts, int[] number, Workers workers) {
        int[] kept =
                IntStream.range(0, number.length).filter(v -> number[v] == 1).toArray();
        int[][] all = test.outNeighbours();
        int[][] out = Arrays.stream(kept)
                .mapToObj(v -> Arrays.stream(all[v])
                        .map(w -> Arrays.binarySearch(kept, w))
                        .filter(w -> w >= 0)
                        .toArray())
                .toArray(int[][]::new);
        try (Graph part = DerivedGraphs.induced(graph, parts::inLargest, true, workers);
                Engine engine = Engine.open(part, new Device.Cpu(2))) {
            assertThat(part.vertexCount()).isEqualTo(kept.length);
            for (int source = 0; source < kept.length; source += 1 + kept.length / 5) {
                BfsRequest request = BfsRequest.from(kept[source]).withParents(true);
                BfsResult result = engine.bfs(request);
                assertThat(result.level().toArray()).as(test.toString()).isEqualTo(BfsOracle.levels(out, source));
                assertThat(LevelVerifier.verify(part, request, result)).isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void walksAlongEdgesInAsManyStepsAsHops(TestGraph test) {
        int n = test.vertexCount();
        int[][] out = test.outNeighbours();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Engine.open(graph, new Device.Cpu(2))) {
            for (int i = 0; i < Math.min(n, 12); i++) {
                int from = i * 7919 % n;
                int to = (i * 104_729 + 3) % n;
                int hops = BfsOracle.levels(test, from)[to];
                ShortestPath path = ShortestPath.between(engine, from, to);
                assertThat(path.hops()).as("%s from %d to %d", test, from, to).isEqualTo(hops);
                for (int step = 0; step < hops; step++) {
                    int here = path.vertices().get(step).intValue();
                    int next = path.vertices().get(step + 1).intValue();
                    assertThat(out[here]).contains(next);
                }
                if (hops >= 0) {
                    assertThat(path.vertices().getFirst()).isEqualTo(from);
                    assertThat(path.vertices().getLast()).isEqualTo(to);
                }
            }
        }
    }
}
