package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.closeness.JobEstimate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class EstimatesTest {
    private static final int LEAVES = 400;
    private static final long MANY = 1_000_000_000;

    /// A star, of whose leaves one search answers all.
    @Test
    void estimatesJobsWhoseSearchesTakeLong() {
        int[] hub = new int[LEAVES];
        int[] leaves = IntStream.rangeClosed(1, LEAVES).toArray();
        ClosenessJob listed = ClosenessJob.sources(List.of(1L, 2L, 3L));
        try (Graph graph = Graph.of(LEAVES + 1, hub, leaves).undirected();
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            List<Engine> engines = List.of(engine);
            assertThat(Estimates.of(engines, listed, 3, sources -> sources)).isNull();
            ClosenessJob all = ClosenessJob.allSources();
            assertThat(Estimates.of(engines, all, MANY, sources -> JobEstimate.searches(engine, all, sources)))
                    .isNull();
            assertThat(Estimates.of(engines, listed, MANY, sources -> sources))
                    .matches("about .+ \\(.+ to .+, from .+\\)");
        }
    }

    @Test
    void sharesAJobAmongEngines() {
        assertThat(Estimates.shared(new JobEstimate(120, 1.5, "3 batches", true), 4))
                .isEqualTo(new JobEstimate(30, 1.5, "3 batches", true));
    }

    @Test
    void saysHowFarAnEstimateMayBeWrong() {
        JobEstimate estimate = new JobEstimate(120, 1.5, "3 batches", true);
        assertThat(Estimates.words(estimate))
                .isEqualTo("at most about 2 min 0 s (1 min 20 s to 3 min 0 s, from 3 batches)");
        assertThat(Estimates.fields(estimate))
                .isEqualTo(Map.of(
                        "estimateMs", 120e3, "leastMs", 80e3, "mostMs", 180e3, "from", "3 batches", "atMost", true));
    }
}
