package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.PaperKernel;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphStatistics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The paper's choice, and its trial on a clock of its own.
class PaperKernelsTest {
    private final List<String> launched = new ArrayList<>();

    /// The kernel without switching takes a thousand times the source; each one's first launch takes longer.
    private long nanos(long source, BfsKernel kernel) {
        boolean first = launched.stream().noneMatch(one -> one.startsWith(kernel + " "));
        launched.add(kernel + " " + source);
        return (first ? 1_000_000 : 0) + (kernel == BfsKernel.LAZY_PULL ? source : 1_000 * source);
    }

    @Test
    void sumsTheTimesOfAllSourcesButNoFirstLaunch() {
        SwitchTrial trial = PaperKernels.trial(this::nanos, 5, 7, 11);
        assertThat(trial).isEqualTo(new SwitchTrial(23, 23_000));
        assertThat(trial.switching()).isTrue();
        assertThat(launched)
                .containsExactly(
                        "LAZY_PULL 5",
                        "LAZY 5",
                        "LAZY_PULL 5",
                        "LAZY 5",
                        "LAZY_PULL 7",
                        "LAZY 7",
                        "LAZY_PULL 11",
                        "LAZY 11");
    }

    @Test
    void aGraphWithoutSourcesIsNotTriedAndDoesNotSwitch() {
        SwitchTrial trial = PaperKernels.trial(this::nanos);
        assertThat(launched).isEmpty();
        assertThat(trial.switching()).isFalse();
    }

    @Test
    void theTrialIsRunOnceWhereItsAnswerIsWanted() {
        PaperKernels kernels = new PaperKernels(false, this::nanos, () -> new long[] {5, 7});
        assertThat(kernels.of(PaperKernel.LAZY)).isEqualTo(BfsKernel.LAZY);
        assertThat(kernels.trial()).isEmpty();
        assertThat(kernels.of(PaperKernel.CHOSEN)).isEqualTo(BfsKernel.LAZY_PULL);
        assertThat(kernels.trial()).contains(new SwitchTrial(12, 12_000));
        int launches = launched.size();
        assertThat(kernels.chosen()).isEqualTo(BfsKernel.LAZY_PULL);
        assertThat(launched).hasSize(launches);
    }

    @Test
    void whereLevelsAreStoredOnDiscoveryNothingIsTried() {
        PaperKernels kernels = new PaperKernels(true, this::nanos, () -> new long[] {5, 7});
        assertThat(kernels.chosen()).isEqualTo(BfsKernel.EAGER);
        assertThat(kernels.withTensorLevelsAlone()).isEqualTo(BfsKernel.EAGER);
        assertThat(launched).isEmpty();
    }

    /// By the paper's threshold of the update divergence, 25,000.
    @Test
    void levelsAreStoredOnDiscoveryWhereUpdatesAreNear() {
        assertThat(PaperKernels.storesEagerly(diverging(25_000))).isTrue();
        assertThat(PaperKernels.storesEagerly(diverging(25_000.5))).isFalse();
    }

    private static GraphStatistics diverging(double updateDivergence) {
        return GraphStatistics.of(
                new EdgeCounts(8, 0, 0),
                new DegreeStatistics(0, 2, 2, 2, false, "", 0),
                8,
                1,
                0.125,
                updateDivergence,
                1);
    }
}
