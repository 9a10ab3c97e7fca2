package io.bitfront.spark;

import static io.bitfront.spark.TestJobs.done;
import static io.bitfront.spark.TestJobs.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The job with executors that are processes, and what may happen to them: every part file has the same bytes.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SparkClusterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private TestJobs jobs;

    @BeforeEach
    void prepare() {
        jobs = new TestJobs(folder);
    }

    @Test
    void anExecutorKilledInTheMiddleChangesNoByte() throws Exception {
        String[] job = {jobs.prepared("grid", Shapes.grid(150, 100)), "--measures", "closeness,harmonic"};
        String undisturbed = jobs.file("undisturbed.csv");
        done(Cluster.local(2).run(with(job, "--output", undisturbed)));

        String output = jobs.file("disturbed.csv");
        Cluster slow = Cluster.processes(2, 1)
                .with("spark.executor.extraJavaOptions", standIns(machine("cpu", "", "delay", "50")));
        CompletableFuture<Cluster.Finished> run = slow.start(with(job, "--output", output));
        await(() -> Cluster.partCount(Path.of(output)) >= 2 || run.isDone());
        ProcessHandle victim = Cluster.executors().getFirst();
        assertThat(victim.destroyForcibly()).isTrue();
        long partsThen = Cluster.partCount(Path.of(output));

        done(run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        Map<String, byte[]> parts = Cluster.parts(Path.of(undisturbed));
        assertThat(partsThen).as("killed in the middle").isLessThan(parts.size());
        assertThat(Cluster.parts(Path.of(output))).containsExactlyEntriesOf(parts);
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(job));
        // Its tasks' folders lie where Spark deletes them.
        assertThat(Cluster.temporaryFiles())
                .isDirectoryNotContaining(path ->
                        Files.isDirectory(path) && path.getFileName().toString().startsWith("bitfront-"));
    }

    @Test
    @Tag("rest")
    void twoExecutorsOfOneHostGetDifferentGpus() throws IOException {
        String graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 9_000));
        Path machine = machine("delay", "100");
        String output = jobs.file("ranks.csv");
        done(gpus(machine).run(graph, "--devices", "gpu", "--output", output));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(graph));
        Set<String> used = used(machine);
        assertThat(used).hasSize(2);
        assertThat(used.stream().map(name -> name.split("-")[1])).containsExactlyInAnyOrder("0", "1");
        assertThat(used.stream().map(name -> name.split("-")[2]).distinct()).hasSize(2);
    }

    @Test
    @Tag("rest")
    void aFailingGpuChangesNoByte() throws IOException {
        String graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 9_000));
        Path machine = machine("delay", "50", "fails-1", "");
        String output = jobs.file("ranks.csv");
        done(gpus(machine).run(graph, "--output", output));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(graph));
        assertThat(used(machine).stream().map(name -> name.split("-")[1])).contains("0", "1");
    }

    @Test
    @Tag("rest")
    void whereEveryGpuFailsTheJobSaysWhich() throws IOException {
        String graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 3_000));
        Cluster.Finished failed = gpus(machine("fails-0", "", "fails-1", ""))
                .with("spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout", "1s")
                .run(graph, "--quiet");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err())
                .contains("gpu:", "launch: CUDA_ERROR_ILLEGAL_ADDRESS")
                .doesNotContain("\tat ");
        assertThat(failed.err().lines()).hasSize(1);
    }

    @Test
    @Tag("rest")
    void speculativeDuplicatesChangeNoByte() throws IOException {
        String graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 9_000));
        Path machine = machine("delay", "300", "slow-1", "");
        String output = jobs.file("ranks.csv");
        Cluster speculating = gpus(machine)
                .with("spark.speculation", "true")
                .with("spark.speculation.interval", "100ms")
                .with("spark.speculation.quantile", "0.5")
                .with("spark.speculation.multiplier", "1.5");
        done(speculating.run(graph, "--output", output));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(graph));
    }

    @Test
    @Tag("rest")
    void gpusThatTheClusterHasNotEndTheJobInsteadOfHanging() {
        String graph = jobs.prepared("messy", GraphKind.MESSY.draw(3, 300));
        Cluster none = Cluster.processes(1, 1)
                .with("spark.task.resource.gpu.amount", "1")
                .with("spark.executor.resource.gpu.amount", "1");
        Cluster.Finished failed = none.run(graph, "--quiet", "--patience", "5");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err()).startsWith("bitfront: master local-cluster[1,1,512] offered no executor for 5 s");
        assertThat(failed.err().lines()).hasSize(1);
    }

    /// A folder that says how the stand-ins for GPUs behave: names of files and what is in them.
    private Path machine(String... files) throws IOException {
        Path machine = Files.createDirectory(folder.resolve("machine"));
        for (int i = 0; i < files.length; i += 2) {
            Files.writeString(machine.resolve(files[i]), files[i + 1]);
        }
        return machine;
    }

    /// One host with two GPUs, as its discovery script says, and an executor for each.
    private Cluster gpus(Path machine) throws IOException {
        Path script = Files.writeString(
                folder.resolve("discover-gpus.sh"),
                "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"0\", \"1\"]}'\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return Cluster.processes(1, 2)
                // No task begins before both executors are there: the first could do all of them.
                .with("spark.cores.max", "2")
                .with("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                .with("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
                .with("spark.worker.resource.gpu.amount", "2")
                .with("spark.worker.resource.gpu.discoveryScript", script.toString())
                .with("spark.executor.resource.gpu.amount", "1")
                .with("spark.task.resource.gpu.amount", "1")
                .with("spark.executor.extraJavaOptions", standIns(machine));
    }

    private static String standIns(Path machine) {
        return "-D%s=%s".formatted(StandInGpus.FOLDER, machine);
    }

    private static Set<String> used(Path machine) throws IOException {
        try (Stream<Path> files = Files.list(machine)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("used-"))
                    .collect(Collectors.toSet());
        }
    }

    private static void await(BooleanSupplier happened) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!happened.getAsBoolean()) {
            assertThat(System.nanoTime()).as("nothing happened in " + PATIENCE).isLessThan(end);
            Thread.sleep(20);
        }
    }
}
