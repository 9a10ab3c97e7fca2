package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Level 2 where the vertices of some class are met on several ways, and counting ways alone says too much.
final class FewEdgesTest {
    private static final int LEAVES = 50;
    private static final int PENDANTS = 9;
    private static final int CLIQUE = 12;

    /// A root has `edges` neighbours that each lead to all of 50 vertices: as many ways to each, which has no other
    /// edges. The root has more edges than any class, as have the vertices of a clique beside it.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void countsVerticesOfFewEdgesOnceHoweverManyWaysLeadToThem(int edges) {
        TestGraph test = graph(edges);
        try (Graph graph = Prepared.graph(test)) {
            int root = graph.vertexOf(0);
            int n = graph.vertexCount();
            int[] degree = new int[n];
            for (int v = 0; v < n; v++) {
                degree[v] = graph.out().degree(v);
            }
            FewEdges few = FewEdges.count(graph.out(), degree, n, Reach.of(graph, true), false);
            few.tell(FewEdges.PAIRS, n);
            assertThat(few.second(root, graph.out(), new int[16], FewEdges.PAIRS))
                    .isEqualTo(LEAVES);
        }
    }

    private static TestGraph graph(int edges) {
        List<int[]> all = new ArrayList<>();
        for (int middle = 1; middle <= edges; middle++) {
            all.add(new int[] {0, middle});
            for (int leaf = 0; leaf < LEAVES; leaf++) {
                all.add(new int[] {middle, 1 + edges + leaf});
            }
        }
        int pendant = 1 + edges + LEAVES;
        for (int i = 0; i < PENDANTS; i++) {
            all.add(new int[] {0, pendant + i});
        }
        int clique = pendant + PENDANTS;
        for (int v = 0; v < CLIQUE; v++) {
            for (int w = 0; w < v; w++) {
                all.add(new int[] {clique + v, clique + w});
            }
        }
        return new TestGraph(
                "leaves of %d edges".formatted(edges),
                clique + CLIQUE,
                all.stream().mapToInt(edge -> edge[0]).toArray(),
                all.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
    }
}
