package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
                .contains("--eccentricities and --output go together");
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
