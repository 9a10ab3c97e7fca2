package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole jobs on deep graphs, against those that search from every vertex.
final class ProfiledRowsTest {
    private static final TestGraph DEEP = Shapes.grid(9, 500);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesTheRowsOfSearchesFromEveryVertex(boolean harmonic) {
        ClosenessJob job = ClosenessJob.allSources()
                .measures(harmonic ? ClosenessMeasure.values() : new ClosenessMeasure[] {ClosenessMeasure.WF});
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(DEEP.vertexCount() / 10);
            assertThat(found.effort().orElseThrow().begun()
                            + found.effort().orElseThrow().following())
                    .isEqualTo(DEEP.vertexCount());
        }
    }

    @Test
    void continuesFromTheCellsInACheckpoint(@TempDir Path folder) {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob kept = job.checkpoint(folder.resolve("kept"));
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress stops = (name, total, unit) -> amount -> runner.get().cancel();
            runner.set(new ClosenessRunner(List.of(engine), kept, stops));
            assertThatThrownBy(() -> runner.get().run()).isInstanceOf(JobStoppedException.class);

            ClosenessResult continued = engine.closeness(kept);
            assertThat(continued.events()).anyMatch(event -> event.contains("sources were in checkpoint"));
            assertThat(Prepared.rows(continued)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }
}
