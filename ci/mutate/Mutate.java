import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Breaks the product's Java sources, one small edit at a time, and runs the tests that should notice.
///
///     java ci/mutate/Mutate.java --seed S [--count 60] [--jobs N] [--only PATTERN] [--most TESTS] [--report FILE]
/// [--least PERCENT] [--skip DRAWN] [--list true] [--budget SECONDS]
///
/// A place is drawn among all of all modules, or those whose line of the report (`path:line edit`) has the pattern. Its tests are the near ones of its module and of those above it
/// ([NearTests]), on emulated GPUs too where it is code for them or such tests are near; then, unless only so many of each module are asked
/// for, the rest of its module's. The first that fails ends the run. A test that fails on the unedited sources too
/// is left out, and said at the end, which then is a failure. One that hangs ([FirstFailure]) is a mutant noticed, and
/// said to hang. What no test noticed within the budget, in seconds of processor time of all its tests, has survived.
/// A mutant that does not compile counts as none: another is drawn. A seed draws the same edits of the same lines
/// whatever else changes. `equivalent.txt` says which edits change nothing that could be noticed, and why: they are drawn, not run.
///
/// Needs `target/classes`, `target/test-classes` and `target/test.classpath` of every module: ci/mutate.sh makes them.
public final class Mutate {
    private static final List<String> MODULES = List.of(
            "java/testkit",
            "preprocess",
            "java/natives",
            "java/engine",
            "bench",
            "java/cli",
            "java/jgrapht",
            "java/spark");

    /// Places whose edits no test can or should tell: words, and what only reports or warms up.
    private static final Pattern EXEMPT =
            Pattern.compile(".*/(package-info|module-info|Rehearsal|TrainedClasses)\\.java|.*/testkit/.*|.*/nvml/.*");

    /// A constant that other classes may see.
    private static final Pattern CONSTANT = Pattern.compile("^ *(?!.*\\bprivate\\b).*\\bstatic final \\S+ (\\w+) =");

    /// One edit.
    ///
    /// @param from index of the first character replaced
    record Mutant(String module, Path file, long line, int from, int to, String by, String what) {}

    /// @param result caught, hung, SURVIVED, or SURVIVED so far: where the budget ended first
    record Outcome(Mutant mutant, String result, String by, double seconds) {
        boolean isNoticed() {
            return !result.startsWith("SURVIVED");
        }
    }

    private final Path root;
    private final Path work;
    private final int most;
    private final double budget;
    private final NearTests tests;

    private final Set<Mutant> equivalent = new HashSet<>();

    /// Drawn edits that nobody could notice, and those that do not compile.
    private int passedOver;

    private int uncompiled;

