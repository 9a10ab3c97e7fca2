package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.EdgeSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinedEdgesTest {
    private static List<String> edges(EdgeSource source) {
        List<String> edges = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            source.stream(partition, (sources, targets, count) -> {
                for (int i = 0; i < count; i++) {
                    edges.add(sources[i] + " " + targets[i]);
                }
            });
        }
        return edges;
    }

    /// More edges than one batch holds, too.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 100})
    void aCliqueHasEachPairOnce(int vertices) {
        List<String> pairs = new ArrayList<>();
        for (int v = 0; v < vertices; v++) {
            for (int u = 0; u < v; u++) {
                pairs.add(u + " " + v);
            }
        }
        EdgeSource clique = new JoinedEdges.Clique(vertices);
        assertThat(edges(clique)).containsExactlyInAnyOrderElementsOf(pairs);
        assertThat(clique.edgeCount()).isEqualTo(pairs.size());
    }

    @Test
    void partsAreNumberedOneBehindTheOtherAndLinksAddEdges() {
        JoinedEdges joined = new JoinedEdges();
        assertThat(joined.add(new JoinedEdges.Clique(3))).isZero();
        assertThat(joined.add(new JoinedEdges.Clique(2))).isEqualTo(3);
        joined.link(2, 4);
        assertThat(joined.vertexCount()).isEqualTo(5);
        assertThat(joined.edgeCount()).isEqualTo(5);
        assertThat(edges(joined)).containsExactlyInAnyOrder("0 1", "0 2", "1 2", "3 4", "2 4");
    }
}
