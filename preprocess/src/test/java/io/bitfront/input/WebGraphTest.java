package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.Tuning;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.Transform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The webgraph library writes what is read here.
@Tag("drawn")
class WebGraphTest {
    @TempDir
    private Path folder;

    /// How a graph is stored.
    record Storing(int window, int references, int interval, int zetaK, int flags) {
        static final Storing USUAL = new Storing(7, 3, 4, 3, 0);
    }

    static List<TestGraph> graphs() {
        return Stream.concat(
                        Share.of(WebGraphTest.class, TestGraphs.all()).stream()
                                .filter(graph -> graph.vertexCount() > 0),
                        Stream.of(similarLists(600), GraphKind.SCALE_FREE.draw(3, 3_000)))
                .toList();
    }

    static List<Storing> storings() {
        return List.of(
                Storing.USUAL,
                new Storing(0, 0, 0, 3, 0),
                new Storing(1, 1, 2, 1, 0),
                new Storing(30, 40, 1, 5, 0),
                new Storing(7, -1, 4, 3, 0),
                new Storing(7, 3, 4, 3, BVGraph.OUTDEGREES_DELTA | BVGraph.RESIDUALS_DELTA),
                new Storing(7, 3, 4, 3, BVGraph.RESIDUALS_GAMMA | BVGraph.REFERENCES_GAMMA),
                new Storing(7, 3, 4, 3, BVGraph.RESIDUALS_NIBBLE | BVGraph.REFERENCES_DELTA),
                new Storing(7, 3, 4, 3, BVGraph.BLOCKS_DELTA | BVGraph.BLOCK_COUNT_UNARY),
                new Storing(7, 3, 4, 3, BVGraph.BLOCK_COUNT_DELTA | BVGraph.OFFSETS_DELTA));
    }

    /// Neighbouring vertices with lists alike, long runs in them: much to copy.
    private static TestGraph similarLists(int n) {
        Random random = new Random(4);
        List<int[]> arcs = new ArrayList<>();
        for (int v = 0; v < n; v++) {
            for (int w = 0; w < 40; w++) {
                if (random.nextInt(5) > 0) {
                    arcs.add(new int[] {v, (v / 10 * 10 + w * (w % 3)) % n});
                }
            }
        }
        return new TestGraph(
                "similar lists",
                n,
                arcs.stream().mapToInt(arc -> arc[0]).toArray(),
                arcs.stream().mapToInt(arc -> arc[1]).toArray(),
                true);
    }

    private Path store(TestGraph graph, Storing storing) {
        ArrayListMutableGraph arcs = new ArrayListMutableGraph(graph.vertexCount());
        int[][] neighbours = graph.outNeighbours();
        for (int v = 0; v < neighbours.length; v++) {
            for (int w : neighbours[v]) {
                arcs.addArc(v, w);
            }
        }
        return store(arcs.immutableView(), storing);
    }

