package io.bitfront.engine.device;

import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineProvider;
import io.bitfront.graph.Graph;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.util.List;

/// Answers for GPUs: this build cannot run on one, and says whether the machine could.
public final class GpuProvider implements EngineProvider {
    private static final String DRIVER = "libcuda.so.1";

    private final String driver;

    public GpuProvider() {
        this(DRIVER);
    }

    GpuProvider(String driver) {
        this.driver = driver;
    }

    @Override
    public int preference() {
        return 100;
    }

    @Override
    public List<DeviceReport> devices() {
        return List.of(new DeviceReport("gpu", "none", 0, 0, problem()));
    }

    @Override
    public boolean handles(Device device) {
        return device instanceof Device.Auto || device instanceof Device.Gpu;
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        return device instanceof Device.Gpu ? "device %s: %s".formatted(device, problem()) : problem();
    }

    @Override
    public Engine open(Graph graph, Device device) {
        throw new DeviceException(whyNot(graph, device));
    }

    private String problem() {
        return driverFound()
                ? "a CUDA driver is installed, but this build of bitfront has no GPU engine"
                : "no CUDA driver on this machine (%s not found)".formatted(driver);
    }

    @SuppressWarnings("restricted")
    private boolean driverFound() {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(driver, arena);
            return true;
        } catch (IllegalArgumentException missing) {
            return false;
        }
    }
}
