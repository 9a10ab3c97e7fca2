package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.SwitchTrial;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The paper's trial on a clock of its own.
class SwitchTrialTest {
    private final List<String> launched = new ArrayList<>();

    /// The kernel without switching takes a thousand times the source; each one's first launch takes longer.
    private long nanos(long source, BfsKernel kernel) {
        boolean first = launched.stream().noneMatch(one -> one.startsWith(kernel + " "));
        launched.add(kernel + " " + source);
        return (first ? 1_000_000 : 0) + (kernel == BfsKernel.LAZY_PULL ? source : 1_000 * source);
    }

    @Test
    void sumsTheTimesOfAllSourcesButNoFirstLaunch() {
        SwitchTrial trial = GpuEngine.trial(this::nanos, 5, 7, 11);
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
        SwitchTrial trial = GpuEngine.trial(this::nanos);
        assertThat(launched).isEmpty();
        assertThat(trial.switching()).isFalse();
    }
}
