package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.gpu.FirstDevice;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the driver says of devices.
@Tag("gpu")
class CudaDevicesTest {
    @BeforeAll
    static void openTheFirstDevice() {
        FirstDevice.open();
    }

    @Test
    void areDescribedAsTheDriverDescribesThem() {
        List<CudaDevice> devices = Cuda.devices();
        assertThat(devices)
                .allMatch(device -> !device.name().isBlank() && device.busId().contains(":"));
        assumeThat(FirstDevice.isEmulated()).isTrue();
        assertThat(devices).hasSize(2);
        for (int i = 0; i < 2; i++) {
            CudaDevice device = devices.get(i);
            String busId = "FFFF:%02X:00.0".formatted(i + 1);
            assertThat(device).isEqualTo(new CudaDevice(i, "emulated GPU", 90, 4, 2L << 30, 227 << 10, busId, true));
            assertThat(device.description()).isEqualTo("gpu:%d (emulated GPU, 4 SMs)", i);
            try (CudaContext context = new CudaContext(device)) {
                assertThat(context.freeBytes()).isBetween(1L << 20, device.memoryBytes());
                assertThat(context.device()).isSameAs(device);
            }
        }
    }

    @Test
    void oneThatIsNotThereIsRefused() {
        int none = Cuda.devices().size();
        assertThatThrownBy(() -> Cuda.handle(none))
                .isInstanceOf(DeviceException.class)
                .hasMessageMatching("open GPU %d: CUDA_ERROR_INVALID_(VALUE|DEVICE)".formatted(none));
    }
}
