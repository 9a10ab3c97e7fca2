package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.Layout;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is decided once for a whole graph, with no GPU.
class SwitchCostsTest {
    private static final int WIDTH = 1_000;

    /// A grid of a million vertices and a star whose middle is joined to its first.
    private static TestGraph gridWithStar(int leaves) {
        int grid = WIDTH * WIDTH;
        int[] sources = new int[2 * grid + leaves + 1];
        int[] targets = new int[2 * grid + leaves + 1];
        int edges = 0;
        for (int v = 0; v < grid; v++) {
            if (v % WIDTH != 0) {
                sources[edges] = v - 1;
                targets[edges++] = v;
            }
            if (v >= WIDTH) {
                sources[edges] = v - WIDTH;
                targets[edges++] = v;
            }
        }
        for (int leaf = 1; leaf <= leaves; leaf++) {
            sources[edges] = grid;
            targets[edges++] = grid + leaf;
        }
        targets[edges++] = grid;
        return new TestGraph(
                "grid with a star",
                grid + 1 + leaves,
                Arrays.copyOf(sources, edges),
                Arrays.copyOf(targets, edges),
                false);
    }

    /// A path of a thousand vertices, of which each of the first `branches` has a leaf.
    private static TestGraph caterpillar(int branches) {
        int[] sources = IntStream.concat(IntStream.range(0, 999), IntStream.range(0, branches))
                .toArray();
        int[] targets = IntStream.range(1, 1_000 + branches).toArray();
        return new TestGraph("caterpillar", 1_000 + branches, sources, targets, false);
    }

    private static SwitchCosts of(int leaves) {
        return of(gridWithStar(leaves));
    }

    private static SwitchCosts of(TestGraph drawn) {
        try (Graph graph = Prepared.graph(drawn, "natural");
                Workers workers = new Workers(2)) {
            return SwitchCosts.of(graph, workers, SwitchCosts.Marking.USUAL);
        }
    }

    /// A block that finds the vertices of a clique would queue all their lists by itself.
    @Test
    void denseGraphsHaveNoSmallRounds() {
        assertThat(of(Shapes.complete(200)).smallEdges()).isPositive();
        assertThat(of(Shapes.complete(300)).smallEdges()).isZero();
    }

    /// Whatever levels were measured: those that find many vertices may be told apart by other costs.
    @Test
    void aVertexThatAPushFindsCostsSomethingWhereThereAreHubs() {
        SwitchCosts star = of(Shapes.star(10_000));
        assertThat(told(star)[0]).isEqualTo(0.15f);
        assertThat(told(withNew(star, 0))[0]).isEqualTo(0.15f);
        assertThat(told(withNew(star, 0.2))[0]).isEqualTo(0.2f);
        assertThat(told(withNew(of(0), 0))[0]).isZero();
    }

    private static SwitchCosts withNew(SwitchCosts costs, double nanos) {
        double[] values = costs.level().values();
        values[LevelCost.PUSH_NEW.ordinal()] = nanos;
        return costs.withLevel(LevelCosts.of(values));
    }

    /// Where edges of other components count as visited hubs look met: then each vertex that is found may be one.
    @Test
    void hubsMayBeAheadWhereThereAreAny() {
        float[] star = told(of(Shapes.star(10_000)));
        assertThat(star[1]).isEqualTo(100);
        assertThat(star[2]).isEqualTo(100 + star[0]);
        float[] grid = told(of(0));
        assertThat(grid[1]).isPositive();
        assertThat(grid[2]).isEqualTo(grid[0]).isPositive();
    }

    /// `push_new`, `push_burst`, and the first again with hubs ahead.
    @SuppressWarnings("restricted")
    private static float[] told(SwitchCosts costs) {
        Layout layout = Layout.committed();
        int level = layout.offset("BfsArguments", "request")
                + layout.offset("BfsRequest", "costs")
                + layout.offset("SwitchCosts", "level");
        try (Arena arena = Arena.ofConfined()) {
            BfsArguments arguments = new BfsArguments(arena);
            MemorySegment memory =
                    arguments.parameters().get(ValueLayout.ADDRESS, 0).reinterpret(level + 64L);
            ToDoubleFunction<String> read =
                    field -> memory.get(ValueLayout.JAVA_FLOAT, level + layout.offset("LevelCosts", field));
            costs.describe(arguments.request(), SwitchCosts.PUSH);
            double before = read.applyAsDouble("push_new");
            costs.describeHubsAhead(arguments.request());
            return new float[] {
                (float) before, (float) read.applyAsDouble("push_burst"), (float) read.applyAsDouble("push_new")
            };
        }
    }

    @Test
    void pathsWithNextToNoBranchesHaveNoSmallRounds() {
        assertThat(of(Shapes.chain(1_000)).smallEdges()).isZero();
        assertThat(of(caterpillar(10)).smallEdges()).isZero();
        assertThat(of(caterpillar(100)).smallEdges()).isPositive();
    }

