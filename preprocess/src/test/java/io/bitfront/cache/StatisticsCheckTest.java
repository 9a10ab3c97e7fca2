package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.GraphStatistics;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatisticsCheckTest {
    private static final int NONE = -1;

    private static String problem(Graph graph, GraphStatistics statistics) {
        try (Workers workers = new Workers(2)) {
            Graph said = new Graph(
                    Arena.ofAuto(),
                    graph.out(),
                    graph.in(),
                    graph.permutation(),
                    graph.ids(),
                    graph.bvss(),
                    graph.hubs(),
                    graph.ordering(),
                    statistics);
            return new StatisticsCheck(said, workers).problem();
        }
    }

    /// With one figure, the `field`th, larger by one, or the other truth value.
    private static GraphStatistics with(GraphStatistics was, int field) {
        return new GraphStatistics(
                was.inputEdges() + (field == 0 ? 1 : 0),
                was.selfLoops() + (field == 1 ? 1 : 0),
                was.duplicates() + (field == 2 ? 1 : 0),
                was.isolatedVertices() + (field == 3 ? 1 : 0),
                was.maxOutDegree() + (field == 4 ? 1 : 0),
                was.maxInDegree() + (field == 5 ? 1 : 0),
                was.meanDegree() + (field == 6 ? 1 : 0),
                was.sliceCount() + (field == 7 ? 1 : 0),
                was.vssCount() + (field == 8 ? 1 : 0),
                was.compressionRatio() + (field == 9 ? 1 : 0),
                was.updateDivergence() + (field == 10 ? 1 : 0),
                (field == 11) != was.scaleFree(),
                was.components() + (field == 12 ? 1 : 0),
                was.orderReason());
    }

    @Test
    void namesTheFigureThatIsWrong() {
        for (TestGraph drawn :
                List.of(GraphKind.DIRECTED_SCALE_FREE.draw(1, 3_000), GraphKind.ROAD.draw(1, 3_000), Shapes.empty(5))) {
            try (Graph graph = TestInputs.prepared(drawn, "natural")) {
                GraphStatistics right = graph.statistics();
                long edges = graph.directed() ? graph.edgeCount() : graph.edgeCount() / 2;
                List<String> expected = List.of(
                        "inputEdges - selfLoops - duplicates is %d, expected %d".formatted(edges + 1, edges),
                        "inputEdges - selfLoops - duplicates is %d, expected %d".formatted(edges - 1, edges),
                        "inputEdges - selfLoops - duplicates is %d, expected %d".formatted(edges - 1, edges),
                        of("isolatedVertices", right.isolatedVertices() + 1, right.isolatedVertices()),
                        of("maxOutDegree", right.maxOutDegree() + 1, right.maxOutDegree()),
                        of("maxInDegree", right.maxInDegree() + 1, right.maxInDegree()),
                        of("meanDegree", right.meanDegree() + 1, right.meanDegree()),
                        of("sliceCount", right.sliceCount() + 1, right.sliceCount()),
                        of("vssCount", right.vssCount() + 1, right.vssCount()),
                        of("compressionRatio", right.compressionRatio() + 1, right.compressionRatio()),
                        of("updateDivergence", right.updateDivergence() + 1, right.updateDivergence()),
                        of("scaleFree", !right.scaleFree(), right.scaleFree()),
                        of("components", right.components() + 1, right.components()));
                assertThat(problem(graph, with(right, NONE))).isNull();
                for (int field = 0; field < expected.size(); field++) {
                    assertThat(problem(graph, with(right, field))).isEqualTo(expected.get(field));
                }
            }
        }
    }

    private static String of(String name, Object kept, Object right) {
        return "%s is %s, expected %s".formatted(name, kept, right);
    }

    /// Caches that were written without have -1; any other number is compared.
    @Test
    void takesComponentsThatWereNotCounted() {
        try (Graph graph = TestInputs.prepared(Shapes.chain(9), "natural")) {
            GraphStatistics right = graph.statistics();
            assertThat(right.components()).isEqualTo(1);
            assertThat(problem(graph, BvssVerifierTest.with(right, 0, 0, -2))).isNull();
            assertThat(problem(graph, BvssVerifierTest.with(right, 0, 0, -1))).isEqualTo("components is 0, expected 1");
        }
    }
}
