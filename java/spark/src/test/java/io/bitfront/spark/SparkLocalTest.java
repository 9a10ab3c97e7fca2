package io.bitfront.spark;

import static io.bitfront.spark.TestJobs.done;
import static io.bitfront.spark.TestJobs.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.BvssFile;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The job with executors inside the driver's JVM, against the same job of one host.
final class SparkLocalTest {
    private static final String MEASURES = "closeness,harmonic,eccentricity";

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private TestJobs jobs;
    private String graph;

    @BeforeEach
    void prepare() {
        jobs = new TestJobs(folder);
        graph = jobs.prepared("messy", GraphKind.DIRECTED_MESSY.draw(3, 3_000));
    }

    private static Cluster.Finished run(String... arguments) {
        return Cluster.local(2).run(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"out", "in"})
    void partFilesHoldTheRowsOfOneHost(String direction) {
        String[] job = {graph, "--measures", MEASURES, "--direction", direction};
        String output = jobs.file("ranks.csv");
        done(run(with(job, "--output", output)));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(job));
        assertThat(Cluster.parts(Path.of(output)))
                .containsOnlyKeys("part-00000.csv", "part-00001.csv", "part-00002.csv");
        assertThat(Path.of(output, "_SUCCESS")).isEmptyFile();
    }

    @Test
    void aListIsRankedAsOnOneHost() throws IOException {
        String list = jobs.file("list.txt");
        Files.write(
                Path.of(list),
                IntStream.range(0, 2_000)
                        .mapToObj(i -> Integer.toString(1 + i * 7 % 1_500))
                        .toList());
        String[] job = {graph, "--measures", MEASURES, "--sources", list};
        String output = jobs.file("ranks.csv");
        done(run(with(job, "--output", output)));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(job)).hasSize(1 + 1_500);
    }

    @ParameterizedTest
    @CsvSource({"DIRECTED_MESSY, 3000", "MESSY, 70000"})
    void estimatesAreThoseOfOneHost(GraphKind kind, int vertices) {
        String sampled = jobs.prepared("sampled", kind.draw(5, vertices));
        String[] job = {sampled, "--measures", "closeness,wf,harmonic", "--sources", "sample:1500", "--seed", "4"};
        String output = jobs.file("estimates.csv");
        done(run(with(job, "--output", output)));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(job));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "sample:1500"})
    void printsTheSameHighestAsOneHost(String sources) {
        String measures = sources.equals("all") ? MEASURES : "harmonic,closeness";
        String[] job = {graph, "--measures", measures, "--sources", sources};
        assertThat(table(done(run(job))))
                .isEqualTo(table(done(Cluster.bitfront(with(new String[] {"closeness"}, job)))))
                .hasSize(21);
    }

    @Test
    void countsEdgesOfAnUndirectedGraphOnce() {
        String cycle = jobs.prepared("cycle", Shapes.cycle(9));
        Cluster.Finished shown = run(cycle, "--top", "2");
        done(shown);
        assertThat(shown.out()).containsPattern("(?m)^graph +\\Q" + cycle + "\\E, 9 vertices, 9 undirected edges$");
    }

    @Test
    void verticesKeepTheirNames() throws IOException {
        String named = Path.of("../../preprocess/src/test/resources/golden/v2-names.csv.bvss")
                .toAbsolutePath()
                .normalize()
                .toString();
        String output = jobs.file("names.csv");
        done(run(named, "--output", output));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(named));
        String cluster = jobs.file("cluster-top");
        String oneHost = jobs.file("top.csv");
        done(run(named, "--top", "3", "--output", cluster + ".csv"));
        done(Cluster.bitfront("closeness", named, "--top", "3", "--output", oneHost));
        assertThat(Path.of(cluster + ".csv", "highest.csv")).hasSameBinaryContentAs(Path.of(oneHost));
        Cluster.Finished shown = run(named, "--top", "2");
        done(shown);
        assertThat(shown.out())
                .containsPattern("(?m)^graph +\\Q" + named + "\\E, 6 vertices, 6 directed edges")
                .containsPattern("(?m)^sources +all$");
        String best = Files.readAllLines(Path.of(oneHost)).get(1).split(",")[0];
        assertThat(shown.out()).contains(best);
        Path list = Files.writeString(Path.of(jobs.file("list.txt")), best + "\n");
        String ofList = jobs.file("of-list.csv");
        done(run(named, "--sources", list.toString(), "--output", ofList));
        assertThat(jobs.parts(ofList)).isEqualTo(jobs.oneHost(named, "--sources", list.toString()));
    }

    @Test
    void topIsOneFileOfTheHighestInOrder() throws IOException {
        String[] job = {graph, "--measures", MEASURES, "--top", "50"};
        String cluster = jobs.file("cluster.csv");
        String oneHost = jobs.file("one-host.csv");
        done(run(with(job, "--output", cluster)));
        done(Cluster.bitfront(with(with(new String[] {"closeness"}, job), "--output", oneHost)));
        assertThat(Path.of(cluster, "highest.csv")).hasSameBinaryContentAs(Path.of(oneHost));
    }

    @Test
    void writesParquetUnlessTheNameSaysOtherwise() {
        String output = jobs.file("ranks");
        done(run(graph, "--output", output));
        assertThat(Cluster.parts(Path.of(output)))
                .hasSize(3)
                .allSatisfy((name, bytes) -> assertThat(bytes).startsWith(MAGIC).endsWith(MAGIC));
    }

    @Test
    void aGraphWithoutVerticesHasNoRows() {
        String empty = jobs.prepared("empty", Shapes.empty(0));
        for (String sources : List.of("all", "sample:5")) {
            String output = jobs.file(sources.replace(':', '-') + ".csv");
            done(run(empty, "--sources", sources, "--output", output));
            assertThat(Path.of(output, "_SUCCESS")).exists();
            assertThat(Cluster.parts(Path.of(output))).isEmpty();
        }
    }

    @Test
    void continuesWithTheRangesThatAreNotInTheCheckpoint() throws IOException {
        String output = jobs.file("ranks.csv");
        String checkpoint = jobs.file("kept");
        String[] job = {graph, "--measures", MEASURES, "--checkpoint", checkpoint};
        done(run(with(job, "--output", output)));
        Map<String, byte[]> first = Cluster.parts(Path.of(output));
        Files.delete(Path.of(checkpoint, "range-00001.rows"));
        Files.delete(Path.of(output, "part-00001.csv"));
        Files.delete(Path.of(output, "part-00002.csv"));
        Cluster.Finished again = done(run(with(job, "--output", output, "--json")));
        assertThat(again.err())
                .contains("2 of 3 ranges are in checkpoint " + checkpoint, "1 part files are in " + output);
        long bytes = first.get("part-00001.csv").length + first.get("part-00002.csv").length;
        assertThat(again.out())
                .contains("\"command\" : \"closeness\"", "\"graph\" : \"" + graph + '"', "\"sources\" : \"all\"")
                .contains("\"traversals\" : 1024", "\"rows\" : 1976", "\"partBytes\" : " + bytes)
                .contains("\"graphsOpened\" : ", "\"openMs\" : ", "\"traverseMs\" : ", "\"writeMs\" : ");
        assertThat(Cluster.parts(Path.of(output))).containsExactlyEntriesOf(first);
        assertThat(done(run(graph, "--measures", "lin", "--checkpoint", checkpoint, "--json"))
                        .out())
                .contains("\"traversals\" : 0");
    }

    @Test
    void searchesNothingOfASampleThatIsThere() throws IOException {
        String output = jobs.file("estimates.csv");
        String[] job = {graph, "--sources", "sample:64", "--output", output, "--json"};
        assertThat(done(run(job)).out()).contains("\"traversals\" : 64");
        Map<String, byte[]> first = Cluster.parts(Path.of(output));
        assertThat(done(run(job)).out()).contains("\"traversals\" : 0");
        assertThat(Path.of(output, "_SUCCESS")).exists();
        Files.delete(Path.of(output, "part-00000.csv"));
        assertThat(done(run(job)).out()).contains("\"traversals\" : 64");
        assertThat(Cluster.parts(Path.of(output))).containsExactlyEntriesOf(first);
    }

    /// An empty file of the checkpoint, which a power loss leaves, is a range to run; a damaged one stops the
    /// job, of which nothing says then that it is whole.
    @Test
    void saysThatItIsWholeWhenItIs() throws IOException {
        String output = jobs.file("ranks.csv");
        Path range = Path.of(jobs.file("kept"), "range-00001.rows");
        String[] job = {graph, "--checkpoint", jobs.file("kept"), "--output", output};
        done(run(job));
        Map<String, byte[]> first = Cluster.parts(Path.of(output));
        byte[] kept = Files.readAllBytes(range);
        Files.write(range, new byte[0]);
        Files.delete(Path.of(output, "part-00001.csv"));
        done(run(job));
        assertThat(Cluster.parts(Path.of(output))).containsExactlyEntriesOf(first);
        assertThat(range).hasBinaryContent(kept);
        assertThat(Path.of(output, "_SUCCESS")).exists();

        Files.write(range, Arrays.copyOf(kept, kept.length - 1));
        Files.delete(Path.of(output, "part-00001.csv"));
        Cluster.Finished stopped = run(job);
        assertThat(stopped.exitCode()).isEqualTo(1);
        assertThat(stopped.err()).contains(": %s is damaged: it holds ".formatted(range));
        assertThat(Path.of(output, "_SUCCESS")).doesNotExist();
    }

    /// A vertex may be called as a comment begins, and a list may have more lines than sources.
    @Test
    void aListNamesVerticesThatLookLikeComments() throws IOException {
        Path edges = Files.writeString(
                folder.resolve("names.csv"),
                IntStream.range(0, 1_500)
                        .mapToObj(i -> "v%d,#%d".formatted(i % 40, i))
                        .collect(Collectors.joining("\n", "from,to\n", "\n")));
        String named = jobs.file("names.bvss");
        done(Cluster.bitfront("preprocess", edges.toString(), "-o", named, "--quiet"));
        Path list = Files.writeString(
                folder.resolve("list.txt"),
                IntStream.range(0, 2_500)
                        .mapToObj(i -> "#%d\n\n# none of them".formatted(i % 1_400))
                        .collect(Collectors.joining("\n")));
        String[] job = {named, "--sources", list.toString()};
        String output = jobs.file("ranks.csv");
        done(run(with(job, "--output", output)));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(job)).hasSize(1 + 1_400);
    }

    @Test
    void continuesASampleFromItsCheckpoint() throws IOException {
        String checkpoint = jobs.file("kept");
        String[] job = {graph, "--sources", "sample:2500", "--checkpoint", checkpoint};
        done(run(with(job, "--output", jobs.file("first.csv"))));
        Files.delete(Path.of(checkpoint, "range-00001.sums"));
        Cluster.Finished again = done(run(with(job, "--output", jobs.file("again.csv"), "--json")));
        assertThat(again.out()).contains("\"traversals\" : 1024");
        assertThat(jobs.parts(jobs.file("again.csv"))).isEqualTo(jobs.parts(jobs.file("first.csv")));
    }

    @Test
    void copiesAGraphThatIsOnNoSharedPathOnceAndChecksTheCopy() throws IOException {
        Cluster cluster = Cluster.local(2).with("spark.hadoop.fs.elsewhere.impl", Elsewhere.class.getName());
        String copies = jobs.file("copies");
        String[] job = {"elsewhere://" + graph, "--measures", MEASURES, "--copies", copies};
        String output = jobs.file("ranks.csv");
        done(cluster.run(with(job, "--output", "elsewhere://" + output)));
        assertThat(jobs.parts(output)).isEqualTo(jobs.oneHost(graph, "--measures", MEASURES));
        try (Stream<Path> found = Files.list(Path.of(copies))) {
            Path copy = found.toList().getFirst();
            expectAllButTiles(copy);
            Files.delete(copy);
        }
        byte[] damaged = Files.readAllBytes(Path.of(graph));
        damaged[BvssFile.HEADER_BYTES] ^= 1;
        Files.write(Path.of(graph), damaged);
        Cluster.Finished refused = cluster.run(job);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("copy elsewhere:", "corrupt: checksum of newIdOf ")
                .doesNotContain("\tat ");
        assertThat(Path.of(copies)).isEmptyDirectory();
    }

    /// Executors read a copy of it.
    @Test
    void namesAListThatIsOnNoSharedPathAsTheUserDoes() throws IOException {
        Cluster cluster = Cluster.local(1).with("spark.hadoop.fs.elsewhere.impl", Elsewhere.class.getName());
        Path list = Files.writeString(Path.of(jobs.file("list.txt")), "1\nx\n");
        Cluster.Finished refused = cluster.run(graph, "--sources", "elsewhere://" + list);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("elsewhere://%s:2: expected one vertex id, found 'x'".formatted(list));
    }

    @Test
    void copiesToTheUsersOwnFolderWhereNoneIsNamed() throws IOException {
        Cluster cluster = Cluster.local(1).with("spark.hadoop.fs.elsewhere.impl", Elsewhere.class.getName());
        Path own = Cluster.temporaryFiles().resolve("bitfront-graphs-" + System.getProperty("user.name"));
        Path copy = own.resolve(
                "%08x-lists-messy.bvss".formatted(BvssFile.facts(Path.of(graph)).checksum()));
        done(cluster.run("elsewhere://" + graph));
        assertThat(copy).isRegularFile();
        Files.delete(copy);
        Files.delete(own);
    }

    /// The CPU reads no tiles: where the copy differs from the cache it is zero.
    private void expectAllButTiles(Path copy) throws IOException {
        byte[] bytes = Files.readAllBytes(copy);
        byte[] cache = Files.readAllBytes(Path.of(graph));
        int left = 0;
        for (int i = 0; i < cache.length; i++) {
            if (bytes[i] != cache[i]) {
                assertThat(bytes[i]).as("byte %d", i).isZero();
                left++;
            }
        }
        assertThat(bytes).hasSameSizeAs(cache);
        assertThat(left).isGreaterThan(cache.length / 10);
    }

    private static List<String> table(Cluster.Finished finished) {
        return finished.out()
                .lines()
                .dropWhile(line -> !line.startsWith("rank"))
                .toList();
    }
}