    @Test
    void offsetsHaveSixtyFourBitsWhereTheLastDoesNotFitThirtyTwo() {
        assertThat(DeviceGraph.wideOffsets(0xFFFF_FFFFL)).isFalse();
        assertThat(DeviceGraph.wideOffsets(0x1_0000_0000L)).isTrue();
    }

    /// A star's edges gather at its middle; those of a graph drawn at random lead anywhere.
    @Test
    void blocksKeepWhatTheyFindWhereNumbersAreNearAndNoHubGathersEdges() {
        assertThat(of(caterpillar(100)).localPieces()).isPositive();
        SwitchCosts ofHub = of(Shapes.star(34));
        assertThat(ofHub.localPieces()).isZero();
        assertThat(ofHub.gatheredWords()).isEqualTo(Constants.GATHERED_WORDS);
        TestGraph anywhere = GraphKind.UNIFORM.draw(1, 200_000);
        SwitchCosts costs = of(anywhere);
        assertThat(costs.hubs()).isFalse();
        assertThat(costs.localPieces()).isZero();
        assertThat(costs.smallEdges()).isZero();
        assertThat(costs.gatheredWords()).isZero();
    }

    @Test
    void theMeanDegreeIsRoundedUpAndOneMoreWhereItIsWhole() {
        assertThat(of(Shapes.oneWayChain(1_000)).meanDegree()).isEqualTo(1);
        assertThat(of(Shapes.cycle(33)).meanDegree()).isEqualTo(3);
    }

    @Test
    void oneHubDoesNotSwitchSmallRoundsOff() {
        SwitchCosts costs = of(12_000);
        assertThat(costs.hubs()).isFalse();
        assertThat(costs.smallEdges()).isPositive();
    }

    /// Half of a star's edges end at its middle, half at a leaf: the end of an edge has on average 15 edges where there
    /// are 29 leaves, 7.8 times the mean, and 17 where there are 33, 8.8 times as many.
    @Test
    void edgesGatherAtHubsWhereTheirEndsHaveEightTimesTheMeanDegree() {
        assertThat(of(Shapes.star(30)).hubs()).isFalse();
        assertThat(of(Shapes.star(34)).hubs()).isTrue();
    }

    /// A burst costs a tenth of a nanosecond for each edge of a mean neighbour: 33 times 33 edges of the middle and 33
    /// of leaves, over 66.
    @Test
    void burstsCostWhatNeighboursHaveOfEdges() {
        assertThat(of(Shapes.star(34)).level().nanos().get(LevelCost.PUSH_BURST))
                .isCloseTo(1.7, within(1e-9));
    }

    @Test
    void aHubWithAFifthOfAllEdgesDoes() {
        SwitchCosts costs = of(1_000_000);
        assertThat(costs.hubs()).isTrue();
        assertThat(costs.smallEdges()).isZero();
        assertThat(costs.gatheredWords()).isZero();
    }

    /// From 6 million vertices on, up to as many as bins tell apart, where edges lead anywhere.
    @Test
    void marksAreSortedOnLargeGraphsWithoutHubsOrNearNumbers() {
        SwitchCosts.Marking usual = SwitchCosts.Marking.USUAL;
        assertThat(usual.sortEdges(6_000_000, 200_000_000, false, false)).isEqualTo(2_000_000);
        assertThat(usual.sortEdges(5_999_999, 200_000_000, false, false)).isZero();
        assertThat(usual.sortEdges(1 << 24, Integer.MAX_VALUE, false, false)).isEqualTo(2_000_000);
        assertThat(usual.sortEdges((1 << 24) + 1, 200_000_000, false, false)).isZero();
        assertThat(usual.sortEdges(1 << 24, 1L << 31, false, false)).isZero();
        assertThat(usual.sortEdges(6_000_000, 200_000_000, true, false)).isZero();
        assertThat(usual.sortEdges(6_000_000, 200_000_000, false, true)).isZero();
    }

    /// From a thousand million edges on, where they gather at hubs and lists ascend.
    @Test
    void marksAreDividedOnTheLargestGraphsWithHubs() {
        SwitchCosts.Marking usual = SwitchCosts.Marking.USUAL;
        assertThat(usual.divides(1_000_000_000, true, false)).isTrue();
        assertThat(usual.divides(1L << 33, true, false)).isTrue();
        assertThat(usual.divides(999_999_999, true, false)).isFalse();
        assertThat(usual.divides(1_000_000_000, false, false)).isFalse();
        assertThat(usual.divides(1_000_000_000, true, true)).isFalse();
    }

    /// An edge a lane, up to four of them, then four edges a lane; no more than a warp's lanes in all.
    @ParameterizedTest
    @CsvSource({
        "0, 0", "1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "8, 3", "9, 3", "16, 3", "17, 4", "32, 4", "33, 4", "64, 4",
        "1000, 4"
    })
    void aListIsFollowedByAsManyLanesAsItHasEdges(int meanDegree, int lanesLog) {
        assertThat(SwitchCosts.smallLanesLog(meanDegree)).isEqualTo(lanesLog);
    }
}
