package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.Cuda;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.CudaDevice;
import io.bitfront.engine.device.EarlyContext;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.nvml.Nvml;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import java.util.List;
import java.util.Optional;

/// GPUs through CUDA. Where there is no driver, no device or no compiled kernels, it says so in one line.
public final class GpuEngineProvider implements EngineProvider {
    @Override
    public int preference() {
        return 10;
    }

    @Override
    public List<Device.Report> devices() {
        String problem = Cuda.problem();
        if (problem != null) {
            String kernels = KernelImage.problem();
            return List.of(none(kernels == null ? problem : problem + "; " + kernels));
        }
        try {
            List<CudaDevice> devices = Cuda.devices();
            return devices.isEmpty()
                    ? List.of(none("the CUDA driver shows no device"))
                    : devices.stream().map(GpuEngineProvider::report).toList();
        } catch (DeviceException e) {
            return List.of(none(e.getMessage()));
        }
    }

    private static Device.Report none(String problem) {
        return new Device.Report("gpu", "none", 0, 0, problem);
    }

    private static Device.Report report(CudaDevice device) {
        Optional<Nvml> management = Nvml.open(device.busId());
        try {
            String description = "%s, compute capability %d.%d, %d SMs%s"
                    .formatted(
                            device.name(),
                            device.capability() / 10,
                            device.capability() % 10,
                            device.multiprocessors(),
                            management.map(GpuEngineProvider::clocks).orElse(""));
            long free = Math.max(0, management.map(Nvml::freeBytes).orElse(0L));
            String problem = device.problem() != null ? device.problem() : KernelImage.problem();
            if (problem == null) {
                try (CudaContext context = new CudaContext(device)) {
                    free = context.freeBytes();
                } catch (DeviceException e) {
                    problem = e.getMessage();
                }
            }
            return new Device.Report("gpu:" + device.index(), description, device.memoryBytes(), free, problem);
        } finally {
            management.ifPresent(Nvml::close);
        }
    }

    private static String clocks(Nvml nvml) {
        Nvml.Reading now = nvml.read();
        String held = now.throttled().isEmpty() ? "" : ", clocks held by " + String.join(", ", now.throttled());
        return ", SM %d MHz, memory %d MHz, %.0f W, driver %s%s"
                .formatted(now.smMhz(), now.memoryMhz(), now.watts(), nvml.driver(), held);
    }

    @Override
    public boolean handles(Device device) {
        return device instanceof Device.Auto || device instanceof Device.Gpu;
    }

    @Override
    public String problem(Device device) {
        String problem = Cuda.problem();
        if (problem == null) {
            problem = KernelImage.problem();
        }
        if (problem != null) {
            return name(device) + ": " + problem;
        }
        try {
            find(device);
            return null;
        } catch (DeviceException e) {
            return e.getMessage();
        }
    }

    @Override
    public void begin(Device device) {
        EarlyContext.begin(find(device));
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        String problem = problem(device);
        if (problem != null) {
            return problem;
        }
        try (CudaContext context = new CudaContext(find(device))) {
            long free = context.freeBytes();
            long needed = GpuEngine.bytes(graph);
            return needed <= free
                    ? null
                    : "%s: the graph and its state need %,d bytes, %,d are free".formatted(name(device), needed, free);
        } catch (DeviceException e) {
            return e.getMessage();
        }
    }

    private static CudaDevice find(Device device) {
        int index = device instanceof Device.Gpu gpu ? gpu.index() : 0;
        List<CudaDevice> devices = Cuda.devices();
        if (index >= devices.size()) {
            throw new DeviceException("gpu:%d: this machine has %d GPU%s"
                    .formatted(index, devices.size(), devices.size() == 1 ? "" : "s"));
        }
        return devices.get(index);
    }

    private static String name(Device device) {
        return device instanceof Device.Gpu gpu ? gpu.toString() : "gpu";
    }

    @Override
    public Backend open(Graph graph, Device device) {
        String problem = whyNot(graph, device);
        if (problem != null) {
            throw new DeviceException(problem);
        }
        return new GpuEngine(graph, find(device));
    }
}
