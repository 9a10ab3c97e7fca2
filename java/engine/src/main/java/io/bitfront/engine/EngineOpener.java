package io.bitfront.engine;

import io.bitfront.cache.Graph;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/// What stands behind the static methods of [Engine], [EngineTeam] and [Device], found through `META-INF/services`, so
/// that this package knows nothing of devices.
public interface EngineOpener {
    /// The one there is.
    static EngineOpener here() {
        return ServiceLoader.load(EngineOpener.class, EngineOpener.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("bitfront's engines are not on the class path"));
    }

    /// What [Engine#open] does.
    Engine open(Graph graph, Device device);

    /// What [EngineTeam#open] does.
    EngineTeam open(Graph graph, List<? extends Device> asked, int cpuThreads, Function<Engine, String> whyNot);

    /// What [Device#reports] does.
    List<DeviceReport> devices();

    /// What [Device#requireThere] does.
    void requireThere(List<Device> asked);
}
