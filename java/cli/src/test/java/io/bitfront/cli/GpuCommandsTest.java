package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.Program.Running;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Commands on two GPUs against the same on the CPU: the same files.
@Tag("gpu")
class GpuCommandsTest {
    /// What names the kernels to a program that its launcher does not start.
    private static final List<String> PROPERTIES = List.of("bitfront.kernels", "bitfront.cub", "java.library.path");

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void makeGraphs() {
        done("generate kron --scale 8 -o @kron.mtx");
        done("generate road --width 20 --height 15 -o @road.el");
    }

    private void done(String line) {
        out.reset();
        err.reset();
        String[] words = Arrays.stream(line.split(" "))
                .map(word -> word.replace("@", folder + "/"))
                .toArray(String[]::new);
        assertThat(new Main(new Streams(out, err, false, 0)).run(words))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
    }

    private JsonNode json(String line) {
        done(line + " --json");
        return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    }

    private void sameBytes(String one, String other) throws IOException {
        assertThat(Files.mismatch(folder.resolve(one), folder.resolve(other)))
                .as("%s and %s", one, other)
                .isEqualTo(-1);
    }

    @Test
    void listsBothGpus() {
        assertThat(json("devices").get("devices").findValuesAsString("name")).containsExactly("gpu:0", "gpu:1", "cpu");
    }

