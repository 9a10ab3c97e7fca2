package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Levels of one parallel step are those of the oracle, however many workers there are and whenever they come.
@Tag("drawn")
final class PushRegionTest {
    private static final int FOUND_TWICE = 3;

    /// Pushes together all levels, or as many as `dice` says, and mostly in regions.
    private record Regions(Random dice, double others, double breaks, int leastOfPart, AtomicInteger asked)
            implements StepChoice {
        Regions(Random dice, double others, double breaks, int leastOfPart) {
            this(dice, others, breaks, leastOfPart, new AtomicInteger());
        }

        @Override
        public Step choose(SearchState state, PullFew few, BfsMode mode) {
            if (dice.nextDouble() >= others) {
                return Step.PUSH_TOGETHER;
            }
            Step step = Step.values()[dice.nextInt(Step.values().length)];
            return step == Step.PULL_FEW && state.openVertices > PullFew.MOST ? Step.PULL_ALL : step;
        }

        @Override
        public boolean inRegion(SearchState state, long before) {
            asked.incrementAndGet();
            return dice.nextDouble() >= breaks;
        }
    }

    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void findsTheSameLevelsOnEveryKindOfGraphByAnyNumberOfThreads(GraphKind kind) {
        Seeds.upTo(3).forEach(seed -> {
            TestGraph test = TestGraphs.random(kind, seed);
            Random dice = new Random(seed);
            try (Graph graph = Prepared.graph(test, dice.nextBoolean() ? "natural" : "degree")) {
                for (int threads : new int[] {1, 2, 3, 8}) {
                    Regions steps = new Regions(dice, 0.3 * dice.nextInt(2), 0.2, 1 + dice.nextInt(3));
                    try (CpuEngine engine = new CpuEngine(graph, threads, steps)) {
                        for (int run = 0; run < 4; run++) {
                            int source = dice.nextInt(test.vertexCount());
                            LabResult found = engine.bfs(LabRequest.from(source).withParents(true));
                            String what = "%s from %d by %d threads, %s"
                                    .formatted(test, source, threads, Seeds.rerun(PushRegionTest.class, seed));
                            Expected.of(test, source).check(found, what);
                            assertThat(found.parent().toArray())
                                    .as(what)
                                    .isEqualTo(Arrays.stream(BfsOracle.parents(test, source))
                                            .asLongStream()
                                            .toArray());
                        }
                    }
                }
            }
        });
    }

    /// What a search from a source finds, level by level.
    private record Expected(int[] level, long[] vertices, long[] edges) {
        static Expected of(TestGraph test, int source) {
            int[][] out = test.outNeighbours();
            int[] level = BfsOracle.levels(out, source);
            int depth = Arrays.stream(level).max().orElseThrow();
            long[] vertices = new long[depth + 1];
            long[] edges = new long[depth + 1];
            for (int v = 0; v < level.length; v++) {
                if (level[v] >= 0) {
                    vertices[level[v]]++;
                    edges[level[v]] += out[v].length;
                }
            }
            return new Expected(level, vertices, edges);
        }

        void check(LabResult found, String what) {
            assertThat(found.level().toArray()).as(what).isEqualTo(level);
            assertThat(found.verticesPerLevel()).as(what).isEqualTo(vertices);
            assertThat(found.reachedEdges())
                    .as(what)
                    .isEqualTo(LongStream.of(edges).sum());
        }

        void checkTrace(LabResult found) {
            long unvisited = level.length - 1;
            for (int i = 1; i <= found.trace().size(); i++) {
                LevelTrace step = found.trace().get(i - 1);
                assertThat(step.level()).isEqualTo(i);
                assertThat(step.word()).isEqualTo("push");
                assertThat(step.frontierVertices()).isEqualTo(vertices[i - 1]);
                assertThat(step.frontierEdges()).isEqualTo(edges[i - 1]);
                assertThat(step.found()).isEqualTo(i < vertices.length ? vertices[i] : 0);
                assertThat(step.unvisited()).isEqualTo(unvisited);
                unvisited -= step.found();
            }
            assertThat(found.trace().size()).isGreaterThanOrEqualTo(vertices.length - 1);
        }
    }

