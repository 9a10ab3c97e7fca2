package io.bitfront.engine.cpu;

import com.sun.management.OperatingSystemMXBean;
import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The engine every machine has: all cores, or as many threads as asked for.
public final class CpuEngineProvider implements EngineProvider {
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public List<Device.Report> devices() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        String description =
                "%s, %d threads".formatted(model(), Runtime.getRuntime().availableProcessors());
        return List.of(
                new Device.Report("cpu", description, system.getTotalMemorySize(), system.getFreeMemorySize(), null));
    }

    @Override
    public boolean handles(Device device) {
        return device instanceof Device.Auto || device instanceof Device.Cpu;
    }

    @Override
    public String whyNot(Graph graph, Device device) {
        return heapProblem(
                graph.vertexCount(),
                SingleSource.bytes(graph, threads(device)),
                Runtime.getRuntime().maxMemory());
    }

    /// Null where the state of a traversal fits the heap, else the reason in one line.
    static String heapProblem(int vertexCount, long needed, long heap) {
        if (vertexCount > LARGEST_ARRAY) {
            return "cpu: %,d vertices, the most it can traverse is %,d".formatted(vertexCount, LARGEST_ARRAY);
        }
        return needed <= heap
                ? null
                : "cpu: traversing %,d vertices takes %,d MB of Java heap, which may grow to %,d MB (set -Xmx)"
                        .formatted(vertexCount, needed >> 20, heap >> 20);
    }

    private static int threads(Device device) {
        return device instanceof Device.Cpu cpu
                ? cpu.threads()
                : Runtime.getRuntime().availableProcessors();
    }

    @Override
    public Backend open(Graph graph, Device device) {
        String problem = whyNot(graph, device);
        if (problem != null) {
            throw new DeviceException(problem);
        }
        return new CpuEngine(graph, threads(device));
    }

    private static String model() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException unreadable) {
            return System.getProperty("os.arch");
        }
    }
}
