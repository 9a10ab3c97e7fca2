package io.bitfront.engine.spi;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import java.util.List;

/// One kind of engine, found through `META-INF/services`: adding a kind of device touches no job and no command.
public interface EngineProvider {
    /// Larger is preferred by `auto`.
    int preference();

    /// Devices of this kind on this machine, usable or not; never throws.
    List<Device.Report> devices();

    /// Whether this provider answers for the device asked for.
    boolean handles(Device device);

    /// Null if the device asked for is there, whatever the job, else the reason in one line. Takes no time to speak of.
    default String problem(Device device) {
        return null;
    }

    /// Begins what [#open] will wait for, beside whatever the job does before. Called where
    /// [#problem] is null; failures are [#open]'s to tell.
    default void begin(Device device) {}

    /// Null if a job on `graph` can run on `device` now, else the reason in one line.
    String whyNot(Graph graph, Device device);

    /// Opens an engine.
    ///
    /// @throws DeviceException in one line, where it cannot
    Backend open(Graph graph, Device device);
}