    private Path store(ImmutableGraph graph, Storing storing) {
        Path base = folder.resolve("web");
        try {
            BVGraph.store(
                    graph,
                    base.toString(),
                    storing.window,
                    storing.references < 0 ? Integer.MAX_VALUE : storing.references,
                    storing.interval,
                    storing.zetaK,
                    storing.flags);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return folder.resolve("web.graph");
    }

    private static List<String> arcs(TestGraph graph) {
        int[][] neighbours = graph.outNeighbours();
        return IntStream.range(0, neighbours.length)
                .boxed()
                .flatMap(v -> IntStream.of(neighbours[v]).mapToObj(w -> v + ">" + w))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void readsWhatTheLibraryWrote(TestGraph graph) {
        ReadGraph read = ReadGraph.of(store(graph, Storing.USUAL));
        assertThat(read.edges()).isEqualTo(arcs(graph));
        assertThat(read.ids()).hasSize(graph.vertexCount());
        boolean bothWays = ReadGraph.bothWays(graph);
        assertThat(read.directed()).isEqualTo(!bothWays);
        assertThat(read.symmetrise()).isFalse();
        assertThat(read.format()).isEqualTo("webgraph");
        assertThat(read.note()).isEqualTo(bothWays ? ReadGraph.BOTH_WAYS : "");
    }

    @ParameterizedTest
    @MethodSource("storings")
    void knowsEveryCode(Storing storing) {
        for (TestGraph graph : List.of(similarLists(600), GraphKind.DIRECTED_SCALE_FREE.draw(9, 2_000))) {
            assertThat(ReadGraph.of(store(graph, storing)).edges()).isEqualTo(arcs(graph));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void decodesPartsOfALargeGraphByThemselves(int threads) {
        TestGraph graph = GraphKind.SCALE_FREE.draw(8, 40_000);
        Path file = store(graph, Storing.USUAL);
        assertThat(file.toFile().length()).isGreaterThan(1 << 18);
        assertThat(ReadGraph.of(file, ReadOptions.AUTO, threads, Tuning.DEFAULT).edges())
                .isEqualTo(arcs(graph));
    }

    @Test
    @Tag("once")
    void decodesChainsOfCopiesOfAnyLength() {
        int n = 30_000;
        ArrayListMutableGraph arcs = new ArrayListMutableGraph(n);
        List<String> expected = new ArrayList<>();
        for (int v = 0; v < n; v++) {
            for (int i = 0; i < 24; i++) {
                int w = v / 1_000 * 7 + i * i * 13;
                arcs.addArc(v, w);
                expected.add(v + ">" + w);
            }
            arcs.addArc(v, 20_000 + v % 5_000);
            expected.add(v + ">" + (20_000 + v % 5_000));
        }
        ImmutableGraph graph = arcs.immutableView();
        for (int references : new int[] {-1, 1_000_000, 500}) {
            Path file = store(graph, new Storing(7, references, 4, 3, 0));
            assertThat(ReadGraph.of(file, ReadOptions.AUTO, 2, Tuning.DEFAULT).edges())
                    .isEqualTo(expected);
        }
    }

    @Test
    void findsTheListsWhereTheOffsetsAreMissing() throws IOException {
        TestGraph graph = similarLists(600);
        Path file = store(graph, Storing.USUAL);
        Files.delete(folder.resolve("web.offsets"));
        ReadGraph read = ReadGraph.of(file);
        assertThat(read.edges()).isEqualTo(arcs(graph));
        assertThat(read.note())
                .isEqualTo(folder.resolve("web.offsets") + " is missing: where lists begin was found by reading all");
    }

    @Test
    void obeysTheDirectionAskedFor() {
        TestGraph oneWay = similarLists(50);
        Path file = store(oneWay, Storing.USUAL);
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).symmetrise()).isTrue();
        ArrayListMutableGraph arcs = new ArrayListMutableGraph(3);
        arcs.addArc(0, 1);
        arcs.addArc(1, 2);
        file = store(Transform.symmetrize(arcs.immutableView()), Storing.USUAL);
        assertThat(ReadGraph.of(file, DirectionChoice.UNDIRECTED).alreadySymmetric())
                .isTrue();
        assertThat(ReadGraph.of(file, DirectionChoice.AS_FORMAT).directed()).isFalse();
        assertThat(ReadGraph.of(file, DirectionChoice.DIRECTED).directed()).isTrue();
    }

    @Test
    void isToldFromMetisByWhatLiesBesideIt() throws IOException {
        Path file = store(similarLists(50), Storing.USUAL);
        assertThat(GraphReader.inputOf(file, ReadOptions.AUTO).format()).isEqualTo(GraphFormat.WEBGRAPH.input());
        Files.writeString(folder.resolve("web.properties"), "unrelated=1\n");
        Path text = Files.writeString(folder.resolve("web.graph"), "2 1\n2\n1\n");
        assertThat(GraphReader.inputOf(text, ReadOptions.AUTO).format()).isEqualTo(GraphFormat.METIS.input());
    }

    @Test
    void aFlippedBitIsFoundOrAnotherGraphButNoCrash() throws IOException {
        Path file = store(similarLists(200), Storing.USUAL);
        byte[] sound = Files.readAllBytes(file);
        byte[] soundOffsets = Files.readAllBytes(folder.resolve("web.offsets"));
        Random random = new Random(6);
        int found = 0;
        for (int i = 0; i < 160; i++) {
            byte[] bytes = sound.clone();
            byte[] offsets = soundOffsets.clone();
            byte[] flipped = i % 4 == 0 ? offsets : bytes;
            int bit = random.nextInt(8 * flipped.length);
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, bytes);
            Files.write(folder.resolve("web.offsets"), offsets);
            try {
                ReadGraph.of(file);
            } catch (GraphFormatException e) {
                assertThat(e.getMessage()).startsWith(folder.toString());
                found++;
            }
        }
        assertThat(found).isGreaterThan(120);
    }

    @Test
    void namesTheFirstBrokenListWhateverTheThreads() throws IOException {
        TestGraph graph = GraphKind.SCALE_FREE.draw(8, 40_000);
        Path file = store(graph, Storing.USUAL);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 3, bytes.length, (byte) 0);
        Files.write(file, bytes);
        String message = null;
        for (int threads = 1; threads <= 3; threads++) {
            int team = threads;
            try {
                ReadGraph.of(file, ReadOptions.AUTO, team, Tuning.DEFAULT);
            } catch (GraphFormatException e) {
                assertThat(e.getMessage()).isEqualTo(message == null ? e.getMessage() : message);
                message = e.getMessage();
            }
        }
        assertThat(message).startsWith(file + ": the list of vertex ").contains(" is malformed: ");
    }