    /// Whether a test passes where nothing is edited.
    private final Map<NearTests.Selection, Boolean> sound = new ConcurrentHashMap<>();
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    private Mutate(Path root, int most, double budget) throws IOException {
        this.root = root;
        this.most = most;
        this.budget = budget;
        this.tests = new NearTests(root, MODULES);
        this.work = Files.createDirectories(root.resolve("build/mutate"));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of("--count", "60", "--jobs", "2", "--least", "0"));
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        Mutate mutate = new Mutate(
                Path.of(options.getOrDefault("--root", "")).toAbsolutePath(),
                Integer.parseInt(options.getOrDefault("--most", "100000")),
                Double.parseDouble(options.getOrDefault("--budget", "120")));
        long seed = Long.parseLong(options.get("--seed"));
        List<Mutant> all = mutate.places(Pattern.compile(options.getOrDefault("--only", "")));
        System.out.printf("mutate: %,d places, seed %d%n", all.size(), seed);
        all = drawn(all, seed);
        mutate.findEquivalents(all);
        all = all.subList(Integer.parseInt(options.getOrDefault("--skip", "0")), all.size());
        int count = Integer.parseInt(options.get("--count"));
        if (options.containsKey("--list")) {
            all.stream()
                    .limit(count)
                    .forEach(one -> System.out.println(
                            mutate.place(one) + (mutate.equivalent.contains(one) ? " (equivalent)" : "")));
            return;
        }
        List<Outcome> outcomes = mutate.run(all, count, Integer.parseInt(options.get("--jobs")));
        mutate.report(outcomes, seed, Path.of(options.getOrDefault("--report", "build/mutate/report.md")));
        long caught = outcomes.stream().filter(Outcome::isNoticed).count();
        double percent = 100.0 * caught / outcomes.size();
        System.out.printf(
                "mutate: %d of %d mutants caught, %.0f%% (seed %d); drawn beside them: %d that nobody could notice, %d that"
                        + " do not compile%n",
                caught,
                outcomes.size(),
                percent,
                seed,
                mutate.passedOver,
                mutate.uncompiled);
        List<String> unsound = mutate.unsound();
        if (!unsound.isEmpty()) {
            System.out.println("mutate: these fail without any edit and noticed nothing: " + String.join(", ", unsound));
        }
        System.exit(percent >= Double.parseDouble(options.get("--least")) && unsound.isEmpty() ? 0 : 1);
    }

    /// Tests that failed where nothing was edited.
    private List<String> unsound() {
        return sound.entrySet().stream()
                .filter(one -> !one.getValue())
                .map(one -> one.getKey().tests().getFirst())
                .distinct()
                .sorted()
                .toList();
    }

    // --- places -----------------------------------------------------------------------------------------------------

    private List<Mutant> places(Pattern only) throws IOException {
        List<Mutant> all = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = root.resolve(module).resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    for (Path file : files.filter(name -> name.toString().endsWith(".java"))
                            .filter(name -> !EXEMPT.matcher(name.toString()).matches())
                            .sorted()
                            .toList()) {
                        all.addAll(places(module, file));
                    }
                }
            }
        }
        all.removeIf(one -> !only.matcher(place(one)).find());
        return all;
    }

    private List<Mutant> places(String module, Path file) throws IOException {
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjects(file);
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, units);
            CompilationUnitTree unit = task.parse().iterator().next();
            Places finder = new Places(module, file, unit, Trees.instance(task).getSourcePositions());
            finder.scan(unit, null);
            return finder.found();
        }
    }

    /// What `equivalent.txt` names; a line of it that names nothing ends the program.
    private void findEquivalents(List<Mutant> all) throws IOException {
        for (String entry : Files.readAllLines(root.resolve("ci/mutate/equivalent.txt"))) {
            String[] fields = entry.split(" \\| ");
            if (entry.startsWith("#")) {
                continue;
            }
            Path file = root.resolve(fields[0]);
            List<String> lines = Files.readAllLines(file);
            long named = IntStream.rangeClosed(1, lines.size())
                    .filter(line -> lines.get(line - 1).contains(fields[1]))
                    .peek(line -> all.stream()
                            .filter(one -> one.file.equals(file) && one.line == line && one.what.equals(fields[2]))
                            .forEach(equivalent::add))
                    .count();
            if (fields.length != 4 || named != 1) {
                throw new IllegalStateException("ci/mutate/equivalent.txt names %d places by %s".formatted(named, entry));
            }
        }
    }

    /// All edits in an order that a seed makes of what each is, not of where it stands.
    private static List<Mutant> drawn(List<Mutant> all, long seed) throws IOException {
        Map<Path, List<String>> lines = new LinkedHashMap<>();
        Map<String, Integer> times = new LinkedHashMap<>();
        Map<Mutant, Long> keys = new LinkedHashMap<>();
        for (Mutant one : all) {
            if (!lines.containsKey(one.file)) {
                lines.put(one.file, Files.readAllLines(one.file));
            }
            String line = lines.get(one.file).get((int) one.line - 1).strip();
            String edit = one.file.getFileName() + "|" + line + "|" + one.what;
            keys.put(one, mixed(seed, edit + "|" + times.merge(edit, 1, Integer::sum)));
        }
        return new ArrayList<>(all.stream().sorted(Comparator.comparing(keys::get)).toList());
    }

    private static long mixed(long seed, String text) {
        long sum = seed;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * 0x9e3779b97f4a7c15L;
            sum ^= sum >>> 32;
        }
        return sum;
    }

    // --- runs -------------------------------------------------------------------------------------------------------

    private List<Outcome> run(List<Mutant> all, int count, int jobs) throws Exception {
        compileRunner();
        List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
        int[] next = {0};
        List<Thread> threads = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            int number = job;
            threads.add(Thread.ofPlatform().start(() -> {
                while (true) {
                    Mutant mutant;
                    synchronized (next) {
                        if (next[0] >= all.size() || outcomes.size() >= count) {
                            return;
                        }
                        mutant = all.get(next[0]++);
                        if (equivalent.contains(mutant)) {
                            passedOver++;
                            continue;
                        }
                    }
                    Outcome outcome = outcome(mutant, number);
                    synchronized (next) {
                        if (outcome == null) {
                            uncompiled++;
                        } else if (outcomes.size() < count) {
                            outcomes.add(outcome);
                            System.out.printf("mutate: %d/%d %s%n", outcomes.size(), count, line(outcome));
                        }
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return outcomes;
    }

    private String place(Mutant one) {
        return "%s:%d %s".formatted(root.relativize(one.file), one.line, one.what);
    }

    private String line(Outcome one) {
        return "%s %s%s (%.0f s)"
                .formatted(
                        one.result,
                        place(one.mutant),
                        one.by.isEmpty() ? "" : " -> " + one.by,
                        one.seconds);
    }

    private void compileRunner() {
        int code = compiler.run(
                null,
                null,
                null,
                "-d",
                work.resolve("runner").toString(),
                "-cp",
                launcher(),
                root.resolve("ci/mutate/FirstFailure.java").toString());
        if (code != 0) {
            throw new IllegalStateException("ci/mutate/FirstFailure.java does not compile");
        }
    }

    private static String launcher() {
        return System.getProperty("launcher");
    }

    /// Null where the mutant does not compile.
    private Outcome outcome(Mutant mutant, int job) {
        try {
            long begun = System.nanoTime();
            Path classes = emptied(work.resolve("job" + job));
            if (!compiles(mutant, classes)) {
                return null;
            }
            double[] left = {budget};
            for (NearTests.Selection selection : tests.of(mutant.module, mutant.file, most)) {
                Failed failed = noticed(selection, classes, job, left);
                if (failed != null) {
                    String result = failed.what.equals("hung") ? "hung" : "caught";
                    return new Outcome(
                            mutant, result, failed.test + " " + failed.what, (System.nanoTime() - begun) / 1e9);
                }
            }
            String result = left[0] > 0 ? "SURVIVED" : "SURVIVED so far";
            return new Outcome(mutant, result, "", (System.nanoTime() - begun) / 1e9);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The first test that fails on a mutant and does not on what it was made of; null where there is none.
    private Failed noticed(NearTests.Selection selection, Path classes, int job, double[] budgetLeft)
            throws IOException, InterruptedException {
        List<String> left = new ArrayList<>(selection.tests());
        while (!left.isEmpty() && budgetLeft[0] > 0) {
            NearTests.Selection now = new NearTests.Selection(selection.module(), left, selection.gpu());
            Failed failed = failed(now, classes, job, budgetLeft);
            if (failed == null) {
                return null;
            }
            if (sound.computeIfAbsent(now.of(failed.test), key -> isSound(key, job))) {
                return failed;
            }
            System.out.printf("mutate: %s fails without any edit: left out%n", failed.test);
            left = left.subList(left.indexOf(failed.test) + 1, left.size());
        }
        return null;
    }

    private boolean isSound(NearTests.Selection test, int job) {
        return failed(test, work.resolve("none"), job, new double[] {Double.MAX_VALUE}) == null;
    }

    private record Failed(String test, String what) {}

    /// The first test that fails, or null. Takes off the budget what the tests took of it.
    private Failed failed(NearTests.Selection selection, Path classes, int job, double[] budgetLeft) {
        try {
            Path log = work.resolve("job" + job + ".log");
            ProcessBuilder builder = new ProcessBuilder(command(selection, classes, budgetLeft[0]))
                    .directory(root.resolve(selection.module()).toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            // As surefire runs them: what a user's own runs remember is none of the tests' business.
            String xdg = Files.createDirectories(work.resolve("xdg" + job)).toString();
            builder.environment().putAll(Map.of("XDG_STATE_HOME", xdg + "/state", "XDG_CACHE_HOME", xdg + "/cache"));
            if (selection.gpu()) {
                builder.environment()
                        .put(
                                "LD_LIBRARY_PATH",
                                root.resolve("native/build/driver").toString());
            }
            int code = builder.start().waitFor();
            List<String> said = Files.readAllLines(log);
            budgetLeft[0] -= last(said, "TOOK ").map(Double::parseDouble).orElse(0.0);
            if (code == 0) {
                return null;
            }
            return new Failed(
                    last(said, "BEGIN ").orElseThrow(),
                    last(said, "FAILED ").orElse("crashed"));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What the last line says that begins so.
    private static Optional<String> last(List<String> lines, String begin) {
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .reduce((_, last) -> last)
                .map(line -> line.substring(begin.length()));
    }

    private static Path emptied(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    /// The edited class, and those of its module and their tests that may hold the constant which the edit is of as a number
    /// of their own.
    private boolean compiles(Mutant mutant, Path classes) throws IOException {
        String text = Files.readString(mutant.file);
        Path source = Files.createDirectories(work.resolve("source-" + classes.getFileName()))
                .resolve(mutant.file.getFileName());
        Files.writeString(source, text.substring(0, mutant.from) + mutant.by + text.substring(mutant.to));
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            return compiler.getTask(
                            new StringWriter(),
                            manager,
                            each -> {},
                            List.of(
                                    "-proc:none",
                                    "-nowarn",
                                    "-parameters",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    classPath(mutant.module)),
                            null,
                            manager.getJavaFileObjectsFromPaths(
                                    Stream.concat(Stream.of(source), holders(mutant, text)).toList()))
                    .call();
        } finally {
            Files.delete(source);
        }
    }

    private Stream<Path> holders(Mutant mutant, String text) throws IOException {
        int begin = text.lastIndexOf('\n', mutant.from) + 1;
        Matcher constant = CONSTANT.matcher(text.substring(begin, text.indexOf('\n', mutant.to)));
        if (!constant.find()) {
            return Stream.empty();
        }
        Pattern name = Pattern.compile("\\b" + constant.group(1) + "\\b");
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("src/main/java", "src/test/java")) {
            Path sources = root.resolve(mutant.module).resolve(folder);
            if (!Files.isDirectory(sources)) {
                continue;
            }
            try (Stream<Path> all = Files.walk(sources)) {
                for (Path each : all.filter(file -> file.toString().endsWith(".java") && !file.equals(mutant.file))
                        .toList()) {
                    if (name.matcher(Files.readString(each)).find()) {
                        found.add(each);
                    }
                }
            }
        }
        return found.stream();
    }

    private String classPath(String module) throws IOException {
        Path target = root.resolve(module).resolve("target");
        String natives = root.resolve("java/natives/target/classes").toString();
        return target.resolve("test-classes") + ":" + target.resolve("classes") + ":"
                + Stream.of(Files.readString(target.resolve("test.classpath")).strip().split(":"))
                        .filter(part -> !module.equals("java/engine") || !part.equals(natives))
                        .collect(Collectors.joining(":"));
    }

    private List<String> command(NearTests.Selection selection, Path classes, double budget) throws IOException {
        Path driver = root.resolve("native/build/driver/libcuda.so.1");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx2g",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dbitfront.root=" + root,
                "-Dbudget=" + budget,
                "-cp",
                String.join(
                        ":",
                        classes.toString(),
                        classPath(selection.module()),
                        work.resolve("runner").toString(),
                        launcher()),
                "FirstFailure"));
        command.addAll(selection.tests());
        if (selection.gpu()) {
            command.addAll(
                    1,
                    List.of(
                            "-Dtags=gpu",
                            "-Dbitfront.kernels=" + driver,
                            "-Dbitfront.cub=" + driver,
                            "-Djava.library.path=" + root.resolve("build/jcuda/lib")));
        }
        return command;
    }

    // --- report -----------------------------------------------------------------------------------------------------

    private void report(List<Outcome> outcomes, long seed, Path file) throws IOException {
        StringBuilder text = new StringBuilder(
                "# Mutants of seed %d%n%n| outcome | place | edit | noticed by |%n|---|---|---|---|%n".formatted(seed));
        outcomes.stream()
                .sorted(Comparator.comparing(Outcome::result)
                        .thenComparing(one -> one.mutant.file + ":" + one.mutant.line))
                .forEach(one -> text.append("| %s | `%s:%d` | %s | %s |%n"
                        .formatted(
                                one.result,
                                root.relativize(one.mutant.file),
                                one.mutant.line,
                                one.mutant.what.replace("|", "\\|"),
                                one.by)));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        System.out.println("mutate: report in " + file);
    }
}
