package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.VertexIds;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checkpoints say which graph they are of by it: it must stay what it is, whatever the order and the version.
class GraphFingerprintTest {
    private static long mixed(long value) {
        return new SplittableRandom(value).nextLong();
    }

    private static long expected(TestGraph test, long firstId) {
        int[][] out = test.outNeighbours();
        long sum = 0;
        for (int v = 0; v < out.length; v++) {
            sum += mixed(~(firstId + v));
            for (int w : out[v]) {
                sum += mixed((long) v << 32 | w);
            }
        }
        return sum;
    }

    /// One block of columns, several, and none.
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 4_095, 4_096, 4_097, 9_000})
    void isASumOverVerticesAndEdges(int vertices) {
        for (GraphKind kind : new GraphKind[] {GraphKind.UNIFORM, GraphKind.DIRECTED_SCALE_FREE}) {
            TestGraph test = kind.draw(3, vertices);
            for (String ordering : new String[] {"natural", "random"}) {
                try (Graph graph = Prepared.graph(test, ordering)) {
                    assertThat(GraphFingerprint.of(graph)).as(test.name()).isEqualTo(expected(test, 0));
                }
            }
        }
        TestGraph empty = Shapes.empty(0);
        try (Graph graph = Prepared.graph(empty)) {
            assertThat(GraphFingerprint.of(graph)).isZero();
        }
    }

    @Test
    void tellsIds() {
        TestGraph test = Shapes.grid(4, 5);
        try (Graph graph = Prepared.graph(test, new VertexIds.Range(100, 20), "random")) {
            assertThat(GraphFingerprint.of(graph))
                    .isEqualTo(expected(test, 100))
                    .isNotEqualTo(expected(test, 0));
        }
    }
}
