package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.Device;
import org.junit.jupiter.api.Test;

final class GpusTest {
    /// On any machine, with GPUs or without.
    @Test
    void areThereOrTheirProblemIsSaid() {
        assertThat(Gpus.problem() == null).isEqualTo(!Gpus.usable().isEmpty());
        assertThat(Gpus.usable()).allMatch(device -> device instanceof Device.Gpu);
    }
}
