package io.bitfront.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestGraphsTest {
    @Test
    void givesEveryGraphItsOwnName() {
        List<String> names = TestGraphs.all().stream().map(TestGraph::name).toList();
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(80);
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void drawsTheSameGraphFromTheSameSeed(GraphKind kind) {
        TestGraph graph = TestGraphs.random(kind, 5);
        TestGraph again = TestGraphs.random(kind, 5);
        TestGraph other = TestGraphs.random(kind, 6);
        assertThat(again.from()).isEqualTo(graph.from());
        assertThat(again.to()).isEqualTo(graph.to());
        assertThat(other.name()).isNotEqualTo(graph.name());
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void drawsAnySizeFromOneVertexOn(GraphKind kind) {
        for (int n = 1; n <= 40; n++) {
            assertThat(kind.draw(n, n).vertexCount()).isBetween(1, n);
        }
    }

    @Test
    void holdsBothDirectedAndUndirectedGraphsOfTheBoundarySizes() {
        for (int n : new int[] {7, 8, 9, 31, 32, 33}) {
            assertThat(TestGraphs.small()).anyMatch(g -> g.vertexCount() == n && g.directed() && g.cleanEdges() > 0);
            assertThat(TestGraphs.small()).anyMatch(g -> g.vertexCount() == n && !g.directed() && g.cleanEdges() > 0);
        }
        assertThat(TestGraphs.small()).anyMatch(g -> g.vertexCount() == 0);
        assertThat(TestGraphs.small()).anyMatch(g -> g.vertexCount() == 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {127, 128, 129})
    void makesExactlyTheSlicesItPromises(int slices) {
        assertThat(slicesOfFirstSet(Shapes.starOfSlices(slices))).isEqualTo(slices);
        assertThat(slicesOfFirstSet(Shapes.fanOfSlices(slices))).isEqualTo(slices);
    }

    private static long slicesOfFirstSet(TestGraph graph) {
        return Arrays.stream(graph.outNeighbours())
                .limit(8)
                .flatMapToInt(Arrays::stream)
                .distinct()
                .count();
    }

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#small")
    void listsAnEdgeAmongOutAndInNeighbours(TestGraph graph) {
        int[][] out = graph.outNeighbours();
        int[][] in = graph.inNeighbours();
        boolean[][] joined = new boolean[graph.vertexCount()][graph.vertexCount()];
        for (int i = 0; i < graph.givenEdges(); i++) {
            int source = graph.from()[i];
            int target = graph.to()[i];
            joined[source][target] = source != target;
            joined[target][source] |= source != target && !graph.directed();
        }
        for (int v = 0; v < graph.vertexCount(); v++) {
            int vertex = v;
            assertThat(out[v])
                    .isEqualTo(IntStream.range(0, graph.vertexCount())
                            .filter(w -> joined[vertex][w])
                            .toArray());
            assertThat(in[v])
                    .isEqualTo(IntStream.range(0, graph.vertexCount())
                            .filter(w -> joined[w][vertex])
                            .toArray());
        }
    }

    @Test
    void leavesTheIsolatedVerticesItNames() {
        assertThat(isolated("isolated first")).isEqualTo(IntStream.range(0, 10).toArray());
        assertThat(isolated("isolated last")).isEqualTo(IntStream.range(30, 40).toArray());
        assertThat(isolated("isolated in the middle"))
                .isEqualTo(IntStream.range(17, 23).toArray());
    }

    private static int[] isolated(String name) {
        TestGraph graph = TestGraphs.small().stream()
                .filter(g -> g.name().equals(name))
                .findFirst()
                .orElseThrow();
        int[][] out = graph.outNeighbours();
        return IntStream.range(0, out.length).filter(v -> out[v].length == 0).toArray();
    }
}
