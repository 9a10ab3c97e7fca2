package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.LevelOracle;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class CpuEngineTest {
    private static final List<BfsMode> MODES = List.of(BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL);

    static List<TestGraph> graphs() {
        return Share.of(CpuEngineTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsAndParentsInEveryModeAndOrdering(TestGraph test) {
        for (String ordering : Prepared.ORDERINGS) {
            try (Graph graph = Prepared.graph(test, ordering)) {
                for (int threads = 1; threads <= 3; threads++) {
                    try (CpuEngine engine = new CpuEngine(graph, threads)) {
                        for (int source : sources(test)) {
                            for (BfsMode mode : MODES) {
                                check(test, engine, LabRequest.from(source).withMode(mode), ordering);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Ways drawn at random for every level, so that small graphs take those too that the cost model keeps for large.
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void everySequenceOfWaysFindsTheSameLevels(GraphKind kind) {
        Seeds.upTo(12).forEach(seed -> {
            TestGraph test = TestGraphs.random(kind, seed);
            Random dice = new Random(seed);
            String rerun = Seeds.rerun(CpuEngineTest.class, seed);
            try (Graph graph = Prepared.graph(test, dice.nextBoolean() ? "natural" : "degree");
                    CpuEngine engine = new CpuEngine(graph, 1 + dice.nextInt(3), drawn(dice))) {
                for (int run = 0; run < 12; run++) {
                    LabRequest request = LabRequest.from(dice.nextInt(test.vertexCount()));
                    check(test, engine, request, rerun);
                }
            }
        });
    }

    @Test
    @Tag("once")
    void piecesOfALargeGraphMeet() {
        for (GraphKind kind : List.of(GraphKind.SCALE_FREE, GraphKind.ROAD, GraphKind.DIRECTED_UNIFORM)) {
            TestGraph test = kind.draw(3, 60_000);
            Random dice = new Random(3);
            try (Graph graph = Prepared.graph(test, "natural")) {
                for (Step step : Step.values()) {
                    StepChoice forced = (state, few, mode) ->
                            step == Step.PULL_FEW && state.openVertices > PullFew.MOST ? Step.PULL_ALL : step;
                    boolean sweeps = step.bfsMode() == BfsMode.PULL && kind == GraphKind.ROAD;
                    try (CpuEngine engine = new CpuEngine(graph, 3, sweeps ? drawn(dice) : forced)) {
                        int[] level = engine.bfs(7).level().toArray();
                        assertThat(LevelOracle.check(test, 7, level))
                                .as("%s by %s", test, step)
                                .isNull();
                    }
                }
            }
        }
    }

    private static StepChoice drawn(Random dice) {
        return (state, few, mode) -> {
            Step step = Step.values()[dice.nextInt(Step.values().length)];
            return step == Step.PULL_FEW && state.openVertices > PullFew.MOST ? Step.PULL_ALL : step;
        };
    }

    private static void check(TestGraph test, CpuEngine engine, LabRequest request, String more) {
        int source = (int) request.source();
        LabResult result = engine.bfs(request.withParents(true));
        String what = "%s, source %d, mode %s, %s, %s"
                .formatted(test.name(), source, request.mode(), engine.description(), more);
        int[] expected = BfsOracle.levels(test, source);
        assertThat(result.level().toArray()).as(what).isEqualTo(expected);
        assertThat(result.parent().toArray())
                .as(what)
                .isEqualTo(Arrays.stream(BfsOracle.parents(test, source))
                        .asLongStream()
                        .toArray());
        assertThat(result.verticesPerLevel()).as(what).isEqualTo(histogram(expected));
        assertThat(result.reachedEdges()).as(what).isEqualTo(edgesOut(test, expected));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void stopsAfterTheLevelAskedForAndAfterTheLastTarget(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        int n = test.vertexCount();
        int[] all = BfsOracle.levels(test, 0);
        int deepest = Arrays.stream(all).max().orElse(0);
        try (Graph graph = Prepared.graph(test, "degree");
                CpuEngine engine = new CpuEngine(graph, 2)) {
            for (BfsMode mode : MODES) {
                LabRequest request = LabRequest.from(0).withMode(mode);
                for (int limit : new int[] {0, 1, 2, deepest, deepest + 1}) {
                    checkCut(engine, request.withMaxLevel(limit), all, limit);
                }
                for (int target : new int[] {0, n / 2, n - 1}) {
                    int stop = all[target] < 0 ? deepest : all[target];
                    checkCut(engine, request.withTargets(target, target), all, stop);
                    checkCut(engine, request.withTargets(target, 0).withMaxLevel(1), all, Math.min(stop, 1));
                }
                int both = Math.max(all[n / 3], all[n / 2]);
                int stop = Math.min(all[n / 3], all[n / 2]) < 0 ? deepest : both;
                checkCut(engine, request.withTargets(n / 3, n / 2), all, stop);
            }
        }
    }

    private static void checkCut(CpuEngine engine, LabRequest request, int[] all, int limit) {
        int[] expected =
                Arrays.stream(all).map(level -> level > limit ? -1 : level).toArray();
        LabResult result = engine.bfs(request);
        assertThat(result.level().toArray()).as(request.toString()).isEqualTo(expected);
        assertThat(result.verticesPerLevel()).isEqualTo(histogram(expected));
        assertThat(LevelVerifier.verify(engine.graph(), request.wishes(), result.result()))
                .isNull();
    }

    @Test
    void tracesEveryLevelInTheDirectionAskedFor() {
        TestGraph test = GraphKind.SCALE_FREE.draw(1, 3_000);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, 2)) {
            for (BfsMode mode : List.of(BfsMode.PUSH, BfsMode.PULL)) {
                LabResult result = engine.bfs(LabRequest.from(5).withMode(mode).withTrace(true));
                long[] perLevel = result.verticesPerLevel();
                long unvisited = test.vertexCount() - 1;
                for (int i = 1; i < perLevel.length; i++) {
                    LevelTrace step = result.trace().get(i - 1);
                    assertThat(step.level()).isEqualTo(i);
                    assertThat(step.word()).isEqualTo(mode.word());
                    assertThat(step.frontierVertices()).isEqualTo(perLevel[i - 1]);
                    assertThat(step.found()).isEqualTo(perLevel[i]);
                    assertThat(step.unvisited()).isEqualTo(unvisited);
                    unvisited -= perLevel[i];
                }
                long frontierEdges = result.trace().stream()
                        .mapToLong(LevelTrace::frontierEdges)
                        .sum();
                assertThat(frontierEdges).isLessThanOrEqualTo(result.reachedEdges());
            }
            assertThat(engine.bfs(5).trace()).isEmpty();
        }
    }

    @Test
    void runsTheLevelsOfAPlanInItsWayAndTheOthersByTheRule() {
        TestGraph test = Shapes.chain(9);
        try (Graph graph = Prepared.graph(test, "natural");
                CpuEngine engine = new CpuEngine(graph, 2)) {
            LabRequest request = LabRequest.from(0)
                    .withSwitching(SwitchRule.NEVER.policy())
                    .withPlan(new LevelPlan(LevelMode.PULL, 2, 3))
                    .withTrace(true);
            LabResult result = engine.bfs(request);
            assertThat(result.level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
            assertThat(result.trace().stream().map(LevelTrace::word).toList())
                    .containsExactly("push", "pull", "push", "push", "pull", "push", "push", "pull");
        }
    }

    @Test
    void refusesWhatItCannotDoInOneLine() {
        try (Graph graph = Prepared.graph(Shapes.chain(9), "natural");
                CpuEngine engine = new CpuEngine(graph, 1)) {
            assertThatThrownBy(() -> engine.bfs(LabRequest.from(0).withMode(BfsMode.TENSOR)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("mode tensor needs a GPU: the CPU engine has auto, push and pull");
            assertThatThrownBy(() -> engine.measure(LabRequest.from(0).withMode(BfsMode.PAPER)))
                    .hasMessage("mode paper needs a GPU: the CPU engine has auto, push and pull");
            assertThatThrownBy(() -> engine.bfs(LabRequest.from(0).withSwitching(SwitchRule.PAPER.policy())))
                    .hasMessage("switch paper needs a GPU: it chooses between tensor and pull");
            assertThatThrownBy(() -> engine.bfs(LabRequest.from(0).withPlan(LevelPlan.all(LevelMode.TENSOR))))
                    .hasMessage("a tensor level needs a GPU");
            assertThatThrownBy(() -> engine.bfs(9)).hasMessageContaining("vertex 9 is not in the graph");
            assertThatThrownBy(() -> engine.bfs(LabRequest.from(0).withTargets(3, -1)))
                    .hasMessageContaining("vertex -1 is not in the graph");
        }
    }

    @Test
    void measuresWhatItFinds() {
        TestGraph test = GraphKind.UNIFORM.draw(4, 500);
        try (Graph graph = Prepared.graph(test, "degree");
                CpuEngine engine = new CpuEngine(graph, 2)) {
            LabResult found = engine.bfs(3);
            assertThat(engine.measure(LabRequest.from(3)))
                    .matches(run -> Arrays.equals(run.verticesPerLevel(), found.verticesPerLevel()))
                    .matches(run -> run.reachedEdges() == found.reachedEdges());
        }
    }

    private static int[] sources(TestGraph test) {
        int n = test.vertexCount();
        if (n > 1_000) {
            return new int[] {n / 3};
        }
        return n <= 9
                ? IntStream.range(0, n).toArray()
                : IntStream.of(0, n / 3, n - 1).toArray();
    }

    private static long[] histogram(int[] levels) {
        long[] counts = new long[Arrays.stream(levels).max().orElse(0) + 1];
        Arrays.stream(levels).filter(level -> level >= 0).forEach(level -> counts[level]++);
        return LongStream.of(counts).toArray();
    }

    private static long edgesOut(TestGraph test, int[] levels) {
        int[][] out = test.outNeighbours();
        return IntStream.range(0, levels.length)
                .filter(v -> levels[v] >= 0)
                .mapToLong(v -> out[v].length)
                .sum();
    }

    /// A dense graph is left to a pull once its few levels are full; a chain never is.
    @Test
    void costsSendEachLevelTheCheaperWay() {
        try (Graph dense = Prepared.graph(GraphKind.DENSE.draw(1, 3_000));
                Graph chain = Prepared.graph(Shapes.chain(3_000));
                CpuEngine denseEngine = new CpuEngine(dense, 1);
                CpuEngine chainEngine = new CpuEngine(chain, 1)) {
            List<String> ways = ways(denseEngine);
            assertThat(ways.getFirst()).isEqualTo("push");
            assertThat(ways).contains("pull");
            assertThat(ways(chainEngine)).hasSizeGreaterThan(1_000).containsOnly("push");
        }
    }

    /// With so many vertices open that a pull looks at all of them.
    @Test
    void costsLeaveAFullLevelOfALargeGraphToAPull() {
        try (Graph graph = Prepared.graph(GraphKind.UNIFORM.draw(1, 200_000));
                CpuEngine engine = new CpuEngine(graph, 1)) {
            assertThat(engine.bfs(LabRequest.from(75).withTrace(true)).trace())
                    .anyMatch(level ->
                            level.unvisited() > PullFew.MOST && level.word().equals("pull"));
        }
    }

    private static List<String> ways(CpuEngine engine) {
        return engine.bfs(LabRequest.from(75).withTrace(true)).trace().stream()
                .map(LevelTrace::word)
                .toList();
    }
}
