package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.EdgeFiles;
import io.bitfront.testkit.Refusals;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.BVGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Wherever the system has no more memory the failure says so, and nothing stays allocated, mapped or open:
/// [io.bitfront.testkit.LeftOpen]
/// looks for that.
class RefusedMemoryTest {
    private static final TestGraph GRAPH = Shapes.beside(Shapes.grid(4, 3), Shapes.oneWayChain(5));
    private static final String NAMES = "from,to\nann,bob\nbob,cy\ncy,dan\n";

    @TempDir
    private Path folder;

    /// Of each format, and of each way in which text is read: mapped, or streamed as it is compressed.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "g.el",
                "g.el.gz",
                "g.csv",
                "g.csv.gz",
                "g.mtx",
                "g.gr",
                "g.sg",
                "g.parquet",
                "parts",
                "web.graph"
            })
    void readingAndKeepingAGraphLeavesNothing(String name) throws IOException {
        Path file = written(name);
        Path caches = Files.createDirectory(folder.resolve("caches"));
        GraphCache.Request request = new GraphCache.Request(
                file, ReadOptions.AUTO, PreprocessOptions.defaults().withThreads(2), caches, false);
        int refused = Refusals.everywhere(
                () -> GraphCache.open(request, Progress.NONE, line -> {})
                        .graph()
                        .close(),
                () -> {
                    requireNoCache(caches);
                    ReadGraph.requireLetGo(file);
                });
        assertThat(refused).isGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource
    void orderingsLeaveNothing(OrderingKind ordering) throws IOException {
        Path file = written("g.el");
        PreprocessOptions options =
                PreprocessOptions.defaults().withOrdering(ordering).withThreads(2);
        int refused = Refusals.everywhere(() -> prepare(file, options), () -> ReadGraph.requireLetGo(file));
        assertThat(refused).isGreaterThan(5);
    }

    private static void prepare(Path file, PreprocessOptions options) {
        try (Workers workers = new Workers(2);
                Graph graph = Preprocessor.prepare(
                        GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE), options)) {
            assertThat(graph.vertexCount()).isEqualTo(GRAPH.vertexCount());
        }
    }

    static Stream<String> generators() {
        return Generators.KINDS.stream();
    }

    @ParameterizedTest
    @MethodSource("generators")
    void generatorsLeaveNothing(String kind) {
        PreprocessOptions options = PreprocessOptions.defaults().withThreads(2);
        int refused = Refusals.everywhere(
                () -> {
                    try (Workers workers = new Workers(2);
                            Graph graph = Preprocessor.prepare(
                                    Generators.create(kind, small()).generate(workers, Progress.NONE), options)) {
                        assertThat(graph.vertexCount()).isPositive();
                    }
                },
                () -> {});
        assertThat(refused).isGreaterThan(5);
    }

    private static GeneratorOptions small() {
        return new GeneratorOptions(
                OptionalInt.of(6),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty());
    }

    private Path written(String name) throws IOException {
        Path file = folder.resolve(name);
        switch (name) {
            case "g.el.gz" -> Files.write(file, packed(EdgeFiles.el(GRAPH)));
            case "g.csv" -> Files.writeString(file, NAMES);
            case "g.csv.gz" -> Files.write(file, packed(NAMES));
            case "g.parquet" -> EdgeTable.plain(EdgeTable.EDGES).write(file, rows());
            case "parts" -> {
                Files.createDirectory(file);
                EdgeTable.plain(EdgeTable.EDGES).write(file.resolve("part-00000.parquet"), rows());
                EdgeTable.plain(EdgeTable.EDGES).write(file.resolve("part-00001.parquet"), rows());
            }
            case "web.graph" -> BVGraph.store(arcs(), folder.resolve("web").toString());
            default -> EdgeFiles.write(GRAPH, file);
        }
        return file;
    }

    private static List<Long[]> rows() {
        return IntStream.range(0, 9)
                .mapToObj(i -> new Long[] {(long) i, i + 7L})
                .toList();
    }

    private static ImmutableGraph arcs() {
        ArrayListMutableGraph arcs = new ArrayListMutableGraph(9);
        IntStream.range(0, 8).forEach(i -> arcs.addArc(i, i + 1));
        return arcs.immutableView();
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    private static void requireNoCache(Path caches) {
        try (Stream<Path> files = Files.list(caches)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .noneMatch(each -> each.endsWith(".bvss") || each.endsWith(".tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
