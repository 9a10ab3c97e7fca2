package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.PullSample;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Samples of graphs as kernels read them.
class PullSamplesTest {
    private static final int WORDS = PullSample.BYTES / 4;

    static List<TestGraph> graphs() {
        return TestGraphs.small();
    }

    private static boolean areOfUse(TestGraph test, long leastEdges) {
        try (Graph graph = Prepared.graph(test, "degree")) {
            return PullSamples.areOfUse(graph, leastEdges);
        }
    }

    /// Every one is where an edge ends; its hub and first in-neighbours stand beside it.
    @ParameterizedTest
    @MethodSource("graphs")
    void areEndsOfEdgesWithTheirFirstInNeighbours(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "random")) {
            if (graph.edgeCount() == 0) {
                return;
            }
            int[] words = PullSamples.of(graph);
            assertThat(words).hasSize(WORDS * Constants.PULL_SAMPLES);
            for (int i = 0; i < Constants.PULL_SAMPLES; i++) {
                int[] sample = Arrays.copyOfRange(words, WORDS * i, WORDS * (i + 1));
                int vertex = sample[PullSample.VERTEX / 4];
                long edge = (long) ((i + 0.5) / Constants.PULL_SAMPLES * graph.edgeCount());
                assertThat(vertex).isEqualTo(graph.out().row(edge));
                assertThat(sample[PullSample.HUB / 4]).isEqualTo(graph.hubs().get(vertex));
                int[] first = IntStream.range(0, Constants.SAMPLE_LOOKS)
                        .map(k -> k < graph.in().degree(vertex)
                                ? graph.in().row(graph.in().start(vertex) + k)
                                : -1)
                        .toArray();
                assertThat(Arrays.copyOfRange(sample, PullSample.NEIGHBOURS / 4, WORDS))
                        .isEqualTo(first);
            }
        }
    }

    /// Where nearly all is around one hub a pull finds what it looks for once that is reached.
    @Test
    void areOfNoUseAroundOneHub() {
        TestGraph star = Shapes.star(2_000);
        assertThat(areOfUse(star, 0)).isFalse();
        assertThat(areOfUse(Shapes.complete(60), 0)).isFalse();
        assertThat(areOfUse(Shapes.joinedByPath(star, 5, star), 0)).isTrue();
        assertThat(areOfUse(Shapes.joinedByPath(star, 5, Shapes.complete(50)), 0))
                .isTrue();
        assertThat(areOfUse(Shapes.grid(40, 40), 0)).isTrue();
    }

    /// One in a hundred of the ends may be elsewhere: of 4,034 edges both ways 20 are of a path, of 4,134 120.
    @Test
    void aLittleMayBeElsewhere() {
        TestGraph star = Shapes.star(2_000);
        assertThat(areOfUse(Shapes.joinedByPath(star, 9, Shapes.chain(2)), 0)).isFalse();
        assertThat(areOfUse(Shapes.joinedByPath(star, 60, Shapes.chain(2)), 0)).isTrue();
    }

    @Test
    void areOfNoUseWithoutManyEdges() {
        TestGraph grid = Shapes.grid(10, 10);
        assertThat(areOfUse(grid, 360)).isTrue();
        assertThat(areOfUse(grid, 361)).isFalse();
        assertThat(areOfUse(Shapes.empty(7), 0)).isFalse();
    }
}
