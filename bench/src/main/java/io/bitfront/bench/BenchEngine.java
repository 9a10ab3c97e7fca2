package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.gpu.GpuEngine;

/// An engine on one graph, and what watches its device.
record BenchEngine(Engine engine, GpuMonitor monitor) implements AutoCloseable {
    /// @throws io.bitfront.engine.DeviceException in one line, where the device cannot run this graph
    static BenchEngine open(Graph graph, Device device) {
        Engine engine = Engine.open(graph, device);
        return new BenchEngine(
                engine, engine instanceof GpuEngine gpu ? GpuMonitor.of(gpu.device()) : GpuMonitor.none());
    }

    boolean gpu() {
        return engine instanceof GpuEngine;
    }

    @Override
    public void close() {
        monitor.close();
        engine.close();
    }
}
