package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.file.FileException;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What ranges ask of a backend's states.
class RangeEngineTest {
    private static final TestGraph CYCLE = Shapes.cycle(200);

    /// Whatever stopped it, batches may be under way, whose rows would be taken for those of the next range.
    @Test
    void anEngineIsOfNoUseAfterAFailure() {
        ClosenessJob job = ClosenessJob.allSources().width(64);
        try (Graph graph = Prepared.graph(CYCLE);
                Arena arena = Arena.ofShared();
                RangeEngine engine =
                        new RangeEngine(Prepared.engine(new CpuEngine(graph, 1)), job, new RangePlan(200, 100, ""))) {
            ExactRows rows = new ExactRows(arena, 200, null);
            assertThatThrownBy(() -> engine.exact(graph, IntStream.range(0, 200).toArray(), rows, null, _ -> {
                        throw new FileException("the disk is full");
                    }))
                    .hasMessage("the disk is full");
            assertThat(engine.failed()).isTrue();
        }
    }

    /// A batch of a sample that is under way ends; the next does not begin.
    @Test
    void anInterruptEndsARangeOfASample() {
        ClosenessJob job = ClosenessJob.sample(200, 1).width(64);
        try (Graph graph = Prepared.graph(CYCLE)) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            RangePlan plan = new RangePlan(200, 1_024, "");
            try (RangeEngine engine = new RangeEngine(Prepared.engine(recorded.backend()), job, plan);
                    PivotRange range = new RangedJob(graph, job, plan).pivots(0)) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> range.traverse(engine))
                        .isInstanceOf(JobStoppedException.class)
                        .hasMessage("range 0 stopped after 0 of 200 pivots");
                assertThat(Thread.interrupted()).isTrue();
                assertThat(recorded.calls("perTarget")).isEmpty();
                assertThat(engine.failed()).isFalse();
                range.traverse(engine);
                assertThat(recorded.calls("perTarget")).hasSize(4);
            } finally {
                // Or the next test has it.
                Thread.interrupted();
            }
        }
    }

    /// Of a sample, batches of a range are as wide as the state, the last one but for what is left.
    @Test
    void anEngineOfRangesSumsEachPivotOnce() {
        ClosenessJob job = ClosenessJob.sample(150, 1).width(64).direction(Direction.IN);
        RangePlan plan = new RangePlan(150, 1_024, "");
        for (int count : new int[] {0, 1, 63, 64, 65, 128, 150}) {
            try (Graph graph = Prepared.graph(CYCLE);
                    Arena arena = Arena.ofShared()) {
                RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
                TargetSums sums = TargetSums.allocate(arena, 200);
                int[] pivots = IntStream.range(0, count).map(graph::vertexOf).toArray();
                try (RangeEngine engine = new RangeEngine(Prepared.engine(recorded.backend()), job, plan)) {
                    engine.sum(pivots, sums);
                    assertThat(engine.failed()).isFalse();
                    assertThat(engine.description()).isEqualTo("cpu (1 thread)");
                }
                long[] expected = new long[200];
                for (int pivot = 0; pivot < count; pivot++) {
                    int[] levels = BfsOracle.levels(CYCLE, pivot);
                    for (int v = 0; v < 200; v++) {
                        expected[v] += levels[v];
                    }
                }
                for (int v = 0; v < 200; v++) {
                    assertThat(sums.distance().get(graph.vertexOf(v))).isEqualTo(expected[v]);
                }
                List<String> batches = IntStream.iterate(count, left -> left > 0, left -> left - 64)
                        .mapToObj(left -> "perTarget(%d)".formatted(Math.min(left, 64)))
                        .toList();
                assertThat(recorded.calls("perTarget")).isEqualTo(batches);
                assertThat(recorded.calls("expect", "close"))
                        .containsExactly("expect(150)", "close(MultiSource)", "close(Backend)");
            }
        }
    }
}
