package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.EngineProvider;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;

/// Finds the engines there are.
public final class Engines {
    private Engines() {}

    /// Every device of every provider, usable or not.
    public static List<EngineProvider.DeviceReport> devices() {
        return providers().stream()
                .flatMap(provider -> provider.devices().stream())
                .toList();
    }

    /// Fails where a device that was named is not there, before anything is done for the job.
    ///
    /// @throws DeviceException in one line
    public static void requireThere(List<Device> asked) {
        for (Device device : asked) {
            if (device instanceof Device.Gpu) {
                providers().stream()
                        .filter(provider -> provider.handles(device))
                        .map(provider -> provider.problem(device))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .ifPresent(problem -> {
                            throw new DeviceException(problem);
                        });
            }
        }
    }

    static Engine open(Graph graph, Device device) {
        if (device instanceof Device.All) {
            throw new IllegalArgumentException("device all: an engine runs on one device; EngineTeam opens several");
        }
        int threads = Runtime.getRuntime().availableProcessors();
        return EngineTeam.open(graph, List.of(device), threads, engine -> null)
                .engines()
                .getFirst();
    }

    /// Those preferred first.
    static List<EngineProvider> providers() {
        return ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(EngineProvider::preference).reversed())
                .toList();
    }
}
