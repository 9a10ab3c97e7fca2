import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Breaks the product's Java sources, one small edit at a time, and runs the tests that should notice.
///
///     java ci/mutate/Mutate.java --seed S [--count 60] [--jobs N] [--only PATTERN] [--report FILE] [--least PERCENT]
///         [--skip DRAWN] [--list true] [--budget SECONDS] [--old true]
///
/// A place is drawn among all of all modules, or those whose line of the report (`path:line edit`) has the pattern. Its
/// tests are all that reach its line, of its module and of those above it, on emulated GPUs too ([Reach]); what those
/// leave that draw a share of their cases meets all their cases. The first that
/// fails ends the run. Edits are exchanged within JVMs that stay ([Session]); what runs only while its class is
/// initialised has a JVM of its own. A line that no test reaches is said apart; whatever reaches its class, or starts a process that
/// may, runs all the same. A test that fails on the unedited sources too is left out, and said at the end, which then is a failure. One that hangs
/// ([FirstFailure]) is a mutant noticed, and said to hang. What no test noticed within the budget, in seconds of
/// processor time of all its tests, has survived. A mutant that does not compile counts as none: another is drawn. A
/// seed draws the same edits of the same lines whatever else changes. `equivalent.txt` says which edits change nothing
/// that could be noticed, and why: they are drawn, not run.
///
/// With `--old true`, records of what tests reach are not made anew where classes have changed since.
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

    private static final Pattern CONSTANT = Pattern.compile("(\\bprivate )?\\bstatic final \\S+ (\\w+) =");

    /// What a line of `equivalent.txt` calls a method by, where it names all edits of one.
    private static final String METHOD = "method ";

    /// One edit.
    ///
    /// @param from index of the first character replaced
    /// @param early whether it runs while its class is initialised, once in a JVM
    /// @param method that it is in, or empty
    record Mutant(
            String module, Path file, long line, int from, int to, String by, String what, boolean early, String method) {
        Mutant runEarly() {
            return new Mutant(module, file, line, from, to, by, what, true, method);
        }
    }

    /// @param result caught, hung, SURVIVED, SURVIVED unreached: by any test; or SURVIVED so far: the budget ended first
    record Outcome(Mutant mutant, String result, String by, double seconds) {
        boolean isNoticed() {
            return !result.startsWith("SURVIVED");
        }
    }

    private final Path root;
    private final Path work;
    private final double budget;
    private final Runs runs;
    private final Reach reach;

    private final Set<Mutant> equivalent = new HashSet<>();

    /// Drawn edits that nobody could notice, and those that do not compile.
    private int passedOver;

    private int uncompiled;

    /// Whether a test passes where nothing is edited.
    private final Map<Runs.Selection, Boolean> sound = new ConcurrentHashMap<>();
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    private Mutate(Path root, double budget, boolean old) throws IOException {
        this.root = root;
        this.budget = budget;
        this.work = Files.createDirectories(root.resolve("build/mutate"));
        this.runs = new Runs(root, work);
        this.reach = new Reach(root, work, MODULES, runs, old);
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createDirectories(Path.of("build/mutate"));
        try (FileChannel lock = FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (lock.tryLock() == null) {
                System.out.println("mutate: another run works in " + folder);
                System.exit(2);
            }
            System.exit(run(arguments));
        }
    }

    private static int run(String[] arguments) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of("--count", "60", "--jobs", "2", "--least", "0"));
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        Mutate mutate = new Mutate(
                Path.of(options.getOrDefault("--root", "")).toAbsolutePath(),
                Double.parseDouble(options.getOrDefault("--budget", "300")),
                options.containsKey("--old"));
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
            return 0;
        }
        List<Outcome> outcomes;
        try (mutate.runs) {
            outcomes = mutate.run(all, count, Integer.parseInt(options.get("--jobs")));
        }
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
        return percent >= Double.parseDouble(options.get("--least")) && unsound.isEmpty() ? 0 : 1;
    }

    /// Tests that failed where nothing was edited.
    private List<String> unsound() {
        return Stream.concat(
                        reach.unsound().stream(),
                        sound.entrySet().stream()
                                .filter(one -> !one.getValue())
                                .map(one -> one.getKey().tests().getFirst()))
                .distinct()
                .sorted()
                .toList();
    }

    // --- places -----------------------------------------------------------------------------------------------------

    private List<Mutant> places(Pattern only) throws IOException {
        List<Mutant> all = new ArrayList<>();
        for (String module : MODULES) {
            for (Path file : sources(root.resolve(module).resolve("src/main/java"))) {
                if (!EXEMPT.matcher(file.toString()).matches()) {
                    all.addAll(places(module, file));
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
            Predicate<Mutant> edits = edits(fields[2]);
            long named;
            if (fields[1].startsWith(METHOD)) {
                String method = fields[1].substring(METHOD.length());
                Pattern declared = Pattern.compile(" {4,}[\\w<>\\[\\], ]+ %s\\([^;]*".formatted(method));
                named = lines.stream().filter(line -> declared.matcher(line).matches()).count();
                all.stream()
                        .filter(one -> one.file.equals(file) && one.method.equals(method) && edits.test(one))
                        .forEach(equivalent::add);
            } else {
                named = IntStream.rangeClosed(1, lines.size())
                        .filter(line -> lines.get(line - 1).contains(fields[1]))
                        .peek(line -> all.stream()
                                .filter(one -> one.file.equals(file) && one.line == line && edits.test(one))
                                .forEach(equivalent::add))
                        .count();
            }
            if (fields.length != 4 || named != 1) {
                throw new IllegalStateException("ci/mutate/equivalent.txt names %d places by %s".formatted(named, entry));
            }
        }
    }

    /// @param named edits with commas between them, one call, or `all`
    private static Predicate<Mutant> edits(String named) {
        Set<String> edits = named.startsWith("call ") ? Set.of(named) : Set.of(named.split(", "));
        return one -> named.equals("all") || edits.contains(one.what);
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
        runs.compileRunner();
        reach.record(jobs);
        List<Outcome> outcomes = new ArrayList<>();
        int[] next = {0};
        // Whatever is begun counts, however long it takes: those that no test notices take longest.
        int[] begun = {0};
        List<Thread> threads = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            int number = job;
            threads.add(Thread.ofPlatform().start(() -> {
                while (true) {
                    Mutant mutant;
                    synchronized (next) {
                        if (next[0] >= all.size() || begun[0] >= count) {
                            return;
                        }
                        mutant = all.get(next[0]++);
                        if (equivalent.contains(mutant)) {
                            passedOver++;
                            continue;
                        }
                        begun[0]++;
                    }
                    Outcome outcome = outcome(mutant, number);
                    synchronized (next) {
                        if (outcome == null) {
                            uncompiled++;
                            begun[0]--;
                        } else {
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

    /// Null where the mutant does not compile.
    private Outcome outcome(Mutant mutant, int job) {
        try {
            long begun = System.nanoTime();
            Path classes = Runs.emptied(work.resolve("job" + job));
            if (!compiles(mutant, classes)) {
                return null;
            }
            Map<Path, List<Integer>> lines = lines(mutant);
            List<Runs.Selection> tests = reach.reaching(mutant.file, lines, false);
            boolean reached = !tests.isEmpty();
            double[] left = {budget};
            List<Runs.Selection> drawn = reached ? tests : reach.reaching(mutant.file, lines, true);
            List<Runs.Selection> both =
                    Stream.concat(drawn.stream(), reach.whole(drawn).stream()).toList();
            for (Runs.Selection selection : both) {
                Runs.Result failed = noticed(mutant, selection, classes, job, left);
                if (failed != null) {
                    String result = failed.what().equals("hung") ? "hung" : "caught";
                    return new Outcome(
                            mutant, result, failed.test() + " " + failed.what(), (System.nanoTime() - begun) / 1e9);
                }
            }
            String result = !reached ? "SURVIVED unreached" : left[0] > 0 ? "SURVIVED" : "SURVIVED so far";
            return new Outcome(mutant, result, "", (System.nanoTime() - begun) / 1e9);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The first test that fails on a mutant and does not on what it was made of; null where there is none.
    private Runs.Result noticed(
            Mutant mutant, Runs.Selection selection, Path classes, int job, double[] budgetLeft)
            throws IOException, InterruptedException {
        List<String> left = selection.tests();
        while (!left.isEmpty() && budgetLeft[0] > 0) {
            Runs.Selection rest = selection.of(left);
            Runs.Result result = mutant.early
                    ? runs.run(rest, classes, job, budgetLeft[0], null)
                    : runs.runInSession(rest, classes, job, budgetLeft[0], reach);
            budgetLeft[0] -= result.seconds();
            if (result.test() == null) {
                return null;
            }
            if (isSound(selection.of(result.test()), job)) {
                return result;
            }
            System.out.printf("mutate: %s fails without any edit: left out%n", result.test());
            left = left.subList(left.indexOf(result.test()) + 1, left.size());
        }
        return null;
    }

    private boolean isSound(Runs.Selection test, int job) throws IOException, InterruptedException {
        Boolean known = sound.get(test);
        if (known == null) {
            known = runs.run(test, work.resolve("none"), job, Double.MAX_VALUE, null).test() == null;
            sound.put(test, known);
        }
        return known;
    }

    /// The lines whose code an edit changes: its own, or those that name the constant it is of.
    private Map<Path, List<Integer>> lines(Mutant mutant) throws IOException {
        Optional<Constant> constant = constant(mutant);
        if (constant.isEmpty()) {
            return Map.of(mutant.file, List.of((int) mutant.line));
        }
        Map<Path, List<Integer>> lines = new LinkedHashMap<>();
        for (Path file : Stream.concat(Stream.of(mutant.file), constant.get().holders.stream())
                .toList()) {
            List<String> text = Files.readAllLines(file);
            lines.put(
                    file,
                    IntStream.rangeClosed(1, text.size())
                            .filter(line -> line != mutant.line || !file.equals(mutant.file))
                            .filter(line -> constant.get().name.matcher(text.get(line - 1)).find())
                            .boxed()
                            .toList());
        }
        return lines;
    }

    /// @param holders other sources of the module, its tests' too, that may hold it as a number of their own
    private record Constant(Pattern name, List<Path> holders) {}

    /// The constant that an edit is of.
    private Optional<Constant> constant(Mutant mutant) throws IOException {
        Matcher found = CONSTANT.matcher(Files.readAllLines(mutant.file).get((int) mutant.line - 1));
        if (!found.find()) {
            return Optional.empty();
        }
        Pattern name = Pattern.compile("\\b" + found.group(2) + "\\b");
        List<Path> holders = new ArrayList<>();
        for (String part : found.group(1) == null ? List.of("src/main/java", "src/test/java") : List.<String>of()) {
            for (Path file : sources(root.resolve(mutant.module).resolve(part))) {
                if (!file.equals(mutant.file) && name.matcher(Files.readString(file)).find()) {
                    holders.add(file);
                }
            }
        }
        return Optional.of(new Constant(name, holders));
    }

    /// The edited class, and those of its module and their tests that may hold the constant which the edit is of as a number
    /// of their own.
    private boolean compiles(Mutant mutant, Path classes) throws IOException {
        String text = Files.readString(mutant.file);
        Path source = Files.createDirectories(work.resolve("source-" + classes.getFileName()))
                .resolve(mutant.file.getFileName());
        List<Path> sources = new ArrayList<>(List.of(source));
        constant(mutant).ifPresent(constant -> sources.addAll(constant.holders));
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
                                    runs.classPath(mutant.module)),
                            null,
                            manager.getJavaFileObjectsFromPaths(sources))
                    .call();
        } finally {
            Files.delete(source);
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
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
        text.append("%nBeside them %d that `ci/mutate/equivalent.txt` names were drawn, and %d that do not compile. Never drawn:%n%n"
                .formatted(passedOver, uncompiled));
        Places.RULES.forEach(rule -> text.append("* %s%n".formatted(rule)));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
        System.out.println("mutate: report in " + file);
    }
}
