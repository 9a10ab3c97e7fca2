package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What suites measure on GPUs alone, on a small graph.
@Tag("gpu")
class GpuSuitesTest extends SuiteRuns {
    private static final int SOURCES = 2;

    /// On a star of 256 vertices, in their own order where a suite asks for none, or in those that are asked for.
    private SuiteResult run(String suite, OrderingKind... orderings) {
        return Suites.named(suite)
                .run(new BenchOptions(
                        folder,
                        null,
                        new BfsProtocol(SOURCES, 1, 1),
                        0,
                        new Device.Gpu(0),
                        LabRequest.from(0),
                        GraphSet.generated(List.of("star"), List.of(8), List.of(orderings)),
                        Progress.NONE,
                        said::add));
    }

    private static List<String> searches(SuiteResult result) {
        return result.bfs().stream().map(BfsMeasurement::key).toList();
    }

    private static List<String> batches(SuiteResult result) {
        return result.batches().stream().map(BatchMeasurement::key).toList();
    }

    @Test
    void theAblationHasAColumnForEachPartOfThePapersKernels() {
        SuiteResult result = run("ablation");
        assertThat(searches(result))
                .containsExactly(
                        "star 8 natural paper - A: BVSS, one kernel",
                        "star 8 natural paper - AB: and layout",
                        "star 8 jaccard paper - ABC: and reordering",
                        "star 8 jaccard paper - ABCD: and lazy updates",
                        "star 8 jaccard paper - Full: and switching");
        assertThat(result.bfs()).allMatch(row -> row.sources() == SOURCES && row.verified() == SOURCES);
        assertThat(batches(result))
                .containsExactly(
                        "star 8 jaccard naive random",
                        "star 8 jaccard paper-plain random",
                        "star 8 jaccard paper-reindexed random",
                        "star 8 jaccard paper random");
        assertThat(result.batches()).extracting(BatchMeasurement::batches).containsExactly(SOURCES, 3, 3, 3);
        assertThat(result.batches()).extracting(BatchMeasurement::width).containsExactly(1, 256, 256, 256);
    }

    @Test
    void theTableHasThePapersKernelsBesideOursWithAndWithoutTensorCores() {
        SuiteResult result = run("table2", OrderingKind.NATURAL);
        assertThat(searches(result))
                .containsExactly(
                        "star 8 natural paper -", "star 8 natural auto auto", "star 8 natural auto auto no tensor");
        assertThat(result.notes()).isEmpty();
    }

    @Test
    void everyRuleAndThePapersOwnIsMeasuredAndTensorLevelsAreStudied() {
        SuiteResult result = run("switch");
        assertThat(result.bfs().stream().map(BfsMeasurement::switching))
                .containsExactly(
                        "auto",
                        "paper:10",
                        "beamer:14,24",
                        "ligra:20,20",
                        "pushpull:100,100",
                        "graphblast:10,0",
                        "gunrock:1000,5",
                        "sepgraph:15,2,5",
                        "never");
        assertThat(result.notes()).isEmpty();
        assertThat(result.studies()).singleElement().satisfies(study -> {
            assertThat(study.sources()).isEqualTo(SOURCES);
            assertThat(study.example())
                    .isNotEmpty()
                    .allMatch(level -> level.waysMs().containsKey("tensor"));
        });
    }

    @Test
    void thePapersBatchesStandBesideOurs() {
        SuiteResult result = run("multi");
        assertThat(batches(result))
                .containsExactly(
                        "star 8 degree auto random", "star 8 degree wide random", "star 8 degree paper random");
        assertThat(result.batches()).extracting(BatchMeasurement::batches).containsExactly(8, 8, 2);
        assertThat(result.notes()).isEmpty();
    }

    /// On one, two, and so on: as many as there are.
    @Test
    void closenessOnEachNumberOfGpusIsComparedWithOne() {
        SuiteResult result = run("closeness");
        int gpus = Gpus.usable().size();
        int rows = 1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(gpus));
        assertThat(result.jobs()).hasSize(rows);
        assertThat(result.targets()).hasSize(rows - 1);
        JobMeasurement alone = result.jobs().getFirst();
        for (int i = 0; i < rows; i++) {
            JobMeasurement job = result.jobs().get(i);
            assertThat(job.graph()).isEqualTo("star 8");
            assertThat(job.ordering()).isEqualTo("degree");
            assertThat(job.devices()).hasSize(1 << i);
            assertThat(job.speedup())
                    .isCloseTo(alone.job().medianMs() / job.job().medianMs(), within(1e-9));
            assertThat(said)
                    .filteredOn("closeness star 8 on %d of %d GPUs".formatted(1 << i, gpus)::equals)
                    .hasSize(3);
            if (i > 0) {
                Target target = result.targets().get(i - 1);
                assertThat(target.what()).isEqualTo("closeness, %s over one".formatted(job.key()));
                assertThat(target.measured()).isEqualTo(job.speedup());
                assertThat(target.must()).isCloseTo(0.95 * (1 << i), within(1e-9));
                assertThat(target.aim()).isCloseTo(0.98 * (1 << i), within(1e-9));
                assertThat(target.lowerIsBetter()).isFalse();
            }
        }
    }
}
