package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Against a look at every vertex: of in-degree d it looks at as many as one of the power of two below.
final class DegreeTableTest {
    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "DIRECTED_SCALE_FREE", "ROAD", "HUBS"})
    void foretellsHowManyAPullLooksAt(GraphKind kind) {
        TestGraph test = kind.draw(1, 40_000);
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(3)) {
            Adjacency in = new Adjacency(graph.in(), workers);
            DegreeTable table = new DegreeTable(in, graph.vertexCount(), workers);
            for (double hit : new double[] {0.001, 0.1, 0.5, 0.9, 1}) {
                double sum = 0;
                for (int v = 0; v < graph.vertexCount(); v++) {
                    sum += (1 - Math.pow(1 - hit, Math.max(1, Long.highestOneBit(in.degree(v))))) / hit;
                }
                assertThat(table.looks(hit)).isCloseTo(sum / graph.vertexCount(), within(1e-6));
            }
            assertThat(new DegreeTable(in, 0, workers).looks(0.5)).isZero();
        }
    }
}
