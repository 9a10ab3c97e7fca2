package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import org.junit.jupiter.api.Test;

class GpuProviderTest {
    private static final String MISSING = "libbitfront-none.so.1";
    /// A library that every Linux machine has, in the place of the driver.
    private static final String PRESENT = "libc.so.6";

    @Test
    void saysThatTheDriverIsMissing() {
        GpuProvider provider = new GpuProvider(MISSING);
        assertThat(provider.whyNot(null, new Device.Gpu(1)))
                .isEqualTo("device gpu:1: no CUDA driver on this machine (libbitfront-none.so.1 not found)");
        assertThat(provider.devices()).singleElement().satisfies(report -> {
            assertThat(report.name()).isEqualTo("gpu");
            assertThat(report.problem()).contains(MISSING);
        });
    }

    @Test
    void saysThatTheDriverAloneIsNotEnough() {
        assertThat(new GpuProvider(PRESENT).whyNot(null, Device.auto()))
                .isEqualTo("a CUDA driver is installed, but this build of bitfront has no GPU engine");
    }

    @Test
    void opensNothing() {
        assertThatThrownBy(() -> new GpuProvider(MISSING).open(null, new Device.Gpu(0)))
                .isInstanceOf(DeviceException.class)
                .hasMessageStartingWith("device gpu:0: no CUDA driver");
    }

    @Test
    void leavesTheCpuToOthers() {
        assertThat(new GpuProvider(MISSING).handles(Device.cpu())).isFalse();
    }
}
