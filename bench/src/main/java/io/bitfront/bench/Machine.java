package io.bitfront.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The machine a measurement was taken on; stands in every result file.
///
/// @param loadBefore system load average of the last minute when the run began: above the core count, times are noise
/// @param commit of the source tree the launcher was built from, or `unknown`
/// @param kernels by which the sources of the kernels beside the launcher are known (`ci/kernels-id.sh`), or `unknown`
/// @param date when the run began, of UTC
public record Machine(
        String cpu,
        int cores,
        long memoryBytes,
        String os,
        String jvm,
        List<String> jvmFlags,
        double loadBefore,
        String commit,
        String kernels,
        String date) {

    public static Machine current() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                cpuModel(),
                system.getAvailableProcessors(),
                system.getTotalMemorySize(),
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                system.getSystemLoadAverage(),
                System.getProperty("bitfront.commit", "unknown"),
                System.getProperty("bitfront.kernels.id", "unknown"),
                LocalDate.now(ZoneOffset.UTC).toString());
    }

    private static String cpuModel() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8)) {
            Optional<String> model =
                    lines.filter(line -> line.startsWith("model name")).findFirst();
            return model.map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
