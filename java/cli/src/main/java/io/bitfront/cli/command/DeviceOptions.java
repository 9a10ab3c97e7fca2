package io.bitfront.cli.command;

import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Engines;
import io.bitfront.engine.Engines.Choice;
import io.bitfront.graph.Graph;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a job runs. `--device` and `--devices` are one option with the same words.
final class DeviceOptions {
    private static final Pattern INDICES = Pattern.compile("(\\d{1,3})(,\\d{1,3})*");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"--device", "--devices"},
            paramLabel = "DEVICE",
            defaultValue = "auto",
            description =
                    "Where to run: auto (a GPU that can run the job, else the CPU), cpu, gpu, gpu:N or N (GPU number"
                            + " N), all. Default: auto. Results are the same bits.")
    private String word;

    /// The device asked for; another word is bad usage.
    Device device() {
        if (word.equals("all")) {
            return Device.auto();
        }
        String name = INDICES.matcher(word).matches() ? "gpu:" + word.split(",", 2)[0] : word;
        return Usage.valid(spec, () -> Device.parse(name));
    }

    /// Opens an engine. A number of threads that the user gave also holds where `auto` ends up on the CPU.
    Opened open(Graph graph, GraphOptions options) {
        Device asked = device();
        Choice choice = Engines.choose(graph, asked);
        Device cpu = new Device.Cpu(options.threads());
        boolean onCpu = choice.provider().handles(cpu);
        Engine engine = onCpu && options.threadsGiven() ? choice.provider().open(graph, cpu) : choice.open(graph);
        return new Opened(engine, choice.reason());
    }

    /// @param reason why `auto` passed over other devices, or empty
    record Opened(Engine engine, String reason) {
        /// What runs and why, in one line.
        String note() {
            return "running on " + engine.description() + (reason.isEmpty() ? "" : ": " + reason);
        }
    }
}
