package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaDevice;
import org.junit.jupiter.api.BeforeAll;

/// Tests on the [FirstDevice].
public abstract class OnFirstDevice {
    protected static CudaDevice device;

    @BeforeAll
    static void openTheFirstDevice() {
        device = FirstDevice.open();
    }
}
