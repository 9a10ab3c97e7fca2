package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class HubsTest {
    static List<TestGraph> graphs() {
        return Share.of(HubsTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void isTheInNeighbourOfLargestInDegree(TestGraph graph) {
        assertThat(hubs(graph)).containsExactly(expected(graph));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void isTheSameWhereVerticesStandByDescendingInDegree(TestGraph graph) {
        TestGraph sorted = byDescendingInDegree(graph);
        assertThat(hubs(sorted)).containsExactly(expected(sorted));
    }

    @Test
    void isTheSmallestNumberAmongEquals() {
        assertThat(hubs(Shapes.cycle(5))).containsExactly(1, 0, 1, 2, 0);
    }

    @Test
    @Tag("once")
    void worksPastOnePieceOfWork() {
        TestGraph graph = GraphKind.DIRECTED_SCALE_FREE.draw(4, 50_000);
        assertThat(hubs(graph)).containsExactly(expected(graph));
    }

    private static TestGraph byDescendingInDegree(TestGraph graph) {
        int[][] in = graph.inNeighbours();
        int[] order = IntStream.range(0, in.length)
                .boxed()
                .sorted(Comparator.comparingInt((Integer v) -> -in[v].length))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] newIdOf = new int[in.length];
        for (int v = 0; v < in.length; v++) {
            newIdOf[order[v]] = v;
        }
        return graph.renumbered(graph.name(), newIdOf);
    }

    private static int[] expected(TestGraph graph) {
        int[][] in = graph.inNeighbours();
        return IntStream.range(0, in.length)
                .map(v -> IntStream.of(in[v])
                        .boxed()
                        .max(Comparator.<Integer>comparingInt(u -> in[u].length)
                                .thenComparing(Comparator.reverseOrder()))
                        .orElse(-1))
                .toArray();
    }

    private static int[] hubs(TestGraph graph) {
        try (Arena arena = Arena.ofShared();
                Workers workers = new Workers(3)) {
            Csc in = CscBuilder.of(arena, graph.vertexCount(), graph.to(), graph.from(), !graph.directed());
            IntArray hubs = IntArray.allocate(arena, graph.vertexCount(), "hubs");
            Hubs.find(in, hubs, workers);
            return hubs.toArray();
        }
    }
}
