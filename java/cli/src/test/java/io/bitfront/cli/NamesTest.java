package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.output.Parquet;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Vertices that have names keep them from the file that is read to all that is written.
class NamesTest {
    private static final String EDGES = "id,from,to\n1,alice,bob\n2,bob,\"New York, \"\"NY\"\"\"\n"
            + "3,\"New York, \"\"NY\"\"\",Zoë\n4,eve,mallory\n";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void writeEdges() throws IOException {
        Files.writeString(folder.resolve("g.csv"), EDGES);
    }

    private String run(String... words) {
        out.reset();
        err.reset();
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace("@", folder + "/");
        }
        assertThat(code(words)).as(err.toString(StandardCharsets.UTF_8)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private int code(String... words) {
        try (Streams streams = new Streams(out, err, false, 0)) {
            return new Main(streams).run(words);
        }
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void standInFilesOfLevels() throws IOException {
        run(
                "bfs",
                "@g.csv",
                "--device",
                "cpu",
                "--source",
                "bob",
                "--parents",
                "-o",
                "@l.csv",
                "-o",
                "@l.tsv",
                "-o",
                "@l.json",
                "-o",
                "@l.npy",
                "-o",
                "@l.parquet");
        assertThat(written("l.csv"))
                .isEqualTo("vertex,level,parent\n\"New York, \"\"NY\"\"\",1,bob\n"
                        + "Zoë,2,\"New York, \"\"NY\"\"\"\nalice,,\nbob,0,bob\neve,,\nmallory,,\n");
        assertThat(written("l.tsv")).contains("Zoë\t2\t\"New York, \"\"NY\"\"\"\n");
        JsonNode levels = JsonMapper.shared().readTree(written("l.json"));
        assertThat(levels.get("vertex").get(0).asString()).isEqualTo("New York, \"NY\"");
        assertThat(levels.get("traversals").get(0).get("source").asString()).isEqualTo("bob");
        assertThat(levels.get("traversals").get(0).get("parent").toString())
                .isEqualTo("[\"bob\",\"New York, \\\"NY\\\"\",-1,\"bob\",-1,-1]");
        assertThat(written("l.ids.txt")).isEqualTo("New York, \"NY\"\nZoë\nalice\nbob\neve\nmallory\n");
        Parquet table = Parquet.read(folder.resolve("l.parquet"));
        assertThat(table.schema()).contains("required binary vertex", "optional binary parent");
        assertThat(table.rows())
                .containsExactly(
                        "New York, \"NY\" 1 bob",
                        "Zoë 2 New York, \"NY\"",
                        "alice null null",
                        "bob 0 bob",
                        "eve null null",
                        "mallory null null");
    }

    @Test
    void nameSourcesAndTargets() throws IOException {
        Files.writeString(folder.resolve("list.txt"), "# c\nZoë\nNew York, \"NY\"\n");
        run("bfs", "@g.csv", "--device", "cpu", "--sources", "@list.txt", "-o", "@s.csv", "-o", "@s.npy");
        assertThat(written("s.csv")).startsWith("source,vertex,level\nZoë,\"New York");
        assertThat(written("s.sources.txt")).isEqualTo("Zoë\nNew York, \"NY\"\n");
        JsonNode report = JsonMapper.shared()
                .readTree(run("bfs", "@g.csv", "--device", "cpu", "--source", "alice", "--target", "Zoë", "--json"));
        assertThat(report.get("traversals").get(0).get("source").asString()).isEqualTo("alice");
        assertThat(report.get("traversals").get(0).get("targets").get("Zoë").asInt())
                .isEqualTo(3);
        assertThat(run("bfs", "@g.csv", "--device", "cpu", "--source", "alice", "--target", "Zoë"))
                .contains("Zoë: 3 hops");
    }

    @Test
    void thatHaveCommasStandInQuotes() throws IOException {
        String name = "\"New York, \"\"NY\"\"\"";
        run("bfs", "@g.csv", "--device", "cpu", "--source", "Zoë," + name, "--target", name + ",Zoë", "-o", "@s.npy");
        assertThat(written("s.sources.txt")).isEqualTo("Zoë\nNew York, \"NY\"\n");
        assertThat(run("path", "@g.csv", "alice", name, "--device", "cpu"))
                .contains("alice -> bob -> New York, \"NY\"");
        run("closeness", "@g.csv", "--device", "cpu", "--sources", name + ",bob", "-o", "@c.csv");
        assertThat(written("c.csv"))
                .contains("\n\"New York, \"\"NY\"\"\",")
                .contains("\nbob,")
                .doesNotContain("Zoë");
        run("bfs", "@g.csv", "--device", "cpu", "--source", "New York, \"NY\"", "--source", "bob", "-o", "@s.npy");
        assertThat(written("s.sources.txt")).isEqualTo("New York, \"NY\"\nbob\n");
        Files.writeString(folder.resolve("inch.txt"), "3\"screw bolt\nbolt nut\n");
        String inch = folder + "/inch.txt";
        run("bfs", inch, "--device", "cpu", "--source", "3\"screw,bolt", "-o", "@s.npy");
        assertThat(written("s.sources.txt")).isEqualTo("3\"screw\nbolt\n");
        run("closeness", inch, "--device", "cpu", "--sources", "3\"screw,bolt", "-o", "@c.csv");
        assertThat(written("c.csv")).contains("\nbolt,").doesNotContain("nut");
    }

    @Test
    void standInRankingsPathsAndComponents() throws IOException {
        String ranking = run(
                "closeness",
                "@g.csv",
                "--device",
                "cpu",
                "--undirected",
                "--measures",
                "closeness",
                "--top",
                "2",
                "-o",
                "@c.csv",
                "-o",
                "@c.json",
                "-o",
                "@c.npy",
                "--json");
        assertThat(written("c.csv")).isEqualTo("vertex,closeness\neve,1.0\nmallory,1.0\n");
        assertThat(JsonMapper.shared()
                        .readTree(ranking)
                        .get("highest")
                        .get(0)
                        .get("vertex")
                        .asString())
                .isEqualTo("eve");
        assertThat(JsonMapper.shared()
                        .readTree(written("c.json"))
                        .get("rows")
                        .get(1)
                        .get(0)
                        .asString())
                .isEqualTo("mallory");
        assertThat(written("c.ids.txt")).isEqualTo("eve\nmallory\n");
        assertThat(run("path", "@g.csv", "alice", "Zoë", "--device", "cpu"))
                .contains("alice -> bob -> New York, \"NY\" -> Zoë");
        run("path", "@g.csv", "alice", "Zoë", "--device", "cpu", "-o", "@p.csv");
        assertThat(written("p.csv")).isEqualTo("step,vertex\n0,alice\n1,bob\n2,\"New York, \"\"NY\"\"\"\n3,Zoë\n");
        run("components", "@g.csv", "-o", "@k.csv");
        assertThat(written("k.csv")).contains("\nZoë,1\n").contains("\nmallory,2\n");
        assertThat(run("info", "@g.csv", "--device", "cpu")).contains("6 names from 'New York, \"NY\"' to 'mallory'");
    }

    @Test
    void standInEstimatesOfTheHighest() throws IOException {
        run(
                "closeness",
                "@g.csv",
                "--device",
                "cpu",
                "--undirected",
                "--sources",
                "sample:6",
                "--top",
                "2",
                "-o",
                "@e.csv",
                "-o",
                "@e.npy");
        assertThat(written("e.csv"))
                .startsWith("vertex,wf,wf_error\n\"New York, \"\"NY\"\"\",")
                .contains("\nbob,");
        assertThat(written("e.ids.txt")).isEqualTo("New York, \"NY\"\nbob\n");
    }

    /// Whatever a vertex is called, a list may name it, as it stands in a result or as it is.
    @Test
    void areFoundInListsWhateverTheyAre() throws IOException {
        Files.writeString(folder.resolve("odd.csv"), "\"#x\",\"a,b\"\n\"a,b\",%y\n");
        Files.writeString(folder.resolve("list.txt"), "\uFEFF#x\n# c\n%y\n\"a,b\"\n%z\n");
        run("closeness", "@odd.csv", "--columns", "1,2", "--device", "cpu", "--sources", "@list.txt", "-o", "@o.csv");
        assertThat(written("o.csv").lines().skip(1).map(line -> line.replaceAll(",[^,]*$", "")))
                .containsExactlyInAnyOrder("#x", "%y", "\"a,b\"");
        run("bfs", "@odd.csv", "--columns", "1,2", "--device", "cpu", "--sources", "a,b", "-o", "@b.csv");
        assertThat(written("b.csv")).startsWith("vertex,level\n").contains("\n\"a,b\",0\n");
    }

    /// A path tells a file from a vertex.
    @Test
    void goBeforeFilesOfThatName() throws IOException {
        String name = folder.resolve("v").toString();
        Files.writeString(folder.resolve("v"), "bob\n");
        Files.writeString(folder.resolve("paths.csv"), "%s,bob\n".formatted(name));
        run("bfs", "@paths.csv", "--device", "cpu", "--sources", name, "-o", "@f.csv");
        assertThat(written("f.csv")).contains(name + ",0\n");
        run("bfs", "@paths.csv", "--device", "cpu", "--sources", folder + "/./v", "-o", "@f.csv");
        assertThat(written("f.csv")).contains("bob,0\n");
    }

    @Test
    void doNotGoIntoAnArray() {
        int code = new Main(new Streams(out, err, false, 0))
                .run(
                        "path",
                        folder + "/g.csv",
                        "alice",
                        "Zoë",
                        "--device",
                        "cpu",
                        "--quiet",
                        "-o",
                        folder + "/p.csv",
                        "-o",
                        folder + "/p.npy");
        assertThat(code).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("names do not go into an array");
        assertThat(folder.resolve("p.csv")).doesNotExist();
    }

    @Test
    void areSaidWhereAVertexIsMissing() {
        int code = new Main(new Streams(out, err, false, 0))
                .run("bfs", folder + "/g.csv", "--device", "cpu", "--source", "nobody", "--quiet");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("bitfront: vertex 'nobody' is not in the graph (6 names from 'New York, \"NY\"' to"
                        + " 'mallory')\n");
    }

    @Test
    void areTheEndsOfADiameter() throws IOException {
        Files.writeString(folder.resolve("line.csv"), "anna,ben\nben,cleo\n");
        assertThat(run("diameter", folder + "/line.csv", "--undirected", "--device", "cpu"))
                .containsPattern("diameter +2 hops, from (anna to cleo|cleo to anna)\n")
                .containsPattern("radius +1 hop, from ben\n");
        assertThat(run("diameter", folder + "/line.csv", "--undirected", "--device", "cpu", "--components", "--json"))
                .contains("\"centre\" : \"ben\"")
                .containsPattern("\"periphery\" : \"(anna|cleo)\"");
    }

    @Test
    void areReadFromStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(EDGES.getBytes(StandardCharsets.UTF_8)));
            assertThat(run("path", "-", "alice", "Zoë", "--format", "edges", "--device", "cpu"))
                    .contains("3 hops");
            System.setIn(new ByteArrayInputStream("0 1\nx y\n2 3\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(code("info", "-", "--format", "edges")).isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("bitfront: standard input:2: 'x' is not a vertex")
                    .doesNotContain("stdin:");
        } finally {
            System.setIn(before);
        }
        assertThat(code("info", "-")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("standard input has no name that tells its format: give --format");
        assertThat(code("preprocess", "-", "--format", "edges")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("- is in no file: say by -o FILE.bvss where to write it");
    }
}
