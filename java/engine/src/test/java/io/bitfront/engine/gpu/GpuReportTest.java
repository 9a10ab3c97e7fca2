package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.Device;
import io.bitfront.engine.device.CudaDevice;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is said of this machine's GPUs.
@Tag("gpu")
class GpuReportTest {
    @Test
    void namesEachDeviceItsCapabilityItsProcessorsAndItsMemory() {
        CudaDevice first = FirstDevice.open();
        List<Device.Report> reports = new GpuEngineProvider().devices();
        Device.Report report = reports.getFirst();
        assertThat(report.name()).isEqualTo("gpu:0");
        assertThat(report.description())
                .startsWith("%s, compute capability %s, %d SMs"
                        .formatted(first.name(), first.capability() / 10.0, first.multiprocessors()));
        assertThat(report.memoryBytes()).isEqualTo(first.memoryBytes());
        assertThat(report.freeBytes()).isBetween(1L, report.memoryBytes());
        assertThat(report.problem()).isNull();
        assertThat(reports.getLast().name()).isEqualTo("gpu:" + (reports.size() - 1));
    }
}