    @ParameterizedTest
    @CsvSource({"kron.mtx, degree", "kron.mtx, natural", "kron.mtx, jaccard", "road.el, degree"})
    void preprocessesToTheBytesOfTheCpu(String graph, String order) throws IOException {
        done("preprocess @%s --order %s --device cpu -o @cpu.bvss".formatted(graph, order));
        done("preprocess @%s --order %s --device gpu:1 -o @gpu.bvss".formatted(graph, order));
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("preprocessing on gpu:1 (");
        sameBytes("gpu.bvss", "cpu.bvss");
        done("verify @gpu.bvss");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "push", "pull", "paper", "tensor"})
    void findsTheHopsOfTheCpu(String mode) throws IOException {
        for (String graph : List.of("kron.mtx", "road.el")) {
            done("bfs @%s --random 5 --parents --device cpu --output @cpu.csv".formatted(graph));
            done("bfs @%s --random 5 --parents --device gpu --mode %s --verify --output @gpu.csv"
                    .formatted(graph, mode));
            sameBytes("gpu.csv", "cpu.csv");
        }
    }

    /// Mode `paper` takes tiles, too; parents eight bytes a vertex.
    @Test
    void tellsWhatMemoryEachJobTakes() {
        JsonNode info = json("info @kron.mtx --device gpu");
        JsonNode jobs = info.get("jobBytes");
        long bfs = jobs.get("bfs").asLong();
        assertThat(jobs.get("bfs --mode paper").asLong() - bfs)
                .isEqualTo(info.get("tileBytes").asLong())
                .isPositive();
        assertThat(jobs.get("bfs --parents").asLong() - bfs)
                .isEqualTo(8 * info.get("vertices").asLong());
    }

    @Test
    void tellsWhatIsUploadedOfAGraphAndOfItsTiles() {
        for (String mode : List.of("push", "tensor")) {
            String line = "bfs @kron.mtx --random 1 --device gpu --mode " + mode;
            JsonNode report = json(line);
            JsonNode upload = report.get("upload");
            assertThat(upload.get("bytes").asLong()).isPositive();
            assertThat(upload.get("timeMs").asDouble()).isBetween(1e-6, 60_000.0);
            assertThat(upload.get("note").asString()).isEmpty();
            JsonNode tiles = report.get("tiles");
            assertThat(tiles.get("bytes").asLong()).isPositive();
            assertThat(tiles.get("uploaded").asBoolean()).isEqualTo(mode.equals("tensor"));
            done(line);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .containsPattern("(?m)^upload +[0-9.]+ [kM]?B in [0-9.]+ ms \\([0-9.]+ GB/s\\)$")
                    .containsPattern(
                            "(?m)^tiles +[0-9.]+ [kM]?B, %s".formatted(mode.equals("tensor") ? "uploaded" : "not"));
        }
    }

    @Test
    void fillsInTheLevelsOfTheCpu() throws IOException {
        done("bfs @kron.mtx --random 150 --together --device cpu --output @cpu.npy");
        done("bfs @kron.mtx --random 150 --together --device gpu --output @gpu.npy");
        sameBytes("gpu.npy", "cpu.npy");
    }

    @ParameterizedTest
    @CsvSource({"all, closeness,", "sample:200, closeness,", "all, harmonic, 10"})
    void ranksAsTheCpuOnOneGpuOnTwoAndBesideTheCpu(String sources, String measure, Integer top) throws IOException {
        String job = "closeness @kron.mtx --sources %s --measures %s%s"
                .formatted(sources, measure, top == null ? "" : " --top " + top);
        done(job + " --devices cpu --output @cpu.csv");
        for (String devices : List.of("gpu", "gpu:0,gpu:1", "gpu:1,cpu", "all")) {
            done("%s --devices %s --batch 256 --output @gpu.csv".formatted(job, devices));
            sameBytes("gpu.csv", "cpu.csv");
        }
    }

    @Test
    void ranksByAlgorithm5AsTheCpu() throws IOException {
        done("closeness @kron.mtx --devices cpu --output @cpu.csv");
        done("closeness @kron.mtx --devices gpu --mode paper --output @gpu.csv");
        sameBytes("gpu.csv", "cpu.csv");
    }

    /// Levels and sums are checked within the suites.
    @Test
    void measures() {
        JsonNode table = json(
                "bench table2 multi closeness --device gpu --graphs kron --scales 8 --sources 2 --runs 1 --folder @");
        assertThat(table.findValuesAsString("mode")).contains("auto", "paper", "wide");
        JsonNode jobs = table.findValue("jobs");
        assertThat(jobs).hasSize(2);
        for (JsonNode row : jobs) {
            JsonNode job = row.get("job");
            assertThat(job.get("medianMs").asDouble())
                    .isBetween(job.get("minMs").asDouble(), job.get("maxMs").asDouble());
        }
        assertThat(jobs.get(1).get("devices")).hasSize(2);
    }

    @Test
    void measuresThePapersKernelsOnePartAfterAnother() {
        JsonNode bench = json("bench ablation --device gpu --graphs kron --scales 8 --sources 2 --runs 1 --folder @");
        assertThat(bench.get("bfs").findValuesAsString("variant"))
                .containsExactly(
                        "A: BVSS, one kernel",
                        "AB: and layout",
                        "ABC: and reordering",
                        "ABCD: and lazy updates",
                        "Full: and switching");
        assertThat(bench.get("bfs").findValuesAsString("ordering"))
                .containsExactly("natural", "natural", "jaccard", "jaccard", "jaccard");
        assertThat(bench.get("bfs").findValuesAsString("mode")).containsOnly("paper");
        assertThat(bench.get("batches").findValuesAsString("mode"))
                .containsExactly("naive", "paper-plain", "paper-reindexed", "paper");
    }

    @Test
    @Timeout(120)
    void continuesOnTheCpuWhatWasKilledOnGpus() throws Exception {
        done("generate kron --scale 12 -o @large.bvss");
        Program program = new Program(folder).with("JDK_JAVA_OPTIONS", definitions());
        Running running = program.start(
                "closeness", "large.bvss", "--devices", "gpu:0,gpu:1", "--batch", "256", "--checkpoint", "job");
        Path kept = folder.resolve("job/closeness.checkpoint");
        while (!Files.exists(kept) || Files.size(kept) < 10_000) {
            assertThat(running.process().isAlive()).as(running.errors()).isTrue();
            Thread.sleep(5);
        }
        running.signal("KILL");
        running.finish();
        Finished resumed = program.run(
                "closeness",
                "large.bvss",
                "--devices",
                "cpu",
                "--checkpoint",
                "job",
                "--output",
                "resumed.csv",
                "--json");
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.json().get("traversals").asInt()).isBetween(1, 4_095);
        done("closeness @large.bvss --devices cpu --output @whole.csv");
        sameBytes("resumed.csv", "whole.csv");
    }

    private static String definitions() {
        StringBuilder all = new StringBuilder();
        PROPERTIES.forEach(name -> all.append("\"-D%s=%s\" ".formatted(name, System.getProperty(name))));
        return all.toString();
    }
}
