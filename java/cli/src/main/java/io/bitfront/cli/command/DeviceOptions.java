package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.report.Streams;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a job runs. `--device` and `--devices` are one option with the same words.
final class DeviceOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"--device", "--devices"},
            paramLabel = "DEVICE",
            defaultValue = "auto",
            description = "Where to run: auto (a GPU that can run the job, else the CPU), all (every such GPU, else the"
                    + " CPU), cpu, gpu, gpu:N or N (GPU number N), or several as 0,1. A command that runs on one"
                    + " device takes the first named, or that auto would take. Default: auto. Results are the same bits. A GPU takes"
                    + " some 0.4 s to start: short jobs are over sooner with cpu.")
    private String words;

    /// The devices asked for; other words are bad usage.
    List<Device> devices() {
        List<Device> devices = Usage.valid(
                spec,
                () -> Arrays.stream(words.split(",", -1)).map(Device::parse).toList());
        if (devices.stream().distinct().count() < devices.size()) {
            throw Usage.bad(spec, "--device %s: a device is named twice".formatted(words));
        }
        if (devices.size() > 1 && devices.stream().anyMatch(DeviceOptions::choosing)) {
            throw Usage.bad(spec, "--device %s: auto and all stand alone".formatted(words));
        }
        return devices;
    }

    private static boolean choosing(Device device) {
        return device instanceof Device.Auto || device instanceof Device.All;
    }

    /// The first of the devices asked for. One that was named and is not there fails the job before its graph is read.
    Device firstOfAll() {
        return first(devices());
    }

    /// The only device of a job that runs on one. One that was named and is not there fails the job before its graph is
    /// read.
    Device first() {
        return first(devices().subList(0, 1));
    }

    private static Device first(List<Device> needed) {
        Device.requireThere(needed);
        return needed.getFirst();
    }

    /// Opens an engine on every device asked for, and says which and why.
    ///
    /// @param whyNot null where an engine can run the job, else the reason in one line
    EngineTeam openAll(
            Graph graph, GraphOptions options, Function<Engine, String> whyNot, CommonOptions common, Streams streams) {
        return open(devices(), graph, options, whyNot, common, streams);
    }

    /// Opens one engine, on the first of the devices asked for, and says on which and why.
    EngineTeam openOne(Graph graph, GraphOptions options, CommonOptions common, Streams streams) {
        List<Device> asked = devices();
        Device one = asked.getFirst() instanceof Device.All ? Device.auto() : asked.getFirst();
        EngineTeam team = open(List.of(one), graph, options, engine -> null, common, streams);
        if (asked.size() > 1 || asked.getFirst() instanceof Device.All) {
            common.note(streams, "--device %s: this command runs on one device, the first".formatted(words));
        }
        return team;
    }

    private static EngineTeam open(
            List<Device> devices,
            Graph graph,
            GraphOptions options,
            Function<Engine, String> whyNot,
            CommonOptions common,
            Streams streams) {
        List<Device> asked = devices.stream()
                .map(device -> device instanceof Device.Cpu ? new Device.Cpu(options.threads()) : device)
                .toList();
        EngineTeam team = EngineTeam.open(graph, asked, options.threads(), whyNot);
        String reasons = team.passedOver().isEmpty() ? "" : ": " + String.join("; ", team.passedOver());
        common.note(streams, "running on " + description(team.engines()) + reasons);
        return team;
    }

    /// What engines run on, for people.
    static String description(List<Engine> engines) {
        return engines.stream().map(Engine::description).collect(Collectors.joining(", "));
    }
}
