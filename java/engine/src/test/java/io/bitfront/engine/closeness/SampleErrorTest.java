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
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What samples promise of their estimates.
final class SampleErrorTest {
    private static final List<ClosenessMeasure> MEASURES = List.of(
            ClosenessMeasure.CLOSENESS,
            ClosenessMeasure.WF,
            ClosenessMeasure.HARMONIC,
            ClosenessMeasure.HARMONIC_NORMALISED);

    private static final int RUNS = 100;
    private static final String EXACT =
            "to know every value to within 1.0E-4 takes at least half as many searches as all rows: these are exact";

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void holdsTheTrueValueWithinTwoStandardErrorsInAlmostAllRows(GraphKind kind) {
        try (Graph graph = Prepared.graph(kind.draw(17, 160));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult truth = engine.closeness(ClosenessJob.allSources().measures(MEASURES));
            int n = graph.vertexCount();
            int[] known = new int[MEASURES.size()];
            int[] within = new int[MEASURES.size()];
            for (int seed = 0; seed < RUNS; seed++) {
                ClosenessResult sample =
                        engine.closeness(ClosenessJob.sample(n / 2, seed).measures(MEASURES));
                for (int m = 0; m < known.length; m++) {
                    count(truth, sample, MEASURES.get(m), m, known, within);
                }
            }
            for (int m = 0; m < known.length; m++) {
                assertThat((double) within[m] / known[m])
                        .as("%s of %s, %,d rows", MEASURES.get(m), kind, known[m])
                        .isGreaterThanOrEqualTo(0.93);
            }
        }
    }

    private static void count(
            ClosenessResult truth, ClosenessResult sample, ClosenessMeasure measure, int m, int[] known, int[] within) {
        for (int row = 0; row < truth.rowCount(); row++) {
            double error = sample.standardError(row, measure);
            if (!Double.isNaN(error)) {
                double value = truth.value(row, measure);
                known[m]++;
                within[m] += Math.abs(sample.value(row, measure) - value) <= 2 * error + 1e-9 * value ? 1 : 0;
            }
        }
    }

    /// Of a connected graph any sample tells how much is reached, and not how near.
    @Test
    void goesByTheErrorOfEveryMeasureAskedFor() {
        List<ClosenessMeasure> both = List.of(ClosenessMeasure.REACHED, ClosenessMeasure.HARMONIC);
        try (Graph graph = Prepared.graph(Shapes.grid(30, 40));
                Engine engine = Prepared.cpu(graph, 1)) {
            for (List<ClosenessMeasure> measures : List.of(both, both.reversed())) {
                ClosenessJob job = ClosenessJob.allSources()
                        .measures(measures)
                        .withSources(new ClosenessJob.Sources.Error(1e-4, 1));
                assertThat(engine.closeness(job).notes()).contains(EXACT);
            }
        }
    }

    @Test
    void saysHowManyVerticesASampleCannotRank() {
        TestGraph edges = Shapes.beside(Shapes.chain(2), Shapes.beside(Shapes.chain(2), Shapes.chain(2)));
        try (Graph graph = Prepared.graph(edges);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(
                    ClosenessJob.sample(2, 1).measures(ClosenessMeasure.WF).top(6));
            assertThat(found.rowCount()).isBetween(1, 5);
            assertThat(found.notes())
                    .contains(6 - found.rowCount()
                            + " of 6 vertices are left out of the ranking: this sample tells nothing of them");
        }
    }

