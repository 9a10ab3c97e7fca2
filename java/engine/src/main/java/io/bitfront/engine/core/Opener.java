package io.bitfront.engine.core;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.spi.EngineProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/// Opens engines on every kind of device that is found through `META-INF/services`.
public final class Opener implements Engine.Opener {
    @Override
    public List<Device.Report> devices() {
        return providers().stream()
                .flatMap(provider -> provider.devices().stream())
                .toList();
    }

    @Override
    public void requireThere(List<Device> asked) {
        for (Device device : asked) {
            for (EngineProvider provider : providers()) {
                if (provider.handles(device)) {
                    begin(provider, device);
                }
            }
        }
    }

    private static void begin(EngineProvider provider, Device device) {
        String problem = provider.problem(device);
        if (problem == null) {
            provider.begin(device);
        } else if (device.isGpu()) {
            throw new DeviceException(problem);
        }
    }

    @Override
    public Engine open(Graph graph, Device device) {
        if (device instanceof Device.All) {
            throw new IllegalArgumentException("device all: an engine runs on one device; EngineTeam opens several");
        }
        int threads = Runtime.getRuntime().availableProcessors();
        return open(graph, List.of(device), threads, engine -> null).engines().getFirst();
    }

    @Override
    public EngineTeam open(Graph graph, List<? extends Device> asked, int cpuThreads, Function<Engine, String> whyNot) {
        return OpenTeam.open(providers(), graph, asked, cpuThreads, whyNot);
    }

    /// The providers, those preferred first.
    private static List<EngineProvider> providers() {
        return ServiceLoader.load(EngineProvider.class, Opener.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(EngineProvider::preference).reversed())
                .toList();
    }
}
