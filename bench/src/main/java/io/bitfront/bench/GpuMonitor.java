package io.bitfront.bench;

import io.bitfront.engine.nvml.Nvml;
import java.util.Optional;
import java.util.OptionalDouble;

/// Clocks and energy of the GPU that is measured. Without NVML, or on the CPU, every answer is absent.
final class GpuMonitor implements AutoCloseable {
    private final Optional<Nvml> nvml;

    private GpuMonitor(Optional<Nvml> nvml) {
        this.nvml = nvml;
    }

    /// Watches nothing.
    static GpuMonitor none() {
        return new GpuMonitor(Optional.empty());
    }

    static GpuMonitor of(String busId) {
        return new GpuMonitor(Nvml.open(busId));
    }

    /// Null where unknown.
    String driver() {
        return nvml.map(Nvml::driver).orElse(null);
    }

    /// Null where unknown.
    Nvml.Reading read() {
        return nvml.map(Nvml::read).orElse(null);
    }

    /// Energy used so far.
    OptionalDouble joules() {
        return nvml.isPresent() ? nvml.get().joules() : OptionalDouble.empty();
    }

    @Override
    public void close() {
        nvml.ifPresent(Nvml::close);
    }
}
