package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaDevice;

/// The device that tests on hardware run on. A machine that cannot run them fails them with the reason.
public final class FirstDevice {
    private FirstDevice() {}

    public static CudaDevice open() {
        assertThat(Cuda.problem()).isNull();
        assertThat(KernelImage.problem()).isNull();
        return Cuda.devices().getFirst();
    }
}
