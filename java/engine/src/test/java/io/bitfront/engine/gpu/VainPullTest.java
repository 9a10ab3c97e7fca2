package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import org.junit.jupiter.api.Test;

/// What an in-neighbour costs that a pull looks at in vain, with no GPU.
class VainPullTest {
    private static final double USUAL = 0.008;

    private static double probe(TestGraph drawn, double usual) {
        try (Graph graph = Prepared.graph(drawn, "natural");
                Workers workers = new Workers(2)) {
            return VainPull.probe(graph, graph.verticesWithEdges(), usual, workers);
        }
    }

    /// 200 ns for each edge that half of a warp's lanes have, over all edges: of 15 vertices of 100 edges and 17 of 15
    /// it is 15, of 16 and 16 of 16 it is 100.
    @Test
    void isAsLongAsHalfOfTheSlowestWarpTakes() {
        assertThat(probe(Shapes.completeBipartite(15, 100), USUAL)).isCloseTo(200 * 15 / 3_000.0, within(1e-9));
        assertThat(probe(Shapes.completeBipartite(16, 100), USUAL)).isCloseTo(200 * 100 / 3_200.0, within(1e-9));
    }

    /// What a list has more is shared by the grid.
    @Test
    void countsNoMoreThanLanesLookAt() {
        assertThat(probe(Shapes.complete(150), USUAL)).isCloseTo(200 * 149 / 22_350.0, within(1e-9));
        assertThat(probe(Shapes.complete(200), USUAL)).isCloseTo(200 * 160 / 39_800.0, within(1e-9));
    }

    @Test
    void isTheUsualOneWhereWarpsHaveEnoughToDo() {
        assertThat(probe(Shapes.complete(200), 0.81)).isEqualTo(0.81);
        assertThat(probe(Shapes.chain(100_000), USUAL)).isEqualTo(USUAL);
        assertThat(probe(Shapes.complete(31), USUAL)).isEqualTo(USUAL);
        assertThat(probe(Shapes.empty(3), USUAL)).isEqualTo(USUAL);
    }
}
