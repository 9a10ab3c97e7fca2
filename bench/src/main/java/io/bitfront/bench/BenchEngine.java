package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.Lab;

/// An engine on one graph, its lab, and what watches its device.
record BenchEngine(Engine engine, Lab lab, GpuMonitor monitor) implements AutoCloseable {
    /// @throws io.bitfront.engine.DeviceException in one line, where the device cannot run this graph
    static BenchEngine open(Graph graph, Device device) {
        Engine engine = Engine.open(graph, device);
        Lab lab = Lab.of(engine);
        return new BenchEngine(engine, lab, lab.busId().map(GpuMonitor::of).orElseGet(GpuMonitor::none));
    }

    boolean gpu() {
        return lab.busId().isPresent();
    }

    @Override
    public void close() {
        monitor.close();
        engine.close();
    }
}
