package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Primary contexts made ahead of whoever opens a [CudaContext]: one takes 0.13 s on an H200, in which a job reads its
/// graph.
public final class EarlyContext {
    /// Ten times as long as a device takes.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Set<Integer> BEGUN = ConcurrentHashMap.newKeySet();

    private EarlyContext() {}

    /// Begins on a thread of its own, once per device. The end of the process waits for it, though not for a
    /// device that does not answer: the driver should not be taken down while it starts.
    public static void begin(CudaDevice device) {
        if (!BEGUN.add(device.index())) {
            return;
        }
        Thread making = Thread.ofPlatform().daemon().name("bitfront-context").unstarted(() -> make(device));
        Thread waiting = Thread.ofPlatform().unstarted(() -> await(making));
        try {
            Runtime.getRuntime().addShutdownHook(waiting);
            making.start();
        } catch (IllegalStateException e) {
            // The process is ending: nobody will open the device.
        }
    }

    private static void make(CudaDevice device) {
        try (CudaContext _ = new CudaContext(device)) {
            // The driver keeps the primary context.
        } catch (DeviceException e) {
            // Whoever opens the device is told the same.
        }
    }

    private static void await(Thread making) {
        try {
            making.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
