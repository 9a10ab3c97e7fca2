package io.bitfront.cli.command;

import io.bitfront.cli.report.Streams;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/// Running a job on a Spark cluster instead: `spark-submit` is started as a process, with the same options.
final class SparkOptions {
    private static final String MASTER = "--spark";
    private static final String SETTING = "--spark-conf";
    /// The address that Spark listens on, and that of this machine alone.
    private static final String ADDRESS = "SPARK_LOCAL_IP";

    private static final String LOOPBACK = "127.0.0.1";

    private static final String HOME = "SPARK_HOME";
    private static final String JAR = "bitfront-spark.jar";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = MASTER,
            paramLabel = "MASTER",
            description = "Run on the Spark cluster of this master, such as spark://HOST:7077, by the spark-submit of"
                    + " SPARK_HOME. GRAPH is then a .bvss cache that every host sees, --output a folder of part files.")
    private String master;

    @Option(
            names = SETTING,
            paramLabel = "KEY=VALUE",
            description = "With --spark: a setting of Spark. May be repeated.")
    private List<String> settings = new ArrayList<>();

    /// Whether the job is to run on a cluster.
    boolean asked() {
        if (master == null && !settings.isEmpty()) {
            throw Usage.bad(spec, "%s only goes with %s".formatted(SETTING, MASTER));
        }
        return master != null;
    }

    /// Runs the command on the cluster.
    ///
    /// @return the exit code of `spark-submit`
    int submit(Streams streams) {
        String home = System.getenv(HOME);
        if (home == null || home.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s %s: set %s to the folder of a Spark 4.2".formatted(MASTER, master, HOME));
        }
        Path program = Path.of(home, "bin", "spark-submit");
        Path bitfront =
                Path.of(System.getProperty("bitfront.launcher", "bitfront")).resolveSibling(JAR);
        for (Path needed : List.of(program, bitfront)) {
            if (!Files.isRegularFile(needed)) {
                throw new IllegalArgumentException("%s %s: there is no %s%s"
                        .formatted(MASTER, master, needed, needed.endsWith(JAR) ? "; 'make spark' makes it" : ""));
            }
        }
        streams.out().flush();
        // A signal to this process alone would leave the job running.
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform()
                        .unstarted(() -> ProcessHandle.current().children().forEach(ProcessHandle::destroy)));
        try {
            ProcessBuilder builder = new ProcessBuilder(command(program, bitfront)).inheritIO();
            if (master.startsWith("local")) {
                builder.environment().putIfAbsent(ADDRESS, LOOPBACK); // or Spark's UI is open to the network
            }
            // Spark's own java, the first on the path otherwise, may be older than ours.
            builder.environment()
                    .merge("JAVA_HOME", System.getProperty("java.home"), (set, ours) -> set.isEmpty() ? ours : set);
            return builder.start().waitFor();
        } catch (IOException e) {
            throw FileException.of("run", program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FileException("run %s: interrupted".formatted(program), e);
        }
    }

    private List<String> command(Path program, Path bitfront) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--master",
                master,
                "--class",
                "io.bitfront.spark.SparkCloseness",
                "--conf",
                "spark.log.level=WARN",
                "--driver-java-options",
                "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"));
        settings.forEach(setting -> command.addAll(List.of("--conf", setting)));
        List<Path> kernels = kernels(bitfront.toAbsolutePath().getParent());
        if (!kernels.isEmpty()) {
            command.add("--files");
            command.add(kernels.stream().map(Path::toString).collect(Collectors.joining(",")));
        }
        command.add(bitfront.toString());
        command.addAll(arguments(spec.commandLine().getParseResult()));
        return command;
    }

    /// What executors with GPUs find in their working folder: compiled kernels and the library under JCuda.
    private static List<Path> kernels(Path home) {
        Path jcuda = home.resolve("jcuda", "lib");
        try (Stream<Path> libraries = Files.isDirectory(jcuda) ? Files.list(jcuda) : Stream.empty()) {
            return Stream.concat(Stream.of(home.resolve("bitfront.fatbin")), libraries.sorted())
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException e) {
            throw FileException.of("list", jcuda, e);
        }
    }

    /// The command line again, without what is for this class.
    private static List<String> arguments(ParseResult parsed) {
        List<String> arguments = new ArrayList<>();
        for (ArgSpec matched : parsed.matchedArgs()) {
            switch (matched) {
                case PositionalParamSpec positional -> arguments.addAll(positional.originalStringValues());
                case OptionSpec option -> {
                    if (!option.longestName().equals(MASTER)
                            && !option.longestName().equals(SETTING)) {
                        add(arguments, option);
                    }
                }
                default -> throw new AssertionError(matched);
            }
        }
        return arguments;
    }

    private static void add(List<String> arguments, OptionSpec option) {
        if (option.arity().max() == 0) {
            arguments.add(option.longestName());
            return;
        }
        for (String value : option.originalStringValues()) {
            arguments.add(option.longestName());
            arguments.add(value);
        }
    }
}
