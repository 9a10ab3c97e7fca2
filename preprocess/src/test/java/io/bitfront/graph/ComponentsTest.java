package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("drawn")
class ComponentsTest {
    static List<TestGraph> graphs() {
        return Share.of(ComponentsTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void labelsEveryVertexWithTheSmallestOfItsComponent(TestGraph graph) {
        check(graph, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    @Tag("once")
    void labelsDoNotDependOnThreads(int threads) {
        check(GraphKind.ROAD.draw(4, 200_000), threads);
        check(Shapes.chain(200_000).renumbered("shuffled chain", odds(200_000)), threads);
    }

    @Test
    void nothingHasNoComponents() {
        check(Shapes.empty(0), 2);
        check(Shapes.empty(3), 2);
    }

    @Test
    void theComponentOfMostSamplesIsTheOneThatIsLeftOut() {
        assertThat(Components.mostFrequent(7)).isEqualTo(7);
        assertThat(Components.mostFrequent(3, 0, 3, 5, 0, 3)).isEqualTo(3);
        assertThat(Components.mostFrequent(9, 0, 9, 0, 4)).isZero();
        assertThat(Components.mostFrequent(0, 9, 0, 4, 9, 9)).isEqualTo(9);
        assertThat(Components.mostFrequent(2, 1)).isEqualTo(1);
        assertThat(Components.mostFrequent(1, 1, 2)).isEqualTo(1);
        assertThat(Components.mostFrequent(1, 2, 2, 3)).isEqualTo(2);
    }

    private static int[] odds(int n) {
        int[] newIdOf = new int[n];
        for (int v = 0; v < n; v++) {
            newIdOf[v] = (int) (v * 77_777L % n);
        }
        return newIdOf;
    }

    private static void check(TestGraph graph, int threads) {
        int[] expected = labels(graph);
        try (Workers workers = new Workers(threads);
                Arena arena = Arena.ofShared()) {
            Csc csc = CscBuilder.of(arena, graph.vertexCount(), graph.from(), graph.to(), !graph.directed());
            Csc in = graph.directed() ? CscTransforms.transpose(csc, arena, workers) : csc;
            assertThat(Components.label(csc, in, arena, workers).toArray()).isEqualTo(expected);
            assertThat(Components.count(csc, in, workers))
                    .isEqualTo((int) Arrays.stream(expected).distinct().count());
        }
    }

    /// By plain queue traversals, from the smallest vertex of each component.
    private static int[] labels(TestGraph graph) {
        int[] labels = new int[graph.vertexCount()];
        Arrays.setAll(labels, v -> v);
        int[][] out = graph.outNeighbours();
        int[][] in = graph.inNeighbours();
        int[] queue = new int[labels.length];
        boolean[] seen = new boolean[labels.length];
        for (int v = 0; v < labels.length; v++) {
            int end = 0;
            if (!seen[v]) {
                queue[end++] = v;
                seen[v] = true;
            }
            for (int at = 0; at < end; at++) {
                labels[queue[at]] = v;
                for (int[] list : new int[][] {out[queue[at]], in[queue[at]]}) {
                    for (int u : list) {
                        if (!seen[u]) {
                            seen[u] = true;
                            queue[end++] = u;
                        }
                    }
                }
            }
        }
        return labels;
    }
}
