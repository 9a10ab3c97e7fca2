package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedElsewhereTest {
    private static final PreprocessOptions OPTIONS =
            PreprocessOptions.defaults().withOrdering(OrderingKind.DEGREE).withThreads(2);

    /// Graphs whose arrays are a preparation's results.
    private static final List<Graph> MADE = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void closeWhatWasMade() {
        MADE.forEach(Graph::close);
        MADE.clear();
    }

    /// Another device, played by the CPU.
    static class Elsewhere implements GraphPreparer {
        @Override
        public boolean handles(PrepareOn device) {
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
        public long memoryNeeded(PreprocessOptions options) {
            return 0;
        }

        @Override
        public Prepared prepare(GraphInput input, Preprocessor job, SectionStore store) {
            VertexIds ids = store.ids(input.ids());
            Graph made = job.inMemory(input, Optional.empty());
            MADE.add(made);
            return new Prepared(
                    made.ordering(),
                    made.permutation(),
                    ids,
                    made.out(),
                    made.in(),
                    made.hubs(),
                    made.bvss(),
                    made.statistics());
        }
    }

    /// A device that finds out from the edges that it is not the one.
    private static final class PassedOver extends Elsewhere {
        @Override
        public Prepared prepare(GraphInput input, Preprocessor job, SectionStore store) {
            input.edges().stream(0, (from, to, count) -> {});
            throw new PassedOverException("not for elsewhere");
        }
    }

    @Test
    void preparesOnTheCpuAndSaysSoWhereTheDeviceFindsThatItCannot() throws IOException {
        List<String> said = new ArrayList<>();
        try (Workers workers = new Workers(2);
                Graph graph = passedOver(new PrepareOn.Gpu(1, true), workers, said);
                Graph expected =
                        job(PrepareOn.cpu(), workers, new ArrayList<>()).inMemory(path(workers))) {
            assertThat(graph.statistics()).isEqualTo(expected.statistics());
            assertThat(graph.ordering()).isEqualTo(OrderingKind.DEGREE);
        }
        assertThat(said).first().isEqualTo("preprocessing on the CPU: not for elsewhere");
        assertThat(said.get(1)).matches("preprocessing it takes up to [0-9.]+ MB of memory");
    }

    @Test
    void failsInOneLineWhereTheDeviceThatWasNamedFindsThatItCannot() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(() -> passedOver(new PrepareOn.Gpu(1, false), workers, new ArrayList<>()))
                    .isInstanceOf(ResourceException.class)
                    .hasMessage("not for elsewhere");
        }
    }

    private Graph passedOver(PrepareOn device, Workers workers, List<String> said) throws IOException {
        return job(device, workers, said).inMemory(path(workers), Optional.of(new PassedOver()));
    }

    private static Preprocessor job(PrepareOn device, Workers workers, List<String> said) {
        return new Preprocessor(OPTIONS.withDevice(device), workers, Progress.NONE, new PhaseLog(), said::add);
    }

    private GraphInput path(Workers workers) throws IOException {
        Path file = Files.writeString(folder.resolve("path.el"), "1 2\n2 3\n");
        return GraphReader.read(file, ReadOptions.AUTO, workers, Progress.NONE);
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