    /// Parts of several blocks, buffers that grow, workers that sleep as a search begins and come late; searches one
    /// after another leave nothing behind.
    @Test
    @Tag("once")
    void hundredsOfSearchesFindTheSame() {
        for (int threads : new int[] {2, 3, 4, 8}) {
            findTheSameByHundreds(threads);
        }
    }

    private static void findTheSameByHundreds(int threads) {
        for (GraphKind kind : new GraphKind[] {GraphKind.ROAD, GraphKind.UNIFORM}) {
            TestGraph test = kind.draw(5, kind == GraphKind.ROAD ? 30_000 : 3_000);
            int[][] out = test.outNeighbours();
            Random dice = new Random(threads);
            try (Graph graph = Prepared.graph(test, "natural");
                    CpuEngine engine = new CpuEngine(graph, threads, new Regions(dice, 0.01, 0.02, 8))) {
                for (int run = 0; run < 200; run++) {
                    int source = dice.nextInt(test.vertexCount());
                    checkCut(engine, LabRequest.from(source), BfsOracle.levels(out, source), Integer.MAX_VALUE);
                    int near = dice.nextInt(test.vertexCount());
                    int limit = dice.nextInt(12);
                    checkCut(engine, LabRequest.from(near).withMaxLevel(limit), BfsOracle.levels(out, near), limit);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void endsWithTheLevelAskedForOrOfTheLastTarget(int threads) {
        TestGraph test = GraphKind.ROAD.draw(2, 900);
        int[] all = BfsOracle.levels(test, 0);
        int deepest = Arrays.stream(all).max().orElseThrow();
        Regions steps = new Regions(new Random(threads), 0, 0, 1);
        try (Graph graph = Prepared.graph(test, "degree");
                CpuEngine engine = new CpuEngine(graph, threads, steps)) {
            for (int limit : new int[] {0, 1, 2, 3, deepest / 2, deepest, deepest + 1}) {
                checkCut(engine, LabRequest.from(0).withMaxLevel(limit), all, limit);
            }
            for (int target = 0; target < test.vertexCount(); target += 37) {
                int stop = all[target] < 0 ? deepest : all[target];
                checkCut(engine, LabRequest.from(0).withTargets(0, target), all, stop);
            }
            assertThat(steps.asked()).hasPositiveValue();
        }
    }

    private static void checkCut(CpuEngine engine, LabRequest request, int[] all, int limit) {
        int[] expected =
                Arrays.stream(all).map(level -> level > limit ? -1 : level).toArray();
        LabResult found = engine.bfs(request);
        assertThat(found.level().toArray()).as(request.toString()).isEqualTo(expected);
        assertThat(LongStream.of(found.verticesPerLevel()).sum())
                .as(request.toString())
                .isEqualTo(Arrays.stream(expected).filter(level -> level >= 0).count());
    }

    @Test
    void tracesEveryLevel() {
        TestGraph test = GraphKind.ROAD.draw(1, 2_000);
        try (Graph graph = Prepared.graph(test);
                CpuEngine engine = new CpuEngine(graph, 2, new Regions(new Random(1), 0, 0, 4))) {
            LabResult found = engine.bfs(LabRequest.from(5).withTrace(true));
            Expected expected = Expected.of(test, 5);
            expected.check(found, test.name());
            expected.checkTrace(found);
        }
    }

    /// Whoever ends a level asks how the next is run: a failure there reaches the caller like one of an edge.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aFailureBetweenLevelsEndsTheSearchAndNoOther(int threads) {
        TestGraph test = Shapes.grid(30, 30);
        AtomicInteger left = new AtomicInteger();
        StepChoice failing = new StepChoice() {
            @Override
            public Step choose(SearchState state, PullFew few, BfsMode mode) {
                if (left.decrementAndGet() == 0) {
                    throw new IllegalStateException("no more");
                }
                return Step.PUSH_TOGETHER;
            }

            @Override
            public boolean inRegion(SearchState state, long before) {
                return true;
            }

            @Override
            public int leastOfPart() {
                return 2;
            }
        };
        try (Graph graph = Prepared.graph(test);
                CpuEngine engine = new CpuEngine(graph, threads, failing)) {
            for (int levels = 1; levels < 20; levels++) {
                left.set(levels);
                assertThatThrownBy(() -> engine.bfs(9)).hasMessage("no more");
                left.set(0);
                assertThat(engine.bfs(9).level().toArray()).isEqualTo(BfsOracle.levels(test, 9));
            }
        }
    }

    /// In lists of few edges and of more; by whichever worker meets the edge.
    @ParameterizedTest
    @CsvSource({"ROAD, 1", "ROAD, 2", "ROAD, 3", "UNIFORM, 1", "UNIFORM, 2", "UNIFORM, 3"})
    void anEdgeToNoVertexEndsTheSearchAndNoOther(GraphKind kind, int threads) {
        TestGraph test = kind.draw(6, 2_000);
        int source = 100;
        int[] level = BfsOracle.levels(test, source);
        int deepest = Arrays.stream(level).max().orElseThrow();
        Random dice = new Random(threads);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, threads, new Regions(dice, 0, 0, 2))) {
            LongArray starts = graph.out().columnStart();
            IntArray rows = graph.out().rowIndex();
            for (int run = 0; run < 30; run++) {
                int id = dice.nextInt(test.vertexCount());
                int v = graph.vertexOf(id);
                if (starts.get(v) < starts.get(v + 1)) {
                    int row = rows.get(starts.get(v));
                    rows.set(starts.get(v), run % 2 == 0 ? Integer.MAX_VALUE : -1);
                    if (level[id] >= 0 && level[id] < deepest) {
                        assertThatThrownBy(() -> engine.bfs(source))
                                .hasMessage(
                                        "corrupt graph: an edge leads outside its %,d vertices", test.vertexCount());
                    }
                    rows.set(starts.get(v), row);
                }
                assertThat(engine.bfs(source).level().toArray()).isEqualTo(level);
            }
        }
    }

    /// Pushes together in regions while `together`, otherwise as said; takes note where a frontier is larger than the
    /// level, as vertices in it were found twice.
    private static final class Watched implements StepChoice {
        private final long[] perLevel;
        private final Predicate<SearchState> together;
        private final Step otherwise;
        private int twice;

        Watched(Expected expected, Predicate<SearchState> together, Step otherwise) {
            perLevel = expected.vertices();
            this.together = together;
            this.otherwise = otherwise;
        }

        @Override
        public Step choose(SearchState state, PullFew few, BfsMode mode) {
            twice += state.frontierVertices > perLevel[state.depth] ? 1 : 0;
            return together.test(state) ? Step.PUSH_TOGETHER : otherwise;
        }

        @Override
        public boolean inRegion(SearchState state, long before) {
            return together.test(state);
        }

        @Override
        public int leastOfPart() {
            return 1;
        }
    }

    /// Vertices in layers, each joined to all of the next layer, so that all parts of a level meet the same vertices at
    /// the same time; then as many that only the last of these is joined to, and some that nothing is joined to.
    private static TestGraph layers(int width, int layers, int leaves, int alone) {
        int n = width * layers;
        IntStream.Builder from = IntStream.builder();
        IntStream.Builder to = IntStream.builder();
        for (int u = 0; u < n - width; u++) {
            for (int v = 0; v < width; v++) {
                from.add(u);
                to.add(u / width * width + width + v);
            }
        }
        for (int leaf = 0; leaf < leaves; leaf++) {
            from.add(n - 1);
            to.add(n + leaf);
        }
        String name = "%d layers of %d, %d leaves, %d alone".formatted(layers, width, leaves, alone);
        return new TestGraph(
                name, n + leaves + alone, from.build().toArray(), to.build().toArray(), false);
    }

    /// In lists of few edges, where the graph has vertices without edges, and of more. The last vertex is found after
    /// others were found twice, so that none seemed to be left; and it may be the target or too deep.
    @ParameterizedTest
    @ValueSource(ints = {0, 9_000})
    @Tag("once")
    void whatSeveralPartsFindCountsOnce(int alone) {
        TestGraph test = layers(32, 12, 1, alone);
        int last = 32 * 12;
        Expected expected = Expected.of(test, 0);
        Watched steps = new Watched(expected, state -> true, Step.PUSH_ALONE);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, 2, steps)) {
            search(steps, () -> {
                LabResult found = engine.bfs(LabRequest.from(0).withTrace(true));
                expected.check(found, test.name());
                expected.checkTrace(found);
            });
            search(steps, () -> checkCut(engine, LabRequest.from(0).withTargets(last, 33), expected.level(), 12));
            search(steps, () -> checkCut(engine, LabRequest.from(0).withMaxLevel(11), expected.level(), 11));
        }
    }

    /// Vertices found twice take room in the queue, which has no more than all vertices need.
    @ParameterizedTest
    @EnumSource(names = {"PUSH_ALONE", "PUSH_TOGETHER", "PULL_FEW"})
    @Tag("once")
    void afterARegionTheQueueHasRoomForAllOthers(Step otherwise) {
        TestGraph test = layers(32, 80, 0, 0);
        Expected expected = Expected.of(test, 0);
        Watched steps = new Watched(expected, state -> state.depth < 4, otherwise);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, 2, steps)) {
            search(steps, () -> expected.check(engine.bfs(LabRequest.from(0)), test.name()));
        }
    }

    /// So many vertices are open as level 5 has been found that one found twice makes them seem few enough to be
    /// listed.
    @Test
    @Tag("once")
    void aListOfOpenVerticesIsChosenByWhatIsOpen() {
        TestGraph test = layers(32, 10, PullFew.MOST + 1 - 4 * 32, 0);
        Expected expected = Expected.of(test, 0);
        assertThat(LongStream.of(expected.vertices()).skip(6).sum()).isEqualTo(PullFew.MOST + 1);
        Watched steps = new Watched(expected, state -> state.openVertices > PullFew.MOST, Step.PULL_FEW);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, 2, steps)) {
            search(steps, () -> checkCut(engine, LabRequest.from(0).withMaxLevel(6), expected.level(), 6));
        }
    }

    /// Until vertices were found twice in some searches: in one of 5 on two idle cores, of 1,000 on busy ones. Where
    /// threads hardly ever run at the same time, on one core or beside others, one such search must do, or none.
    private static void search(Watched steps, Runnable once) {
        boolean oneCore = Runtime.getRuntime().availableProcessors() == 1;
        steps.twice = 0;
        int most = oneCore ? 100 : 20_000;
        for (int i = 0; steps.twice < (i < most / 5 ? FOUND_TWICE : 1) && i < most; i++) {
            once.run();
        }
        if (steps.twice == 0) {
            System.out.println("PushRegionTest: hardly any threads ran at the same time");
        }
    }

    /// In a graph of 32,000 vertices.
    @ParameterizedTest
    @CsvSource({
        "100, 100, 250, true",
        "50, 100, 250, true",
        "49, 100, 250, false",
        "1100, 1100, 32768, true",
        "1100, 1100, 32769, false",
        "20, 20, 640, true",
        "20, 20, 641, false"
    })
    void aRegionIsForSlowFrontiersOfFewEdgesWhereThreadsHaveCores(
            long before, long vertices, long edges, boolean pays) {
        int cores = Runtime.getRuntime().availableProcessors();
        for (int threads : new int[] {cores, cores + 1}) {
            try (Graph graph = Prepared.graph(Shapes.chain(32_000));
                    Workers workers = new Workers(threads)) {
                SearchState state = new SearchState(graph, workers);
                state.frontierVertices = vertices;
                state.frontierEdges = edges;
                assertThat(CostModel.MEASURED.inRegion(state, before)).isEqualTo(pays && threads == cores);
            }
        }
        assertThat(PushRegion.mostEdges(1 << 24)).isEqualTo(1 << 19);
        assertThat(PushRegion.bytes(32_000, 10)).isEqualTo(160);
        assertThat(PushRegion.bytes(32_000, 1 << 20)).isEqualTo(1 << 19);
    }
}
