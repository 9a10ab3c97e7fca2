import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.internal.data.CRC64;
import org.jacoco.core.tools.ExecFileLoader;

/// Which test classes reach a line, by JaCoCo's record of each, run alone and unedited.
///
/// Records are kept in `build/mutate/reach`, and made anew where a class that one names, of the product or of tests,
/// has changed: nothing else could lead a test elsewhere, but for resources and native code.
final class Reach {
    /// @param seconds of processor time that it took, with JaCoCo's agent and a JVM of its own
    private record Recorded(Runs.Selection test, double seconds, ExecutionDataStore reached) {
        String name() {
            return test.tests().getFirst();
        }

        Path folder() {
            return Path.of(name().replace('.', '/')).getParent();
        }
    }

    private final Path root;
    private final Path work;
    private final List<String> modules;
    private final Runs runs;
    private final Map<String, Long> built = new HashMap<>();
    private final List<Recorded> recorded = new ArrayList<>();
    private final List<String> unsound = new ArrayList<>();

    /// Tests that run the program, or another, as a process of its own, of which there is no record.
    private final Set<String> starting = new HashSet<>();

    /// Tests that draw their cases, of which there are more.
    private final Set<String> drawing = new HashSet<>();

    /// Whether records hold whatever has changed since: of a class that has, all lines count as reached.
    private final boolean old;

    Reach(Path root, Path work, List<String> modules, Runs runs, boolean old) {
        this.old = old;
        this.root = root;
        this.work = work;
        this.modules = modules;
        this.runs = runs;
    }

    /// Tests that fail where nothing is edited, and are never chosen.
    List<String> unsound() {
        return unsound.stream().sorted().toList();
    }

    // --- records ----------------------------------------------------------------------------------------------------

    void record(int jobs) throws Exception {
        for (String module : modules) {
            for (String part : List.of("target/classes", "target/test-classes")) {
                addBuilt(root.resolve(module).resolve(part));
            }
        }
        List<Runs.Selection> all = new ArrayList<>();
        for (String module : modules) {
            addTests(module, all);
        }
        List<Runs.Selection> missing = new ArrayList<>();
        for (Runs.Selection test : all) {
            if (!isKept(test)) {
                missing.add(test);
            }
        }
        if (!missing.isEmpty()) {
            System.out.printf("mutate: recording what %d of %d test classes reach%n", missing.size(), all.size());
            run(missing, jobs);
        }
    }

