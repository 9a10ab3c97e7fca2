package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.report.Streams;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes wrong is said in one line, with the right exit code and without a stack trace.
class ErrorsTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void writeInputs() throws IOException {
        Files.writeString(folder.resolve("g.el"), "0 1\n1 2\n");
        Files.writeString(folder.resolve("columns.csv"), "a,b,c\n1,2,3\n");
        Files.writeString(folder.resolve("bad.el"), "0 1\n1 x\n");
        Files.writeString(folder.resolve("ids.txt"), "1\ntwo\n");
        Files.writeString(folder.resolve("far.txt"), "1\n\n77\n");
        Files.writeString(folder.resolve("none.txt"), "# nothing\n");
        Files.writeString(folder.resolve("junk.bvss"), "not a cache");
    }

    /// Runs a command line in which `@` stands for the folder.
    private int run(String line) {
        String[] words = line.replace("@", folder + "/").split(" ");
        return new Main(new Streams(out, err, false, 0)).run(words);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8).replace(folder + "/", "@");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                bfs                                      | Missing required parameter: 'GRAPH'
                path @g.el 1 -b                          | Missing required parameter: 'TO'; -b is taken for an option, unless it comes after --
                bfs @g.el                                | give one of --source, --sources and --random
                bfs @g.el --source 1 --random 2          | give only one of --source, --sources and --random
                bfs @g.el --source 1 --seed 2            | --seed only goes with --random
                bfs @g.el --random 0                     | --random 0: expected at least 1
                bfs @g.el --source x --quiet             | --source: expected the id of a vertex, a whole number as in the graph file, found 'x'
                bfs @g.el --source 1 --target x --quiet  | --target: expected the id of a vertex, a whole number as in the graph file, found 'x'
                bfs @g.el --source 1 --runs 0            | --runs 0: expected 1 to 100,000
                bfs @g.el --source 1 --runs 100001       | --runs 100001: expected 1 to 100,000
                bfs @g.el --source 1 --max-level -1      | --max-level -1: expected at least 0
                bfs @g.el --source 1 --mode fast         | expected one of auto, paper, tensor, push, pull, found 'fast'
                bfs @g.el --source 1 --device fpga       | device fpga: expected auto, all, cpu, gpu, gpu:N or N
                bfs @g.el --source 1 --devices 0,        | device : expected auto, all, cpu, gpu, gpu:N or N
                closeness @g.el --devices 1,gpu:1        | --device 1,gpu:1: a device is named twice
                closeness @g.el --device all,cpu         | --device all,cpu: auto and all stand alone
                bfs @g.el --source 1 --order best        | expected one of auto, paper, jaccard, rcm, cells, degree, natural, random
                bfs @g.el --source 1 --directed --undirected | bitfront: --directed, --undirected are mutually exclusive
                bfs  --source 1                          | GRAPH is empty: expected the name of a graph
                bfs @g.el --source 1 --together --to 2   | --together shows no rows: --to only goes with -o
                bfs @g.el --source 1 --max-level 99999999999 | '99999999999' is no whole number of 32 bits
                bfs @g.el --source 1 -o /dev/stdout --output-format csv | /dev/stdout: expected the name of a file; -o - writes to standard output
                bfs /dev/stdin --source 1                | /dev/stdin: expected the name of a file; - reads a graph from standard input
                info /dev/fd/63                          | /dev/fd/63: expected the name of a file; - reads a graph from standard input
                bfs @g.el --source 1 --report /proc/self/fd/1 | /proc/self/fd/1: expected the name of a file
                bfs @g.el --source 1 -o @a.npy -o @a.ids.npy | @a.ids.npy lies beside @a.npy: the other output needs another name
                bfs @g.el --source 1 -o @a.npy --trace @a.parents.npy | @a.parents.npy lies beside @a.npy
                closeness @g.el -o @a.csv --checkpoint @a.csv | @a.csv is the checkpoint's folder: the output needs another name
                bench bfs --scale 9                      | --graphs and --scales: bfs measures graphs of its own; --shrink makes them smaller
                bfs @g.el --source 1 --trace -           | '-': expected the name of a file
                closeness @g.el --report -               | '-': expected the name of a file
                bench table2 --report -                  | '-': expected the name of a file
                help bfs closeness                       | help does not know what to do with closeness
                bfs @g.el --source 1 --reached           | --reached only goes with -o
                bfs @g.el --source 1 --parents           | --parents only goes with -o, --to, --target, --verify or --runs
                bfs @g.el --source 1 --parents --json    | --parents only goes with -o, --to, --target, --verify or --runs
                closeness @g.el --output-format json     | --output-format only goes with -o
                bfs @g.el --source 1 --window 16         | --window only goes with --order jaccard or paper
                bfs @g.el --source 1 --window 12         | window 12 is not a positive multiple of 8
                bfs @g.el --source 1 --threads 0         | expected 1 to 4096, found '0'
                verify @g.bvss --threads 9999999         | expected 1 to 4096, found '9999999'
                bfs @g.el --source 1 --format xml        | expected one of auto, mtx, edges, sg, gr, metis, webgraph, parquet
                bfs @g.el --source 1 --output @l.xls     | the name of an output file ends in .csv, .tsv, .npy, .json, .parquet
                bfs @g.el --source 1 --output @l.csv --output @l.csv | @l.csv is named twice
        bfs @g.el --source 1 --bogus             | bfs has no option --bogus; its options are --cache, --columns,
                bfs @g.el @g.el --source 1               | bfs does not know what to do with @g.el
                bfs @g.el --source 1 -- --quiet          | bfs does not know what to do with --quiet, which is no option after --
                bfs @g.el --source 1 --report @r.txt     | --report @r.txt: expected a name that ends in .html
                closeness @g.el --report @r.txt          | --report @r.txt: expected a name that ends in .html
                bench bfs --report @r.json               | --report @r.json: expected a name that ends in .html
                bfs @g.bvss --source 1 --order rcm       | @g.bvss is preprocessed already: --order cannot change it
                preprocess @g.bvss                       | @g.bvss is preprocessed already
                preprocess @g.el -o @g.cache             | the name of a cache ends in .bvss
                preprocess @g.el -o @g.bvss --cache @    | give -o or --cache, not both
                preprocess @g.el --directed --undirected | --directed, --undirected
                closeness @g.el --measures degree        | expected one of closeness, wf, harmonic,
                closeness @g.el --measures wf,           | --measures wf,: the list ends with an empty entry
                closeness @g.el --measures=wf,,lin       | --measures wf,,lin: the list has an empty entry
                closeness @g.el --sources 1,2,3, --quiet | --sources 1,2,3,: the list ends with an empty entry
                closeness @g.el --sources 1,,3 --quiet   | --sources 1,,3: the list has an empty entry
                bfs @g.el --source 1,2, --quiet          | --source 1,2,: the list ends with an empty entry
                bfs @g.el --source ,1 --quiet            | --source ,1: the list has an empty entry
                bfs @g.el --source 1 --target 2, --quiet | --target 2,: the list ends with an empty entry
                bfs @g.el --source 1 --to 3, --quiet     | --to 3,: the list ends with an empty entry
                bench table2 --scales 9,                 | --scales 9,: the list ends with an empty entry
                bench table2 --graphs kron,,urand        | --graphs kron,,urand: the list has an empty entry
                bench table2 --files @g.el,              | --files @g.el,: the list ends with an empty entry
                bench table2 --orders ,rcm               | --orders ,rcm: the list has an empty entry
                closeness @g.el --direction up           | expected one of out, in, found 'up'
                closeness @g.el --mode push              | expected one of auto, independent, paper, tensor, wide, found 'push'
                closeness @g.el --batch 100              | --batch 100: expected one of auto, 256, 512, 1024
                closeness @g.el --sources sample:x       | expected sample:K with a number K
                closeness @g.el --sources sample:4 --no-bounds | --no-bounds does not go with --sources sample:K or error:E
                closeness @g.el --no-bounds --sources error:0.1 | --no-bounds does not go with --sources sample:K or error:E
                closeness @g.el --sources sample:4 --measures lin | measure lin cannot be estimated from a sample
                closeness @g.el --checkpoint @g.el       | --checkpoint @g.el: @g.el is not a folder
                closeness @g.el --checkpoint @g.el/a/b   | --checkpoint @g.el/a/b: @g.el is not a folder
                bench bfs --folder @g.el                 | --folder @g.el: it is not a folder
                closeness @g.el --top 0                  | --top 0: expected at least 1
                generate hypercube -o @x.sg              | kind 'hypercube' is unknown; expected one of kron, urand,
                generate kron                            | Missing required option: '--output=FILE'
                generate kron --keep 0.5 -o @x.sg        | kron has no --keep
                generate star --seed 2 -o @x.sg          | star has no --seed
                help --json                              | help has no option --json; its options are --help
                help bfs --quiet                         | help has no option --quiet; its options are --help
                generate kron -o @x.png                  | expected a name ending in .sg, .mtx, .el or .bvss
                generate kron -o @x.sg --device gpu      | --device only goes with a .bvss output
                bfs generate:kron --source 1             | generate:kron: expected generate:KIND:SCALE or generate:road:WIDTHxHEIGHT
                bfs generate:road:4x --source 1          | generate:road:4x: expected generate:KIND:SCALE or
                preprocess generate:kron:8               | generate:kron:8 is in no file: say by -o FILE.bvss where to write it
                info generate:kron:8 --cache @           | generate:kron:8 is made on the spot: --cache makes no sense
                help frobnicate                          | there is no command frobnicate; the commands are preprocess, bfs,
                generate kron --order rcm -o @x.sg       | --order only goes with a .bvss output
                bfs @g.el --source 1 --switch slow       | switch slow: expected one of auto, paper, beamer, ligra,
                bfs @g.el --source 1 --switch beamer:1   | switch beamer:1: beamer has 2 constants
                bfs @g.el --source 1 --mode push --switch never | --switch never applies to --mode auto only, not to push
                bench table2 --graphs net                | --graphs net: expected some of kron, urand, rgg, delaunay,
                closeness @g.el --seed 3                 | --seed only goes with --sources sample:K or error:E
                closeness @g.el --sources sample:0       | --sources sample:0: expected sample:K with K at least 1
                closeness @g.el --sources error:0        | --sources error:0: expected error:E with E between 0 and 1
                closeness @g.el --sources error:NaN      | --sources error:NaN: expected error:E with E between 0 and 1
                closeness @g.el --sources error:x        | --sources error:x: expected error:E with a number E
                preprocess @g.el --device all            | --device all: a graph is prepared on one device
                closeness @g.el --spark-conf a=b         | only goes with
                bench table2 --graphs kron:x             | kron:x
                bench table2 --sources 0                 | --sources 0 --runs 5 --shrink 0: expected at least 1, 1 and 0
                bench table2 --runs 0 --shrink 1         | --runs 0 --shrink 1: expected at least 1, 1 and 0
                bench table2 --shrink 21                 | --shrink 21: expected at least 1, 1 and 0, and no shrink beyond 20
                bench table2 --shrink -1                 | --shrink -1: expected at least 1, 1 and 0
                bench table2 --scale 0                   | --scale 0: expected 8 to 30
                bench table2 --files @g.el --shrink 1    | --files take the place of generated graphs: no --graphs,
                bench table2 --files @g.el --graphs kron | --files take the place of generated graphs: no --graphs,
                bench table2 --peer-time x               | --peer-time only goes with --peer
                bench table2 --peer a=b                  | --gap and --peer only go with the suite peers
                bench table2 --scale 31                  | --scale 31: expected 8 to 30
                bench orders --threads 2                 | --threads 2: it goes with --device cpu
                bench table2 --orders best               | no ordering is called best, expected one of auto, paper,
                bench table2 --files @g.el --scales 9    | --files take the place of generated graphs: no --graphs,
                bench table2 --gap @g.el                 | --gap and --peer only go with the suite peers
                bench peers --gap @g.el --peer-time x    | --peer-time only goes with --peer
                bench peers --peer x                     | x: expected NAME=COMMAND
                bench table2 --undirected                | --undirected is about --files, and there are none
                bench table2 --device all                | --device all: a traversal is measured on one device
                bench start                              | suites start and preprocess measure the program itself
                bench nosuch                             | no suite is called nosuch, expected one of start, preprocess,
                frobnicate                               | there is no command frobnicate; the commands are preprocess, bfs,
                --frobnicate                             | bitfront has no option --frobnicate; its options are --help,
        """)
    void answersBadUsageWithWhatWouldBeRight(String line, String message) {
        assertThat(run(line)).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors())
                .startsWith("bitfront: ")
                .contains(message)
                .containsPattern("\nbitfront: try 'bitfront[ a-z]* --help'\n$");
        assertThat(errors().lines()).hasSize(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        info @missing.el --quiet                        | @missing.el: no such file
        bench table2 --files @missing.el --quiet        | @missing.el: no such file
        info @columns.csv --quiet                       | none of them known as the ends of edges; expected --columns with two of them\n
        bench bfs --files @columns.csv --folder @b --quiet | of them; bench has no --columns: give it the cache that preprocess makes with that\n
        info @bad.el --quiet                            | @bad.el:2: 'x' is not a vertex
        preprocess @bad.el --device gpu --order rcm --quiet | gpu: ordering rcm is made on the CPU only
        info @junk.bvss --quiet                         | @junk.bvss:
        verify @junk.bvss --quiet                       | @junk.bvss:
        bfs @g.el --source 9 --quiet                    | vertex 9 is not in the graph (3 ids from 0 to 2)
        bfs @g.el --source 1 --target 9 --quiet         | vertex 9 is not in the graph (3 ids from 0 to 2)
        bfs @g.el --sources @ids.txt --quiet            | @ids.txt:2: expected one vertex id, found 'two'
        bfs @g.el --sources @far.txt --quiet            | @far.txt:3: vertex 77 is not in the graph (3 ids from 0 to 2)
        bfs @g.el --sources @none.txt --quiet           | @none.txt: no vertex id, expected one per line
        bfs @g.el --sources /dev/zero --quiet           | /dev/zero:1: over 65,536 characters, expected one vertex id a line
        bfs @g.el --sources @no.txt --quiet             | no such file
        bfs @g.el --random 9 --quiet                    | --random 9: only 2 vertices have an edge to follow
        bfs @g.el --random 2147483647 --quiet           | --random 2,147,483,647: only 2 vertices have an edge to follow
        bfs @g.el --source 1 --device gpu:7 --quiet     | gpu
        closeness @g.el --devices cpu,91 --quiet        | gpu
        closeness @g.el --mode paper --device cpu --quiet | mode paper needs a GPU: the CPU engine has auto, wide and independent
        bfs @g.el --source 1 --mode tensor --device cpu --quiet | mode tensor needs a GPU
        bfs @g.el --source 1 --output @no/l.csv --quiet | there is no folder
        generate kron -o @no/x.sg --quiet               | there is no folder
        generate kron --scale 30 --degree 4000 -o @x.sg --quiet | generate kron: to write @x.sg needs up to
        """)
    void saysInOneLineWhyAJobFailed(String line, String message) {
        assertThat(run(line)).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).startsWith("bitfront: ").contains(message).doesNotContain("\tat ");
        assertThat(errors().lines()).hasSize(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bfs @g.el --source 1", "closeness @g.el", "bfs generate:kron:6 --source 1"})
    void preparesNoGraphForADeviceThatIsNotThere(String job) {
        assertThat(run(job + " --device gpu:99")).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).startsWith("bitfront: gpu:99: ").doesNotContain("prepar");
        assertThat(errors().lines()).hasSize(1);
        assertThat(folder.resolve("g.el.bvss")).doesNotExist();
    }

    @Test
    void printsRowsOnce() {
        assertThat(run("bfs @g.el --source 1 -o - -o -")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains("-o - is named twice");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void refusesToReplaceTheGraphByTheResult() throws IOException {
        Files.writeString(folder.resolve("g.csv"), "0,1\n");
        assertThat(run("bfs @g.csv --source 1 --output @g.csv")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains("@g.csv is the graph itself");
        assertThat(folder.resolve("g.csv")).hasContent("0,1\n");
    }

    @Test
    void refusesToReplaceTheGraphByItsCache() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.bvss"), folder.resolve("g.el"));
        byte[] before = Files.readAllBytes(folder.resolve("g.el"));
        assertThat(run("preprocess @g.el -o @link.bvss")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains("@link.bvss is the graph itself");
        assertThat(link).isSymbolicLink().hasBinaryContent(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            info @g.el -o @g.el                                            | @g.el is the graph itself
            bench bfs --files @g.el --folder @out -o @g.el                 | @g.el is the graph itself
            verify @g.el -o @g.el                                          | @g.el is the graph itself
            bfs @g.el --sources @list.csv -o @list.csv                       | @list.csv is a list that is read
            bfs @g.el --source 1 --to @list.csv -o @list.csv                 | @list.csv is a list that is read
            bfs @g.el --sources @list.csv --trace @list.csv                  | @list.csv is a list that is read
            closeness @g.el --sources @list.csv -o @list.csv                 | @list.csv is a list that is read
            info @g.el -o @kept.bvss                                         | @kept.bvss is a cache or belongs to one
            devices -o @kept.bvss                                            | @kept.bvss is a cache or belongs to one
            bench bfs -o @kept.bvss --folder @out                            | @kept.bvss is a cache or belongs to one
            bfs @g.el --source 1 --trace @kept.bvss                          | @kept.bvss is a cache or belongs to one
            info @g.el -o @.g.el.bvss.stamp                                  | @.g.el.bvss.stamp is a cache or belongs to one
            path @w.graph 1 2 -o @w.properties --output-format csv         | @w.properties is a part of the graph
            components @parts -o @parts/part-0.parquet                     | @parts/part-0.parquet is a part of the graph
            """)
    void refusesToReplaceWhatIsRead(String line, String message) throws IOException {
        Files.writeString(folder.resolve("w.graph"), "");
        Files.writeString(folder.resolve("w.properties"), "");
        Files.createDirectory(folder.resolve("parts"));
        Files.writeString(folder.resolve("parts/part-0.parquet"), "");
        Files.writeString(folder.resolve("list.csv"), "1\n");
        Files.writeString(folder.resolve("kept.bvss"), "BVSSFILE");
        Files.writeString(folder.resolve(".g.el.bvss.stamp"), "");
        assertThat(run(line)).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains(message + ": the output needs another name");
        assertThat(folder.resolve("g.el")).hasContent("0 1\n1 2\n");
        assertThat(folder.resolve("list.csv")).hasContent("1\n");
        assertThat(folder.resolve("kept.bvss")).hasContent("BVSSFILE");
        assertThat(folder.resolve(".g.el.bvss.stamp")).isEmptyFile();
        assertThat(folder.resolve("w.properties")).isEmptyFile();
        assertThat(folder.resolve("parts/part-0.parquet")).isEmptyFile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bfs @g.el --source 1 --to=", "closeness @g.el --sources=", "bfs @g.el --sources="})
    void expectsSomethingOfAListOfVertices(String line) {
        assertThat(run(line + " --device cpu --quiet")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains(": expected vertices V[,V...] or a file of them");
    }

    @Test
    void expectsANameOfACheckpoint() {
        assertThat(run("closeness @g.el --checkpoint=")).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).contains("--checkpoint: expected the name of a folder");
    }

    @Test
    void showsAStackTraceOnlyWhenDebugging() {
        assertThat(run("bfs @g.el --source 9 --quiet --debug")).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).contains("vertex 9 is not in the graph").contains("\tat io.bitfront.");
    }

    @Test
    void asksForACommand() {
        assertThat(new Main(new Streams(out, err, false, 0)).run()).isEqualTo(ExitCode.BAD_USAGE);
        assertThat(errors()).startsWith("bitfront: which command? There are preprocess, bfs, closeness,");
    }

    @Test
    void saysInOneLineWhyNothingCanBeMeasured() {
        String before = System.getProperty("bitfront.launcher");
        System.setProperty("bitfront.launcher", "/bin/false");
        try {
            assertThat(run("bench start --shrink 20 --quiet --folder @bench")).isEqualTo(ExitCode.FAILED);
        } finally {
            if (before == null) {
                System.clearProperty("bitfront.launcher");
            } else {
                System.setProperty("bitfront.launcher", before);
            }
        }
        assertThat(errors()).isEqualTo("bitfront: /bin/false --help: exit code 1: \n");
    }

    @Test
    void saysNothingWhereTheReaderOfItsResultsLeft() {
        OutputStream unread = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        assertThat(new Main(new Streams(unread, err, false, 0)).run("devices")).isEqualTo(141);
        assertThat(errors()).isEmpty();
    }

    @Test
    void tellsThatItsResultsWereLost() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThat(new Main(new Streams(full, err, false, 0)).run("devices")).isEqualTo(ExitCode.FAILED);
        assertThat(errors()).isEqualTo("bitfront: write standard output: No space left on device\n");
    }
}
