package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Paths, components and directions. The graph: a circle 10 -> 20 -> 30 -> 10, out of it 30 -> 40 -> 50, into
/// it 5 -> 10, and apart from it 70 -> 80.
class PartsTest {
    @TempDir
    private Path folder;

    private Line line;

    @BeforeEach
    void writeTheGraph() throws IOException {
        line = new Line(folder);
        Files.writeString(folder.resolve("g.el"), "10 20\n20 30\n30 10\n30 40\n40 50\n5 10\n70 80\n");
        line.done("preprocess @g.el -o @g.bvss --quiet");
    }

    private String rows(String job) {
        return line.done(job + " -o - --quiet").out().replace('\n', ' ').strip();
    }

    @Test
    void findsAPathAndSaysItsLength() {
        Finished found = line.done("path @g.bvss 5 50");
        assertThat(found.out())
                .contains("length      5 hops from 5 to 50", "path        5 -> 10 -> 20 -> 30 -> 40 -> 50");
        assertThat(rows("path @g.bvss 20 10")).isEqualTo("step,vertex 0,20 1,30 2,10");
        JsonNode itself = line.done("path @g.bvss 20 20 --json").json();
        assertThat(itself.get("path").toString()).isEqualTo("[20]");
        assertThat(itself.get("length").toString()).isEqualTo("0");
        JsonNode report = line.done("path @g.bvss 20 10 --json").json();
        assertThat(report.get("from").asString()).isEqualTo("20");
        assertThat(report.get("to").asString()).isEqualTo("10");
        assertThat(report.get("length").asInt()).isEqualTo(2);
    }

    @Test
    void showsBothEndsOfALongPath() {
        line.done("generate chain --scale 6 -o @c.el --quiet");
        Finished found = line.done("path @c.el 1 60");
        assertThat(found.out())
                .contains("path        1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> 12 -> ... ->"
                        + " 49 -> 50 -> 51 -> 52 -> 53 -> 54 -> 55 -> 56 -> 57 -> 58 -> 59 -> 60"
                        + " (-o FILE writes all 60 vertices)");
    }

    @Test
    void saysWhereThereIsNoPathWithoutFailing() {
        Finished none = line.done("path @g.bvss 50 5");
        assertThat(none.out()).contains("length      no path from 50 to 5");
        assertThat(line.done("path @g.bvss 50 5 --json").json().get("length").isNull())
                .isTrue();
        assertThat(rows("path @g.bvss 50 5")).isEqualTo("step,vertex");
        Finished unknown = line.run("path @g.bvss 50 6");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(unknown.err()).contains("vertex 6 is not in the graph");
    }

    @Test
    void numbersComponentsBySize() {
        assertThat(rows("components @g.bvss")).isEqualTo("vertex,component 5,1 10,1 20,1 30,1 40,1 50,1 70,2 80,2");
        assertThat(rows("components @g.bvss --strong"))
                .isEqualTo("vertex,component 5,2 10,1 20,1 30,1 40,3 50,4 70,5 80,6");
        assertThat(line.done("components @g.bvss").out())
                .contains("components  2 weak; the largest has 6 vertices (75.0%)")
                .containsPattern("(?m)^vertices  components\n6 +1\n2 +1$");
        assertThat(line.done("components @g.bvss --strong --json")
                        .json()
                        .get("sizes")
                        .toString())
                .contains("\"components\":5");
    }

    @Test
    void numbersComponentsOfNothingAndOfAnUndirectedGraph() throws IOException {
        Files.writeString(folder.resolve("none.mtx"), "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n");
        assertThat(line.done("components @none.mtx").out()).contains("components  none: the graph has no vertices");
        assertThat(line.done("components @none.mtx -o @none.csv").err())
                .contains("bitfront: no components: the graph has no vertices\n");
        assertThat(line.done("components @g.el --undirected --strong").out())
                .contains("components  2; the largest has 6 vertices");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --source 10 --reached                                 | vertex,level 10,0 20,1 30,2 40,3 50,4
        --source 10 --reached --direction in                  | vertex,level 5,1 10,0 20,2 30,1
        --source 80 --direction in --parents --reached        | vertex,level,parent 70,1,80 80,0,80
        --source 10 --component largest                       | vertex,level 5, 10,0 20,1 30,2 40,3 50,4
        --source 10 --component largest-strong                | vertex,level 10,0 20,1 30,2
        --source 50 --component largest --direction in        | vertex,level 5,5 10,4 20,3 30,2 40,1 50,0
        """)
    void followsEdgesTheOtherWayAndWithinAPart(String options, String expected) {
        assertThat(rows("bfs @g.bvss " + options)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bfs @g.bvss --source 10", "bfs @g.bvss --source 10 --together", "closeness @g.bvss"})
    void saysWhichPartAReportIsAbout(String job) {
        String part = job + " --quiet --component largest-strong";
        assertThat(line.done(part).out())
                .contains("            3 vertices, 3 directed edges", "component   largest-strong, of 8 vertices");
        assertThat(line.done(part + " --json").json().get("component").asString())
                .isEqualTo("largest-strong");
        assertThat(line.done(job + " --quiet --json").json().has("component")).isFalse();
    }

    @Test
    void verifiesWhatItTurnedRoundOrCutOut() {
        line.done("generate kron --scale 9 -o @k.el --quiet");
        for (String options : new String[] {"--direction in", "--component largest", "--component largest-strong"}) {
            assertThat(line.done("bfs @k.el --directed --random 5 --verify " + options)
                            .out())
                    .contains("every level of 5 traversals");
        }
    }

    @Test
    void refusesASourceThatIsNotInThePart() {
        Finished ended = line.run("bfs @g.bvss --source 70 --component largest");
        assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err())
                .contains("--component largest: 6 of 8 vertices")
                .contains("vertex 70 is not in the graph (6 ids from 5 to 50)");
    }

    /// In the circle alone every vertex has two others at 1 and 2 hops; n is 3.
    @Test
    void ranksTheVerticesOfAPartAsIfItWereAll() {
        assertThat(rows("closeness @g.bvss --component largest-strong --measures wf,reached"))
                .isEqualTo("vertex,wf,reached 10,0.6666666666666666,3 20,0.6666666666666666,3 30,0.6666666666666666,3");
        assertThat(rows("closeness @g.bvss --sources 20,5 --measures reached")).isEqualTo("vertex,reached 5,6 20,5");
    }
}
