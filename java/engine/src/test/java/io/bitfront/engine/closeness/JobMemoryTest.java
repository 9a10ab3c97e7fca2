package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a job takes of memory beside the graph, in bytes a vertex, a source and an edge.
final class JobMemoryTest {
    private static final int VERTICES = 100;

    @Test
    void ofAnArrangementIsTwentyFiveBytesAVertexAndABit() {
        assertThat(SourceArrangement.bytes(80)).isEqualTo(80 * 25 + 10);
    }

    @Test
    void ofSizesOfComponentsIsThreeNumbersAVertex() {
        assertThat(ComponentSizes.bytes(7)).isEqualTo(7 * 12);
    }

    @Test
    void ofLevelsThatAreKeptIsFourNumbersAVertexAndAMegabyteAtLeast() {
        assertThat(TopBatches.keptBytes(10)).isEqualTo(1 << 20);
        assertThat(TopBatches.keptBytes(1_000_000)).isEqualTo(16_000_000);
    }

    /// A row and a number for each source; what follows from what, and of undirected graphs what is covered and the
    /// graph in fewer vertices, on hosts.
    @Test
    void ofAllSources() {
        for (TestGraph test : List.of(Shapes.chain(VERTICES), Shapes.oneWayChain(VERTICES))) {
            try (Graph graph = Prepared.graph(test);
                    Backend one = new CpuEngine(graph, 1);
                    Backend other = new CpuEngine(graph, 2)) {
                ClosenessJob job = ClosenessJob.allSources().width(64);
                long states = one.multiSourcesBytes(64, job.direction(), job.mode(), 40)
                        + other.multiSourcesBytes(64, job.direction(), job.mode(), 40);
                long follows = VERTICES * 41L;
                long fewer = test.directed() ? 0 : VERTICES * (41L + 56) + 198 * 16;
                assertThat(ExactRun.bytes(List.of(one, other), job, 40))
                        .isEqualTo(states + 40 * 28 + follows + fewer + VERTICES * 25 + 12);
            }
        }
    }

    /// Four sums a vertex for all engines, and twice for each that may give a batch up; sizes and depths of components.
    @Test
    void ofASample() {
        try (Graph graph = Prepared.graph(Shapes.oneWayChain(VERTICES));
                Backend one = new CpuEngine(graph, 1);
                Backend other = new CpuEngine(graph, 2)) {
            ClosenessJob job = ClosenessJob.sample(10, 1).width(64);
            long states = one.multiSourceBytes(64, job.direction().reversed(), job.mode())
                    + other.multiSourceBytes(64, job.direction().reversed(), job.mode());
            assertThat(SampleRun.bytes(List.of(one, other), job, VERTICES))
                    .isEqualTo(states + 5 * 32 * VERTICES + 16 * VERTICES + 24 * (VERTICES / 3));
        }
    }

    @Test
    void findsDepthsByVertex() {
        SampleRun.Depths depths = new SampleRun.Depths(9, 4, 7);
        depths.put(new int[] {7, 9}, 70, 90);
        assertThat(depths.found()).isEqualTo(2);
        depths.put(new int[] {4}, 40);
        assertThat(depths.found()).isEqualTo(3);
        assertThat(List.of(depths.of(9), depths.of(4), depths.of(7))).containsExactly(90, 40, 70);
    }
}
