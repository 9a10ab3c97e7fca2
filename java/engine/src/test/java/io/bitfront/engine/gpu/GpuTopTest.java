package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The top of deep graphs on a GPU, whose searches far apart run in batches that tell sums and no levels, against the
/// full ranking of the CPU.
@Tag("gpu")
@Tag("drawn")
class GpuTopTest extends OnFirstDevice {
    /// What fits one batch is searched so.
    private static final int NARROW = 256;

    /// A grid's and a cycle's vertices have equals.
    static List<TestGraph> deep() {
        return Share.of(
                GpuTopTest.class,
                List.of(
                        Shapes.grid(8, 90),
                        Shapes.cycle(300),
                        GraphKind.ROAD.draw(7, 900),
                        Shapes.beside(Shapes.grid(5, 80), Shapes.grid(4, 70))));
    }

    private static GpuSetup setup() {
        GpuSetup.Searches searches = new GpuSetup.Searches(IndependentSearches.QUEUE, 0, 0, false);
        return new GpuSetup(Faults.NONE, false, false, Long.MAX_VALUE, GpuSetup.CalibrationTime.USUAL, searches);
    }

    @ParameterizedTest
    @MethodSource("deep")
    void givesTheFirstRowsOfTheFullRanking(TestGraph deep) {
        expectTops(deep, ClosenessMeasure.WF, 1, 10);
    }

    @Test
    @Tag("once")
    void givesTheFirstRowsHoweverManyAreRanked() {
        TestGraph grid = Shapes.grid(5, 70);
        expectTops(grid, ClosenessMeasure.LIN, 1, 5, 6, grid.vertexCount());
    }

    private static void expectTops(TestGraph deep, ClosenessMeasure measure, int... counts) {
        ClosenessJob job = ClosenessJob.allSources().measures(measure).width(NARROW);
        try (Graph graph = Prepared.graph(deep);
                Engine cpu = Prepared.cpu(graph, 2);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, setup()))) {
            List<String> ranking =
                    Prepared.rows(cpu.closeness(job.top(deep.vertexCount()).bounds(false)));
            for (int count : counts) {
                ClosenessResult found = gpu.closeness(job.top(count));
                assertThat(Prepared.rows(found)).as("top %d", count).isEqualTo(ranking.subList(0, count));
            }
        }
    }

    /// Sums alone make balls; a round is of four batches.
    @Test
    @Tag("once")
    void rulesOutWhatLiesAroundSearchesInBatches() {
        ClosenessJob job =
                ClosenessJob.allSources().measures(ClosenessMeasure.WF).top(1).width(NARROW);
        try (Graph graph = Prepared.graph(Shapes.grid(3, 300));
                Engine gpu = Prepared.engine(new GpuEngine(graph, device, setup()))) {
            ClosenessResult found = gpu.closeness(job);
            ClosenessResult.Effort effort = found.effort().orElseThrow();
            assertThat(effort.spared().get("balls")).isGreaterThan(450);
            assertThat(effort.begun()).isLessThan(450);
            assertThat(found.stages().getFirst().name()).isEqualTo("bounds");
            ClosenessResult.Stage apart = found.stages().get(1);
            assertThat(apart.name()).isEqualTo("searches far apart");
            assertThat(apart.searches()).isBetween(4L, 16L);
            assertThat(apart.left()).isLessThan(900 - apart.searches());
        }
    }
}