    @Test
    void saysThatItCannotBeCompressed() throws IOException {
        Path file = ReadGraph.write(folder, "a.graph.gz", new byte[] {0x1F, (byte) 0x8B, 8});
        ReadOptions options = new ReadOptions(GraphFormat.WEBGRAPH, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(file, options, 1, Tuning.DEFAULT))
                .hasMessage(file + ": a file of format webgraph is mapped and cannot be compressed, expected it"
                        + " unpacked");
    }

    @Test
    void foretellsTheMemoryOfTheOffsets() {
        Path file = store(similarLists(50), Storing.USUAL);
        assertThat(GraphReader.memoryNeeded(file, ReadOptions.AUTO)).isEqualTo(8 * 51);
    }

    @Test
    void needsItsProperties() throws IOException {
        Path file = Files.write(folder.resolve("a.graph"), "x".getBytes(StandardCharsets.US_ASCII));
        ReadOptions options = new ReadOptions(GraphFormat.WEBGRAPH, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(file, options, 1, Tuning.DEFAULT))
                .hasMessage(folder.resolve("a.properties") + ": there is no such file");
    }

    /// Nobody ever writes to the pipe.
    @ParameterizedTest
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @ValueSource(strings = {"properties", "offsets"})
    void refusesAPipeBesideTheGraph(String suffix) throws Exception {
        Path file = store(similarLists(50), Storing.USUAL);
        Path pipe = folder.resolve(file.getFileName().toString().replace("graph", suffix));
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        ReadOptions options = new ReadOptions(GraphFormat.WEBGRAPH, DirectionChoice.AS_FORMAT);
        assertThatThrownBy(() -> ReadGraph.of(file, options, 1, Tuning.DEFAULT))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(pipe + ": it is a pipe, a device or a folder, expected a file");
        if (suffix.equals("properties")) {
            assertThatThrownBy(() -> ReadGraph.of(file)).isInstanceOf(GraphFormatException.class);
        }
    }

    @Test
    void readsNoPropertiesWithoutEnd() throws IOException {
        Path file = store(similarLists(50), Storing.USUAL);
        Path properties = folder.resolve(file.getFileName().toString().replace("graph", "properties"));
        Files.write(properties, new byte[1 << 20], StandardOpenOption.APPEND);
        long bytes = Files.size(properties);
        assertThatThrownBy(() -> ReadGraph.of(file))
                .isInstanceOf(GraphFormatException.class)
                .hasMessage(properties + ": the file has " + bytes + " bytes, expected at most 1048576");
    }
}
