import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Runs test classes in a JVM of their own ([FirstFailure]), with other classes before those that were built.
final class Runs {
    private final Path root;
    private final Path work;

    /// Test classes of one module.
    ///
    /// @param gpu whether those of their tests run that are for GPUs, on emulated ones, or the others
    record Selection(String module, List<String> tests, boolean gpu) {
        Selection of(String test) {
            return new Selection(module, List.of(test), gpu);
        }
    }

    /// @param test the first that failed; null where none did
    /// @param what the method that failed, or `hung`
    /// @param seconds of processor time
    record Result(String test, String what, double seconds) {}

    Runs(Path root, Path work) {
        this.root = root;
        this.work = work;
    }

    void compileRunner() {
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        work.resolve("runner").toString(),
                        "-cp",
                        jar("junit") + ":" + jar("org.jacoco.agent"),
                        root.resolve("ci/mutate/FirstFailure.java").toString());
        if (code != 0) {
            throw new IllegalStateException("ci/mutate/FirstFailure.java does not compile");
        }
    }

    /// @param first where classes are looked for before where they were built
    /// @param budget seconds of processor time, after which no further test begins
    /// @param recorded file for JaCoCo's record of what was reached, or null
    Result run(Selection selection, Path first, int job, double budget, Path recorded)
            throws IOException, InterruptedException {
        Path log = work.resolve("job" + job + ".log");
        ProcessBuilder builder = new ProcessBuilder(command(selection, first, job, budget, recorded))
                .directory(root.resolve(selection.module()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        // As surefire runs them: what a user's own runs remember is none of the tests' business.
        Path home = home(job);
        builder.environment().putAll(Map.of("XDG_STATE_HOME", home + "/state", "XDG_CACHE_HOME", home + "/cache"));
        if (selection.module().equals("java/spark")) {
            builder.environment()
                    .putAll(Map.of(
                            "SPARK_HOME", home + "/spark", "SPARK_SCALA_VERSION", "2.13", "SPARK_LOCAL_IP", "127.0.0.1"));
        }
        if (selection.gpu()) {
            builder.environment()
                    .put("LD_LIBRARY_PATH", root.resolve("native/build/driver").toString());
        }
        int code = builder.start().waitFor();
        List<String> said = Files.readAllLines(log);
        double seconds = last(said, "TOOK ").map(Double::parseDouble).orElse(0.0);
        return code == 0
                ? new Result(null, null, seconds)
                : new Result(
                        last(said, "BEGIN ").orElseThrow(() -> new IllegalStateException("no test began: see " + log)),
                        last(said, "FAILED ").orElse("crashed"),
                        seconds);
    }

    /// What the last line says that begins so.
    private static Optional<String> last(List<String> lines, String begin) {
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .reduce((_, last) -> last)
                .map(line -> line.substring(begin.length()));
    }

    String classPath(String module) throws IOException {
        Path target = root.resolve(module).resolve("target");
        String natives = root.resolve("java/natives/target/classes").toString();
        return target.resolve("test-classes") + ":" + target.resolve("classes") + ":"
                + Stream.of(Files.readString(target.resolve("test.classpath")).strip().split(":"))
                        .filter(part -> !module.equals("java/engine") || !part.equals(natives))
                        .collect(Collectors.joining(":"));
    }

    private List<String> command(Selection selection, Path first, int job, double budget, Path recorded)
            throws IOException {
        Path driver = root.resolve("native/build/driver/libcuda.so.1");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx2g",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + Files.createDirectories(home(job).resolve("tmp")),
                "-Dbitfront.root=" + root,
                "-Dbudget=" + budget));
        if (recorded != null) {
            command.add("-Drecords=true");
            command.add("-javaagent:%s=destfile=%s,append=false,dumponexit=false,includes=io.bitfront.*"
                    .formatted(jar("org.jacoco.agent"), recorded));
        }
        if (selection.gpu()) {
            command.addAll(List.of(
                    "-Dtags=gpu",
                    "-Dbitfront.kernels=" + driver,
                    "-Dbitfront.cub=" + driver,
                    "-Djava.library.path=" + root.resolve("build/jcuda/lib")));
        }
        command.addAll(List.of(
                "-cp",
                String.join(
                        ":",
                        first.toString(),
                        classPath(selection.module()),
                        work.resolve("runner").toString(),
                        jar("junit")),
                "FirstFailure"));
        command.addAll(selection.tests());
        return command;
    }

    private Path home(int job) {
        return work.resolve("home" + job);
    }

    /// Of the class path of this program, which ci/mutate.sh gives.
    private static String jar(String name) {
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(path -> path.contains("/" + name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not on the class path: " + name));
    }

    static Path emptied(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(folder);
    }
}
