package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
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
        @SuppressWarnings("resource") // freed with the process: its arrays are the result
        public Arrays prepare(GraphInput input, PreprocessOptions options, Arena arena, Workers workers, PhaseLog log) {
            Graph made = new Preprocessor(OPTIONS, workers, Progress.NONE, log, line -> {}).inMemory(input);
            Csc out = made.out();
            return new Arrays(
                    made.permutation(),
                    out,
                    made.in(),
                    made.hubs(),
                    made.bvss(),
                    made.statistics().sliceCount(),
                    made.statistics().selfLoops(),
                    made.statistics().duplicates());
        }
    }

    @Test
    void keepsTheIdsOfAFileThatWasClosedAndTheFiguresOfTheCpu() throws IOException {
        Path file = Files.writeString(folder.resolve("ids.el"), "7000000000 5\n5 90\n90 7000000000\n90 90\n5 90\n");
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            GraphInput input = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
            Preprocessor job = new Preprocessor(OPTIONS, workers, Progress.NONE, new PhaseLog(), line -> {});
            Graph graph = new PreparedElsewhere(job, new Elsewhere()).run(input, arena);
            assertThat(graph.idOf(graph.vertexOf(7_000_000_000L))).isEqualTo(7_000_000_000L);
            GraphInput again = GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
            try (Graph expected = job.inMemory(again)) {
                assertThat(graph.statistics()).isEqualTo(expected.statistics());
            }
        }
    }
}
