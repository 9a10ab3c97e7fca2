package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Questions answered with fewer searches than vertices.
class AnswersTest {
    @TempDir
    private Path folder;

    private Session program;

    /// 1 - 2 - 4 - 5, 2 - 3 - 4, and 6 alone.
    @BeforeEach
    void writeTheGraph() throws IOException {
        Files.writeString(folder.resolve("g.el"), "1 2\n2 4\n4 5\n2 3\n3 4\n6 6\n");
        program = new Session(folder);
    }

    private Finished done(String... arguments) {
        return program.done(arguments);
    }

    @Test
    void tellsDiameterRadiusAPairAndACentre() {
        Finished run = done("diameter", "g.el", "--undirected", "--quiet");
        assertThat(run.out())
                .contains("vertices    5\n")
                .containsPattern("diameter    3 hops, from (1 to 5|5 to 1)\n")
                .containsPattern("radius      2 hops, from [234]\n");
        JsonNode report =
                done("diameter", "g.el", "--undirected", "--quiet", "--json").json();
        assertThat(report.get("diameter").asInt()).isEqualTo(3);
        assertThat(report.get("radius").asInt()).isEqualTo(2);
        assertThat(report.get("componentVertices").asInt()).isEqualTo(5);
        assertThat(report.get("searches").asInt()).isPositive();
    }

    @Test
    void writesEccentricitiesAndListsComponents() throws IOException {
        done(
                "diameter",
                "g.el",
                "--undirected",
                "--eccentricities",
                "-o",
                folder.resolve("e.csv").toString());
        assertThat(folder.resolve("e.csv")).hasContent("vertex,eccentricity\n1,3\n2,2\n3,2\n4,2\n5,3\n6,0\n");
        JsonNode found = done("diameter", "g.el", "--undirected", "--components", "--json", "--quiet")
                .json()
                .get("components");
        assertThat(found.size()).isEqualTo(1);
        assertThat(found.get(0).get("centre").asInt()).isEqualTo(2);
        assertThat(program.run("diameter", "g.el", "--directed", "--components").err())
                .contains("--components: the graph is directed");
        assertThat(program.run("diameter", "g.el", "--eccentricities").err())
                .contains("--eccentricities needs --output FILE");
        assertThat(program.run("diameter", "g.el", "--components", "-o", "c.csv")
                        .err())
                .contains("--output needs --eccentricities");
    }

    @Test
    void saysThatAGraphWithoutVerticesHasNoDiameter() throws IOException {
        Files.writeString(folder.resolve("none.mtx"), "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n");
        assertThat(done("diameter", "none.mtx", "--quiet").out())
                .contains("diameter    none: the graph has no vertices\n");
        JsonNode found = done("diameter", "none.mtx", "--quiet", "--json").json();
        assertThat(found.get("diameter").isNull()).isTrue();
        assertThat(found.get("radius").isNull()).isTrue();
        Path rows = folder.resolve("none.csv");
        done("diameter", "none.mtx", "--quiet", "--eccentricities", "-o", rows.toString());
        assertThat(rows).hasContent("vertex,eccentricity\n");
    }

    @Test
    void saysThatNoComponentHasAnEdgeToAnotherVertex() throws IOException {
        Files.writeString(folder.resolve("loops.el"), "0 0\n1 1\n");
        assertThat(done("diameter", "loops.el", "--undirected", "--components", "--quiet")
                        .out())
                .contains("components  none: no vertex has an edge to another\n")
                .doesNotContain("periphery");
    }

    /// Stars of 2, 3, and so on vertices: as many components, and sizes of components.
    @ParameterizedTest
    @ValueSource(ints = {19, 20, 21, 23})
    void showsTwentyComponentsAndSaysHowManyMoreThereAre(int stars) throws IOException {
        StringBuilder edges = new StringBuilder();
        for (int star = 1, next = 0; star <= stars; next += star + 1, star++) {
            for (int leaf = 1; leaf <= star; leaf++) {
                edges.append(next).append(' ').append(next + leaf).append('\n');
            }
        }
        Files.writeString(folder.resolve("stars.el"), edges);
        int more = stars - 20;
        String components =
                done("components", "stars.el", "--undirected", "--quiet").out();
        String diameters = done("diameter", "stars.el", "--undirected", "--components", "--quiet")
                .out();
        if (more <= 0) {
            assertThat(components).doesNotContain("more ");
            assertThat(diameters).doesNotContain("more ");
        } else {
            assertThat(components).contains("%d size%s of smaller components".formatted(more, more == 1 ? "" : "s"));
            assertThat(diameters).contains("%d smaller components; --json gives all".formatted(more));
        }
        // Of the smallest that is shown, its vertices.
        assertThat(components).containsPattern("(?m)^ *%d +1$".formatted(Math.max(2, more + 2)));
        assertThat(components).doesNotContainPattern("(?m)^ *%d +1$".formatted(Math.max(1, more + 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {23, 24, 25, 40})
    void showsTwelveVerticesOfEitherEndOfALongPath(int vertices) throws IOException {
        StringBuilder edges = new StringBuilder();
        for (int v = 1; v < vertices; v++) {
            edges.append(v).append(' ').append(v + 1).append('\n');
        }
        Files.writeString(folder.resolve("line.el"), edges);
        String out = done("path", "line.el", "1", Integer.toString(vertices), "--quiet")
                .out();
        String expected = vertices <= 24
                ? words(1, vertices)
                : "%s -> ... -> %s (-o FILE writes all %d vertices)"
                        .formatted(words(1, 12), words(vertices - 11, vertices), vertices);
        assertThat(out).contains(expected + "\n");
    }

    private static String words(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).collect(Collectors.joining(" -> "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wf", "harmonic"})
    void givesTheSameBytesForTheTopWithAndWithoutBounds(String measure) throws IOException {
        String[] job = {"closeness", "generate:kron:11", "--measures", measure, "--top", "10", "-o"};
        Path few = folder.resolve("few.csv");
        Path full = folder.resolve("full.csv");
        JsonNode searches =
                done(with(job, few.toString(), "--json", "--quiet")).json().get("searches");
        JsonNode all = done(with(job, full.toString(), "--json", "--quiet", "--no-bounds"))
                .json()
                .get("searches");
        assertThat(few).hasSameBinaryContentAs(full);
        assertThat(searches.get("begun").asInt()).isLessThan(all.get("begun").asInt());
        assertThat(searches.get("spared").propertyNames()).contains("neighbourhoods");
        assertThat(all.get("begun").asInt()).isEqualTo(all.get("finished").asInt());
        assertThat(all.get("begun").asInt() + all.get("following").asInt()).isEqualTo(2_048);
    }

    /// Where the time of a job for the top of a mesh went.
    @Test
    void saysWhatTheStagesOfAJobForTheTopTook() throws IOException {
        JsonNode found = done("closeness", "generate:road:12", "--top", "3", "--json", "--quiet")
                .json();
        long searches = 0;
        for (JsonNode stage : found.get("stages")) {
            assertThat(stage.get("timeMs").asDouble()).isNotNegative();
            searches += stage.get("searches").asLong();
        }
        assertThat(found.get("stages").get(0).get("name").asString()).isEqualTo("bounds");
        assertThat(found.get("stages").get(0).get("threshold").isNull()).isTrue();
        assertThat(found.get("stages").get(1).get("name").asString()).isEqualTo("searches far apart");
        assertThat(found.get("stages").get(1).get("threshold").asDouble()).isPositive();
        assertThat(searches).isEqualTo(found.get("searches").get("begun").asLong());
    }

    private static String[] with(String[] first, String... more) {
        String[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }
}
