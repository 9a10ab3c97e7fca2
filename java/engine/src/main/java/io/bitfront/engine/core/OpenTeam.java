package io.bitfront.engine.core;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import io.bitfront.memory.Closing;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The engines of one job, opened for the devices a user asked for and closed together.
final class OpenTeam implements EngineTeam {
    private final List<EngineProvider> providers;
    private final Graph graph;
    private final int cpuThreads;
    private final Function<Engine, String> whyNot;
    private final List<Engine> engines = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();

    private OpenTeam(List<EngineProvider> providers, Graph graph, int cpuThreads, Function<Engine, String> whyNot) {
        this.providers = providers;
        this.graph = graph;
        this.cpuThreads = cpuThreads;
        this.whyNot = whyNot;
    }

    /// What [EngineTeam#open] does, with these kinds of devices, those preferred first.
    static OpenTeam open(
            List<EngineProvider> providers,
            Graph graph,
            List<? extends Device> asked,
            int cpuThreads,
            Function<Engine, String> whyNot) {
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("a team for no device: expected one or more");
        }
        OpenTeam team = new OpenTeam(providers, graph, cpuThreads, whyNot);
        try {
            asked.forEach(team::add);
            return team;
        } catch (Throwable t) {
            Closing.after(t, team::close);
            throw t;
        }
    }

    private void add(Device asked) {
        int before = engines.size();
        int noted = passedOver.size();
        switch (asked) {
            case Device.All _ -> addAll(before);
            case Device.Auto _, Device.Cpu _, Device.Gpu _ -> addFirst(asked, before);
        }
        if (engines.size() == before) {
            throw new DeviceException(
                    passedOver.size() == noted
                            ? "device %s: this build of bitfront has no engine for it".formatted(asked)
                            : String.join("; ", passedOver.subList(noted, passedOver.size())));
        }
    }

    private void addAll(int before) {
        for (EngineProvider provider : providers) {
            for (Device.Report report : provider.devices()) {
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
            problem = open(provider, device);
        }
        if (problem != null) {
            passedOver.add(problem);
        }
    }

    /// @return null, or why it is not in the team
    private String open(EngineProvider provider, Device device) {
        Backend backend;
        try {
            backend = provider.open(graph, device);
        } catch (DeviceException e) {
            return e.getMessage();
        }
        engines.add(new SharedEngine(graph, backend));
        String problem = whyNot.apply(engines.getLast());
        if (problem != null) {
            engines.removeLast().close();
        }
        return problem;
    }

    @Override
    public List<Engine> engines() {
        return List.copyOf(engines);
    }

    @Override
    public List<String> passedOver() {
        return List.copyOf(passedOver);
    }

    @Override
    public ClosenessResult closeness(ClosenessJob job) {
        return new ClosenessRunner(engines, job, Progress.NONE).run();
    }

    @Override
    public void close() {
        Closing.all(engines, Engine::close);
    }
}
