package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.Refusals;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Wherever the system has no more memory for a job the failure says so, and nothing stays allocated, open or running:
/// [io.bitfront.testkit.LeftOpen] looks for that. The same engine then does the job.
class RefusedMemoryTest {
    private static final TestGraph GRAPH = Shapes.beside(Shapes.grid(8, 7), Shapes.oneWayChain(5));

    @TempDir
    private Path folder;

    private static void everywhere(Consumer<Engine> job) {
        try (Graph graph = Prepared.graph(GRAPH);
                Engine engine = Prepared.cpu(graph, 2)) {
            assertThat(Refusals.everywhere(() -> job.accept(engine), () -> {})).isPositive();
        }
    }

    @Test
    void traversals() {
        everywhere(engine -> {
            try (Arena arena = Arena.ofConfined()) {
                engine.bfs(BfsRequest.from(0).withParents(true), arena);
            }
        });
    }

    @Test
    void exactRows() {
        everywhere(engine -> engine.closeness(ClosenessJob.allSources()));
    }

    @Test
    void estimates() {
        everywhere(engine -> engine.closeness(ClosenessJob.sample(7, 1).checkpoint(folder.resolve("sample"))));
    }

    @Test
    void theTop() {
        everywhere(engine -> engine.closeness(
                ClosenessJob.allSources().measures(ClosenessMeasure.HARMONIC).top(3)));
    }

    @Test
    void theDiameter() {
        everywhere(Engine::diameter);
    }
}
