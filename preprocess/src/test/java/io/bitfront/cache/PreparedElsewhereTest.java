package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedElsewhereTest {
    private static final PreprocessOptions OPTIONS =
            PreprocessOptions.defaults().withOrdering("degree").withThreads(2);

    @TempDir
    private Path folder;

    /// Another device, played by the CPU.
    private static final class Elsewhere implements GraphPreparer {
        @Override
        public boolean handles(String device) {
            return true;
        }

        @Override
        public String whyNot(GraphInput input, PreprocessOptions options) {
            return null;
        }

        @Override
        public String plan(GraphInput input, PreprocessOptions options) {
            return "elsewhere";
        }

        @Override
        public long memoryNeeded() {
            return 0;
        }

        @Override
        @SuppressWarnings("resource") // freed with the process: its arrays are the result
        public Prepared prepare(
                GraphInput input, PreprocessOptions options, SectionStore store, Workers workers, PhaseLog log) {
            VertexIds ids = store.ids(input.ids());
            Graph made = new Preprocessor(OPTIONS, workers, Progress.NONE, log, line -> {}).inMemory(input);
            return new Prepared(
                    made.permutation(), ids, made.out(), made.in(), made.hubs(), made.bvss(), made.statistics());
        }
    }

    @Test
    void keepsTheIdsOfAFileThatWasClosedAndTheFigures() throws IOException {
        Path file = Files.writeString(folder.resolve("ids.el"), "7000000000 5\n5 90\n90 7000000000\n90 90\n5 90\n");
        try (Workers workers = new Workers(2)) {
            GraphInput input = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
            Preprocessor job = new Preprocessor(OPTIONS, workers, Progress.NONE, new PhaseLog(), line -> {});
            GraphInput again = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
            try (Graph graph = job.inMemory(input, Optional.of(new Elsewhere()));
                    Graph expected = job.inMemory(again)) {
                assertThat(graph.idOf(graph.vertexOf(7_000_000_000L))).isEqualTo(7_000_000_000L);
                assertThat(graph.statistics()).isEqualTo(expected.statistics());
            }
        }
    }
}
