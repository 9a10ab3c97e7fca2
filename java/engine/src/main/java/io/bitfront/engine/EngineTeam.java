package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.EngineProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The engines of one job, opened for the devices a user asked for and closed together.
public final class EngineTeam implements AutoCloseable {
    private final List<EngineProvider> providers;
    private final Graph graph;
    private final int cpuThreads;
    private final Function<Engine, String> whyNot;
    private final List<Engine> engines = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();

    private EngineTeam(List<EngineProvider> providers, Graph graph, int cpuThreads, Function<Engine, String> whyNot) {
        this.providers = providers;
        this.graph = graph;
        this.cpuThreads = cpuThreads;
        this.whyNot = whyNot;
    }

    /// Opens an engine on each device asked for: on every device named, or not at all; for `auto` on the first that can
    /// run the job, GPUs before the CPU; for `all` on every GPU that can, or else on the CPU.
    ///
    /// @param cpuThreads of an engine on the CPU that `auto` or `all` ends up on
    /// @param whyNot null where an engine can run the job, else the reason in one line
    /// @throws DeviceException in one line, where a device named cannot run the job, or no device can
    public static EngineTeam open(
            Graph graph, List<? extends Device> asked, int cpuThreads, Function<Engine, String> whyNot) {
        return open(Engines.providers(), graph, asked, cpuThreads, whyNot);
    }

    static EngineTeam open(
            List<EngineProvider> providers,
            Graph graph,
            List<? extends Device> asked,
            int cpuThreads,
            Function<Engine, String> whyNot) {
        EngineTeam team = new EngineTeam(providers, graph, cpuThreads, whyNot);
        try {
            asked.forEach(team::add);
            return team;
        } catch (Throwable t) {
            team.close();
            throw t;
        }
    }

    private void add(Device asked) {
        int before = engines.size();
        switch (asked) {
            case Device.All _ -> addAll(before);
            case Device.Auto _ -> addFirst(asked, before);
            case Device.Cpu _, Device.Gpu _ -> {
                passedOver.clear();
                addFirst(asked, before);
            }
        }
        if (engines.size() == before) {
            throw new DeviceException(
                    passedOver.isEmpty()
                            ? "device %s: this build of bitfront has no engine for it".formatted(asked)
                            : String.join("; ", passedOver));
        }
    }

    private void addAll(int before) {
        for (EngineProvider provider : providers) {
            for (EngineProvider.DeviceReport report : provider.devices()) {
                if (report.problem() != null) {
                    passedOver.add(report.name() + ": " + report.problem());
                } else if (Device.parse(report.name()) instanceof Device.Gpu gpu) {
                    tryOn(provider, gpu);
                }
            }
        }
        addFirst(new Device.Cpu(cpuThreads), before);
    }

    /// Opens an engine on the first provider that can, unless the team has grown already.
    private void addFirst(Device asked, int before) {
        for (EngineProvider provider : providers) {
            if (engines.size() == before && provider.handles(asked)) {
                Device cpu = new Device.Cpu(cpuThreads);
                tryOn(provider, asked instanceof Device.Auto && provider.handles(cpu) ? cpu : asked);
            }
        }
    }

    private void tryOn(EngineProvider provider, Device device) {
        String problem = provider.whyNot(graph, device);
        if (problem == null) {
            Engine engine = provider.open(graph, device);
            engines.add(engine);
            problem = whyNot.apply(engine);
            if (problem != null) {
                engines.removeLast().close();
            }
        }
        if (problem != null) {
            passedOver.add(problem);
        }
    }

    /// At least one, in the order asked for.
    public List<Engine> engines() {
        return List.copyOf(engines);
    }

    /// Why devices that `auto` or `all` would have preferred do not take part, one line each.
    public List<String> passedOver() {
        return List.copyOf(passedOver);
    }

    @Override
    public void close() {
        engines.forEach(Engine::close);
    }
}
