package io.bitfront.cli;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;

/// The CPU's engine with results that a test has changed, in the place of the CPU's engine: only between [#install] and
/// [#remove].
public final class ScriptedEngines implements EngineProvider {
    private static volatile UnaryOperator<Object> results;

    /// @param change takes what any method of the engine returns and gives what the command shall see
    static void install(UnaryOperator<Object> change) {
        results = change;
    }

    static void remove() {
        results = null;
    }

    /// Timings of which only the kernel's counts.
    static BfsResult.Timings kernel(long nanos) {
        return new BfsResult.Timings(0, nanos, 0, 0, 0);
    }

    @Override
    public int preference() {
        return 1_000;
    }

    @Override
    public List<Device.Report> devices() {
        return List.of();
    }

    @Override
    public boolean handles(Device device) {
        return results != null && device instanceof Device.Cpu;
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        return null;
    }

    @Override
    public Backend open(Graph graph, Device device) {
        Backend real = ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> !(provider instanceof ScriptedEngines) && provider.handles(device))
                .findFirst()
                .orElseThrow()
                .open(graph, device);
        UnaryOperator<Object> change = results;
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (_, method, arguments) -> {
                    try {
                        return change.apply(method.invoke(real, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
