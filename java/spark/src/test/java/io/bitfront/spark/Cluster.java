package io.bitfront.spark;

import io.bitfront.cli.Main;
import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine;

/// A Spark master for a test and its settings; the driver is the test's own JVM. Runs the job as `spark-submit` would.
final class Cluster {
    private final Map<String, String> settings = new LinkedHashMap<>();

    /// What a program wrote, and its exit code.
    record Finished(int exitCode, String out, String err) {}

    private Cluster(String master) {
        with("spark.master", master);
        with("spark.ui.enabled", "false");
        with("spark.driver.host", "127.0.0.1");
        with("spark.driver.bindAddress", "127.0.0.1");
    }

    /// One with executors inside the test's JVM.
    static Cluster local(int threads) {
        return new Cluster("local[%d]".formatted(threads));
    }

    /// One with executor processes of one core each.
    static Cluster processes(int workers, int coresPerWorker) {
        try {
            Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return new Cluster("local-cluster[%d,%d,%d]".formatted(workers, coresPerWorker, coresPerWorker * 512))
                .with("spark.executor.cores", "1")
                .with("spark.executor.memory", "512m")
                .with("spark.executor.defaultJavaOptions", "-Djava.io.tmpdir=" + temporaryFiles())
                .with("spark.executor.extraClassPath", System.getProperty("java.class.path"));
    }

    /// Where all that this process and its executors keep for a while lies.
    static Path temporaryFiles() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    Cluster with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    Finished run(String... arguments) {
        settings.forEach(System::setProperty);
        try {
            return run((streams, _) -> SparkCommand.commandLine(streams), arguments);
        } finally {
            settings.keySet().forEach(System::clearProperty);
        }
    }

    CompletableFuture<Finished> start(String... arguments) {
        return CompletableFuture.supplyAsync(
                () -> run(arguments), command -> Thread.ofPlatform().daemon().start(command));
    }

    /// Runs `bitfront` itself.
    static Finished bitfront(String... arguments) {
        return run(Bitfront::commandLine, arguments);
    }

    private static Finished run(BiFunction<Streams, String[], CommandLine> program, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Streams streams = new Streams(out, err, false, 80)) {
            code = new Main(streams, program).run(arguments);
        }
        return new Finished(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// Executor processes of a cluster under way.
    static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> commandLine(process).contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    /// All of it: `ProcessHandle` tells nothing where it is longer than a page.
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    /// Part files by name.
    static Map<String, byte[]> parts(Path folder) {
        Map<String, byte[]> parts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("part-")) {
                    parts.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return parts;
    }

    /// How many part files there are by now.
    static long partCount(Path folder) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
