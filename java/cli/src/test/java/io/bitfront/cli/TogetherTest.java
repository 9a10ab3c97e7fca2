package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.output.Npy;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `bfs --together` against searches one after another. The graphs have ids of their own, and isolated vertices.
class TogetherTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /// A chain of 300 vertices, a tail of isolated ones, and a graph that is shallow.
    @BeforeEach
    void makeGraphs() throws IOException {
        String chain =
                IntStream.range(1, 300).mapToObj(v -> v + " " + (v + 1) + "\n").collect(Collectors.joining());
        Files.writeString(
                folder.resolve("deep.mtx"),
                "%%MatrixMarket matrix coordinate pattern symmetric\n310 310 299\n" + chain);
        assertThat(run("generate kron --scale 10 -o @shallow.mtx")).isZero();
        String all = IntStream.rangeClosed(1, 700)
                .map(i -> 701 - i)
                .mapToObj(v -> v + "\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("many.txt"), all);
        Files.writeString(folder.resolve("few.txt"), "3\n305\n300\n3\n");
    }

    private int run(String line) {
        out.reset();
        err.reset();
        String[] words = line.replace("@", folder + "/").split(" ");
        return new Main(new Streams(out, err, false, 0)).run(words);
    }

    private JsonNode json() {
        return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    }

    /// 700 sources are two batches.
    @ParameterizedTest
    @CsvSource({"deep, few, 2", "shallow, many, 1", "shallow, few, 1"})
    void writesARowPerSource(String graph, String sources, int bytes) throws IOException {
        assertThat(run("bfs @%s.mtx --sources @%s.txt --together --output @m.npy".formatted(graph, sources)))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(run("bfs @%s.mtx --sources @%s.txt --output @one.npy".formatted(graph, sources)))
                .isZero();
        int[] expected = Npy.read(folder.resolve("one.npy")).ints();
        long[] ids = Npy.read(folder.resolve("m.sources.npy")).longs();
        int k = ids.length;
        int n = expected.length / k;
        Npy found = Npy.read(folder.resolve("m.npy"));
        assertThat(found.header())
                .isEqualTo("{'descr': '<i%d', 'fortran_order': False, 'shape': (%d, %d,), }".formatted(bytes, k, n));
        assertThat(found.elements().remaining()).isEqualTo(n * k * bytes);
        int[] levels = new int[expected.length];
        Arrays.setAll(levels, at -> cell(found.elements(), at, bytes));
        assertThat(levels).isEqualTo(expected);
        assertThat(ids).isEqualTo(Npy.read(folder.resolve("one.sources.npy")).longs());
        assertThat(folder.resolve("m.ids.npy")).hasSameBinaryContentAs(folder.resolve("one.ids.npy"));
    }

    private static int cell(ByteBuffer cells, int index, int bytes) {
        return bytes == 1 ? cells.get(index) : cells.getShort(index * bytes);
    }

    @Test
    void writesTheLevelsOfSomeVerticesAndOfOneSourceAsTheOtherWayDoes() throws IOException {
        for (String job : List.of("--source 3 --to @few.txt", "--sources 300,2 --to 7,1", "--source 5")) {
            assertThat(run("bfs @deep.mtx " + job + " --together -o @t.npy --quiet"))
                    .isZero();
            assertThat(run("bfs @deep.mtx " + job + " -o @o.npy --quiet")).isZero();
            Npy together = Npy.read(folder.resolve("t.npy"));
            Npy alone = Npy.read(folder.resolve("o.npy"));
            assertThat(together.header().replaceAll("<i[12]", "<i4")).isEqualTo(alone.header());
            int bytes = together.header().contains("<i1") ? 1 : 2;
            int[] levels = new int[alone.ints().length];
            Arrays.setAll(levels, at -> cell(together.elements(), at, bytes));
            assertThat(levels).isEqualTo(alone.ints());
            assertThat(folder.resolve("t.ids.npy")).hasSameBinaryContentAs(folder.resolve("o.ids.npy"));
        }
    }

    @Test
    void saysWhatItNeedsAndWhyItBeganAgain() {
        assertThat(run("bfs @deep.mtx --sources @few.txt --together --output @m.npy"))
                .isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("levels of 310 vertices from 4 sources in batches of 4: a file of ")
                .contains("a level deeper than 127 was found: beginning again with cells of 2 bytes\n")
                .endsWith("wrote %s/m.npy, and beside it m.sources.npy, m.ids.npy\n".formatted(folder));
    }

    @Test
    void countsWhatEachSourceReachesWithoutAFile() {
        assertThat(run("bfs @deep.mtx --sources @few.txt --together --json --quiet"))
                .isZero();
        JsonNode report = json();
        assertThat(report.get("sources").asInt()).isEqualTo(4);
        assertThat(report.get("batches").asInt()).isEqualTo(1);
        assertThat(report.get("traversals").toString())
                .isEqualTo(
                        "[{\"source\":3,\"reached\":300,\"depth\":297},{\"source\":305,\"reached\":1,\"depth\":0},"
                                + "{\"source\":300,\"reached\":300,\"depth\":299},{\"source\":3,\"reached\":300,\"depth\":297}]");
        assertThat(run("bfs @shallow.mtx --sources @many.txt --together --quiet"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("700 in 2 batches of up to 512", "per BFS");
    }

    @ParameterizedTest
    @CsvSource({
        "--parents, --together does not go with --parents",
        "--runs 2, --together does not go with --runs",
        "--output @l.csv, '--together writes one file, and its name ends in .npy'",
        "--output @a.npy --output @b.npy, '--together writes one file, and its name ends in .npy'"
    })
    void refusesWhatItDoesNotDo(String more, String message) {
        assertThat(run("bfs @deep.mtx --source 1 --together " + more)).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message);
    }

    @Test
    void saysThatItRunsOnOneDevice() {
        assertThat(run("bfs @deep.mtx --source 1 --devices cpu,gpu:0")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("bitfront: --device cpu,gpu:0: this command runs on one device, the first\n");
    }
}
