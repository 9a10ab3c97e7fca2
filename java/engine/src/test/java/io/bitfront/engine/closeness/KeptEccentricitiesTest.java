package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Eccentricities of a finished job whose result cannot be written.
class KeptEccentricitiesTest {
    private static final ClosenessJob JOB = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);

    @TempDir
    private Path folder;

    private Graph graph;
    private Engine engine;

    @BeforeEach
    void open() {
        graph = Prepared.graph(GraphKind.SCALE_FREE.draw(9, 300));
        engine = Prepared.cpu(graph, 1);
    }

    @AfterEach
    void close() {
        engine.close();
        graph.close();
    }

    private static double[] values(ClosenessResult result, ClosenessMeasure measure) {
        return IntStream.range(0, result.rowCount())
                .mapToDouble(row -> result.value(row, measure))
                .toArray();
    }

    private Path kept(double... expected) {
        Path kept = folder.resolve("kept");
        ClosenessRunner first = new ClosenessRunner(List.of(engine), JOB, Progress.NONE);
        assertThat(values(first.runUntilWritten(kept), ClosenessMeasure.ECCENTRICITY))
                .isEqualTo(expected);
        assertThat(kept).doesNotExist();
        assertThat(first.keepResult()).isEqualTo("the same job continues from " + kept);
        return kept;
    }

    @Test
    void areNotSearchedForAgain() {
        double[] expected = values(engine.closeness(JOB), ClosenessMeasure.ECCENTRICITY);
        Path kept = kept(expected);
        ClosenessRunner again = new ClosenessRunner(List.of(engine), JOB, Progress.NONE);
        ClosenessResult result = again.runUntilWritten(kept);
        assertThat(values(result, ClosenessMeasure.ECCENTRICITY)).isEqualTo(expected);
        assertThat(result.traversals()).isZero();
        again.written();
        assertThat(kept).doesNotExist();
    }

    /// They are rows that have no sums.
    @Test
    void areNotTakenForRowsOfOtherMeasures() {
        Path kept = kept(values(engine.closeness(JOB), ClosenessMeasure.ECCENTRICITY));
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.WF);
        List<String> said = new ArrayList<>();
        ClosenessResult rows = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).runKeeping(kept);
        assertThat(values(rows, ClosenessMeasure.WF)).isEqualTo(values(engine.closeness(job), ClosenessMeasure.WF));
        assertThat(said.getFirst()).contains("sources: all, eccentricities alone there, all here");
    }
}
