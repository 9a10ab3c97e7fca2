package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All that commands say of small graphs, word for word: `src/test/resources/transcripts` has command lines, each after
/// a `$`, and what they print, standard error first and after `! `. What differs from run to run stands there as
/// `<time>`, `<rate>`, `<bytes>`; of spaces two are as good as more. What was said instead is in `target/transcripts`.
final class TranscriptsTest {
    private static final Path TRANSCRIPTS = Path.of("src/test/resources/transcripts");

    @TempDir
    private Path folder;

    static List<String> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void saysWhatItSaid(String name) throws IOException {
        writeGraphs();
        String expected = Files.readString(TRANSCRIPTS.resolve(name));
        String found = expected.lines()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line + "\n" + said(line.substring(2)))
                .collect(Collectors.joining("\n"));
        Files.writeString(Files.createDirectories(Path.of("target/transcripts")).resolve(name), found);
        assertThat(found).isEqualTo(expected);
    }

    /// `g.el`: 1 - 2 - 4 - 5, 2 - 3 - 4, 2 - 1 once more, and 6 alone, listed by a self-loop. `d.el`: 1 -> 2 -> 3 -> 1,
    /// 1 -> 2 once more, and 3 -> 4. `paths.el`: paths of 1 to 22 edges. `p40.el` and `p41.el`: 0 -> 1 -> 2, to 40
    /// vertices and to 41. `names.csv`: two people who know a third.
    private void writeGraphs() throws IOException {
        Files.writeString(folder.resolve("g.el"), "1 2\n2 4\n4 5\n2 3\n3 4\n6 6\n2 1\n");
        Files.writeString(folder.resolve("d.el"), "1 2\n2 3\n3 1\n3 4\n1 2\n");
        Files.writeString(folder.resolve("names.csv"), "source,target\nann,bob\ncat,bob\n");
        for (int vertices : new int[] {40, 41}) {
            Files.writeString(
                    folder.resolve("p%d.el".formatted(vertices)),
                    IntStream.range(1, vertices)
                            .mapToObj(v -> "%d %d\n".formatted(v - 1, v))
                            .collect(Collectors.joining()));
        }
        Files.writeString(
                folder.resolve("paths.el"),
                IntStream.rangeClosed(1, 22)
                        .boxed()
                        .flatMap(path -> IntStream.range(0, path)
                                .mapToObj(v -> "%d %d\n".formatted(100 * path + v, 100 * path + v + 1)))
                        .collect(Collectors.joining()));
    }

    private String said(String line) {
        Finished run = new Line(folder).run(line);
        String error = run.err().lines().map(text -> "! " + text + "\n").collect(Collectors.joining());
        return withoutFigures(error + run.out());
    }

    private static String withoutFigures(String text) {
        String masked = text.replaceAll("\\d[\\d,.]* (us|ms|s)(?![\\w])", "<time>")
                .replaceAll("\\d[\\d,.]* [kMG]?(TEPS|\\w+/s)(?!\\w)", "<rate>")
                .replaceAll("\\d[\\d,.]* [kMG]?B(?!\\w)", "<bytes>")
                .replaceAll(
                        "(?m)^(hash \\(beside\\)|hash|read|CSC|order|BVSS|write|all) +\\d[\\d.]*(?= )", "$1  <seconds>")
                .replaceAll("(\"(?:\\w+Ms|teps|\\w*[pP]erSecond|usPerBfs)\" : )[\\d.E-]+", "$1<figure>")
                .replaceAll("(\"(?:memoryBytes|peakBytes)\" : )\\d+", "$1<bytes>")
                .replaceAll("(?m)(one search|one batch|\\d batches)(?=\"?,?$)", "<batches>");
        return masked.lines()
                .map(line -> line.matches("(kernel|initialise|parents|renumber|total) +[\\d. ]+")
                        ? line.replaceAll("[\\d.]+", "<ms>")
                        : line)
                .map(line -> line.replaceAll("(?<=\\S) {2,}", "  ").stripTrailing() + "\n")
                .collect(Collectors.joining());
    }
}
