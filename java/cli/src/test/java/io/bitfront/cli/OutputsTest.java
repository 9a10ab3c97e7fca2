package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where rows go. The graph: 1 - 2 - 4 - 5, 2 - 3 - 4, and 6 - 7 apart.
class OutputsTest {
    @TempDir
    private Path folder;

    private Line line;

    @BeforeEach
    void writeTheGraph() throws IOException {
        line = new Line(folder);
        Files.writeString(folder.resolve("g.el"), "1 2\n2 4\n4 5\n2 3\n3 4\n6 7\n");
        line.done("preprocess @g.el --undirected -o @g.bvss --quiet");
    }

    @Test
    void printsRowsToStandardOutput() {
        assertThat(line.done("bfs @g.bvss --source 1 --reached -o - --quiet").out())
                .isEqualTo("vertex,level\n1,0\n2,1\n3,2\n4,2\n5,3\n");
        assertThat(line.done("bfs @g.bvss --source 1 --to 5,6 --output - --output-format json --quiet")
                        .json()
                        .toString())
                .isEqualTo("{\"vertex\":[5,6],\"traversals\":[{\"source\":1,\"level\":[3,-1]}]}");
        Finished ranks = line.done("closeness @g.bvss --measures reached --output-format tsv -o - -o @r.csv");
        assertThat(ranks.out()).startsWith("vertex\treached\n1\t5\n");
        assertThat(ranks.err()).contains("wrote @r.csv").doesNotContain(".rows");
        assertThat(folder.resolve("r.csv")).content().startsWith("vertex,reached\n1,5\n");
    }

