package io.bitfront.bench.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The files of `bench/results`, read once.
final class Results {
    /// Kernels that are known apart, in the order of `ci/kernels-id.sh`.
    private enum Part {
        SEARCHES("searches", "bfs"),
        BATCHES("batches", "batches", "jobs"),
        PREPARATION("preparation");

        private final String word;
        private final List<String> lists;

        Part(String word, String... lists) {
            this.word = word;
            this.lists = List.of(lists);
        }
    }

    private final Path folder;
    private final String kernels;
    private final Map<String, JsonNode> files = new TreeMap<>();

    /// @param kernels what the sources of today's kernels are known by, parts joined by `-`
    Results(Path folder, String kernels) {
        this.folder = folder;
        this.kernels = kernels;
    }

    /// The rows of a list of a file that have these values.
    ///
    /// @param list its path from the file's top; a map's values are its rows
    List<JsonNode> rows(String file, String list, Map<String, String> values) {
        JsonNode all = at(file(file), list);
        if (all.isMissingNode()) {
            throw new FigureException("%s.json has no %s".formatted(file, list));
        }
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode row : all) {
            boolean fits = values.entrySet().stream()
                    .allMatch(one -> at(row, one.getKey()).asString("").equals(one.getValue()));
            if (fits) {
                found.add(row);
            }
        }
        return found;
    }

    static JsonNode at(JsonNode node, String path) {
        JsonNode found = node;
        for (String name : path.split("\\.")) {
            found = found.path(name);
        }
        return found;
    }

    boolean has(String name) {
        return Files.isRegularFile(folder.resolve(name + ".json"));
    }

    JsonNode file(String name) {
        return files.computeIfAbsent(name, _ -> {
            Path path = folder.resolve(name + ".json");
            if (!has(name)) {
                throw new FigureException("bench/results has no %s.json".formatted(name));
            }
            try {
                return JsonMapper.shared().readTree(Files.readAllBytes(path));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /// When, of what and with which kernels a file was measured, in words for people.
    String origin(String name) {
        JsonNode file = file(name);
        JsonNode machine = file.path("machine");
        List<String> words = new ArrayList<>();
        add(words, "", machine.path("date").isMissingNode() ? file.path("date") : machine.path("date"));
        add(words, "commit ", machine.path("commit").isMissingNode() ? file.path("commit") : machine.path("commit"));
        add(words, "driver ", file.path("driver"));
        add(words, "", file.path("source"));
        if (ofKernels(name)) {
            words.add(ofTodaysKernels(name) ? "today's kernels" : "**kernels of an earlier day**");
        }
        return String.join(", ", words);
    }

    /// By the driver of the GPU that a file says it was measured with; some that are called after
    /// their GPU say none.
    private boolean ofKernels(String name) {
        String driver = file(name).path("driver").asString("");
        return name.contains("h200") || name.contains("h100") || !driver.isEmpty() && !driver.startsWith("none");
    }

    /// Whether the kernels that a file is of are still the tree's, or it is of none.
    boolean ofTodaysKernels(String name) {
        if (!ofKernels(name)) {
            return true;
        }
        JsonNode file = file(name);
        String[] then = file.path("machine")
                .path("kernels")
                .asString(file.path("kernels").asString(""))
                .split("-", -1);
        String[] today = kernels.split("-", -1);
        return then.length == today.length
                && measured(file).stream().mapToInt(Part::ordinal).allMatch(part -> then[part].equals(today[part]));
    }

    /// Of which kernels: searches and batches have lists of their own, a file of steps says it, any other is of all.
    private static Set<Part> measured(JsonNode file) {
        Set<Part> measured = EnumSet.noneOf(Part.class);
        for (Part part : Part.values()) {
            if (part.lists.stream().anyMatch(list -> !file.path(list).isEmpty())
                    || file.path("measured").asString("").equals(part.word)) {
                measured.add(part);
            }
        }
        boolean prepares = file.path("suite").asString("").equals("preprocess");
        return measured.isEmpty() || prepares ? EnumSet.allOf(Part.class) : measured;
    }

    /// Files that were read so far and were measured with other kernels than the tree's.
    List<String> older() {
        return files.keySet().stream().filter(name -> !ofTodaysKernels(name)).toList();
    }

    private static void add(List<String> words, String before, JsonNode value) {
        if (!value.asString("").isEmpty()) {
            words.add(before + value.asString());
        }
    }
}
