package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.ResourceException;
import io.bitfront.graph.EdgeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinedEdgesTest {
    /// What a source streams, `FROM TO` each.
    static List<String> edges(EdgeSource source) {
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

    /// Edges in several partitions, of which some are empty.
    private static final class Listed implements EdgeSource {
        private final int[][][] partitions;
        private boolean closed;

        Listed(int[][]... partitions) {
            this.partitions = partitions;
        }

        @Override
        public int vertexCount() {
            return 10;
        }

        @Override
        public long edgeCount() {
            return Arrays.stream(partitions).mapToLong(edges -> edges.length).sum();
        }

        @Override
        public int partitions() {
            return partitions.length;
        }

        @Override
        public void stream(int partition, Batch batch) {
            for (int[] edge : partitions[partition]) {
                batch.accept(new int[] {edge[0], 99}, new int[] {edge[1], 99}, 1);
            }
        }

        @Override
        public long heldBytes() {
            return 100L * partitions.length;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static final int[][] NONE = {};

    @Test
    void partsOfSeveralPartitionsAreStreamedOneBehindTheOther() {
        Listed one = new Listed(NONE, new int[][] {{7, 2}, {3, 1}}, new int[][] {{4, 4}});
        Listed other = new Listed(new int[][] {{0, 9}}, NONE);
        JoinedEdges joined = new JoinedEdges();
        joined.add(one);
        joined.add(new JoinedEdges.Clique(2));
        joined.add(other);
        joined.link(1, 21);
        joined.link(11, 0);
        assertThat(joined.partitions()).isEqualTo(7);
        assertThat(joined.vertexCount()).isEqualTo(22);
        assertThat(edges(joined)).containsExactly("7 2", "3 1", "4 4", "10 11", "12 21", "1 21", "11 0");
        assertThat(joined.edgeCount()).isEqualTo(7);
        assertThat(joined.heldBytes()).isEqualTo(500);
        joined.close();
        assertThat(one.closed).isTrue();
        assertThat(other.closed).isTrue();
    }

    /// A part that is there twice is held once.
    @Test
    void aPartMayBeThereTwice() {
        Listed one = new Listed(new int[][] {{7, 2}});
        JoinedEdges joined = new JoinedEdges();
        joined.add(one);
        joined.add(one);
        assertThat(edges(joined)).containsExactly("7 2", "17 12");
        assertThat(joined.heldBytes()).isEqualTo(100);
        assertThat(joined.input("both").directed()).isFalse();
        assertThat(joined.directed(true).input("one way").directed()).isTrue();
    }

    @Test
    void thereAreNoMoreVerticesThanAnIntCounts() {
        JoinedEdges joined = new JoinedEdges();
        joined.add(new JoinedEdges.Clique(Integer.MAX_VALUE - 1));
        EdgeSource two = new JoinedEdges.Clique(2);
        assertThatThrownBy(() -> joined.add(two))
                .isInstanceOf(ResourceException.class)
                .hasMessage("graphs side by side: over 2,147,483,647 vertices");
        assertThat(joined.add(new JoinedEdges.Clique(1))).isEqualTo(Integer.MAX_VALUE - 1);
    }

    /// The source of the first edge, in whichever partition that is; -1 where there is none.
    @Test
    void anAnchorHasAnEdge() {
        assertThat(JoinedEdges.anchor(new Listed(NONE, new int[][] {{7, 2}, {3, 1}}, new int[][] {{4, 4}})))
                .isEqualTo(7);
        assertThat(JoinedEdges.anchor(new Listed(new int[][] {{0, 2}, {3, 1}}))).isZero();
        assertThat(JoinedEdges.anchor(new Listed(NONE, NONE))).isEqualTo(-1);
    }
}
