package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.HeldFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The cache files of all format versions: they must open for ever, those written before components were
/// counted too, and the same input must give the same bytes but for the reader's number, which was not said then.
class GoldenFileTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final PreprocessOptions OPTIONS =
            PreprocessOptions.defaults().withOrdering(OrderingKind.NATURAL).withThreads(2);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"v1, undirected.mtx", "v1, sparse-ids.el", "v2, names.csv"})
    void isBuiltAgainByteForByte(String version, String input) throws IOException {
        Path golden = GOLDEN.resolve("%s-%s.bvss".formatted(version, input));
        Path built = folder.resolve("built.bvss");
        build(GOLDEN.resolve(input), built);
        assertThat(Files.mismatch(built, golden)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1-undirected.mtx",
                "v1-sparse-ids.el",
                "v2-names.csv",
                "v1-without-components-undirected.mtx",
                "v1-without-components-sparse-ids.el"
            })
    void opensAndIsSoundAndIsLetGo(String name) throws IOException {
        Path golden = GOLDEN.resolve(name + ".bvss");
        try (Graph graph = Graph.open(golden);
                Workers workers = new Workers(2)) {
            assertThat(graph.ordering()).isEqualTo(OrderingKind.NATURAL);
            assertThat(graph.directed()).isEqualTo(!name.endsWith(".mtx"));
            assertThat(graph.statistics().components()).isEqualTo(components(name));
            assertThat(BvssFile.verify(golden, workers, Progress.NONE)).allMatch(BvssFile.Check::passed);
        }
        assertThat(HeldFiles.of(golden)).isEmpty();
    }

    @Test
    void givesTheNamesBack() {
        try (Graph graph = Graph.open(GOLDEN.resolve("v2-names.csv.bvss"))) {
            assertThat(graph.ids().named()).isTrue();
            assertThat(IntStream.range(0, graph.vertexCount()).mapToObj(graph.ids()::text))
                    .containsExactly("1.0", "New York", "Zoë", "alice", "bob", "日本");
            assertThat(graph.ids().parse("Zoë")).isEqualTo(2);
        }
    }

    private static int components(String name) {
        return name.contains("without-components") ? -1 : name.endsWith(".mtx") ? 14 : 1;
    }

    private static void build(Path input, Path target) {
        try (Workers workers = new Workers(2);
                GraphInput read = GraphReader.read(input, ReadOptions.AUTO, workers, Progress.NONE)) {
            CacheKey today = CacheKey.of(input, ReadOptions.AUTO, OPTIONS, workers, Progress.NONE);
            CacheKey key = new CacheKey(today.inputHash(), "order=natural format=auto direction=as-format");
            new Preprocessor(OPTIONS, workers, Progress.NONE, new PhaseLog(), line -> {}).intoFile(read, key, target);
        }
    }
}