    private void addBuilt(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    String name = folder.relativize(file).toString().replace(".class", "");
                    built.put(name, CRC64.classId(Files.readAllBytes(file)));
                }
            }
        }
    }

    private void addTests(String module, List<Runs.Selection> into) throws IOException {
        Path folder = root.resolve(module).resolve("src/test/java");
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(each -> each.toString().endsWith("Test.java"))
                        .sorted()
                        .toList()) {
                    String name = folder.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.');
                    String text = Files.readString(file);
                    if (text.contains("new Program(") || text.contains("ProcessBuilder(")) {
                        starting.add(name);
                    }
                    if (text.contains("@Tag(\"drawn\")")) {
                        drawing.add(name);
                    }
                    into.add(new Runs.Selection(module, List.of(name), false, false));
                    if (text.contains("@Tag(\"gpu\")")) {
                        into.add(new Runs.Selection(module, List.of(name), true, false));
                    }
                }
            }
        }
    }

    private void run(List<Runs.Selection> tests, int jobs) throws Exception {
        AtomicInteger done = new AtomicInteger();
        Map<Thread, Integer> numbers = new ConcurrentHashMap<>();
        try (ExecutorService team = Executors.newFixedThreadPool(jobs)) {
            List<Future<?>> futures = new ArrayList<>();
            for (Runs.Selection test : tests) {
                futures.add(team.submit(() -> {
                    int job = numbers.computeIfAbsent(Thread.currentThread(), thread -> numbers.size());
                    record(test, job);
                    if (done.incrementAndGet() % 20 == 0) {
                        System.out.printf("mutate: recorded %d of %d%n", done.get(), tests.size());
                    }
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        }
    }

    private void record(Runs.Selection test, int job) throws IOException, InterruptedException {
        Path file = file(test);
        Files.createDirectories(file.getParent());
        Runs.Result result = runs.run(test, work.resolve("none"), job, Double.MAX_VALUE, file);
        if (result.test() == null) {
            Files.writeString(took(file), Double.toString(result.seconds()));
            synchronized (recorded) {
                recorded.add(new Recorded(test, result.seconds(), load(file)));
            }
        } else {
            Files.deleteIfExists(took(file));
            synchronized (recorded) {
                System.out.printf(
                        "mutate: %s %s fails without any edit: left out%n", result.test(), result.what());
                unsound.add(result.test());
            }
        }
    }

    /// Whether there is a record of a test that holds still.
    private boolean isKept(Runs.Selection test) throws IOException {
        Path file = file(test);
        if (!Files.exists(took(file))) {
            return false;
        }
        ExecutionDataStore reached = load(file);
        if (!old
                && reached.getContents().stream()
                        .anyMatch(one -> !Long.valueOf(one.getId()).equals(built.get(one.getName())))) {
            return false;
        }
        recorded.add(new Recorded(test, Double.parseDouble(Files.readString(took(file))), reached));
        return true;
    }

    private Path file(Runs.Selection test) {
        return work.resolve("reach")
                .resolve(test.gpu() ? "gpu" : "cpu")
                .resolve(test.tests().getFirst() + ".exec");
    }

    private static Path took(Path file) {
        return Path.of(file + ".seconds");
    }

    private static ExecutionDataStore load(Path file) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        return loader.getExecutionDataStore();
    }

    /// All cases of those of some tests that draw theirs.
    List<Runs.Selection> whole(List<Runs.Selection> selections) {
        return selections.stream()
                .map(selection -> selection
                        .withAll()
                        .of(selection.tests().stream().filter(drawing::contains).toList()))
                .filter(selection -> !selection.tests().isEmpty())
                .toList();
    }

    /// Processor time that a test may take, several times what it took when it was recorded, of fewer cases where all
    /// run.
    double patience(Runs.Selection test) {
        return recorded.stream()
                .filter(one -> (test.all() ? one.test.withAll() : one.test).equals(test))
                .mapToDouble(one -> 10 + (test.all() ? 20 : 5) * one.seconds)
                .findFirst()
                .orElse(60);
    }

    // --- choice -----------------------------------------------------------------------------------------------------

    /// A test's distance: nothing for the class's own, one for those of whose name it is a part or that are of a part
    /// of its name.
    private static int distance(Recorded test, String type) {
        String subject = test.name()
                .substring(test.name().lastIndexOf('.') + 1)
                .replaceAll("(Graph)?Test$", "");
        if (subject.equals(type)) {
            return 0;
        }
        return subject.contains(type) || !subject.isEmpty() && type.contains(subject) ? 1 : 2;
    }

    /// The share of what a test reaches that is a source's, of the tests that reach it.
    private static double share(Recorded test, SortedMap<String, byte[]> code) {
        long all = 0;
        long own = 0;
        for (ExecutionData each : test.reached.getContents()) {
            int reached = 0;
            for (boolean probe : each.getProbes()) {
                reached += probe ? 1 : 0;
            }
            all += reached;
            own += code.containsKey(each.getName()) ? reached : 0;
        }
        return Math.max(own, 1) / (double) Math.max(all, 1);
    }

    /// The tests that reach one of some lines: those named after its class first, then those that take the least time
    /// for the share of it that they spend on the class, which counts double outside of its package, double again for
    /// each module above its own, and four times where one runs on an emulated GPU and the other does not.
    ///
    /// Of a line with no code of its own, as the second of an expression, the code before it in its method counts, and
    /// outside of methods the class.
    ///
    /// @param lines by file
    /// @param classes whether those count that reach no more than the class, or start a process that may
    List<Runs.Selection> reaching(Path file, Map<Path, List<Integer>> lines, boolean classes) throws IOException {
        String type = simpleName(file);
        List<Recorded> found = new ArrayList<>();
        Map<Path, SortedMap<String, byte[]>> code = new LinkedHashMap<>();
        for (Path each : lines.keySet()) {
            code.put(each, classes(each));
        }
        for (Recorded test : recorded) {
            for (Map.Entry<Path, List<Integer>> each : lines.entrySet()) {
                SortedMap<String, byte[]> of = code.get(each.getKey());
                if (classes && starting.contains(test.name())
                        || of.keySet().stream().anyMatch(test.reached::contains)
                                && (classes || reaches(test, simpleName(each.getKey()), of, each.getValue()))) {
                    found.add(test);
                    break;
                }
            }
        }
        boolean ofGpus = file.toString().matches(".*/(gpu|device)/.*");
        Path folder = file.getParent();
        Map<Recorded, Double> costs = new HashMap<>();
        for (Recorded test : found) {
            double far = (folder.endsWith(test.folder()) ? 1 : 2)
                    * (test.test.gpu() == ofGpus ? 1 : 4)
                    * Math.scalb(1.0, modules.indexOf(test.test.module()) - module(file));
            costs.put(test, test.seconds / share(test, code.get(file)) * far);
        }
        found.sort(Comparator.<Recorded, Integer>comparing(test -> distance(test, type))
                .thenComparing(costs::get));
        List<Runs.Selection> selections = new ArrayList<>();
        for (Recorded one : found) {
            Runs.Selection last = selections.isEmpty() ? null : selections.getLast();
            if (last != null
                    && last.module().equals(one.test.module())
                    && last.gpu() == one.test.gpu()) {
                last.tests().add(one.name());
            } else {
                selections.add(new Runs.Selection(
                        one.test.module(), new ArrayList<>(one.test.tests()), one.test.gpu(), false));
            }
        }
        return selections;
    }

    private int module(Path file) {
        return IntStream.range(0, modules.size())
                .filter(i -> file.startsWith(root.resolve(modules.get(i))))
                .findFirst()
                .orElseThrow();
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    /// What a source became, by names.
    private static SortedMap<String, byte[]> classes(Path source) throws IOException {
        String[] parts = source.toString().replace(".java", "").split("/src/(main|test)/java/");
        String part = source.toString().contains("/src/main/") ? "/target/classes" : "/target/test-classes";
        Path built = Path.of(parts[0] + part);
        SortedMap<String, byte[]> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(built.resolve(parts[1]).getParent())) {
            for (Path each : files.toList()) {
                String name = built.relativize(each).toString();
                if (name.equals(parts[1] + ".class") || name.startsWith(parts[1] + "$") && name.endsWith(".class")) {
                    all.put(name.replace(".class", ""), Files.readAllBytes(each));
                }
            }
        }
        return all;
    }

    private boolean reaches(Recorded test, String type, SortedMap<String, byte[]> code, Collection<Integer> lines) {
        for (Map.Entry<String, byte[]> one : code.entrySet()) {
            if (test.reached.getContents().stream()
                    .anyMatch(was -> was.getName().equals(one.getKey())
                            && was.getId() != CRC64.classId(one.getValue()))) {
                return true;
            }
        }
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(test.reached, builder);
        try {
            for (Map.Entry<String, byte[]> one : code.entrySet()) {
                analyzer.analyzeClass(one.getValue(), one.getKey());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (ISourceFileCoverage source : builder.getSourceFiles()) {
            if (source.getName().equals(type + ".java")) {
                return lines.stream().anyMatch(line -> reaches(builder, source, line));
            }
        }
        // An interface of nothing but constants, say.
        return true;
    }

    private static boolean reaches(CoverageBuilder builder, ISourceFileCoverage source, int line) {
        int first = builder.getClasses().stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getFirstLine() <= line && line <= method.getLastLine())
                .mapToInt(method -> method.getFirstLine())
                .max()
                .orElse(line);
        for (int each = line; each >= first; each--) {
            if (source.getLine(each).getStatus() != ICounter.EMPTY) {
                return source.getLine(each).getStatus() != ICounter.NOT_COVERED;
            }
        }
        return true;
    }
}