    /// A path that hangs on a star has none of 256 pivots in one sample of three: no estimate may say that all is as
    /// near as the leaves.
    @Test
    void holdsTheTrueValuesOfAStarWithATailInAlmostAllSamples() {
        TestGraph test = Shapes.joinedByPath(Shapes.star(10_000), 40, Shapes.empty(1));
        int off = 0;
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult truth = engine.closeness(ClosenessJob.allSources());
            for (int seed = 0; seed < 40; seed++) {
                ClosenessResult found = engine.closeness(
                        ClosenessJob.allSources().withSources(new ClosenessJob.Sources.Error(0.02, seed)));
                int within = 0;
                for (int row = 0; row < truth.rowCount(); row++) {
                    double value = truth.value(row, ClosenessMeasure.WF);
                    within += Math.abs(found.value(row, ClosenessMeasure.WF) - value) <= 0.02 * value ? 1 : 0;
                }
                off += 2 * within < truth.rowCount() ? 1 : 0;
            }
        }
        assertThat(off).isLessThanOrEqualTo(4);
    }

    /// Of a graph of which the first sample would be most, the rows are exact to the last bit.
    @ParameterizedTest
    @ValueSource(ints = {3, 10, 256, 257, 511})
    void findsTheRowsOfFewVerticesExactly(int vertices) {
        try (Graph graph = Prepared.graph(Shapes.cycle(vertices));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob all = ClosenessJob.allSources().measures(MEASURES);
            ClosenessResult exact = engine.closeness(all);
            ClosenessResult found = engine.closeness(all.withSources(new ClosenessJob.Sources.Error(0.3, 1)));
            for (int row = 0; row < vertices; row++) {
                for (ClosenessMeasure measure : MEASURES) {
                    assertThat(found.value(row, measure)).isEqualTo(exact.value(row, measure));
                    assertThat(found.standardError(row, measure)).isZero();
                }
            }
            assertThat(found.notes()).anyMatch(note -> note.contains("these are exact"));
        }
    }

    @Test
    void growsASampleUntilTheErrorAskedForAndSaysSo() {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(2, 4_000));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult rough = engine.closeness(within(0.1));
            ClosenessResult fine = engine.closeness(within(0.02));
            assertThat(fine.traversals()).isGreaterThan(rough.traversals());
            assertThat(rough.notes()).anyMatch(note -> note.startsWith("with 95% confidence each estimate is off by"));
        }
    }

    /// In the place of estimates, whoever asks: with and without a checkpoint, all or the highest.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void findsAllRowsWhereAnErrorTakesNoFewerSearches(boolean directed, @TempDir Path folder) {
        GraphKind kind = directed ? GraphKind.DIRECTED_MESSY : GraphKind.SCALE_FREE;
        try (Graph graph = Prepared.graph(kind.draw(2, 1_500));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = within(0.0001).measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.HARMONIC);
            ClosenessResult truth = engine.closeness(
                    job.withSources(new ClosenessJob.Sources.All()).top(0));
            for (ClosenessJob asked : List.of(job, job.checkpoint(folder), job.checkpoint(folder))) {
                ClosenessResult found = engine.closeness(asked);
                assertThat(found.job()).isEqualTo(asked);
                assertThat(found.notes()).endsWith(EXACT).doesNotHaveDuplicates();
                assertThat(found.rowCount()).isEqualTo(truth.rowCount());
                for (int row = 0; row < truth.rowCount(); row++) {
                    assertThat(found.id(row)).isEqualTo(truth.id(row));
                    for (ClosenessMeasure measure : asked.measures()) {
                        assertThat(found.value(row, measure)).isEqualTo(truth.value(row, measure));
                        assertThat(found.standardError(row, measure)).isZero();
                    }
                }
                assertThat(found.highest(3, ClosenessMeasure.HARMONIC))
                        .isEqualTo(truth.highest(3, ClosenessMeasure.HARMONIC));
            }
            ClosenessResult again = engine.closeness(job.checkpoint(folder));
            assertThat(again.traversals()).isZero();
            ClosenessResult top = engine.closeness(job.top(4));
            int[] highest = truth.highest(4, ClosenessMeasure.CLOSENESS);
            for (int row = 0; row < highest.length; row++) {
                assertThat(top.id(row)).isEqualTo(truth.id(highest[row]));
            }
            assertThat(top.effort()).isPresent();
        }
    }

    /// Cells find all rows of a mesh sooner.
    @Test
    void findsAllRowsOfAMeshBeforeManyPivotsAreTaken() {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(Shapes.grid(200, 200));
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessJob job = within(0.01).measures(ClosenessMeasure.CLOSENESS);
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(found.notes()).endsWith(EXACT.replace("1.0E-4", "0.01"));
            assertThat(said).contains(EXACT.replace("1.0E-4", "0.01"));
            said.clear();
            AtomicReference<ClosenessRunner> sample = new AtomicReference<>();
            sample.set(new ClosenessRunner(
                    List.of(engine),
                    ClosenessJob.sample(20_000, 1).measures(ClosenessMeasure.CLOSENESS),
                    Progress.NONE,
                    line -> {
                        said.add(line);
                        sample.get().cancel();
                    }));
            assertThatThrownBy(() -> sample.get().run()).isInstanceOf(JobStoppedException.class);
            assertThat(said)
                    .anyMatch(line -> line.matches(
                            "all rows, exact, take searches from at most [\\d,]+ vertices; this sample from 20,000"));
        }
    }

    private static ClosenessJob within(double error) {
        return ClosenessJob.allSources().withSources(new ClosenessJob.Sources.Error(error, 5));
    }

    @Test
    void endsWithTheSameEstimatesWhereverItWasInterrupted(@TempDir Path folder) {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(2, 4_000));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = within(0.02).width(64);
            ClosenessResult expected = engine.closeness(job);
            ClosenessJob kept = job.checkpoint(folder);
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            long[] traversed = {0};
            Progress cancelLater = (name, total, unit) -> amount -> {
                traversed[0] += amount;
                if (traversed[0] > 300) {
                    runner.get().cancel();
                }
            };
            runner.set(new ClosenessRunner(List.of(engine), kept, cancelLater));
            assertThatThrownBy(() -> runner.get().run()).isInstanceOf(JobStoppedException.class);
            ClosenessResult resumed = engine.closeness(kept);
            assertThat(resumed.notes()).isEqualTo(expected.notes());
            for (int row = 0; row < expected.rowCount(); row++) {
                assertThat(resumed.value(row, ClosenessMeasure.WF)).isEqualTo(expected.value(row, ClosenessMeasure.WF));
            }
        }
    }

    /// Of vertices without edges in a directed graph no estimate is defined: nothing can be ranked.
    @Test
    void saysNothingOfTheHighestWhereThereAreNone() {
        try (Graph graph = Prepared.graph(Shapes.empty(3).bothWays());
                Engine engine = Prepared.cpu(graph, 1)) {
            assertThat(engine.closeness(ClosenessJob.sample(1, 1)).notes())
                    .isNotEmpty()
                    .noneMatch(note -> note.contains("highest"));
        }
    }

    @Test
    void saysHowManyOfTheHighestAreCertain() {
        try (Graph graph = Prepared.graph(Shapes.star(2_000));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(ClosenessJob.sample(400, 3).top(1));
            assertThat(found.rowCount()).isEqualTo(1);
            assertThat(found.id(0)).isZero();
            assertThat(found.notes())
                    .contains("1 of the 1 highest are certain to be among them (within two standard errors)");
        }
        try (Graph graph = Prepared.graph(Shapes.grid(60, 50));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(ClosenessJob.sample(100, 3).measures(ClosenessMeasure.HARMONIC));
            assertThat(found.notes())
                    .contains("this sample cannot rank harmonic: none of the 20 highest is certain to be"
                            + " among them; a job for the highest of all vertices finds them exactly");
            List<Long> ids = new ArrayList<>();
            ClosenessResult top = engine.closeness(ClosenessJob.sample(100, 3)
                    .measures(ClosenessMeasure.HARMONIC)
                    .top(5));
            for (int row : found.highest(5, ClosenessMeasure.HARMONIC)) {
                ids.add(found.id(row));
            }
            for (int row = 0; row < 5; row++) {
                assertThat(top.id(row)).isEqualTo(ids.get(row));
            }
        }
    }

    /// How many vertices each reaches is known of an undirected graph, whatever the sample: equal ones stand by id.
    @Test
    void saysNothingOfTheHighestWhereAllAreExact() {
        try (Graph graph = Prepared.graph(Shapes.grid(60, 50));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.sample(100, 3).measures(ClosenessMeasure.REACHED);
            assertThat(engine.closeness(job).notes()).noneMatch(note -> note.contains("highest"));
            assertThat(engine.closeness(job.top(5)).notes()).noneMatch(note -> note.contains("highest"));
        }
    }
}
