package io.bitfront.engine;

import io.bitfront.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// Finds the engine for a device.
public final class Engines {
    private Engines() {}

    /// Every device of every provider, usable or not.
    public static List<EngineProvider.DeviceReport> devices() {
        return providers().flatMap(provider -> provider.devices().stream()).toList();
    }

    /// What [Engine#open] would choose, and why.
    ///
    /// @param reason for `auto`, why the preferred devices were passed over; empty where the first choice runs
    public record Choice(EngineProvider provider, Device device, String reason) {
        public Engine open(Graph graph) {
            return provider.open(graph, device);
        }
    }

    static Engine open(Graph graph, Device device) {
        return choose(graph, device).open(graph);
    }

    /// Chooses a provider for the device asked for. Where a device was named, only that one will do.
    ///
    /// @throws DeviceException in one line, where no provider can run it
    public static Choice choose(Graph graph, Device device) {
        List<String> reasons = new ArrayList<>();
        for (EngineProvider provider : providers().toList()) {
            if (provider.handles(device)) {
                String problem = provider.whyNot(graph, device);
                if (problem == null) {
                    return new Choice(provider, device, String.join("; ", reasons));
                }
                reasons.add(problem);
            }
        }
        throw new DeviceException(
                reasons.isEmpty()
                        ? "device %s: this build of bitfront has no engine for it".formatted(device)
                        : String.join("; ", reasons));
    }

    private static Stream<EngineProvider> providers() {
        return ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparingInt(EngineProvider::preference).reversed());
    }
}
