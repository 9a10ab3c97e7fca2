package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The top by bounds against the full ranking.
@Tag("drawn")
final class TopTest {
    private static final List<ClosenessMeasure> RANKED = List.of(
            ClosenessMeasure.WF,
            ClosenessMeasure.CLOSENESS,
            ClosenessMeasure.HARMONIC,
            ClosenessMeasure.HARMONIC_NORMALISED,
            ClosenessMeasure.LIN);

    static List<TestGraph> graphs() {
        return Share.of(TopTest.class, TestGraphs.small());
    }

    static Stream<TestGraph> kinds() {
        return Share.of(TopTest.class, List.of(GraphKind.values())).stream().map(kind -> kind.draw(21, 600));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void givesTheFirstRowsOfTheFullRankingOfSmallGraphs(TestGraph test) {
        expectTops(test, 1, 4);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void givesTheFirstRowsOfTheFullRankingOfEveryKind(TestGraph test) {
        expectTops(test, 1, 10, 100, test.vertexCount());
    }

    /// Rows of separators, of cells, and of what follows others.
    @Test
    @Tag("once")
    void givesTheFirstRowsOfTheFullRankingOfDeepGraphs() {
        TestGraph deep = deep();
        try (Graph graph = Prepared.graph(deep);
                Engine engine = Prepared.cpu(graph, 2)) {
            for (ClosenessMeasure measure : RANKED) {
                ClosenessJob job =
                        ClosenessJob.allSources().measures(others(measure)).width(64);
                List<String> ranking =
                        Prepared.rows(engine.closeness(job.top(3_000).bounds(false)));
                boolean cells = false;
                for (int count : new int[] {1, 10, 80, 3_000}) {
                    ClosenessResult found = engine.closeness(job.top(count));
                    assertThat(Prepared.rows(found))
                            .as("%s, top %d", measure, count)
                            .isEqualTo(ranking.subList(0, count));
                    cells |= found.effort().orElseThrow().spared().containsKey("cells");
                }
                assertThat(cells).as("some were found in cells").isTrue();
            }
            ClosenessJob listed = ClosenessJob.sources(
                            LongStream.range(40, deep.vertexCount() - 3).boxed().toList())
                    .measures(ClosenessMeasure.HARMONIC)
                    .top(20)
                    .width(64);
            assertThat(Prepared.rows(engine.closeness(listed)))
                    .isEqualTo(Prepared.rows(engine.closeness(listed.bounds(false))));
        }
    }

    @Test
    @Tag("once")
    void progressEndsNearWhatThereIsToDoWhereSomeIsFoundInCells() {
        Map<String, Long> totals = new TreeMap<>();
        Map<String, LongAdder> sums = new ConcurrentHashMap<>();
        Progress counting = (name, total, unit) -> {
            totals.put(name, total);
            LongAdder sum = sums.computeIfAbsent(name, _ -> new LongAdder());
            return sum::add;
        };
        try (Graph graph = Prepared.graph(deep());
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = eightyHighest();
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, counting, _ -> {}).run();
            assertThat(found.effort().orElseThrow().spared()).containsKey("cells");
            long total = totals.get("top 80");
            assertThat(sums.get("top 80").sum()).isBetween(total * 99 / 100, total * 101 / 100);
        }
    }

    @Test
    @Tag("once")
    void continuesFromACheckpointOfSomeCells(@TempDir Path folder) {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(deep());
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = eightyHighest();
            ClosenessJob kept = job.checkpoint(folder);
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress cancelAmongCells = (name, total, unit) -> amount -> {
                if (said.stream().anyMatch(line -> line.contains("the borders of"))) {
                    runner.get().cancel();
                }
            };
            runner.set(new ClosenessRunner(List.of(engine), kept, cancelAmongCells, said::add));
            assertThatThrownBy(() -> runner.get().run()).isInstanceOf(JobStoppedException.class);
            ClosenessResult continued = engine.closeness(kept);
            assertThat(continued.events()).anyMatch(event -> event.contains("sources were in checkpoint"));
            assertThat(Prepared.rows(continued)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }

    private static ClosenessJob eightyHighest() {
        return ClosenessJob.allSources()
                .measures(others(ClosenessMeasure.HARMONIC))
                .top(80)
                .width(64);
    }

    /// A long grid, at some of whose vertices hang a path, two leaves, and a triangle.
    private static TestGraph deep() {
        int width = 7;
        int length = 900;
        int next = width * length;
        TestGraph grid = Shapes.grid(width, length);
        List<int[]> edges = new ArrayList<>();
        for (int at = 0; at < width * length; at += 61) {
            edges.add(new int[] {at, next});
            edges.add(new int[] {next, next + 1});
            edges.add(new int[] {at, next + 2});
            edges.add(new int[] {at, next + 3});
            edges.add(new int[] {at + 1, next + 4});
            edges.add(new int[] {at + 1, next + 5});
            edges.add(new int[] {next + 4, next + 5});
            next += 6;
        }
        int[] from = IntStream.concat(IntStream.of(grid.from()), edges.stream().mapToInt(edge -> edge[0]))
                .toArray();
        int[] to = IntStream.concat(IntStream.of(grid.to()), edges.stream().mapToInt(edge -> edge[1]))
                .toArray();
        return new TestGraph("a long grid and what hangs on it", next, from, to, false);
    }

    private static void expectTops(TestGraph test, int... counts) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1);
                Engine blind = Prepared.engine(
                        new FaultyEngine(new CpuEngine(graph, 1), "gpu:0", FaultyEngine.Fault.NEVER, 0))) {
            for (Direction direction : Direction.values()) {
                ClosenessJob job =
                        ClosenessJob.allSources().direction(direction).width(64);
                for (ClosenessMeasure measure : RANKED) {
                    ClosenessJob ranked = job.measures(others(measure));
                    List<String> ranking = Prepared.rows(
                            engine.closeness(ranked.top(test.vertexCount()).bounds(false)));
                    List<String> alone = Prepared.rows(engine.closeness(
                            ranked.measures(measure).top(test.vertexCount()).bounds(false)));
                    for (int count : counts) {
                        ClosenessJob top = ranked.top(count);
                        List<String> expected = ranking.subList(0, Math.min(count, ranking.size()));
                        assertThat(Prepared.rows(engine.closeness(top)))
                                .as("%s, top %d", top.direction(), count)
                                .isEqualTo(expected);
                        assertThat(Prepared.rows(blind.closeness(top))).isEqualTo(expected);
                        assertThat(Prepared.rows(blind.closeness(top.measures(measure))))
                                .isEqualTo(alone.subList(0, expected.size()));
                    }
                }
            }
        }
    }

    /// All measures, this one first.
    private static List<ClosenessMeasure> others(ClosenessMeasure first) {
        List<ClosenessMeasure> all = new ArrayList<>(List.of(ClosenessMeasure.values()));
        all.remove(first);
        all.addFirst(first);
        return all;
    }

    @Test
    void ranksTheListedSourcesAlone() {
        TestGraph test = GraphKind.SCALE_FREE.draw(3, 900);
        List<Long> listed = LongStream.range(100, 400).boxed().toList();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessJob job = ClosenessJob.sources(listed).top(7).width(64);
            assertThat(Prepared.rows(engine.closeness(job)))
                    .isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "COMPONENTS", "DIRECTED_SCALE_FREE"})
    void sharesCandidatesAmongSeveralEngines(GraphKind kind) {
        TestGraph test = kind.draw(4, 2_000);
        try (Graph graph = Prepared.graph(test);
                Engine one = Prepared.cpu(graph, 2);
                Engine lost = Prepared.engine(
                        new FaultyEngine(new CpuEngine(graph, 1), "gpu:0", FaultyEngine.Fault.FINISH, 1))) {
            ClosenessJob job = ClosenessJob.allSources()
                    .measures(ClosenessMeasure.HARMONIC)
                    .top(10)
                    .width(64);
            ClosenessResult found = new ClosenessRunner(List.of(one, lost), job, Progress.NONE).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(one.closeness(job.bounds(false))));
        }
    }

    @Test
    @Tag("once")
    void searchesFewVerticesOfAScaleFreeGraphAndOfARoadAndSaysHowMany() {
        ClosenessResult.Effort scaleFree = effort(GraphKind.SCALE_FREE.draw(5, 8_000), ClosenessMeasure.WF);
        assertThat(scaleFree.finished()).isLessThan(200);
        assertThat(scaleFree.spared()).containsKey("neighbourhoods");
        ClosenessResult.Effort grid = effort(Shapes.grid(120, 70), ClosenessMeasure.WF);
        assertThat(grid.begun()).isLessThan(1_200);
        assertThat(grid.spared()).containsKey("balls");
        assertThat(grid.begun()
                        + grid.following()
                        + grid.spared().values().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                .isEqualTo(grid.vertices());
    }

    /// A device that counts neighbourhoods says so itself; all is searched then, once.
    @Test
    void searchesAllWhereADeviceCountsThatBoundsAreOfNoUse() {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(GraphKind.UNIFORM.draw(6, 700));
                Engine cpu = Prepared.cpu(graph, 1);
                Engine counting =
                        Prepared.engine(new FaultyEngine(new CpuEngine(graph, 1), "gpu:0", FaultyEngine.Fault.NEVER, 0)
                                .leavingAtMost(10))) {
            ClosenessJob job = ClosenessJob.allSources().top(5).width(64);
            ClosenessResult found = new ClosenessRunner(List.of(counting), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
            assertThat(said).contains("bounds rule out too few of 700 vertices: all that are left are searched");
            assertThat(found.effort().orElseThrow().begun()).isEqualTo(700);
            assertThat(found.effort().orElseThrow().finished()).isEqualTo(700);
        }
    }

    /// A device counts for listed sources, and for what a checkpoint leaves of them, and for nobody else.
    @Test
    void asksADeviceForBoundsOfWhatIsListedAndNotDone(@TempDir Path folder) {
        TestGraph test = GraphKind.SCALE_FREE.draw(8, 1_500);
        int n = test.vertexCount();
        List<Long> listed =
                LongStream.range(0, n).filter(id -> id % 3 != 0).boxed().toList();
        try (Graph graph = Prepared.graph(test);
                Engine cpu = Prepared.cpu(graph, 1)) {
            for (ClosenessMeasure measure : RANKED) {
                FaultyEngine counts = new FaultyEngine(new CpuEngine(graph, 1), "gpu:0", FaultyEngine.Fault.NEVER, 0);
                try (Engine counting = Prepared.engine(counts)) {
                    ClosenessJob job = ClosenessJob.sources(listed)
                            .measures(measure)
                            .top(5)
                            .width(64)
                            .checkpoint(folder.resolve(measure.name()));
                    List<String> expected = Prepared.rows(cpu.closeness(ClosenessJob.sources(listed)
                            .measures(measure)
                            .top(5)
                            .bounds(false)));
                    ClosenessResult first = counting.closeness(job);
                    assertThat(Prepared.rows(first)).isEqualTo(expected);
                    assertThat(counts.skipped().cardinality()).isEqualTo(n - listed.size());
                    ClosenessResult.Effort effort = first.effort().orElseThrow();
                    assertThat(effort.finished()).isLessThan(listed.size() / 2);
                    ClosenessResult again = counting.closeness(job);
                    assertThat(Prepared.rows(again)).isEqualTo(expected);
                    assertThat(counts.skipped().cardinality()).isEqualTo(n - listed.size() + effort.finished());
                    assertThat(again.effort().orElseThrow().finished()).isZero();
                }
            }
        }
    }

    /// A device counts for directed graphs, either way; where it leaves too many the host's bounds are better. Around
    /// two hubs all edges go both ways, but to some vertices and from some they go one way.
    @Test
    void asksADeviceForBoundsOfDirectedGraphs() {
        int rim = 900;
        int[][] edges = IntStream.range(2, 2 + rim + 200)
                .boxed()
                .flatMap(v -> v < 2 + rim
                        ? Stream.of(new int[] {0, v}, new int[] {v, 0}, new int[] {1, v}, new int[] {v, 1})
                        : Stream.of(v % 2 == 0 ? new int[] {v % 3, v} : new int[] {v, v % 3}))
                .toArray(int[][]::new);
        TestGraph test = new TestGraph(
                "hubs, sources and sinks",
                2 + rim + 200,
                Stream.of(edges).mapToInt(edge -> edge[0]).toArray(),
                Stream.of(edges).mapToInt(edge -> edge[1]).toArray(),
                true);
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test);
                Engine cpu = Prepared.cpu(graph, 1)) {
            for (Direction direction : Direction.values()) {
                for (int most : new int[] {n, -1}) {
                    FaultyEngine counts = new FaultyEngine(
                                    new CpuEngine(graph, 1), "gpu:0", FaultyEngine.Fault.NEVER, 0)
                            .leavingAtMost(most);
                    try (Engine counting = Prepared.engine(counts)) {
                        ClosenessJob job = ClosenessJob.allSources()
                                .direction(direction)
                                .measures(ClosenessMeasure.HARMONIC)
                                .top(2)
                                .width(64);
                        ClosenessResult found = counting.closeness(job);
                        assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
                        assertThat(counts.skipped()).isEqualTo(new BitSet());
                        assertThat(found.stages().isEmpty()).isEqualTo(most == n);
                        assertThat(found.effort().orElseThrow().begun()).isEqualTo(64);
                    }
                }
            }
        }
    }

    /// The hub of a wheel is the first vertex of the first batch, and leaves none to be searched after it. Each edge
    /// goes both ways.
    @Test
    void takesTheFirstRowOfABatchForAThreshold() {
        int rim = 2_000;
        int[][] edges = IntStream.rangeClosed(1, rim)
                .boxed()
                .flatMap(v -> Stream.of(new int[] {0, v}, new int[] {v, v % rim + 1}))
                .flatMap(edge -> Stream.of(edge, new int[] {edge[1], edge[0]}))
                .toArray(int[][]::new);
        TestGraph wheel = new TestGraph(
                "wheel",
                rim + 1,
                Stream.of(edges).mapToInt(edge -> edge[0]).toArray(),
                Stream.of(edges).mapToInt(edge -> edge[1]).toArray(),
                true);
        try (Graph graph = Prepared.graph(wheel);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult top = engine.closeness(ClosenessJob.allSources()
                    .measures(ClosenessMeasure.WF)
                    .top(1)
                    .width(64));
            assertThat(Prepared.rows(top)).containsExactly("0 1.0");
            assertThat(top.effort().orElseThrow().begun()).isEqualTo(64);
        }
    }

    /// Two hubs and a rim, each vertex of which has a leaf: the first two vertices of the first batch leave none
    /// to be searched after it. One of the rim would: its value is below what others of the rim may have.
    @Test
    void takesEveryRowOfABatchForAThreshold() {
        int rim = 1_000;
        int[][] edges = IntStream.range(2, 2 + rim)
                .boxed()
                .flatMap(v -> Stream.of(new int[] {0, v}, new int[] {1, v}, new int[] {v, v + rim}))
                .flatMap(edge -> Stream.of(edge, new int[] {edge[1], edge[0]}))
                .toArray(int[][]::new);
        TestGraph hubs = new TestGraph(
                "two hubs",
                2 + 2 * rim,
                Stream.of(edges).mapToInt(edge -> edge[0]).toArray(),
                Stream.of(edges).mapToInt(edge -> edge[1]).toArray(),
                true);
        try (Graph graph = Prepared.graph(hubs);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult top = engine.closeness(ClosenessJob.allSources()
                    .measures(ClosenessMeasure.WF)
                    .top(2)
                    .width(64));
            assertThat(top.id(0)).isZero();
            assertThat(top.id(1)).isEqualTo(1);
            assertThat(top.effort().orElseThrow().begun()).isEqualTo(64);
        }
    }

    /// On roads neighbours' sums rule out what balls leave, and nobody else.
    @Test
    @Tag("once")
    void rulesOutByTheSumsOfNeighboursOnRoads() {
        try (Graph graph = Prepared.graph(GraphKind.ROAD.draw(9, 4_000));
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.WF);
            ClosenessResult found = engine.closeness(job.top(5));
            assertThat(found.effort().orElseThrow().spared().get("neighbours")).isPositive();
            assertThat(Prepared.rows(found))
                    .isEqualTo(Prepared.rows(engine.closeness(job.top(5).bounds(false))));
        }
    }

    /// 77 bytes a vertex, and what levels of finished searches are kept in: 2^18 ints, on a small graph.
    @Test
    void needsMemoryForBoundsBesideThatOfAllSearches() {
        try (Graph graph = Prepared.graph(Shapes.chain(100));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob all = ClosenessJob.allSources().measures(ClosenessMeasure.WF);
            long searches = ClosenessRunner.memoryNeeded(List.of(engine), all);
            assertThat(ClosenessRunner.memoryNeeded(List.of(engine), all.top(5)))
                    .isEqualTo(searches + 77 * 100 + 4 * (1 << 18));
            assertThat(ClosenessRunner.memoryNeeded(List.of(engine), all.top(5).bounds(false)))
                    .isEqualTo(searches);
        }
    }

    /// Where most are candidates, all rows come from the graph in fewer vertices.
    @Test
    void searchesTheGraphInFewerVerticesWhereBoundsLeaveMore() {
        TestGraph test = withLeaves(GraphKind.SCALE_FREE.draw(5, 1_000), 3);
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            assertThat(graph.statistics().scaleFree()).isTrue();
            ClosenessJob job = ClosenessJob.allSources()
                    .measures(ClosenessMeasure.HARMONIC)
                    .top(n / 2);
            ClosenessResult found = engine.closeness(job);
            ClosenessResult.Effort effort = found.effort().orElseThrow();
            assertThat(effort.begun() + effort.following()).isEqualTo(n);
            assertThat(effort.following()).isGreaterThanOrEqualTo(n / 2);
            assertThat(effort.spared()).isEmpty();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }

    private static TestGraph withLeaves(TestGraph inner, int leaves) {
        int n = inner.vertexCount();
        IntStream all = IntStream.range(n, n * (leaves + 1));
        return new TestGraph(
                inner + " with leaves",
                n * (leaves + 1),
                IntStream.concat(
                                IntStream.of(inner.from()),
                                IntStream.range(n, n * (leaves + 1)).map(leaf -> leaf % n))
                        .toArray(),
                IntStream.concat(IntStream.of(inner.to()), all).toArray(),
                false);
    }

    private static ClosenessResult.Effort effort(TestGraph test, ClosenessMeasure measure) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job =
                    ClosenessJob.allSources().measures(measure).top(3).width(64);
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            return found.effort().orElseThrow();
        }
    }

    @Test
    void saysWhereBoundsRuleNothingOut() {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(Shapes.cycle(2_000));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources().top(2_000 - 1).width(64);
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(said)
                    .containsExactly("bounds rule out 0 of 2,000 vertices so far: all that are left are searched");
        }
    }

    /// All vertices have eight neighbours or so, and none just one.
    private static TestGraph ringWithChords(int n) {
        Random dice = new Random(n);
        return new TestGraph(
                "ring with chords",
                n,
                IntStream.range(0, 4 * n).map(edge -> edge % n).toArray(),
                IntStream.range(0, 4 * n)
                        .map(edge -> edge < n ? (edge + 1) % n : dice.nextInt(n))
                        .toArray(),
                false);
    }

    /// On a shallow graph the first searches are batches as full as all others, as many as there are states, so that
    /// none is for nothing; and once it shows that bounds are of no use, nothing is ruled out any more.
    @Test
    @Tag("once")
    void losesNothingWhereAShallowGraphShowsThatBoundsAreOfNoUse() {
        List<String> said = new ArrayList<>();
        List<Long> batches = new ArrayList<>();
        Progress sizes = (name, total, unit) -> new Progress.Phase() {
            @Override
            public void advance(long amount) {}

            @Override
            public void advanceBatch(long amount) {
                batches.add(amount);
            }
        };
        try (Graph graph = Prepared.graph(ringWithChords(4_096));
                Engine engine = Prepared.cpu(graph, 2)) {
            for (ClosenessMeasure measure : List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC)) {
                said.clear();
                batches.clear();
                ClosenessJob job =
                        ClosenessJob.allSources().measures(measure).top(4).width(64);
                ClosenessResult found = new ClosenessRunner(List.of(engine), job, sizes, said::add).run();
                assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
                assertThat(found.effort().orElseThrow().begun()).isEqualTo(4_096);
                assertThat(batches).hasSize(64).containsOnly(64L);
                assertThat(said)
                        .containsExactly("bounds rule out 0 of 4,096 vertices so far: all that are left are searched");
                List<ClosenessResult.Stage> stages = found.stages();
                assertThat(stages)
                        .extracting(ClosenessResult.Stage::name)
                        .containsExactly("bounds", "searches far apart", "searches in batches");
                assertThat(stages.get(1).searches()).isEqualTo(2 * 64);
                assertThat(stages.get(2).rulingOutNanos()).isZero();
            }
        }
    }

    /// A tree of four branches each, whose leaves are a ring: no leaf is more than a step or two better than another.
    @Test
    @Tag("once")
    void rulesOutByBallsOnShallowGraphsToo() {
        int inner = (1 << 12) / 3;
        int n = 4 * inner + 1;
        TestGraph tree = new TestGraph(
                "a tree and a ring of its leaves",
                n,
                IntStream.concat(IntStream.range(1, n), IntStream.range(inner, n))
                        .toArray(),
                IntStream.concat(
                                IntStream.range(1, n).map(v -> (v - 1) / 4),
                                IntStream.range(inner, n).map(v -> v + 1 < n ? v + 1 : inner))
                        .toArray(),
                false);
        for (ClosenessMeasure measure : List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC)) {
            ClosenessResult.Effort effort = effort(tree, measure);
            assertThat(effort.spared().get("balls")).as("%s", measure).isGreaterThan(n / 2);
            assertThat(effort.begun()).isLessThan(n / 2);
        }
    }

    @Test
    void continuesFromACheckpointAndLeavesOneToTheFullRanking(@TempDir Path folder) {
        TestGraph test = GraphKind.SCALE_FREE.draw(6, 3_000);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources()
                    .measures(others(ClosenessMeasure.HARMONIC))
                    .top(100)
                    .width(64);
            List<String> expected = Prepared.rows(engine.closeness(job.bounds(false)));
            ClosenessJob kept = job.checkpoint(folder);
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress cancelAtOnce =
                    (name, total, unit) -> amount -> runner.get().cancel();
            runner.set(new ClosenessRunner(List.of(engine), kept, cancelAtOnce));
            assertThatThrownBy(() -> runner.get().run())
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageEndingWith("the same job continues from checkpoint " + folder);
            ClosenessResult resumed = engine.closeness(kept);
            assertThat(Prepared.rows(resumed)).isEqualTo(expected);
            assertThat(resumed.effort().orElseThrow().begun())
                    .isLessThan(engine.closeness(job).effort().orElseThrow().begun());
            ClosenessResult full = engine.closeness(kept.bounds(false));
            assertThat(Prepared.rows(full)).isEqualTo(expected);
            assertThat(full.traversals())
                    .isLessThan(engine.closeness(job.bounds(false)).traversals());
        }
    }
}
