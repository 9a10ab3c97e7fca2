package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.gpu.FirstDevice;
import io.bitfront.engine.gpu.OnFirstDevice;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the driver says of devices.
@Tag("gpu")
class CudaDevicesTest extends OnFirstDevice {
    @Test
    void areDescribedAsTheDriverDescribesThem() {
        List<CudaDevice> devices = Cuda.devices();
        for (int i = 0; i < devices.size(); i++) {
            CudaDevice device = devices.get(i);
            assertThat(device.name()).isNotBlank();
            assertThat(device.busId()).contains(":");
            assertThat(device.description())
                    .isEqualTo("gpu:%d (%s, %d SMs)", i, device.name(), device.multiprocessors());
            if (FirstDevice.isEmulated()) {
                String busId = "FFFF:%02X:00.0".formatted(i + 1);
                assertThat(device)
                        .isEqualTo(new CudaDevice(i, "emulated GPU", 90, 4, 2L << 30, 227 << 10, busId, true));
            }
            try (CudaContext context = new CudaContext(device)) {
                assertThat(context.freeBytes()).isBetween(1L << 20, device.memoryBytes());
                assertThat(context.device()).isSameAs(device);
            }
        }
        if (FirstDevice.isEmulated()) {
            assertThat(devices).hasSize(2);
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
