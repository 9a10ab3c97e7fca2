package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Measures what a job costs its driver while `slots` tasks run at once, with batches that find nothing and take
/// `delay` ms. The driver's own processor time tells it whatever else the machine does. Surefire runs it only where it
/// is asked for:
///
///     mvn -pl java/spark -am test -Dtest=DriverLoad -Dsurefire.failIfNoSpecifiedTests=false \
///         -Dbitfront.load.graph=pairs.bvss -Dbitfront.load.slots=1000 -Dbitfront.load.delay=1000
final class DriverLoad {
    private static final int PROCESSES = 2;

    @TempDir
    private Path folder;

    @Test
    void ofManySlots() throws Exception {
        String graph = System.getProperty("bitfront.load.graph");
        int slots = Integer.getInteger("bitfront.load.slots");
        Files.writeString(folder.resolve("stub"), "");
        Files.writeString(folder.resolve("delay"), System.getProperty("bitfront.load.delay"));
        Cluster cluster = Cluster.processes(PROCESSES, Math.max(1, slots / PROCESSES))
                .with("spark.executor.cores", Integer.toString(Math.max(1, slots / PROCESSES)))
                .with("spark.executor.memory", "1500m")
                .with("spark.executor.extraJavaOptions", "-D%s=%s".formatted(StandInGpus.FOLDER, folder));
        long cpu = cpuNanos();
        Cluster.Finished finished = cluster.run(
                graph,
                "--quiet",
                "--json",
                "--output",
                folder.resolve("ranks.csv").toString());
        long ranges = Cluster.partCount(folder.resolve("ranks.csv"));
        assertThat(finished.exitCode()).as(finished.err()).isZero();
        double driverMs = (cpuNanos() - cpu) / 1e6;
        System.out.printf(
                "{\"slots\": %d, \"ranges\": %d, \"driverCpuMs\": %.0f, \"driverCpuMsPerRange\": %.3f, \"job\": %s}%n",
                slots, ranges, driverMs, driverMs / ranges, finished.out());
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
