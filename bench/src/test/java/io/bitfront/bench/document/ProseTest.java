package io.bitfront.bench.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Figures between the regions: filled, dated, constant, or found fault with.
class ProseTest {
    @TempDir
    private Path root;

    private Path document;

    @BeforeEach
    void writeResults() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("bench/results"));
        document = root.resolve("docs/page.md");
        Files.writeString(root.resolve("README.md"), "# none\n");
        Files.writeString(root.resolve("bench/constants.txt"), "# none\n");
        Files.writeString(root.resolve("bench/results/h200-one.json"), """
            {"machine": {"kernels": "k1"}, "bfs": [{"graph": "road", "kernel": {"medianMs": 13.04}, "edges": 59500000}]}
            """);
    }

    private List<String> problems(String kernels, String... lines) throws IOException {
        Files.writeString(document, String.join("\n", lines) + "\n");
        return new Figures(root, kernels).problemsOfProse();
    }

    @Test
    void fillsTheNumberBeforeAComment() {
        String text = "takes 9.9<!-- {h200-one bfs graph=road: kernel.medianMs} --> ms on"
                + " 1 M<!-- {h200-one bfs graph=road: edges!M} --> edges, 2 ms\n";
        String made = new Figures(root, "k1").made(document, text);
        assertThat(made).isEqualTo(text.replace("9.9<", "13.0<").replace("1 M<", "59.5 M<"));
        assertThat(new Figures(root, "k1").made(document, made)).isEqualTo(made);
    }

    @Test
    void namesTheLineOfAFigureThatIsNotToBeHad() {
        String text = "one\n2<!-- {h200-one bfs graph=rail: kernel.medianMs} --> ms\n";
        assertThatThrownBy(() -> new Figures(root, "k1").made(document, text))
                .isInstanceOf(FigureException.class)
                .hasMessageStartingWith("docs/page.md:2: {h200-one bfs graph=rail: kernel.medianMs}: 0 values");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 ms",
                "1,024 us",
                "0.5 s",
                "5%",
                "5 %",
                "16x",
                "16 times",
                "4.8 GB/s",
                "10 Gb/s",
                "1.5 GTEPS",
                "3 hours",
                "226 h"
            })
    void aFigureThatIsNotFilledMustBeDated(String figure) throws IOException {
        String found = "docs/page.md:3: neither filled from bench/results nor dated nor a constant: " + figure;
        assertThat(problems("k1", "# Page", "", "It takes", figure + " so.")).containsExactly(found);
        assertThat(problems("k1", "# Page", "", "As of 24 November 2026 it takes", figure + " so."))
                .isEmpty();
        assertThat(problems("k1", "# Page", "", "It takes " + figure + ", as", "of commit 30ab558."))
                .isEmpty();
        assertThat(problems("k1", "# Page", "", "As of old it takes", figure)).containsExactly(found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4,800 x 5,000 vertices",
                "version 0.2.0",
                "24 M vertices",
                "2.5 GB of memory",
                "`--limit 2 s`",
                "[there](docs/2 s)",
                "of 32 bytes",
                "C 2 small"
            })
    void whatIsNotMeasuredNeedsNoDate(String text) throws IOException {
        assertThat(problems("k1", "# Page", "", text)).isEmpty();
    }

    @Test
    void aTableIsDatedByTheParagraphBeforeItAndAllItsDecimalsAreFigures() throws IOException {
        String[] table = {"| 0.9 of | now |", "|---|---|", "| kron | 0.406 |", "| road | 13 ms |"};
        assertThat(problems("k1", "Tried:", "", table[0], table[1], table[2], table[3]))
                .containsExactly(
                        "docs/page.md:3: neither filled from bench/results nor dated nor a constant: 0.406, 13 ms");
        assertThat(problems("k1", "Tried as of 3a39b4d:", "", table[0], table[1], table[2], table[3]))
                .isEmpty();
        assertThat(problems("k1", "As of 3a39b4d.", "", "Then", "", table[0], table[1], table[2], table[3]))
                .hasSize(1);
    }

    @Test
    void aSectionIsDatedWithAllBelowIt() throws IOException {
        String[] lines = {
            "# Page",
            "",
            "## A",
            "",
            "*Figures as of 21 to 25 November 2026.*",
            "",
            "1 s",
            "",
            "### B",
            "",
            "2 s",
            "",
            "## C",
            "",
            "3 s",
            "* 4 s"
        };
        assertThat(problems("k1", lines))
                .containsExactly(
                        "docs/page.md:15: neither filled from bench/results nor dated nor a constant: 3 s",
                        "docs/page.md:16: neither filled from bench/results nor dated nor a constant: 4 s");
    }

    @Test
    void regionsAndCodeAreNoProse() throws IOException {
        assertThat(problems("k1", "```", "$ x", "2 s", "```", Figures.BEGIN, "-->", "4 s", Figures.END, "5 s"))
                .containsExactly("docs/page.md:9: neither filled from bench/results nor dated nor a constant: 5 s");
    }

    @Test
    void whatIsFilledFromKernelsOfAnEarlierDayMustBeDated() throws IOException {
        String line = "13.0<!-- {h200-one bfs graph=road: kernel.medianMs} --> ms";
        assertThat(problems("k1", line)).isEmpty();
        assertThat(problems("k2", line))
                .containsExactly("docs/page.md:1: h200-one.json has kernels of an earlier day: say as of when");
        assertThat(problems("k2", line + " as of 3a39b4d")).isEmpty();
    }

    @Test
    void theReadmeDatesNothing() throws IOException {
        Files.writeString(root.resolve("README.md"), "2 s as of 3a39b4d\n");
        assertThat(problems("k1", "none"))
                .containsExactly("README.md:1: neither filled from bench/results nor dated nor a constant: 2 s");
    }

    @Test
    void constantsAreNamedWithAReasonAndAreMet() throws IOException {
        Files.writeString(
                root.resolve("bench/constants.txt"), "docs/page.md | 10 minutes | a limit\ndocs/a.md | 5% | another\n");
        assertThat(problems("k1", "within 10", "minutes, 11 minutes"))
                .containsExactly(
                        "docs/page.md:1: neither filled from bench/results nor dated nor a constant: 11 minutes",
                        "bench/constants.txt: 'docs/a.md | 5%' is met nowhere");
        Files.writeString(root.resolve("bench/constants.txt"), "docs/page.md | 10 minutes | \n");
        assertThatThrownBy(() -> problems("k1", "10 minutes")).hasMessageContaining("no reason: docs/page.md");
    }
}
