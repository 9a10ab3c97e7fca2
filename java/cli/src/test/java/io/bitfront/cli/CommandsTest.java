package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.output.Npy;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Every command. The graph: 1 - 2 - 4 - 5, 2 - 3 - 4, and 6 alone (MatrixMarket, undirected).
class CommandsTest {
    private static final String GRAPH = """
        %%MatrixMarket matrix coordinate pattern symmetric
        6 6 5
        2 1
        4 2
        5 4
        3 2
        4 3
        """;

    @TempDir
    private Path folder;

    private Session program;

    @BeforeEach
    void writeTheGraph() throws IOException {
        Files.writeString(folder.resolve("g.mtx"), GRAPH);
        program = new Session(folder);
    }

    private Finished done(String... arguments) {
        return program.done(arguments);
    }

    @Test
    void preprocessesAndReportsItsPhases() {
        JsonNode report = done("preprocess", "g.mtx", "-o", "g.bvss", "--order", "natural", "--json", "--quiet")
                .json();
        assertThat(report.get("vertices").asInt()).isEqualTo(6);
        assertThat(report.get("edges").asInt()).isEqualTo(5);
        assertThat(report.get("directed").asBoolean()).isFalse();
        assertThat(report.get("ordering").asString()).isEqualTo("natural");
        assertThat(report.get("cacheBytes").asLong())
                .isEqualTo(folder.resolve("g.bvss").toFile().length());
        assertThat(report.get("phases")
                        .valueStream()
                        .map(phase -> phase.get("name").asString()))
                .contains("read", "CSC", "order", "BVSS", "write");
        assertThat(report.get("phases").get(0).propertyNames())
                .contains("timeMs", "amount", "unit", "perSecond", "peakBytes");
        assertThat(report.get("statistics").get("isolatedVertices").asInt()).isEqualTo(1);
    }

    @Test
    void saysWhatPreprocessingNeedsAndThatASecondTimeIsFree() {
        Finished first = done("preprocess", "g.mtx");
        assertThat(first.err()).contains(" of memory and ");
        assertThat(first.out()).contains("phase", "peak memory");
        Finished second = done("preprocess", "g.mtx");
        assertThat(second.out()).contains("nothing to do").doesNotContain("peak memory");
    }

