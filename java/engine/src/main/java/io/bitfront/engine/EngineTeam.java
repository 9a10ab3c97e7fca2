package io.bitfront.engine;

import io.bitfront.cache.Graph;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// The engines of one job, opened for the devices a user asked for and closed together.
public interface EngineTeam extends AutoCloseable {
    /// Opens an engine on each device asked for: on every device named, or not at all; for `auto` on the first that can
    /// run the job, GPUs before the CPU; for `all` on every GPU that can, or else on the CPU.
    ///
    /// @param asked at least one
    /// @param cpuThreads of an engine on the CPU that `auto` or `all` ends up on
    /// @param whyNot null where an engine can run the job, else the reason in one line
    /// @throws DeviceException in one line, where a device named cannot run the job, or no device can
    static EngineTeam open(Graph graph, List<? extends Device> asked, int cpuThreads, Function<Engine, String> whyNot) {
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(asked, "asked");
        Objects.requireNonNull(whyNot, "whyNot");
        return Engine.Opener.here().open(graph, asked, cpuThreads, whyNot);
    }

    /// At least one, in the order asked for.
    List<Engine> engines();

    /// Why devices that `auto` or `all` would have preferred do not take part, one line each.
    List<String> passedOver();

    /// Runs a closeness job on all engines together.
    ///
    /// @throws IllegalArgumentException as [Engine#closeness] does
    /// @throws io.bitfront.file.FileException where the job's checkpoint is another's, or cannot be used
    /// @throws JobStoppedException where [#close] or an interrupt of this thread, which stays set, ended
    ///     it
    /// @throws DeviceException where no device is left that works
    ClosenessResult closeness(ClosenessJob job);

    @Override
    void close();
}
