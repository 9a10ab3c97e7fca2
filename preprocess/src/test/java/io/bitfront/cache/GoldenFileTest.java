package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The cache files of format version 1: they must open for ever, those written before components were counted too, and
/// the same input must give the same bytes.
class GoldenFileTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final PreprocessOptions OPTIONS =
            PreprocessOptions.defaults().withOrdering("natural").withThreads(2);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"undirected.mtx", "sparse-ids.el"})
    void isBuiltAgainByteForByte(String input) throws IOException {
        Path golden = GOLDEN.resolve("v1-" + input + ".bvss");
        Path built = folder.resolve("built.bvss");
        build(GOLDEN.resolve(input), built);
        assertThat(Files.mismatch(built, golden)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1-undirected.mtx",
                "v1-sparse-ids.el",
                "v1-without-components-undirected.mtx",
                "v1-without-components-sparse-ids.el"
            })
    void opensAndIsSound(String name) {
        Path golden = GOLDEN.resolve(name + ".bvss");
        try (Graph graph = Graph.open(golden);
                Workers workers = new Workers(2)) {
            assertThat(graph.ordering()).isEqualTo("natural");
            assertThat(graph.directed()).isEqualTo(name.endsWith(".el"));
            assertThat(graph.statistics().components()).isEqualTo(components(name));
            assertThat(BvssFile.verify(golden, workers, Progress.NONE)).allMatch(BvssFile.Check::passed);
        }
    }

    private static int components(String name) {
        return name.contains("without-components") ? -1 : name.endsWith(".el") ? 1 : 14;
    }

    private static void build(Path input, Path target) {
        try (Workers workers = new Workers(2);
                GraphInput read = GraphReader.read(input, ReadOptions.AUTO, workers, Progress.NONE)) {
            CacheKey key = CacheKey.of(input, ReadOptions.AUTO, OPTIONS, workers, Progress.NONE);
            new Preprocessor(OPTIONS, workers, Progress.NONE, new PhaseLog(), line -> {}).intoFile(read, key, target);
        }
    }
}