    /// What it is put together in is gone with the process, whether the job is done or fails.
    @ParameterizedTest
    @CsvSource({"bfs g.bvss --source 1 --to 2 -o - --quiet, 0", "closeness g.bvss -o - --threads 0, 2"})
    void leavesNothingOfWhatItPrints(String job, int exitCode) throws IOException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Finished run = new Program(folder)
                .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary)
                .run((job + " --device cpu").split(" "));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEqualTo(exitCode == 0 ? "vertex,level\n2,1\n" : "");
        assertThat(temporary).isEmptyDirectory();
    }

    /// A folder that goes while the job runs stands for a disk that is full.
    @Test
    void keepsTheRowsOfAJobWhoseOutputCannotBeWritten() throws IOException {
        Path out = Files.createDirectory(folder.resolve("out"));
        String[] job = {"closeness", folder + "/g.bvss", "-o", out + "/r.csv", "--device", "cpu"};
        ByteArrayOutputStream said = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int offset, int length) {
                super.write(bytes, offset, length);
                if (new String(bytes, offset, length, StandardCharsets.UTF_8).contains("traversals of")) {
                    assertThat(out.toFile().delete()).isTrue();
                }
            }
        };
        assertThat(new Main(new Streams(OutputStream.nullOutputStream(), said, false, 0)).run(job))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .containsPattern("\nbitfront: write .*r\\.csv: there is no folder .*/out;"
                        + " the same job continues from .*/g\\.bvss\\.closeness-[0-9a-f]+\\.unfinished\n$");
        Files.createDirectory(out);
        Finished again = Session.inProcess(job);
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.err()).contains("7 of 7 sources were in checkpoint ");
        assertThat(out.resolve("r.csv")).content().hasLineCount(8);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".unfinished"));
        }
    }

    @Test
    void keepsTheRowsOfAJobThatNobodyWasTold() throws IOException {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThat(new Main(new Streams(full, said, false, 0))
                        .run("closeness", folder + "/g.bvss", "-o", "-", "--device", "cpu", "--quiet"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .matches("bitfront: the same job continues from .*\\.unfinished\n"
                        + "bitfront: write standard output: No space left on device\n");
    }

    @Test
    void writesTheFormatAskedForWhereTheNameDoesNotTell() {
        line.done("bfs @g.bvss --source 1 --to 2 -o @hops --output-format tsv");
        assertThat(folder.resolve("hops")).hasContent("vertex\tlevel\n2\t1\n");
        line.done("bfs @g.bvss --source 1 --to 2 -o @hops -o @hops.csv --output-format tsv");
        assertThat(folder.resolve("hops")).hasContent("vertex\tlevel\n2\t1\n");
        assertThat(folder.resolve("hops.csv")).hasContent("vertex,level\n2,1\n");
        line.done("bfs @g.bvss --source 1 --to 2 -o @same.csv --output-format csv");
        assertThat(folder.resolve("same.csv")).hasContent("vertex,level\n2,1\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -o - --json                        | -o - and --json both take standard output: give one
        -o - --output-format npy           | -o -: an array may take several files; give it a name
        -o @l.npy --reached                | --reached: an array has a cell for every vertex
        -o @l                              | @l: the name of an output file ends in .csv, .tsv,
        -o @l.csv --output-format json     | --output-format json: @l.csv tells another format by its name, csv
        -o @l.tsv -o @l.npy --output-format tsv | --output-format tsv: @l.npy tells another format by its name, npy
        -o @l --output-format xls          | expected one of csv, tsv, npy, json, parquet, found 'xls'
        """)
    void refusesWhatCannotBeWritten(String options, String message) {
        Finished ended = line.run("bfs @g.bvss --source 1 " + options);
        assertThat(ended.exitCode()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(ended.err()).contains(message);
        assertThat(ended.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bfs @g.bvss --source 1, sources",
        "bfs @g.bvss --random 2 --together, ids",
        "closeness @g.bvss, ids",
        "components @g.bvss, ids"
    })
    void replacesNothingBesideAnArrayThatNobodyNamed(String job, String what) throws IOException {
        Path precious = Files.writeString(folder.resolve("l.%s.npy".formatted(what)), "precious");
        Finished ended = line.run(job + " -o @l.npy");
        assertThat(ended.exitCode()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(ended.err())
                .contains("@l.%s.npy is there already, and belongs to @l.npy by its name".formatted(what));
        assertThat(precious).hasContent("precious");
        assertThat(folder.resolve("l.npy")).doesNotExist();
    }

    @Test
    void replacesAnArrayWithWhatBelongsToItAndSaysWhatDoesNot() throws IOException {
        assertThat(line.done("bfs @g.bvss --source 1,2 --parents -o @l.npy").err())
                .contains("wrote @l.npy, and beside it l.parents.npy, l.sources.npy, l.ids.npy\n");
        assertThat(line.done("bfs @g.bvss --source 1 -o @l.npy").err())
                .contains("wrote @l.npy, and beside it l.ids.npy\n")
                .contains("@l.parents.npy is from an earlier run and does not belong to @l.npy\n")
                .contains("@l.sources.npy is from an earlier run and does not belong to @l.npy\n");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("l.npy", "l.parents.npy", "l.sources.npy", "l.ids.npy");
        }
    }

    @Test
    void showsHopsAndWaysToTheVerticesAskedFor() {
        assertThat(line.done("bfs @g.bvss --source 1 --to 5,6 --parents").out())
                .contains("target      5: 3 hops by 1 -> 2 -> 4 -> 5")
                .contains("target      6: not reached")
                .contains("parents     found for every vertex reached; -o FILE writes them");
        assertThat(line.done("bfs @g.bvss --source 1,6 --to 5").out())
                .containsPattern("(?m)^source  vertex +hops\n1 +5 +3\n6 +5  not reached$");
        assertThat(line.done("bfs @g.bvss --source 1 --to 5,6 --max-level 2").out())
                .contains("target      5: not reached in 2 levels", "target      6: not reached in 2 levels");
        assertThat(line.done("bfs @g.bvss --source 1,6 --to 5 --max-level 2").out())
                .containsPattern("(?m)^1 +5 +not reached in 2 levels\\n6 +5 +not reached$");
        assertThat(line.done("bfs @g.bvss --source 1 --target 2 --to 5").out())
                .contains("target      2: 1 hop", "target      5: not reached in 1 level");
        assertThat(line.done("bfs @g.bvss --source 1 --target 6").out()).containsPattern("target +6: not reached\\n");
        assertThat(line.done("bfs @g.bvss --source 1 --target 3 --parents --json")
                        .json()
                        .get("traversals")
                        .get(0)
                        .get("paths")
                        .toString())
                .isEqualTo("{\"3\":[1,2,3]}");
    }

    /// Where rows go to a file, a line says what was found, and a report is printed only as JSON.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        components @g.bvss              | 2 components; the largest has 5 vertices (71.4%) | vertex,component 1,1
        path @g.bvss 1 5                | 3 hops from 1 to 5                    | step,vertex 0,1 1,2 2,4 3,5
        path @g.bvss 1 6                | no path from 1 to 6                   | step,vertex
        closeness @g.bvss --measures reached | undirected graph: distances are the same in both directions | vertex,reached 1,5
        diameter @g.bvss --eccentricities | wrote @x.csv                        | vertex,eccentricity 1,3 2,2
        """)
    void rowsInAFileAreNoReport(String job, String said, String rows) throws IOException {
        Finished file = line.done(job + " -o @x.csv --threads 2");
        assertThat(file.err()).contains("bitfront: wrote @x.csv\n").contains(said);
        assertThat(Files.readString(folder.resolve("x.csv")).replace('\n', ' ')).startsWith(rows);
        Finished json = line.done(job + " -o @x.csv --json --quiet --threads 2");
        assertThat(json.json().get("command").asString()).isEqualTo(job.split(" ")[0]);
        assertThat(json.json().get("outputs").toString()).isEqualTo("[\"@x.csv\"]");
        Finished printed = line.done(job + " -o - --quiet --threads 2");
        assertThat(printed.out()).isEqualTo(Files.readString(folder.resolve("x.csv")));
        if (!job.startsWith("diameter")) {
            assertThat(file.out()).isEmpty();
        }
    }

    @Test
    void aGraphThatIsMadeOnTheSpotIsKeptWhereItIsAskedFor() {
        line.done("preprocess generate:kron:8 -o @k.bvss --quiet");
        assertThat(line.done("info @k.bvss --json --quiet")
                        .json()
                        .get("vertices")
                        .asInt())
                .isEqualTo(256);
        assertThat(line.done("preprocess @g.el -o @h.bvss --undirected --json --quiet")
                        .json()
                        .get("vertices")
                        .asInt())
                .isEqualTo(7);
    }

    @Test
    void writesReportsOfCommandsWithoutRows() {
        for (String command : new String[] {"info @g.bvss", "verify @g.bvss", "devices"}) {
            assertThat(line.done(command + " -o @r.json").out()).isEmpty();
            assertThat(folder.resolve("r.json"))
                    .content()
                    .startsWith("{")
                    .contains("\"command\" : \"" + command.split(" ")[0]);
            assertThat(line.done(command + " -o @r.txt --quiet").out()).isEmpty();
            assertThat(folder.resolve("r.txt")).content().doesNotStartWith("{").isNotBlank();
            assertThat(line.done(command + " -o - --json").json().get("command").asString())
                    .isEqualTo(command.split(" ")[0]);
        }
    }

    @Test
    void namesAllFilesInTheReport() {
        assertThat(line.done("bfs @g.bvss --source 1 -o @l.npy -o @l.csv --json")
                        .json()
                        .get("outputs")
                        .toString())
                .isEqualTo("[\"@l.npy\",\"@l.ids.npy\",\"@l.csv\"]");
    }
}
