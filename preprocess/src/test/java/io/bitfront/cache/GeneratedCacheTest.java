package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedCacheTest {
    @TempDir
    private Path folder;

    static List<String> kinds() {
        return Generators.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void preparesAGeneratedGraphOfEveryKindWithoutAFileBetween(String kind) {
        Generator generator = Generators.create(kind, GeneratorOptions.ofScale(8));
        PreprocessOptions options = PreprocessOptions.defaults().withThreads(2);
        try (Workers workers = new Workers(2);
                GraphInput input = generator.generate(workers, Progress.NONE)) {
            Path cache = folder.resolve(kind + ".bvss");
            GraphCache.Opened opened =
                    GraphCache.build(input, generator.toString(), options, cache, Progress.NONE, line -> {});
            try (Graph graph = opened.graph()) {
                assertThat(graph.vertexCount()).isEqualTo(input.edges().vertexCount());
            }
        }
    }
}
