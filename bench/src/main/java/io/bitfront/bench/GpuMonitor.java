package io.bitfront.bench;

import io.bitfront.engine.nvml.Nvml;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/// Clocks and energy of the GPU that is measured. Without NVML, or on the CPU, every answer is absent.
final class GpuMonitor implements AutoCloseable {
    private final Optional<Nvml> nvml;
    private final Supplier<OptionalDouble> joules;

    private GpuMonitor(Optional<Nvml> nvml) {
        this(nvml, () -> nvml.isPresent() ? nvml.get().joules() : OptionalDouble.empty());
    }

    private GpuMonitor(Optional<Nvml> nvml, Supplier<OptionalDouble> joules) {
        this.nvml = nvml;
        this.joules = joules;
    }

    /// Watches nothing.
    static GpuMonitor none() {
        return new GpuMonitor(Optional.empty());
    }

    /// Knows energy alone, by a counter.
    static GpuMonitor counting(Supplier<OptionalDouble> joules) {
        return new GpuMonitor(Optional.empty(), joules);
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
        return joules.get();
    }

    @Override
    public void close() {
        nvml.ifPresent(Nvml::close);
    }
}
