package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Turn;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class JobEstimateTest {
    private static JobEstimate estimate(Engine engine, Duration budget) {
        return JobEstimate.of(engine, ClosenessJob.allSources(), 1_000, budget);
    }

    @Test
    void growsWithTheSourcesAndSaysHowFarItMayBeWrong() {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 3_000));
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            JobEstimate batches = estimate(engine, Duration.ofSeconds(20));
            assertThat(batches.seconds()).isPositive();
            assertThat(batches.factor()).isGreaterThanOrEqualTo(1.5);
            assertThat(batches.measured()).matches("\\d batches|one batch");
            JobEstimate search = estimate(engine, Duration.ZERO);
            assertThat(search.measured()).isEqualTo("one search");
            assertThat(search.factor()).isEqualTo(4);
        }
    }

    /// Two standard errors of the mean, and no less than what so few batches leave open.
    @Test
    void isAsWrongAsItsBatchesDiffer() {
        JobEstimate four = JobEstimate.of(10, 1, 3, 5, 7);
        assertThat(four.seconds()).isEqualTo(40);
        assertThat(four.factor()).isCloseTo(1 + 2 * Math.sqrt(20.0 / 3 / 4) / 4, within(1e-12));
        assertThat(four.measured()).isEqualTo("4 batches");
        assertThat(JobEstimate.of(10, 1, 1, 1).factor()).isEqualTo(1.5);
        assertThat(JobEstimate.of(10, 1, 9).factor()).isCloseTo(2.6, within(1e-12));
        assertThat(JobEstimate.of(10, 3, 3)).isEqualTo(new JobEstimate(30, 2, "2 batches", false));
        assertThat(JobEstimate.of(10, 3)).isEqualTo(new JobEstimate(30, 2, "one batch", false));
    }

    /// In batches of 100: two batches at least, three where the job is short by all but the first;
    /// of batches that differ threefold as many as a hundredth of it allows.
    @Test
    void takesMoreBatchesWhereTheyDiffer() {
        assertThat(JobEstimate.isEnough(1_000, 100, true)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, true, 1)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, false, 1, 1)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, true, 1, 1)).isTrue();
        assertThat(JobEstimate.isEnough(1_000, 100, true, 1, 0.34)).isTrue();
        assertThat(JobEstimate.isEnough(1_000_000, 100, true, 1, 0.33)).isFalse();
        assertThat(JobEstimate.isEnough(1_000_000, 100, true, 0.33, 1)).isFalse();
        assertThat(JobEstimate.isEnough(13_299, 100, true, 0.33, 1)).isTrue();
        assertThat(JobEstimate.isEnough(13_301, 100, true, 0.33, 1)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, false, 1, 0.001)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, false, 1, 0.001, 0.0019)).isTrue();
        assertThat(JobEstimate.isEnough(1_000, 100, false, 1, 0.003, 0.0019)).isFalse();
        assertThat(JobEstimate.isEnough(1_000, 100, false, 1, 0.0019, 0.003)).isFalse();
    }

    @Test
    void drawsTheSourcesOfASampleAtRandomAndFewWhereABatchTakesTooLong() {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 3_000));
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            ClosenessJob sample = ClosenessJob.sample(100, 1);
            JobEstimate batches = JobEstimate.of(engine, sample, 100, Duration.ofSeconds(20));
            assertThat(batches.measured()).matches("\\d batches");
            JobEstimate few = JobEstimate.of(engine, sample.width(512), 1_000_000_000L, Duration.ofMillis(1));
            assertThat(few.measured()).isIn("one search", "32 sources together", "one batch");
            assertThat(few.factor()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void countsTheSearchesThatAJobNeeds() {
        try (Graph graph = Prepared.graph(Shapes.star(50));
                Engine star = Prepared.cpu(graph, 1);
                Graph deep = Prepared.graph(Shapes.grid(6, 800));
                Engine mesh = Prepared.cpu(deep, 1)) {
            assertThat(JobEstimate.searches(star, ClosenessJob.allSources(), 50))
                    .isLessThan(3);
            assertThat(JobEstimate.searches(star, ClosenessJob.sample(7, 1), 7)).isEqualTo(7);
            assertThat(JobEstimate.searches(mesh, ClosenessJob.allSources(), 4_800))
                    .isLessThan(480);
            assertThat(JobEstimate.searches(mesh, ClosenessJob.sample(4_000, 1), 4_000))
                    .isEqualTo(4_000);
        }
    }

    /// Nobody takes over what it found: on a large graph it is at most what all searches take.
    @Test
    void looksForFollowersOfAJobThatIsFarOnlyWhereTheyAreSoonFound() {
        ClosenessJob all = ClosenessJob.allSources();
        Duration budget = Duration.ofSeconds(1);
        try (Graph graph = Prepared.graph(Shapes.star(50));
                Engine star = Prepared.cpu(graph, 1);
                Graph deep = Prepared.graph(Shapes.grid(6, 800));
                Engine mesh = Prepared.cpu(deep, 1);
                Graph empty = Prepared.graph(Shapes.empty(3));
                Engine nothing = Prepared.cpu(empty, 1)) {
            assertThat(JobEstimate.ofJob(star, all, 51, budget, 1).atMost()).isFalse();
            assertThat(JobEstimate.ofJob(star, all, 51, budget, 0).atMost()).isTrue();
            assertThat(JobEstimate.ofJob(star, all.bounds(false), 51, budget, 0).atMost())
                    .isFalse();
            assertThat(JobEstimate.ofJob(star, ClosenessJob.sample(7, 1), 7, budget, 0)
                            .atMost())
                    .isFalse();
            assertThat(JobEstimate.ofJob(mesh, all, 4_800, budget, 1).atMost()).isFalse();
            assertThat(JobEstimate.ofJob(mesh, all, 4_800, budget, 0).atMost()).isTrue();
            assertThat(JobEstimate.ofJob(nothing, all, 3, budget)).isNull();
        }
    }

    /// The job takes the very cells and representatives of the estimate, which are found once.
    @Test
    void handsOnWhatItFound() {
        ClosenessJob all = ClosenessJob.allSources();
        try (Graph graph = Prepared.graph(Shapes.star(50));
                Engine star = Prepared.cpu(graph, 1);
                Graph deep = Prepared.graph(Shapes.grid(6, 800));
                Engine mesh = Prepared.cpu(deep, 1)) {
            ClosenessRunner few = new ClosenessRunner(List.of(star), all, Progress.NONE);
            assertThat(few.run().effort().orElseThrow().begun()).isEqualTo(few.searches(50));
            ClosenessRunner cells = new ClosenessRunner(List.of(mesh), all, Progress.NONE);
            long foreseen = cells.searches(4_800);
            expectKept(mesh, all, 4_800);
            ClosenessResult found = cells.run();
            assertThat(found.effort().orElseThrow().begun()).isEqualTo(foreseen);
            ClosenessResult alone = new ClosenessRunner(List.of(mesh), all.bounds(false), Progress.NONE).run();
            for (int row = 0; row < 4_800; row++) {
                assertThat(found.value(row, ClosenessMeasure.WF)).isEqualTo(alone.value(row, ClosenessMeasure.WF));
            }
        }
    }

    /// Cells that nobody waits for any more are not taken for all there are.
    @Test
    void keepsNothingThatWasCutShort() {
        try (Graph deep = Prepared.graph(Shapes.grid(6, 800));
                Engine mesh = Prepared.cpu(deep, 1);
                Turn turn = Turn.of(mesh, () -> {})) {
            Foresight foresight = new Foresight();
            JobEstimate.searches(turn.backend(), ClosenessJob.allSources(), 4_800, foresight, () -> true);
            assertThat(foresight.holdsCells()).isFalse();
        }
    }

    private static void expectKept(Engine engine, ClosenessJob job, long sources) {
        Foresight foresight = new Foresight();
        JobEstimate.searches(engine, job, sources, foresight);
        assertThat(foresight.holdsCells()).isTrue();
        assertThat(foresight.cells(
                        () -> {
                            throw new AssertionError("cut again");
                        },
                        () -> false))
                .hasSize(1);
        Representatives.Kinds kinds = Representatives.Kinds.ALL;
        Representatives found = foresight.representatives(engine.graph(), true, kinds);
        assertThat(foresight.representatives(engine.graph(), true, kinds)).isSameAs(found);
        assertThat(foresight.representatives(engine.graph(), true, Representatives.Kinds.TWINS))
                .isNotSameAs(found);
    }

    @Test
    void findsAgainWhatFollowsFromTallerTreesWhereThereAreSuch() {
        Foresight foresight = new Foresight();
        try (Graph chain = Prepared.graph(Shapes.chain(3_000));
                Graph star = Prepared.graph(Shapes.star(90))) {
            Representatives low = foresight.representatives(chain, true, Representatives.Kinds.low(chain));
            Representatives all = foresight.representatives(chain, true, Representatives.Kinds.ALL);
            assertThat(all.searchedCount()).isOne();
            assertThat(low.searchedCount()).isGreaterThan(1);
            assertThat(foresight
                            .representatives(chain, true, Representatives.Kinds.low(chain))
                            .searchedCount())
                    .isEqualTo(low.searchedCount());
            Foresight ofStar = new Foresight();
            assertThat(ofStar.representatives(star, true, Representatives.Kinds.ALL))
                    .isSameAs(ofStar.representatives(star, true, Representatives.Kinds.low(star)))
                    .isNotSameAs(ofStar.representatives(star, true, Representatives.Kinds.NO_BETTER));
        }
    }

    @Test
    void saysNothingOfAGraphWithoutEdges() {
        try (Graph empty = Prepared.graph(Shapes.empty(9));
                Engine engine = Engine.open(empty, new Device.Cpu(1))) {
            assertThat(estimate(engine, Duration.ofSeconds(1))).isNull();
        }
    }

    private static List<String> asked(Graph graph, ClosenessJob job, long sources, Duration budget) {
        RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
        try (Engine engine = Prepared.engine(recorded.backend())) {
            JobEstimate.of(engine, job, sources, budget);
            return recorded.calls("measure", "multiSource", "perSource", "close").stream()
                    .map(call -> call.startsWith("measure") ? "measure" : call)
                    .toList();
        }
    }

    private static List<String> batches(String... batches) {
        return Stream.of(
                        Stream.of("measure", "measure", "multiSource(64)"),
                        Stream.of(batches),
                        Stream.of("close(MultiSource)"))
                .flatMap(part -> part)
                .toList();
    }

    /// A second search, as the first loads code; three batches of a short job and six of a long one; of few sources all
    /// of them, of more first 32 for whether a batch fits.
    @Test
    void measuresAsManyBatchesAsTellEnough() {
        Duration budget = Duration.ofSeconds(100);
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 1_000))) {
            ClosenessJob all = ClosenessJob.allSources().width(64);
            ClosenessJob sample = ClosenessJob.sample(20, 1).width(64);
            assertThat(asked(graph, all, 1_000, Duration.ZERO)).containsExactly("measure", "measure");
            assertThat(asked(graph, all, 1_000, budget))
                    .isEqualTo(batches("perSource(64)", "perSource(64)", "perSource(64)"));
            String[] six = new String[6];
            Arrays.fill(six, "perSource(64)");
            assertThat(asked(graph, all, 1L << 50, budget)).isEqualTo(batches(six));
            assertThat(asked(graph, sample, 20, budget))
                    .isEqualTo(batches("perSource(20)", "perSource(20)", "perSource(20)"));
            assertThat(asked(graph, sample, 32, budget))
                    .isEqualTo(batches("perSource(32)", "perSource(32)", "perSource(32)"));
            assertThat(asked(graph, sample, 33, budget))
                    .isEqualTo(batches(
                            "perSource(32)", "perSource(32)", "perSource(33)", "perSource(33)", "perSource(33)"));
            assertThat(asked(graph, sample, 1_000, budget))
                    .isEqualTo(batches(
                            "perSource(32)", "perSource(32)", "perSource(64)", "perSource(64)", "perSource(64)"));
        }
    }
}