    @Test
    void traversesAGraphMadeOnTheSpotAndLeavesNoFile() throws IOException {
        List<Path> before = files();
        Finished run = done("bfs", "generate:rgg:8", "--source", "3", "--order", "natural", "--verify", "--json");
        assertThat(run.json().get("vertices").asInt()).isEqualTo(256);
        assertThat(run.err()).contains("generate:rgg:8: preprocessing it in memory, with up to ");
        JsonNode grid =
                done("closeness", "generate:road:5x4", "--json", "--quiet").json();
        assertThat(grid.get("vertices").asInt()).isEqualTo(20);
        assertThat(files()).isEqualTo(before);
        assertThat(program.run("bfs", "generate:kron:8", "--source", "1", "--force")
                        .err())
                .contains("generate:kron:8 is made on the spot: --force makes no sense");
        assertThat(program.run("bfs", "generate:moon:8", "--source", "1").err())
                .contains("kind 'moon' is unknown; expected one of kron, urand");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    @Test
    void printsVerticesPerLevel() {
        Finished run = done("bfs", "g.mtx", "--source", "1", "--verify", "--quiet");
        assertThat(run.out())
                .containsPattern("(?m)^level  vertices\n0 +1\n1 +1\n2 +2\n3 +1$")
                .contains("reached     5 of 6 vertices (83.3%) in 3 levels")
                .contains("edges       10 out of reached vertices")
                .contains("TEPS", "verified");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void tellsTheDeviceOnStandardErrorUnlessQuiet() {
        assertThat(done("bfs", "g.mtx", "--source", "1").err()).contains("running on cpu (");
    }

    @Test
    void preparesAGraphOnTheCpuForAnyDeviceAndSaysWhy() {
        assertThat(done("bfs", "g.mtx", "--source", "1").err()).contains("preprocessing on the CPU: gpu: ");
        assertThat(done("closeness", "g.mtx", "--force", "--devices", "all").err())
                .contains("preprocessing on the CPU: gpu: ");
        assertThat(done("bfs", "g.mtx", "--source", "1", "--force", "--device", "cpu")
                        .err())
                .doesNotContain("preprocessing on the CPU");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "auto", "cpu"})
    void runsEveryJobOnTheCpuWhereThereIsNoGpu(String device) {
        for (String[] job :
                new String[][] {{"bfs", "g.mtx", "--source", "1"}, {"closeness", "g.mtx"}, {"info", "g.mtx"}}) {
            String[] words = Stream.concat(Stream.of(job), Stream.of("--devices", device, "--threads", "1", "--json"))
                    .toArray(String[]::new);
            assertThat(done(words).json().get("device").asString()).isEqualTo("cpu (1 thread)");
        }
    }

    @Test
    void followsTheSwitchingRuleAskedFor() throws IOException {
        done("bfs", "g.mtx", "--source", "1", "--switch", "graphblast:7,0", "--verify", "--trace", "t.json");
        JsonNode levels = JsonMapper.shared()
                .readTree(Files.readString(folder.resolve("t.json")))
                .get("traversals")
                .get(0)
                .get("levels");
        assertThat(levels.valueStream().map(level -> level.get("mode").asString()))
                .isNotEmpty()
                .allMatch("pull"::equals);
        assertThat(done("bfs", "g.mtx", "--source", "1", "--switch", "never").out())
                .contains("mode auto, switch never");
    }

    @Test
    void measuresTheSuitesOverGeneratedGraphsAndComparesThem() throws IOException {
        String[] table = {
            "bench",
            "table2",
            "--device",
            "cpu",
            "--scale",
            "8",
            "--graphs",
            "kron",
            "--sources",
            "1",
            "--runs",
            "1",
            "--folder",
            folder.toString()
        };
        done(with(table, "--output", "first.json", "--quiet"));
        JsonNode first = JsonMapper.shared().readTree(Files.readString(folder.resolve("first.json")));
        assertThat(first.get("bfs")).hasSize(3);
        assertThat(first.get("bfs").get(0).has("joulesPerBfs")).isFalse();
        assertThat(first.has("driver")).isFalse();
        assertThat(first.get("command").asString()).startsWith("bench table2 --device cpu");
        Finished again = done(with(table, "--compare", "first.json"));
        assertThat(again.out())
                .contains("now/before", "BFS kron 8 degree auto auto", "note        mode paper needs a GPU")
                .doesNotContain("J/BFS");
    }

    /// A job with a checkpoint goes on by the same command, one without has nothing to say.
    @Test
    void aJobSaysHowItGoesOnWhenItIsInterrupted() {
        Path job = folder.resolve("job");
        assertThat(afterAnInterrupt("--checkpoint", job.toString()))
                .endsWith("bitfront: interrupted; run the same command again to continue from " + job + "\n");
        assertThat(afterAnInterrupt()).endsWith("\nbitfront: interrupted\n");
    }

    private String afterAnInterrupt(String... more) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (Streams streams = new Streams(new ByteArrayOutputStream(), err, false, 0)) {
            String[] job = {"closeness", folder.resolve("g.mtx").toString(), "--device", "cpu"};
            assertThat(new Main(streams).run(with(job, more))).isZero();
            streams.interrupted();
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void refusesToCompareWithWhatIsNoReport() throws IOException {
        Files.writeString(folder.resolve("text.json"), "not json");
        Finished run = program.run("bench", "table2", "--compare", "text.json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("text.json: no JSON report of bench:");
        Files.createDirectory(folder.resolve("folder.json"));
        assertThat(program.run("bench", "table2", "--compare", "folder.json").err())
                .contains("folder.json: no JSON report of bench: it is not a file");
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void takesListsOfAnyLength() throws IOException {
        String all = IntStream.rangeClosed(1, 3_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Files.writeString(
                folder.resolve("chain.gr"),
                IntStream.range(1, 3_000)
                        .mapToObj("a %d 3000 1"::formatted)
                        .collect(Collectors.joining("\n", "p sp 3000 2999\n", "\n")));
        assertThat(done("bfs", "chain.gr", "--source", "3000", "--to", all, "-o", "-", "--quiet")
                        .out())
                .hasLineCount(3_001);
        assertThat(done("closeness", "chain.gr", "--sources", all, "-o", "-", "--quiet")
                        .out())
                .hasLineCount(3_001);
    }

    @Test
    void writesLevelsOfTheInputsOwnIds() throws IOException {
        Finished run = done("bfs", "g.mtx", "--source", "1", "--parents", "--output", "l.csv", "--output", "l.npy");
        assertThat(run.out()).isEmpty();
        assertThat(folder.resolve("l.csv")).hasContent("""
            vertex,level,parent
            1,0,1
            2,1,1
            3,2,2
            4,2,2
            5,3,4
            6,,
            """);
        assertThat(Npy.read(folder.resolve("l.npy")).ints()).containsExactly(0, 1, 2, 2, 3, -1);
        assertThat(Npy.read(folder.resolve("l.ids.npy")).longs()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(Npy.read(folder.resolve("l.parents.npy")).longs()).containsExactly(1, 1, 2, 2, 4, -1);
    }

    @Test
    void reportsSeveralSourcesAsPercentilesAndRows() throws IOException {
        Files.writeString(folder.resolve("ids.txt"), "# two\n1\n\n6\n");
        JsonNode report = done("bfs", "g.mtx", "--sources", "ids.txt", "--runs", "3", "--verify", "--json")
                .json();
        assertThat(report.get("traversals")).hasSize(2);
        JsonNode first = report.get("traversals").get(0);
        assertThat(first.get("source").asLong()).isEqualTo(1);
        assertThat(first.get("reached").asLong()).isEqualTo(5);
        assertThat(first.get("depth").asInt()).isEqualTo(3);
        assertThat(first.get("edges").asLong()).isEqualTo(10);
        assertThat(first.get("runs").asInt()).isEqualTo(3);
        assertThat(first.get("verticesPerLevel").toString()).isEqualTo("[1,1,2,1]");
        assertThat(first.propertyNames()).contains("kernelMs", "initialiseMs", "renumberMs", "totalMs", "teps");
        assertThat(report.get("kernel").propertyNames())
                .containsExactly("minMs", "medianMs", "meanMs", "p90Ms", "maxMs");
        assertThat(report.get("verified").asInt()).isEqualTo(2);
        assertThat(report.get("tepsRule").asString()).contains("kernel time");
    }

    @Test
    void stopsAtALevelOrATarget() {
        JsonNode report = done("bfs", "g.mtx", "--source", "1", "--max-level", "1", "--verify", "--json")
                .json();
        assertThat(report.get("traversals").get(0).get("verticesPerLevel").toString())
                .isEqualTo("[1,1]");
        report = done("bfs", "g.mtx", "--source", "1", "--target", "3,6", "--json")
                .json();
        assertThat(report.get("traversals").get(0).get("targets").toString()).isEqualTo("{\"3\":2,\"6\":-1}");
    }

    @Test
    void printsTheTwentyHighestWhereNothingElseIsAskedFor() {
        String table = done("closeness", "generate:urand:6", "--quiet").out();
        assertThat(table.lines().dropWhile(line -> !line.startsWith("rank")).filter(line -> !line.isBlank()))
                .hasSize(1 + 20)
                .last()
                .asString()
                .startsWith("20 ");
    }

    @Test
    void drawsTheSameRandomSourcesFromTheSameSeed() {
        String[] command = {"bfs", "g.mtx", "--random", "3", "--seed", "7", "--json", "--quiet"};
        String first = done(command)
                .json()
                .get("traversals")
                .findValuesAsString("source")
                .toString();
        String second = done(command)
                .json()
                .get("traversals")
                .findValuesAsString("source")
                .toString();
        assertThat(first).isEqualTo(second).doesNotContain("6");
    }

    @Test
    void writesATraceOfEveryLevel() throws IOException {
        done("bfs", "g.mtx", "--source", "1", "--trace", "trace.json", "--quiet");
        assertThat(Files.readString(folder.resolve("trace.json")))
                .startsWith("{\n  \"graph\" : ")
                .contains("g.mtx\"", "\"device\" : \"cpu (", "\"traversals\" : [ {", "\"source\" : 1");
    }

    /// Hops from 2: 1, 1, 1, 2 to the others reached; from 6: none.
    @Test
    void ranksVerticesByCloseness() {
        JsonNode report = done("closeness", "g.mtx", "--measures", "closeness,eccentricity", "--top", "2", "--json")
                .json();
        assertThat(report.get("highest").toString())
                .isEqualTo("[{\"vertex\":2,\"closeness\":0.8,\"eccentricity\":2},"
                        + "{\"vertex\":4,\"closeness\":0.8,\"eccentricity\":2}]");
        assertThat(report.get("direction").asString()).isEqualTo("out");
        assertThat(report.propertyNames()).contains("traversals", "timeMs", "bfsPerSecond", "notes");
        assertThat(report.get("bfsPerSecond").asDouble() * report.get("timeMs").asDouble() / 1e3)
                .isCloseTo(report.get("traversals").asDouble(), within(1e-6));
    }

    @Test
    void showsTheStandardErrorOfASampleInTableAndObject() {
        String[] sample = {"closeness", "g.mtx", "--sources", "sample:4", "--measures", "closeness,wf", "--quiet"};
        assertThat(done(sample).out())
                .containsPattern("(?m)^rank  vertex  closeness +wf  closeness_error +wf_error$")
                .containsPattern("(?m)^1 +[0-9] +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$")
                .contains("estimates from ");
        JsonNode highest = done("closeness", "g.mtx", "--sources", "sample:4", "--json", "--quiet")
                .json()
                .get("highest");
        assertThat(highest.get(0).propertyNames()).containsExactly("vertex", "wf", "wf_error");
        assertThat(highest.get(0).get("wf_error").isNumber()).isTrue();
    }

    @Test
    void saysWhereASampleTellsNoStandardError() {
        assertThat(done("closeness", "g.mtx", "--sources", "sample:1", "--quiet")
                        .out())
                .containsPattern("(?m)^1 +[0-9] +[0-9.]+ +unknown$");
    }

    @Test
    void refusesOptionsOfPreparationForACacheOfAnyName() throws IOException {
        done("preprocess", "g.mtx", "-o", "made.bvss");
        Files.move(folder.resolve("made.bvss"), folder.resolve("made.job"));
        assertThat(done("path", "made.job", "1", "2", "--quiet").out()).contains("length");
        assertThat(program.run("path", "made.job", "1", "2", "--undirected").err())
                .contains("made.job is preprocessed already: --undirected cannot change it");
        assertThat(program.run("preprocess", "made.job", "--force").err()).contains("made.job is preprocessed already");
    }

    @Test
    void saysWhereASampleTellsNothing() throws IOException {
        Files.writeString(folder.resolve("away.el"), "0 1\n2 3\n4 5\n6 7\n8 9\n");
        String unknown = "note        no way leads between a pivot and another vertex, so every value is unknown:"
                + " draw more, or others by --seed\n";
        int told = 0;
        for (int seed = 1; seed <= 6; seed++) {
            String out = done(
                            "closeness",
                            "away.el",
                            "--directed",
                            "--sources",
                            "sample:1",
                            "--seed",
                            Integer.toString(seed),
                            "--quiet")
                    .out();
            assertThat(out.contains(unknown)).as(out).isEqualTo(out.endsWith("rank  vertex  wf  wf_error\n"));
            told += out.contains(unknown) ? 1 : 0;
        }
        assertThat(told).isBetween(1, 5);
    }

    @Test
    void writesEveryVertexHighestFirst() throws IOException {
        done("closeness", "g.mtx", "--output", "ids.csv");
        assertThat(done("closeness", "g.mtx", "--top", "all", "--output", "ranks.csv")
                        .err())
                .containsPattern(" s for [0-9]+ traversals, [0-9.,]+ BFS/s\n$");
        List<String> expected = new ArrayList<>(Files.readAllLines(folder.resolve("ids.csv")));
        String header = expected.removeFirst();
        expected.sort(Comparator.comparingDouble(line -> -Double.parseDouble(line.split(",")[1])));
        expected.addFirst(header);
        assertThat(Files.readAllLines(folder.resolve("ranks.csv"))).isEqualTo(expected);
        assertThat(program.run("closeness", "g.mtx", "--top", "some").err())
                .contains("expected a number of vertices below 2^31, or all, found 'some'");
    }

    @Test
    void writesClosenessOfEveryVertexAscendingById() {
        assertThat(done("closeness", "g.mtx", "--measures", "closeness,reached", "--output", "c.csv")
                        .out())
                .isEmpty();
        assertThat(folder.resolve("c.csv")).hasContent("""
            vertex,closeness,reached
            1,0.5,5
            2,0.8,5
            3,0.6666666666666666,5
            4,0.8,5
            5,0.5,5
            6,0.0,1
            """);
    }

    @Test
    void saysWhatAGraphIsAndWhatJobsNeed() {
        JsonNode report = done("info", "g.mtx", "--json").json();
        assertThat(report.get("vertices").asInt()).isEqualTo(6);
        assertThat(report.get("firstId").asLong()).isEqualTo(1);
        assertThat(report.get("lastId").asLong()).isEqualTo(6);
        assertThat(report.get("jobBytes").propertyNames())
                .containsExactly("bfs", "bfs --parents", "closeness", "closeness --sources sample:K");
        assertThat(report.get("order").asString())
                .isEqualTo(report.get("statistics").get("orderReason").asString());
        assertThat(done("info", "g.mtx").out())
                .contains(
                        "6 vertices, 5 undirected edges",
                        "ids         1 to 6",
                        "order       degree was chosen: the top 1% of vertices hold ");
    }

    @Test
    void saysWhatTheMachineOffers() {
        JsonNode report = done("devices", "--json").json();
        assertThat(report.get("cores").asInt()).isPositive();
        assertThat(report.get("memoryBytes").asLong()).isPositive();
        assertThat(report.get("devices").findValuesAsString("name")).contains("cpu");
        assertThat(done("devices").out())
                .contains("--device", "gpu")
                .containsPattern("(?m)^cpu +yes +\\S")
                .doesNotContain("null");
    }

    @Test
    void saysWhatAnEdgeListLeavesOut() {
        String note = "bitfront: a.el: an edge list has no vertices without edges";
        assertThat(done("generate", "kron", "--scale", "6", "-o", "a.el").err()).contains(note);
        assertThat(done("generate", "kron", "--scale", "6", "-o", "a.mtx").err())
                .doesNotContain("edge list");
    }

    /// A list without an edge says nothing of its vertices; other formats hold the smallest graphs.
    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void writesNoGraphThatItCannotRead(String kind) {
        for (String scale : List.of("0", "1")) {
            for (String file : List.of("a.sg", "a.mtx", "a.bvss", "a.el")) {
                Finished made = program.run("generate", kind, "--scale", scale, "-o", file, "--quiet");
                if (file.equals("a.el") && made.exitCode() != ExitCode.DONE) {
                    assertThat(made.exitCode()).isEqualTo(ExitCode.FAILED);
                    assertThat(made.err()).contains("the graph has no edge");
                    assertThat(made.err().lines()).hasSize(1);
                    assertThat(folder.resolve(file)).doesNotExist();
                } else {
                    assertThat(done("info", file, "--quiet").out()).contains("vert");
                }
            }
        }
    }

    @Test
    void generatesTheSameGraphAgain() throws IOException {
        done("generate", "road", "--width", "20", "--height", "10", "--keep", "0.8", "--seed", "3", "-o", "a.sg");
        JsonNode report = done(
                        "generate",
                        "road",
                        "--width",
                        "20",
                        "--height",
                        "10",
                        "--keep",
                        "0.8",
                        "--seed",
                        "3",
                        "-o",
                        "b.sg",
                        "--threads",
                        "1",
                        "--json")
                .json();
        assertThat(folder.resolve("a.sg")).hasSameBinaryContentAs(folder.resolve("b.sg"));
        assertThat(report.get("vertices").asInt()).isEqualTo(200);
        assertThat(report.get("outputBytes").asLong()).isEqualTo(Files.size(folder.resolve("b.sg")));
    }

    @Test
    void saysWhatMemoryGeneratingNeedsBeforeItBegins() {
        assertThat(done("generate", "rgg", "--scale", "8", "-o", "rgg.sg").err())
                .containsPattern("(?m)^bitfront: generate rgg: to make its edges, up to [0-9.]+ kB of memory$")
                .containsPattern("(?m)^bitfront: generate rgg: to write rgg.sg, up to [0-9.]+ [kM]B of memory$");
        assertThat(program.run("generate", "kron", "--scale", "30", "--degree", "2147483647", "-o", "kron.sg")
                        .err())
                .isEqualTo("bitfront: generate kron: 2,305,843,008,139,952,128 edges, expected at most "
                        + "281,474,976,710,656\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kron", "urand", "road", "rgg", "delaunay"})
    void preparesAKindAsItWouldPrepareItsFile(String kind) {
        done("generate", kind, "--scale", "6", "-o", "a.bvss", "--quiet");
        done("generate", kind, "--scale", "6", "-o", "a.sg", "--quiet");
        String[] outputs = {"a.bvss", "a.sg"};
        for (String output : outputs) {
            done("bfs", output, "--source", "1,2,3", "--verify", "--output", output + ".csv", "--quiet");
        }
        assertThat(folder.resolve("a.bvss.csv")).hasSameBinaryContentAs(folder.resolve("a.sg.csv"));
    }

    @Test
    void generatesAPreparedGraph() {
        done("generate", "star", "--scale", "4", "-o", "star.bvss", "--order", "natural");
        JsonNode report = done("bfs", "star.bvss", "--source", "0", "--json").json();
        assertThat(report.get("traversals").get(0).get("verticesPerLevel").toString())
                .isEqualTo("[1,15]");
        assertThat(report.get("ordering").asString()).isEqualTo("natural");
    }

    @Test
    void verifiesACacheAndNamesWhatIsDamaged() throws IOException {
        done("preprocess", "g.mtx", "-o", "g.bvss", "--quiet");
        JsonNode sound = done("verify", "g.bvss", "--json").json();
        assertThat(sound.get("passed").asBoolean()).isTrue();
        assertThat(sound.get("checks").size()).isGreaterThan(5);
        byte[] bytes = Files.readAllBytes(folder.resolve("g.bvss"));
        bytes[4_096] ^= 1;
        Files.write(folder.resolve("g.bvss"), bytes);
        Finished damaged = program.run("verify", "g.bvss");
        assertThat(damaged.exitCode()).isEqualTo(3);
        assertThat(damaged.out()).contains("FAILED: ").containsPattern("verdict +[0-9]+ of [0-9]+ checks failed");
        assertThat(damaged.err()).doesNotContain("\tat ");
    }

    @Test
    void measuresByTheProtocol() {
        String[] bench = {
            "bench", "bfs", "--shrink", "14", "--sources", "2", "--runs", "1", "--folder", folder.toString(), "--json"
        };
        JsonNode report = done(bench).json();
        assertThat(report.get("machine").get("cores").asInt()).isPositive();
        assertThat(report.get("bfs").size()).isEqualTo(3);
        assertThat(report.get("bfs").get(0).get("kernel").propertyNames())
                .containsExactly("minMs", "medianMs", "meanMs", "p90Ms", "maxMs");
    }

    @Test
    void judgesNoTargetOfAShrunkGraph() {
        Finished shrunk =
                done("bench", "bfs", "--shrink", "14", "--sources", "2", "--runs", "1", "--folder", folder.toString());
        assertThat(shrunk.out()).contains("what (not judged)  measured").doesNotContain("meets", " aim ");
    }

    /// Nor of a file, beside which nothing is left.
    @Test
    void measuresAFileAndJudgesNoTarget() throws IOException {
        String before = Files.readString(folder.resolve("g.mtx"));
        String kept = folder.resolve("kept").toString();
        Finished measured = done(
                "bench", "unlike", "scaling", "--files", "g.mtx", "--sources", "2", "--runs", "1", "--folder", kept);
        assertThat(measured.out())
                .contains("what (not judged)", "two g.mtx, times g.mtx, auto", "g.mtx beside a star, times g.mtx, auto")
                .doesNotContain("meets");
        assertThat(folder.resolve("g.mtx")).hasContent(before);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("g.mtx", "kept");
        }
    }

    @Test
    void leavesNothingButWhatWasAskedFor() throws IOException {
        done("preprocess", "g.mtx", "-o", "g.bvss", "--quiet");
        done("bfs", "g.bvss", "--source", "1", "--output", "l.tsv", "--quiet");
        try (Stream<Path> files = Files.list(folder)) {
            // A cache may keep a stamp of its graph's size and time beside it.
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.endsWith(".stamp")))
                    .containsExactlyInAnyOrder("g.mtx", "g.bvss", "l.tsv");
        }
    }
}
