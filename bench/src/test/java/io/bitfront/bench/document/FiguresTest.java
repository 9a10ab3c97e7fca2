package io.bitfront.bench.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// Regions of a document made from files of results, and what is refused.
class FiguresTest {
    @TempDir
    private Path root;

    private Path document;

    @BeforeEach
    void writeResults() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("bench/results"));
        document = root.resolve("docs/page.md");
        Files.writeString(root.resolve("README.md"), "# none\n");
        Files.writeString(root.resolve("bench/results/h200-one.json"), """
            {"machine": {"date": "2026-11-24", "commit": "abc", "kernels": "k1"}, "driver": "580",
             "bfs": [
               {"graph": "kron 24", "mode": "auto", "variant": "", "edges": 520769918,
                "kernel": {"medianMs": 0.19949}, "whole": {"medianMs": 12.345}},
               {"graph": "kron 24", "mode": "paper", "variant": "", "edges": 520769918,
                "kernel": {"medianMs": 1.0378}},
               {"graph": "road", "mode": "auto", "variant": "", "edges": 60, "kernel": {"medianMs": 13.04}}],
             "steps": {"first": {"name": "a", "ms": 1500}}}
            """);
        Files.writeString(root.resolve("bench/results/cpu-two.json"), """
            {"machine": {"commit": "def"}, "bfs": [{"graph": "wing", "kernel": {"medianMs": 4}}]}
            """);
    }

    private String made(String kernels, String... template) {
        String text = "before\n<!-- figures\n" + String.join("\n", template)
                + "\n-->\nold | 9.99 |\n<!-- end of figures -->\nafter\n";
        return new Figures(root, kernels).made(document, text);
    }

    @Test
    void makesATableOfTheRowsThatATemplateNames() {
        String text = made(
                "k1",
                "head | graph | edges | auto | whole | paper |",
                "cells | {graph} | {edges!M} | **{mode=auto variant='': kernel.medianMs}** | {mode=auto: whole.medianMs?}"
                        + " | {mode=paper: kernel.medianMs} |",
                "row h200-one graph='kron 24'");
        assertThat(text.lines().skip(6))
                .containsExactly(
                        "| graph | edges | auto | whole | paper |",
                        "|---|---|---|---|---|",
                        "| kron 24 | 521 M | **0.199** | 12.3 | 1.04 |",
                        "",
                        "[h200-one](../bench/results/h200-one.json): 2026-11-24, commit abc, driver 580, today's kernels.",
                        "<!-- end of figures -->",
                        "after");
        assertThat(text).startsWith("before\n<!-- figures\nhead ").doesNotContain("9.99");
        assertThat(new Figures(root, "k1").made(document, text)).isEqualTo(text);
    }

    @Test
    void linesOfTextTakeFiguresOfAnyFileAndListAndAMissingOneIsADash() {
        String text = made(
                "k1",
                "text of {cpu-two bfs graph=wing: kernel.medianMs} ms, {h200-one steps name=a: ms!/1000} s,"
                        + " {h200-one bfs graph=road: whole.medianMs?}");
        assertThat(text)
                .contains("\nof 4 ms, 1.50 s, –\n")
                .contains("[cpu-two](../bench/results/cpu-two.json): commit def. [h200-one]");
    }

    @Test
    void aRowTakesFiguresOfOtherListsOfItsFileByTheValuesThatItHas() {
        String cells = "cells of {. steps name=$step: ms!as}, {. bfs graph='kron $scale' mode=paper: kernel.medianMs}";
        assertThat(made("k1", cells, "row h200-one step=a scale=24")).contains("\nof 1500, 1.04\n");
        assertThatThrownBy(() -> made("k1", cells, "row h200-one step=a"))
                .isInstanceOf(FigureException.class)
                .hasMessage("docs/page.md:2: the row says no scale for 'kron $scale'");
        assertThatThrownBy(() -> made("k1", "text {. bfs graph=road: edges}")).hasMessageContaining("names no file");
    }

    @Test
    void rowsOfFilesThatAreNotThereYetAreLeftOutWhereTheTemplateSaysSo() {
        String text = made(
                "k1",
                "cells {graph}; {cpu-two bfs graph=wing: graph}",
                "row? h200-none graph=road",
                "row? h200-one graph=road",
                "text? {h200-none bfs graph=road: graph}",
                "text? last {cpu-two bfs graph=wing: graph}");
        assertThat(text.lines().skip(8)).startsWith("road; wing", "last wing", "");
        assertThat(made("k1", "head | graph |", "cells {graph}", "row? h200-none graph=road"))
                .contains("-->\nNot measured yet.\n<!-- end");
        assertThatThrownBy(() -> made("k1", "cells {graph}", "row h200-none graph=road"))
                .hasMessageContaining("has no h200-none.json");
    }

    @Test
    void saysThatKernelsAreOfAnEarlierDay() {
        String line = "text {h200-one bfs graph=road: kernel.medianMs}";
        assertThat(made("k1", line)).contains("today's kernels.").doesNotContain("earlier");
        assertThat(made("k2", line)).contains("driver 580, **kernels of an earlier day**.");
        assertThat(made("k2", "text {cpu-two bfs graph=wing: kernel.medianMs}")).doesNotContain("kernels");
    }

    /// A search is no batch; the preparation of graphs takes all; what does not say it is of all, too.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "bfs": [{"a": 1}]                                      | s-x-x | x-b-p
        "batches": [{"a": 1}]                                  | x-b-x | s-x-p
        "jobs": [{"a": 1}]                                     | x-b-x | s-x-p
        "bfs": [{"a": 1}], "batches": [{"a": 2}]               | s-b-x | s-x-p
        "bfs": [{"a": 1}], "batches": []                       | s-x-x | x-b-p
        "bfs": [{"a": 1}], "suite": "preprocess"               | s-b-p | s-b-x
        "steps": [{"a": 1}], "measured": "batches", "bfs": []  | x-b-x | s-x-p
        "steps": [{"a": 1}], "measured": "all"                 | s-b-p | s-x-p
        "steps": [{"a": 1}]                                    | s-b-p | s-b-x
        """)
    void aFileIsOfTheKernelsThatItMeasures(String lists, String today, String later) throws IOException {
        Files.writeString(
                root.resolve("bench/results/h200-parts.json"),
                "{\"machine\": {\"kernels\": \"s-b-p\"}, %s}".formatted(lists));
        String list = lists.substring(1, lists.indexOf('"', 1));
        String line = "text {h200-parts %s a=1: a}".formatted(list);
        assertThat(made("s-b-p", line)).contains("today's kernels");
        assertThat(made(today, line)).contains("today's kernels");
        assertThat(made(later, line)).contains("kernels of an earlier day");
        assertThat(made("s", line)).contains("kernels of an earlier day");
    }

    @Test
    void filesOfOtherKernelsThanTheTreesAreNamedUnlessThereIsAReason() throws IOException {
        Files.writeString(document, "# Page\n" + made("k1", "text {h200-one bfs graph=road: kernel.medianMs}"));
        Path older = root.resolve("bench/older.txt");
        Files.writeString(older, "# none\n");
        assertThat(new Figures(root, "k1").problemsOfAge()).isEmpty();
        assertThat(new Figures(root, "k2").problemsOfAge())
                .containsExactly("h200-one.json is of kernels of an earlier day: bench/regenerate measures it again,"
                        + " or bench/older.txt says why it stays");
        Files.writeString(older, "h200-one | no such card is left\n");
        assertThat(new Figures(root, "k2").problemsOfAge()).isEmpty();
        assertThat(new Figures(root, "k1").problemsOfAge())
                .containsExactly("bench/older.txt names h200-one, which is of today's kernels or in no document");
        Files.writeString(older, "h200-one\n");
        assertThatThrownBy(() -> new Figures(root, "k2").problemsOfAge())
                .isInstanceOf(FigureException.class)
                .hasMessage("bench/older.txt: no reason: h200-one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        text {h200-one bfs graph='kron 24': kernel.medianMs} | 2 values of kernel.medianMs in h200-one.json
        text {h200-one bfs graph=none: kernel.medianMs}      | 0 values of kernel.medianMs in h200-one.json
        text {h200-one bfs graph=road: kernel.meanMs}        | h200-one.json has no kernel.meanMs where {graph=road}
        text {h200-one bfs graph=road: kernel}               | h200-one.json has no kernel where {graph=road}
        text {h200-one jobs graph=road: ms}                  | h200-one.json has no jobs
        text {h200-three bfs graph=road: ms}                 | bench/results has no h200-three.json
        text {kernel.medianMs}                               | {kernel.medianMs} names no file
        text {h200-one bfs graph=road: edges!miles}          | no figure is written as 'miles'
        table                                                | no line of a region begins with 'table'
        """)
    void refusesWhatIsNotThereWithTheLine(String line, String message) {
        assertThatThrownBy(() -> made("k1", line))
                .isInstanceOf(FigureException.class)
                .hasMessageStartingWith("docs/page.md:2: ")
                .hasMessageContaining(message);
    }

    @Test
    void refusesARegionWithoutItsEnd() {
        assertThatThrownBy(() -> new Figures(root, "k1").made(document, "a\n<!-- figures\n-->\n1\n"))
                .isInstanceOf(FigureException.class)
                .hasMessage("docs/page.md:2: a region without <!-- end of figures -->");
        assertThatThrownBy(() -> new Figures(root, "k1").made(document, "<!-- figures\n<!-- figures\n-->\n"))
                .hasMessageContaining("a region without -->");
    }

    @Test
    void writesTheDocumentsOfARepository() throws IOException {
        Files.writeString(
                document,
                "<!-- figures\ntext {cpu-two bfs graph=wing: kernel.medianMs}\n-->\n<!-- end of figures -->\n");
        Figures.main(root.toString(), "k1");
        assertThat(Files.readString(document)).contains("\n4\n");
        assertThat(Files.readString(root.resolve("README.md"))).isEqualTo("# none\n");
    }

    @Test
    void saysWhichDocumentsChange() throws IOException {
        Files.writeString(
                document,
                "<!-- figures\ntext {cpu-two bfs graph=wing: kernel.medianMs}\n-->\n<!-- end of figures -->\n");
        Figures figures = new Figures(root, "k1");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        figures.write(new PrintStream(said, true, UTF_8));
        assertThat(said.toString(UTF_8)).isEqualToNormalizingNewlines("wrote the figures of docs/page.md\n");
        said.reset();
        figures.write(new PrintStream(said, true, UTF_8));
        assertThat(said.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0.19949  |       | 0.199
        0.9996   |       | 1.00
        13.04    |       | 13.0
        999.96   |       | 1,000
        4735.2   |       | 4,735
        64       |       | 64
        4223264644 |     | 4,223,264,644
        4223264644 | M   | 4.22 G
        999999999 | M    | 1.00 G
        999500000 | M    | 1.00 G
        999499999 | M    | 999 M
        24000000 | M     | 24.0 M
        1499.6   | n     | 1,500
        3053.8   | /1000 | 3.05
        3053.8   | /64   | 47.7
        0.0121   | *1000 | 12.1
        0.37     | %     | 37.0%
        137.5    | as    | 137.5
        0.0      |       | 0
        0.0000123 |      | 0.0000123
        """)
    void writesFiguresToThreeDigits(String number, String format, String expected) {
        assertThat(Figure.text(JsonMapper.shared().readTree(number), format == null ? "" : format))
                .isEqualTo(expected);
    }
}
