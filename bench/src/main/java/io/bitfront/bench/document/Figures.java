package io.bitfront.bench.document;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The regions of README and docs that are made from `bench/results`, and the figures between them ([Prose]). A region
/// begins with a comment that says how
/// ([Template]) and ends with [#END]; what is between them is replaced:
///
/// ```text
/// <!-- figures
/// head | graph | ms |
/// cells | {graph} | {mode=auto: kernel.medianMs} |
/// row h200-table2-24-degree graph='kron 24'
/// -->
/// ...
/// <!-- end of figures -->
/// ```
public final class Figures {
    static final String BEGIN = "<!-- figures";
    static final String END = "<!-- end of figures -->";
    private static final String TEMPLATE_END = "-->";

    private final Path root;
    private final String kernels;

    /// @param root of the repository
    /// @param kernels what the sources of today's kernels are known by
    Figures(Path root, String kernels) {
        this.root = root;
        this.kernels = kernels;
    }

    /// Writes the regions of every document.
    ///
    /// @param arguments the repository's root and what the kernels' sources are known by
    public static void main(String... arguments) throws IOException {
        new Figures(Path.of(arguments[0]), arguments[1]).write(System.out);
    }

    /// Says which documents it changes.
    void write(PrintStream out) throws IOException {
        for (Path document : documents()) {
            String text = Files.readString(document);
            String made = made(document, text);
            if (!made.equals(text)) {
                Files.writeString(document, made);
                out.println("wrote the figures of " + root.relativize(document));
            }
        }
    }

    /// README and docs.
    List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(root.resolve("README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    /// The text of a document with its regions made anew.
    ///
    /// @throws FigureException naming document and line, where a figure is not to be had
    String made(Path document, String text) {
        return made(document, text, results());
    }

    private Results results() {
        return new Results(root.resolve("bench/results"), kernels);
    }

    private String made(Path document, String text, Results results) {
        String toResults = document.getParent().equals(root) ? "bench/results/" : "../bench/results/";
        List<String> lines = text.lines().toList();
        List<String> made = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            made.add(inline(document, at + 1, lines.get(at), results));
            if (lines.get(at).equals(BEGIN)) {
                int begun = at + 1;
                int template = find(lines, begun, TEMPLATE_END, document);
                int end = find(lines, template, END, document);
                made.addAll(lines.subList(begun, template + 1));
                try {
                    made.addAll(Template.lines(lines.subList(begun, template), results, toResults));
                } catch (FigureException e) {
                    throw new FigureException("%s:%d: %s".formatted(root.relativize(document), begun, e.getMessage()));
                }
                made.add(END);
                at = end;
            }
        }
        return String.join("\n", made) + "\n";
    }

    private String inline(Path document, int number, String line, Results results) {
        try {
            return Prose.filled(line, results);
        } catch (FigureException e) {
            throw new FigureException("%s:%d: %s".formatted(root.relativize(document), number, e.getMessage()));
        }
    }

    /// What is wrong with the figures of all documents outside their regions.
    List<String> problemsOfProse() throws IOException {
        Prose prose = new Prose(results(), constants());
        for (Path document : documents()) {
            prose.check(root.relativize(document).toString(), Files.readString(document));
        }
        return prose.problems();
    }

    /// Which files of results that documents take figures from are of other kernels than the tree's, though
    /// `bench/older.txt` does not say why; and what it says of none.
    List<String> problemsOfAge() throws IOException {
        Results results = results();
        for (Path document : documents()) {
            made(document, Files.readString(document), results);
        }
        Set<String> older = new TreeSet<>(results.older());
        List<String> problems = new ArrayList<>();
        for (String[] line : reasons("bench/older.txt", 2)) {
            if (!older.remove(line[0])) {
                problems.add(
                        "bench/older.txt names %s, which is of today's kernels or in no document".formatted(line[0]));
            }
        }
        for (String name : older) {
            problems.add(
                    ("%s.json is of kernels of an earlier day: bench/regenerate measures it again, or bench/older.txt says"
                                    + " why it stays")
                            .formatted(name));
        }
        return problems;
    }

    /// Figures that are not measured, by document.
    private Map<String, Set<String>> constants() throws IOException {
        Map<String, Set<String>> constants = new TreeMap<>();
        for (String[] line : reasons("bench/constants.txt", 3)) {
            constants.computeIfAbsent(line[0], _ -> new TreeSet<>()).add(line[1]);
        }
        return constants;
    }

    /// The lines of a file that gives reasons, in columns; the reason is the last one.
    private List<String[]> reasons(String file, int columns) throws IOException {
        List<String[]> lines = new ArrayList<>();
        for (String line : Files.readAllLines(root.resolve(file))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" \\| ");
                if (parts.length < columns || parts[columns - 1].isBlank()) {
                    throw new FigureException(file + ": no reason: " + line);
                }
                lines.add(parts);
            }
        }
        return lines;
    }

    private int find(List<String> lines, int from, String wanted, Path document) {
        for (int at = from; at < lines.size(); at++) {
            if (lines.get(at).equals(wanted)) {
                return at;
            }
            if (lines.get(at).equals(BEGIN)) {
                break;
            }
        }
        throw new FigureException("%s:%d: a region without %s".formatted(root.relativize(document), from, wanted));
    }
}
