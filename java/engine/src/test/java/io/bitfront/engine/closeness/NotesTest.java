package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a result says of the meaning of its numbers.
class NotesTest {
    private static final String FEW = "closeness counts only vertices that are reached, however few: where their number"
            + " differs, wf and harmonic compare better";

    private static List<String> notes(TestGraph test, Direction direction, ClosenessMeasure... measures) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            return engine.closeness(ClosenessJob.allSources().measures(measures).direction(direction))
                    .notes();
        }
    }

    /// Isolated vertices beside one component make none of a few.
    @Test
    void sayWhereClosenessMisleads() {
        String both = "undirected graph: distances are the same in both directions";
        TestGraph one = Shapes.star(9);
        for (Direction direction : Direction.values()) {
            assertThat(notes(one, direction, ClosenessMeasure.CLOSENESS)).containsExactly(both);
            assertThat(notes(Shapes.beside(one, Shapes.empty(3)), direction, ClosenessMeasure.CLOSENESS))
                    .containsExactly(both);
            TestGraph two = Shapes.beside(one, Shapes.chain(2));
            assertThat(notes(two, direction, ClosenessMeasure.WF, ClosenessMeasure.CLOSENESS))
                    .containsExactly(both, FEW);
            assertThat(notes(two, direction, ClosenessMeasure.WF, ClosenessMeasure.HARMONIC))
                    .containsExactly(both);
        }
    }

    @Test
    void sayWhichWayDistancesGo() {
        TestGraph chain = Shapes.oneWayChain(5);
        String out = "direction out: distances from each vertex along out-edges";
        String in = "direction in: distances to each vertex, along in-edges from it";
        assertThat(notes(chain, Direction.OUT, ClosenessMeasure.CLOSENESS)).containsExactly(out, FEW);
        assertThat(notes(chain, Direction.IN, ClosenessMeasure.CLOSENESS)).containsExactly(in, FEW);
        assertThat(notes(chain, Direction.IN, ClosenessMeasure.LIN)).containsExactly(in);
    }
}
