package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a job is made of, and which parts are refused.
class JobPartsTest {
    private static final ClosenessJob ALL = ClosenessJob.allSources();

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0, 1, 1.5, Double.NaN})
    void refusesErrorsThatAreNoShareOfAValue(double error) {
        assertThatThrownBy(() -> new ClosenessJob.Sources.Error(error, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("error %s: expected between 0 and 1", error);
    }

    @Test
    void takesPartsAtTheirLimitsAndRefusesThoseBeyond() {
        assertThat(new ClosenessJob.Sources.Error(Double.MIN_VALUE, 1).error()).isPositive();
        assertThat(new ClosenessJob.Sources.Error(Math.nextDown(1.0), 1).error())
                .isLessThan(1);
        assertThat(ClosenessJob.sample(1, 7).sources()).isEqualTo(new ClosenessJob.Sources.Sample(1, 7));
        assertThat(ALL.top(0).width(0)).isEqualTo(ALL);
        assertThatThrownBy(() -> ClosenessJob.sample(0, 1)).hasMessage("sample of 0 pivots: expected at least 1");
        assertThatThrownBy(() -> ALL.top(-1)).hasMessage("top -1 is negative");
        assertThatThrownBy(() -> ALL.width(-1)).hasMessage("batch width -1 is negative");
        assertThatThrownBy(() -> ALL.measures(ClosenessMeasure.LIN, ClosenessMeasure.LIN))
                .hasMessage("measures [lin, lin]: expected at least one, each once");
        assertThatThrownBy(() -> ALL.measures(ClosenessMeasure.LIN).withSources(new ClosenessJob.Sources.Error(0.1, 1)))
                .hasMessage("measure lin cannot be estimated from a sample; it needs all sources");
    }

    @Test
    void requestsKeepWhatTheyWereGiven() {
        long[] ids = {1, 2};
        BfsRequest search = BfsRequest.from(0).withTargets(ids);
        LevelTable.Request table = LevelTable.Request.from(ids).to(ids);
        ids[0] = 7;
        for (int time = 0; time < 2; time++) {
            for (long[] kept : List.of(search.targets(), table.sources(), table.vertices())) {
                assertThat(kept).containsExactly(1, 2);
                kept[0] = 7;
            }
        }
        assertThat(LevelTable.Request.from(1).vertices()).isNull();
    }

    @Test
    void refusesWhatIsNullByItsName() {
        refuses("targets", () -> BfsRequest.from(0).withTargets((long[]) null));
        refuses("sources", () -> LevelTable.Request.from((long[]) null));
        refuses("ids", () -> LevelTable.Request.from(0).to((long[]) null));
        refuses("ids", () -> ClosenessJob.sources(null));
        refuses("ids", () -> ClosenessJob.Sources.Listed.of((long[]) null));
        refuses("measures", () -> ALL.measures((List<ClosenessMeasure>) null));
        refuses("graph", () -> Engine.open(null, Device.cpu()));
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Engine engine = Engine.open(graph, new Device.Cpu(1));
                Arena arena = Arena.ofConfined()) {
            refuses("device", () -> Engine.open(graph, null));
            refuses("graph", () -> EngineTeam.open(null, List.of(Device.cpu()), 1, _ -> null));
            refuses("asked", () -> EngineTeam.open(graph, null, 1, _ -> null));
            refuses("whyNot", () -> EngineTeam.open(graph, List.of(Device.cpu()), 1, null));
            refuses("request", () -> engine.bfs(null));
            refuses("request", () -> engine.bfs(null, arena));
            refuses("arena", () -> engine.bfs(BfsRequest.from(0), null));
            refuses("sources", () -> engine.levels(null, arena));
            refuses("arena", () -> engine.levels(new long[1], null));
            LevelTable.Request one = LevelTable.Request.from(0);
            LevelTable.Store store = (cellBytes, width) -> arena.allocate(3L * cellBytes);
            refuses("request", () -> engine.levels(null, store, Progress.NONE));
            refuses("store", () -> engine.levels(one, null, Progress.NONE));
            refuses("progress", () -> engine.levels(one, store, null));
            refuses("job", () -> engine.closeness(null));
            refuses("progress", () -> engine.closeness(ALL, null));
            refuses("progress", () -> engine.diameter(null));
        }
    }

    private static void refuses(String name, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
    }

    @Test
    void changesOnePartAtATime() {
        ClosenessJob job = new ClosenessJob(
                new ClosenessJob.Sources.Sample(3, 4),
                List.of(ClosenessMeasure.HARMONIC, ClosenessMeasure.CLOSENESS),
                Direction.IN,
                5,
                64,
                BatchMode.WIDE,
                Path.of("kept"),
                false);
        assertThat(ALL.withSources(job.sources())
                        .measures(job.measures())
                        .direction(Direction.IN)
                        .top(5)
                        .width(64)
                        .mode(BatchMode.WIDE)
                        .checkpoint(Path.of("kept"))
                        .bounds(false))
                .isEqualTo(job);
        assertThat(job.sampled()).isTrue();
        assertThat(ALL.sampled()).isFalse();
        assertThat(ALL.withSources(new ClosenessJob.Sources.Error(0.5, 1)).sampled())
                .isTrue();
        assertThat(ClosenessJob.sources(List.of(1L)).sampled()).isFalse();
        assertThat(ALL.bounds()).isTrue();
        assertThat(ALL.top()).isZero();
        assertThat(ALL.width()).isZero();
    }

    @Test
    void listedSourcesAreSortedAndEachThereOnce() {
        Random dice = new Random(3);
        for (int count = 0; count < 40; count++) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ids.add((long) dice.nextInt(30));
            }
            List<Long> kept = new ClosenessJob.Sources.Listed(ids).ids();
            assertThat(kept).containsExactlyElementsOf(new TreeSet<>(ids));
            assertThat(new ClosenessJob.Sources.Listed(kept).ids()).isEqualTo(kept);
        }
    }
}
