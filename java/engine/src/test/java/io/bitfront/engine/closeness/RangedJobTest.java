package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.CacheFacts;
import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.file.FileException;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RangedJobTest {
    private static final ClosenessJob JOB = ClosenessJob.allSources()
            .measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.HARMONIC, ClosenessMeasure.ECCENTRICITY);
    private static final ClosenessJob SAMPLE =
            ClosenessJob.sample(120, 3).measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.HARMONIC);
    private static final int RANGE = 64;
    private static final String PLACE = "hdfs://kept/range";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void rangesTogetherAreTheWholeJob(GraphKind kind) {
        for (Direction direction : Direction.values()) {
            try (Graph graph = Prepared.graph(kind.draw(5, 300));
                    Engine engine = Prepared.cpu(graph, 2)) {
                ClosenessJob job = JOB.direction(direction);
                assertThat(inRanges(graph, job)).isEqualTo(rows(engine.closeness(job)));
            }
        }
    }

    @Test
    void rangesOfAListHoldEveryVertexOnce() {
        List<Long> ids = LongStream.range(0, 200).map(i -> i * 7 % 150).boxed().toList();
        try (Graph graph = Prepared.graph(GraphKind.MESSY.draw(5, 300));
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessJob job = JOB.withSources(new ClosenessJob.Sources.Listed(ids));
            assertThat(inRanges(graph, job))
                    .isEqualTo(rows(engine.closeness(job)))
                    .hasSize(150);
        }
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void estimatesFromAddedRangesAreThoseOfTheWholeSample(GraphKind kind) {
        try (Graph graph = Prepared.graph(kind.draw(5, 300));
                Engine engine = Prepared.cpu(graph, 2)) {
            assertThat(estimates(graph, SAMPLE)).isEqualTo(rows(engine.closeness(SAMPLE)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_023, 1_024, 1_025, 1 << 20, (1 << 22) + 1, 65_608_366, Integer.MAX_VALUE})
    void rangesCoverEverySourceOnceInFewWholeBatches(int sources) {
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            RangePlan plan = plan(job, sources);
            long covered = 0;
            for (int range = 0; range < plan.ranges(); range++) {
                assertThat(plan.first(range)).isEqualTo((int) covered);
                assertThat(plan.size(range)).isPositive();
                covered += plan.size(range);
                assertThat(covered % 1_024 == 0 || range == plan.ranges() - 1).isTrue();
            }
            assertThat(covered).isEqualTo(sources);
            assertThat(plan.ranges()).isLessThanOrEqualTo(job.sampled() ? 1 << 10 : 1 << 14);
        }
    }

    /// Whoever takes the next range whenever done: all are done within a batch or so of each other.
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1_000})
    void machinesThatTakeRangesInTurnEndTogether(int machines) {
        RangePlan plan = plan(JOB, 65_608_366);
        PriorityQueue<Long> busyUntil = new PriorityQueue<>(Collections.nCopies(machines, 0L));
        for (int range = 0; range < plan.ranges(); range++) {
            busyUntil.add(busyUntil.remove() + plan.size(range));
        }
        assertThat(Collections.max(busyUntil)).isLessThanOrEqualTo(Math.ceilDiv(65_608_366, machines) + 1_024);
        // 64,071 batches = 1,024 x (31 + 15 + 8 + 4 + 2) + 2,631
        assertThat(plan.ranges()).isEqualTo(5 * 1_024 + 2_631);
    }

    @Test
    void rangesShortenTowardsTheLast() {
        RangePlan plan = plan(JOB, 10_000 * 1_024);
        assertThat(IntStream.range(0, plan.ranges()).map(range -> plan.size(range) / 1_024))
                .startsWith(4, 4)
                .endsWith(1, 1)
                .isSortedAccordingTo(Comparator.reverseOrder());
        // 10,000 = 1,024 x 4 + 1,024 x 2 + 3,856
        assertThat(plan.ranges()).isEqualTo(1_024 + 1_024 + 3_856);
        assertThat(plan.description()).contains("ranges: 5,904 of 1,024 to 4,096 sources");
    }

    @Test
    void aKeptRangeIsRestoredWithoutAnEngine() {
        try (Graph graph = Prepared.graph(GraphKind.MESSY.draw(5, 300));
                Engine cpu = Prepared.cpu(graph, 2)) {
            RangedJob job = new RangedJob(graph, JOB, small(graph, JOB));
            Path file = folder.resolve("range-1");
            Map<Long, List<Double>> first = keep(job, cpu, file);
            ExactRange range = job.exact(1);
            range.restore(file, PLACE);
            assertThat(rows(range.result())).isEqualTo(first);
            assertThat(range.result().traversals()).isZero();
        }
    }

    @Test
    void refusesAKeptRangeThatIsDamagedOrOfAnotherJob() throws IOException {
        try (Graph graph = Prepared.graph(GraphKind.MESSY.draw(5, 300));
                Engine cpu = Prepared.cpu(graph, 2)) {
            RangedJob job = new RangedJob(graph, JOB, small(graph, JOB));
            Path file = folder.resolve("range-1");
            keep(job, cpu, file);
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += at < 400 ? 3 : 41) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 0x10;
                Files.write(file, damaged);
                ExactRange range = job.exact(1);
                assertThatThrownBy(() -> range.restore(file, PLACE))
                        .as("byte %d", at)
                        .isInstanceOf(FileException.class)
                        .hasMessageContaining(PLACE);
            }
            Files.write(file, whole);
            ClosenessJob inwards = JOB.direction(Direction.IN);
            ExactRange range = new RangedJob(graph, inwards, small(graph, inwards)).exact(1);
            assertThatThrownBy(() -> range.restore(file, PLACE))
                    .hasMessage("checkpoint %s belongs to another job: direction: out there, in here", PLACE);
        }
    }

    @Test
    void refusesPivotsOfAnotherRange() {
        try (Graph graph = Prepared.graph(GraphKind.MESSY.draw(5, 300));
                Engine cpu = Prepared.cpu(graph, 2)) {
            RangedJob job = new RangedJob(graph, SAMPLE, small(graph, SAMPLE));
            Path file = folder.resolve("range-0");
            try (PivotRange range = job.pivots(0);
                    RangeEngine engine = new RangeEngine(cpu, SAMPLE, small(graph, SAMPLE))) {
                range.traverse(engine);
                range.keep(file);
            }
            try (PivotRange other = job.pivots(1)) {
                assertThatThrownBy(() -> other.restore(file, PLACE))
                        .isInstanceOf(FileException.class)
                        .hasMessage("%s is damaged: it holds other pivots than its range", PLACE);
            }
        }
    }

    @Test
    void anInterruptGivesUpWhatEstimatesGoBy() {
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(5, 300))) {
            RangedJob job = new RangedJob(graph, SAMPLE, small(graph, SAMPLE));
            TargetSums sums = TargetSums.allocate(arena, graph.vertexCount());
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> job.estimates(0, sums)).isInstanceOf(CancellationException.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(job.estimates(0, sums).rowCount()).isEqualTo(graph.vertexCount());
        }
    }

    @Test
    void anInterruptStopsARangeBeforeItsEnd() {
        TestGraph chain = Shapes.chain(3_000);
        try (Graph graph = Prepared.graph(chain);
                Engine cpu = Prepared.cpu(graph, 1)) {
            RangePlan plan = new RangePlan(3_000, 1_024, small(graph, JOB).description());
            RangedJob job = new RangedJob(graph, JOB.width(64), plan);
            ExactRange range = job.exact(0);
            try (RangeEngine engine = new RangeEngine(cpu, JOB.width(64), plan)) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> range.traverse(engine, null, done -> {}))
                        .isInstanceOf(JobStoppedException.class)
                        .hasMessageMatching("range 0 stopped after [0-9,]+ of 1,024 sources");
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void refusesABatchWidthThatTheEngineHasNot() {
        try (Graph graph = Prepared.graph(GraphKind.MESSY.draw(5, 300));
                Engine cpu = Prepared.cpu(graph, 2)) {
            assertThat(RangeEngine.whyNot(cpu, JOB, small(graph, JOB))).isNull();
            assertThatThrownBy(() -> RangeEngine.whyNot(cpu, JOB.width(65), small(graph, JOB)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Map<Long, List<Double>> keep(RangedJob job, Engine cpu, Path file) {
        ExactRange range = job.exact(1);
        try (RangeEngine engine = new RangeEngine(cpu, JOB, small(cpu.graph(), JOB))) {
            LongAdder done = new LongAdder();
            range.traverse(engine, file, done::add);
            assertThat(done.sum()).isEqualTo(RANGE);
            assertThat(range.result().traversals()).isEqualTo(RANGE);
            return rows(range.result());
        }
    }

    private static Map<Long, List<Double>> inRanges(Graph graph, ClosenessJob job) {
        RangePlan plan = small(graph, job);
        RangedJob ranged = new RangedJob(graph, job, plan);
        Map<Long, List<Double>> all = new TreeMap<>();
        try (RangeEngine engine = new RangeEngine(Prepared.cpu(graph, 2), job, plan)) {
            for (int r = plan.ranges() - 1; r >= 0; r--) {
                ExactRange range = ranged.exact(r);
                range.traverse(engine, null, done -> {});
                Map<Long, List<Double>> rows = rows(range.result());
                rows.forEach((id, values) ->
                        assertThat(all.put(id, values)).as("vertex %d", id).isNull());
            }
        }
        return all;
    }

    private static Map<Long, List<Double>> estimates(Graph graph, ClosenessJob job) {
        RangePlan plan = small(graph, job);
        RangedJob ranged = new RangedJob(graph, job, plan);
        Map<Long, List<Double>> all = new TreeMap<>();
        int n = graph.vertexCount();
        try (Arena arena = Arena.ofConfined();
                RangeEngine engine = new RangeEngine(Prepared.cpu(graph, 2), job, plan)) {
            List<TargetSums> blocks = new ArrayList<>();
            for (int first = 0; first < n; first += 100) {
                blocks.add(TargetSums.allocate(arena, Math.min(100, n - first)));
            }
            for (int r = 0; r < plan.ranges(); r++) {
                try (PivotRange range = ranged.pivots(r)) {
                    range.traverse(engine);
                    for (int block = 0; block < blocks.size(); block++) {
                        int first = block * 100;
                        PivotRange.add(range.sums(first, Math.min(100, n - first)), blocks.get(block));
                    }
                }
            }
            for (int block = 0; block < blocks.size(); block++) {
                all.putAll(rows(ranged.estimates(block * 100, blocks.get(block))));
            }
        }
        return all;
    }

    private static RangePlan small(Graph graph, ClosenessJob job) {
        int sources = switch (job.sources()) {
            case ClosenessJob.Sources.Error _ -> throw new IllegalArgumentException("has no ranges");
            case ClosenessJob.Sources.All _ -> graph.vertexCount();
            case ClosenessJob.Sources.Listed listed -> listed.ids().size();
            case ClosenessJob.Sources.Sample sample -> Math.min(sample.pivots(), graph.vertexCount());
        };
        return new RangePlan(sources, RANGE, plan(job, sources).description());
    }

    private static RangePlan plan(ClosenessJob job, int sources) {
        return RangePlan.of(new CacheFacts(300, 1_000, true, 1 << 20, 17, false), job, sources, 0);
    }

    private static Map<Long, List<Double>> rows(ClosenessResult result) {
        Map<Long, List<Double>> rows = new TreeMap<>();
        for (int row = 0; row < result.rowCount(); row++) {
            int at = row;
            List<Double> values = new ArrayList<>(result.job().measures().stream()
                    .map(measure -> result.value(at, measure))
                    .toList());
            if (result.job().sampled()) {
                values.add(result.standardError(row, result.job().measures().getFirst()));
            }
            rows.put(result.id(row), values);
        }
        return rows;
    }
}
