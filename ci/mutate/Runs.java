import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Runs test classes in a JVM of their own ([FirstFailure]), with other classes before those that were built.
final class Runs implements AutoCloseable {
    private final Path root;
    private final Path work;

    /// Test classes of one module.
    ///
    /// @param gpu whether those of their tests run that are for GPUs, on emulated ones, or the others
    /// @param all whether all cases run of those that draw theirs
    record Selection(String module, List<String> tests, boolean gpu, boolean all) {
        Selection of(String test) {
            return of(List.of(test));
        }

        Selection of(List<String> some) {
            return new Selection(module, some, gpu, all);
        }

        Selection withAll() {
            return new Selection(module, tests, gpu, true);
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

    void compileRunner() throws IOException {
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        work.resolve("runner").toString(),
                        "-cp",
                        jar("junit") + ":" + jar("org.jacoco.agent"),
                        root.resolve("ci/mutate/FirstFailure.java").toString(),
                        root.resolve("ci/mutate/Session.java").toString());
        if (code != 0) {
            throw new IllegalStateException("ci/mutate/FirstFailure.java does not compile");
        }
        Files.createDirectories(extensions().getParent());
        Files.writeString(extensions(), "Session\n");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "Session");
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        new JarOutputStream(Files.newOutputStream(agent()), manifest).close();
    }

    private Path extensions() {
        return work.resolve("runner/META-INF/services/org.junit.jupiter.api.extension.Extension");
    }

    private Path agent() {
        return work.resolve("session.jar");
    }

    // --- sessions ---------------------------------------------------------------------------------------------------

    /// A JVM that runs tests of one module one edit after another ([Session]).
    private record Open(Process process, Socket socket, BufferedReader answers, PrintStream requests)
            implements AutoCloseable {
        @Override
        public void close() throws IOException {
            socket.close();
            process.destroyForcibly();
        }
    }

    private record Key(String module, boolean gpu, boolean all, int job) {}

    private final Map<Key, Open> sessions = new ConcurrentHashMap<>();

    /// As [#run], in a JVM that has run tests of other edits before. A test that fails is run again without the edit:
    /// where that fails, too, all is run once more in a JVM of its own, as where classes cannot be exchanged, or the
    /// JVM ended or hung.
    Result runInSession(Selection selection, Path first, int job, double budget, Reach reach)
            throws IOException, InterruptedException {
        Key key = new Key(selection.module(), selection.gpu(), selection.all(), job);
        Result result = ask(key, selection, first.toString(), budget, reach);
        if (result != null && result.test() == null) {
            return result;
        }
        if (result != null && sessions.containsKey(key)) {
            Result unedited = ask(key, selection.of(result.test()), "", budget, reach);
            if (unedited != null && unedited.test() == null) {
                return result;
            }
        }
        end(key);
        return run(selection, first, job, budget, null);
    }

    /// Null where classes cannot be exchanged.
    private Result ask(Key key, Selection selection, String folder, double budget, Reach reach)
            throws IOException, InterruptedException {
        Open session = sessions.get(key);
        if (session == null) {
            session = open(key, selection);
            sessions.put(key, session);
        }
        session.requests.println(folder + "\t" + budget + "\t"
                + selection.tests().stream()
                        .map(test -> test + "=" + reach.patience(selection.of(test)))
                        .collect(Collectors.joining("\t")));
        String test = null;
        String failed = null;
        String line = session.answers.readLine();
        while (line != null && !line.equals("spent")) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "BEGIN" -> test = words[1];
                case "FAILED" -> failed = words[1];
                case "hung" -> failed = "hung";
                case "DONE", "LAST" -> {
                    if (words[0].equals("LAST")) {
                        end(key);
                    }
                    return new Result(failed == null ? null : test, failed, Double.parseDouble(words[1]));
                }
                default -> {
                    return null;
                }
            }
            line = session.answers.readLine();
        }
        end(key);
        boolean spent = line != null;
        return new Result(spent ? null : test, failed == null && !spent ? "crashed" : failed, spent ? budget : 0);
    }

    private Open open(Key key, Selection selection) throws IOException {
        Path log = work.resolve("session-%d-%s%s%s.log"
                .formatted(
                        key.job, key.module.replace('/', '-'), key.gpu ? "-gpu" : "", key.all ? "-all" : ""));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path temporary = emptied(work.resolve(log.getFileName() + ".tmp"));
            List<String> command = command(selection, work.resolve("none"), temporary, 0, null);
            int name = command.indexOf("FirstFailure");
            command.subList(name, command.size()).clear();
            command.addAll(List.of("Session", Integer.toString(server.getLocalPort())));
            command.add(1, "-javaagent:" + agent());
            Process process = process(command, selection, key.job, log);
            server.setSoTimeout(60_000);
            Socket socket = server.accept();
            return new Open(
                    process,
                    socket,
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
                    new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8));
        }
    }

    private void end(Key key) throws IOException {
        Open session = sessions.remove(key);
        if (session != null) {
            session.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (Key key : List.copyOf(sessions.keySet())) {
            end(key);
        }
    }

    // --- JVMs of their own ------------------------------------------------------------------------------------------

    /// @param first where classes are looked for before where they were built
    /// @param budget seconds of processor time, after which no further test begins
    /// @param recorded file for JaCoCo's record of what was reached, or null
    Result run(Selection selection, Path first, int job, double budget, Path recorded)
            throws IOException, InterruptedException {
        Path log = work.resolve("job" + job + ".log");
        // Some tests ask what is left where temporary files lie: nothing of others'.
        Path temporary = emptied(work.resolve("job" + job + ".tmp"));
        int code = process(command(selection, first, temporary, budget, recorded), selection, job, log)
                .waitFor();
        List<String> said = Files.readAllLines(log);
        double seconds = last(said, "TOOK ").map(Double::parseDouble).orElse(0.0);
        return code == 0
                ? new Result(null, null, seconds)
                : new Result(
                        last(said, "BEGIN ").orElseThrow(() -> new IllegalStateException("no test began: see " + log)),
                        last(said, "FAILED ").orElse("crashed"),
                        seconds);
    }

    private Process process(List<String> command, Selection selection, int job, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
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
        if (selection.all()) {
            builder.environment().put("BITFRONT_SHARE", "all");
        }
        if (selection.gpu()) {
            builder.environment()
                    .put("LD_LIBRARY_PATH", root.resolve("native/build/driver").toString());
        }
        return builder.start();
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

    private List<String> command(Selection selection, Path first, Path temporary, double budget, Path recorded)
            throws IOException {
        Path driver = root.resolve("native/build/driver/libcuda.so.1");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx2g",
                "-ea",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + temporary,
                "-Dbitfront.root=" + root,
                "-Dbudget=" + budget,
                "-Djunit.jupiter.extensions.autodetection.enabled=true"));
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
