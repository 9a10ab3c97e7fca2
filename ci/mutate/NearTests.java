import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which tests are likely to notice that a class is broken: those named after it, those that name it or stand in its
/// package, those that name a class that names it, and so on. Those on emulated GPUs come after other near ones.
final class NearTests {
    /// Names between a test and a class that still make it near.
    private static final int HOPS = 3;

    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w+");

    private final Path root;
    private final List<String> modules;
    private final Map<String, Set<String>> namedBy = new LinkedHashMap<>();
    private final Map<Path, Set<String>> tests = new LinkedHashMap<>();
    private final Set<Path> onGpu = new HashSet<>();

    /// Tests of one module, the likeliest first.
    ///
    /// @param gpu whether they are those for GPUs
    record Selection(String module, List<String> tests, boolean gpu) {
        Selection of(String test) {
            return new Selection(module, List.of(test), gpu);
        }
    }

    NearTests(Path root, List<String> modules) throws IOException {
        this.root = root;
        this.modules = modules;
        for (String module : modules) {
            for (Path file : sources(module, "main")) {
                namedBy.merge(simpleName(file), types(file), (one, other) -> union(one, other));
            }
            for (Path file : sources(module, "test")) {
                if (file.toString().endsWith("Test.java")) {
                    tests.put(file, types(file));
                    if (Files.readString(file).contains("@Tag(\"gpu\")")) {
                        onGpu.add(file);
                    }
                }
            }
        }
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    private List<Path> sources(String module, String part) throws IOException {
        Path folder = root.resolve(module).resolve("src/%s/java".formatted(part));
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static String simpleName(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static Set<String> types(Path file) throws IOException {
        return TYPE.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    /// Those of the file's module and of the modules above it that are near, before others of its own module.
    ///
    /// @param most tests of a module, the nearest; of those as near as each other the ones in packages beside the file
    List<Selection> of(String module, Path file, int most) {
        Map<Path, Integer> distance = distances(simpleName(file));
        Path beside = Path.of(file.getParent().toString().replace("/src/main/", "/src/test/"));
        boolean onGpus =
                file.toString().contains("/engine/gpu/") || file.toString().contains("/engine/device/");
        List<Selection> selections = new ArrayList<>();
        List<Path> rest = new ArrayList<>();
        for (String each : modules.subList(modules.indexOf(module), modules.size())) {
            List<Path> chosen = tests.keySet().stream()
                    .filter(test -> test.startsWith(folder(each)))
                    .filter(test -> each.equals(module) || distance.getOrDefault(test, HOPS) <= 1)
                    .sorted(Comparator.<Path, Integer>comparing(test -> distance.getOrDefault(test, HOPS + 1))
                            .thenComparing(test -> -shared(test, file)))
                    .limit(most)
                    .toList();
            List<Path> near = chosen.stream()
                    .filter(test -> distance.getOrDefault(test, HOPS) <= 1
                            || test.getParent().equals(beside))
                    .toList();
            select(each, near, false, selections);
            select(
                    each,
                    chosen.stream()
                            .filter(onGpu::contains)
                            .filter(test -> onGpus || distance.containsKey(test))
                            .toList(),
                    true,
                    selections);
            if (each.equals(module)) {
                rest.addAll(chosen);
                rest.removeAll(near);
            }
        }
        select(module, rest, false, selections);
        return selections;
    }

    private Path folder(String module) {
        return root.resolve(module).resolve("src/test/java");
    }

    private void select(String module, List<Path> chosen, boolean gpu, List<Selection> into) {
        List<String> names = chosen.stream()
                .map(test -> folder(module).relativize(test).toString().replace(".java", "").replace('/', '.'))
                .toList();
        if (!names.isEmpty()) {
            into.add(new Selection(module, names, gpu));
        }
    }

    /// How many of its packages' names a test shares with a file.
    private static long shared(Path test, Path file) {
        List<String> packages = List.of(file.getParent().toString().split("/"));
        return Stream.of(test.getParent().toString().split("/"))
                .filter(packages::contains)
                .count();
    }

    /// How many names away each near test is.
    private Map<Path, Integer> distances(String broken) {
        Map<Path, Integer> distance = new LinkedHashMap<>();
        Set<String> reached = new HashSet<>(Set.of(broken));
        for (int hops = 0; hops < HOPS; hops++) {
            for (Map.Entry<Path, Set<String>> test : tests.entrySet()) {
                String subject = simpleName(test.getKey()).replaceAll("Test$", "");
                if (reached.contains(subject) || test.getValue().stream().anyMatch(reached::contains)) {
                    distance.putIfAbsent(test.getKey(), subject.equals(broken) ? 0 : hops + 1);
                }
            }
            Set<String> before = Set.copyOf(reached);
            namedBy.forEach((name, types) -> {
                if (types.stream().anyMatch(before::contains)) {
                    reached.add(name);
                }
            });
        }
        return distance;
    }
}
