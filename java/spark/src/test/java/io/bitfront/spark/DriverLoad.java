package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Measures what a job costs its driver while many tasks run at once, with batches that find nothing and take a set
/// time, after a short run that warms the driver up. Slots are threads of two executor processes, since no machine of
/// two cores runs a thousand processes; the
/// driver deals tasks to slots all the same. Surefire runs it only where it is asked for:
///
///     mvn -pl java/spark -am test -Dtest=DriverLoad -Dsurefire.failIfNoSpecifiedTests=false \
///         -Dbitfront.load.slots=1,10,100,1000 -Dbitfront.load.seconds=60 -Dbitfront.load.json=load.json
final class DriverLoad {
    private static final int PROCESSES = 2;
    private static final int BATCHES = Integer.getInteger("bitfront.load.batches", 8_192);
    private static final int WIDTH = 1_024;
    private static final OperatingSystemMXBean MACHINE =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    @TempDir
    private Path folder;

    @Test
    void ofManySlots() throws IOException {
        String graph = pairs(BATCHES * WIDTH);
        long seconds = Long.getLong("bitfront.load.seconds");
        List<String> runs = new ArrayList<>();
        run(graph, PROCESSES, 1);
        for (int slots : Arrays.stream(System.getProperty("bitfront.load.slots").split(","))
                .mapToInt(Integer::parseInt)
                .toArray()) {
            runs.add(run(graph, slots, seconds));
            System.out.println(runs.getLast());
        }
        Files.writeString(
                Path.of(System.getProperty("bitfront.load.json")), "[%n%s%n]%n".formatted(String.join(",\n", runs)));
    }

    /// @param seconds that all batches together take every slot
    private String run(String graph, int slots, long seconds) throws IOException {
        long delay = Math.max(1, seconds * 1_000 * slots / BATCHES);
        Path machine = Files.createTempDirectory(folder, "machine");
        Files.writeString(machine.resolve("stub"), "");
        Files.writeString(machine.resolve("delay"), Long.toString(delay));
        int processes = Math.min(slots, PROCESSES);
        Cluster cluster = Cluster.processes(processes, slots / processes)
                .with("spark.master", "local-cluster[%d,%d,2048]".formatted(processes, slots / processes))
                .with("spark.executor.cores", Integer.toString(slots / processes))
                .with("spark.executor.memory", "2g")
                .with("spark.executor.extraJavaOptions", "-D%s=%s".formatted(StandInGpus.FOLDER, machine));
        Path output = machine.resolve("ranks.csv");
        double loadBefore = MACHINE.getSystemLoadAverage();
        long cpu = MACHINE.getProcessCpuTime();
        Cluster.Finished finished = cluster.run(graph, "--quiet", "--json", "--output", output.toString());
        double driverMs = (MACHINE.getProcessCpuTime() - cpu) / 1e6;
        assertThat(finished.exitCode()).as(finished.err()).isZero();
        long ranges = Cluster.partCount(output);
        return ("{\"slots\": %d, \"processes\": %d, \"ranges\": %d, \"batches\": %d, \"batchMs\": %d,"
                        + " \"loadBefore\": %.1f, \"driverCpuMs\": %.0f, \"driverCpuMsPerRange\": %.2f, \"job\": %s}")
                .formatted(
                        slots,
                        processes,
                        ranges,
                        BATCHES,
                        delay,
                        loadBefore,
                        driverMs,
                        driverMs / ranges,
                        finished.out().strip());
    }

    /// A graph of pairs: many rows, and little to do for each.
    private String pairs(int vertices) throws IOException {
        Path edges = folder.resolve("pairs.mtx");
        try (BufferedWriter out = Files.newBufferedWriter(edges)) {
            out.write("%%%%MatrixMarket matrix coordinate pattern symmetric%n%d %d %d%n"
                    .formatted(vertices, vertices, vertices / 2));
            for (int v = 1; v < vertices; v += 2) {
                out.write("%d %d%n".formatted(v + 1, v));
            }
        }
        String cache = folder.resolve("pairs.bvss").toString();
        Cluster.Finished prepared =
                Cluster.bitfront("preprocess", edges.toString(), "-o", cache, "--order", "natural", "--quiet");
        assertThat(prepared.exitCode()).as(prepared.err()).isZero();
        return cache;
    }
}
