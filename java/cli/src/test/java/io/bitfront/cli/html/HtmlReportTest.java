package io.bitfront.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Main;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HtmlReportTest {
    private static final int PHONE = 390;

    @TempDir
    private static Path folder;

    private static Path bfs;
    private static Path bench;
    private static Path closeness;
    private static Path growth;

    @BeforeAll
    static void writePages() {
        bfs = folder.resolve("bfs.html");
        bench = folder.resolve("bench.html");
        closeness = folder.resolve("closeness.html");
        growth = folder.resolve("growth.html");
        run("generate kron --scale 9 -o @/k.sg");
        run("bfs @/k.sg --random 2 --runs 3 --report @/bfs.html");
        run("closeness @/k.sg --measures wf,reached --top 30 --report @/closeness.html");
        run("bench table2 switch multi --scales 8,9 --graphs kron,road --sources 2 --runs 1 --device cpu --folder @"
                + " --report @/bench.html --output @/first.json");
        run("bench growth --shrink 12 --sources 2 --runs 1 --device cpu --folder @ --report @/growth.html");
    }

    private static void run(String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = line.replace("@", folder.toString()).split(" ");
        int exit = new Main(new Streams(new ByteArrayOutputStream(), err, false, 0)).run(words);
        assertThat(exit).as(err.toString()).isZero();
    }

    static List<Browser> browsers() {
        return Browser.all();
    }

    @ParameterizedTest
    @MethodSource("browsers")
    void drawsTwoChartsAndTheLevelsOfEachTraversal(Browser browser) throws Exception {
        String html = browser.html(bfs, PHONE);
        assertThat(rootOf(html)).contains("data-state=\"drawn\"").doesNotContain("data-error");
        assertThat(count(html, "<canvas")).isEqualTo(4);
        assertThat(html).contains("Time per level by mode", "Frontier and unvisited", "unvisited vertices");
        assertThat(count(html, "<section")).isEqualTo(4);
    }

    /// Levels of the run that was traced are said to be its own, and begin with the source's.
    @ParameterizedTest
    @MethodSource("browsers")
    void tellsTheTracedRunFromTheMedianAndCountsLevelsFromTheSource(Browser browser) throws Exception {
        String text = browser.html(bfs, PHONE).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
        assertThat(text)
                .contains("Each figure is the median of 3 runs of its source.")
                .containsPattern("Levels are those of the first of 3 runs, which was traced and took [0-9.]+ [mµ]?s;"
                        + " the median of all runs is [0-9.]+ [mµ]?s\\.")
                .containsPattern("level mode vertices their edges unvisited found next time 0 (push|pull) 1 ");
    }

    @ParameterizedTest
    @MethodSource("browsers")
    void drawsTheHighestTheirSpreadAndTheMapOfLevels(Browser browser) throws Exception {
        String html = browser.html(closeness, PHONE);
        assertThat(rootOf(html)).contains("data-state=\"drawn\"").doesNotContain("data-error");
        assertThat(html).contains("Highest", "By wf.", "Distribution", "Map of levels", "level 0: 1 vertices");
        assertThat(count(html, "class=\"map\"")).isEqualTo(1);
        assertThat(count(html, "<tr") - count(html, "<tr class=\"u-series")).isEqualTo(1 + 30 + 1 + 20);
    }

    @ParameterizedTest
    @MethodSource("browsers")
    void drawsTheTableTheOracleAndTheGrowthOfABench(Browser browser) throws Exception {
        String html = browser.html(bench, PHONE);
        assertThat(rootOf(html)).contains("data-state=\"drawn\"").doesNotContain("data-error");
        assertThat(html)
                .contains(
                        "x first",
                        "Each level each way",
                        "Searches from many sources at once",
                        "Cost growth",
                        "Time per edge",
                        "Time per level");
        JsonNode measured = JsonMapper.shared().readTree(Files.readString(folder.resolve("first.json")));
        // A table of each, with a line of headings; a chart of each study, of the batches, and two of growth.
        int rows = 0;
        for (String table : List.of("bfs", "batches", "studies", "targets")) {
            assertThat(measured.get(table).size()).as(table).isPositive();
            rows += 1 + measured.get(table).size();
        }
        assertThat(count(html, "<tr") - count(html, "<tr class=\"u-series")).isEqualTo(rows);
        assertThat(count(html, "<canvas")).isEqualTo(measured.get("studies").size() + 1 + 2);
    }

    @ParameterizedTest
    @MethodSource("browsers")
    void drawsTimePerEdgeAndPerLevelOfTheGrowthSuite(Browser browser) throws Exception {
        String html = browser.html(growth, PHONE);
        assertThat(rootOf(html)).contains("data-state=\"drawn\"").doesNotContain("data-error");
        assertThat(html).contains("Cost growth", "Time per edge", "Time per level");
        assertThat(html).contains("kron degree auto", "urand degree auto", "road natural auto");
        assertThat(count(html, "<canvas")).isEqualTo(2);
    }

    @Test
    void loadsNothingFromAnywhere() throws IOException {
        for (Path page : List.of(bfs, closeness, bench, growth)) {
            String html = Files.readString(page);
            assertThat(html).doesNotContainPattern("(?i)(src|href)\\s*=").doesNotContain("@import", "url(");
            assertThat(html).contains("MIT License", "Leon Sorokin");
        }
    }

    @Test
    void keepsTextThatLooksLikeMarkupAsText() {
        String page = HtmlReport.page("bfs", "a<b", Map.of("graph", "</script><script>alert(1)</script>"));
        assertThat(page).contains("<title>a&lt;b</title>", "\\u003c/script>\\u003cscript>");
        assertThat(count(page, "</script>")).isEqualTo(3);
    }

    private static String rootOf(String html) {
        Matcher root = Pattern.compile("<html[^>]*>").matcher(html);
        assertThat(root.find()).isTrue();
        return root.group();
    }

    private static long count(String html, String what) {
        return Pattern.compile(what, Pattern.LITERAL).matcher(html).results().count();
    }
}
