package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches whose levels of few vertices the host runs, against the oracles.
@Tag("gpu")
@Tag("drawn")
class GpuThinLevelsTest extends OnFirstDevice {
    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(FirstDevice.graphs());
        graphs.add(Shapes.joinedByPath(Shapes.complete(30), 60, Shapes.star(300)));
        graphs.add(Shapes.beside(Shapes.chain(80), Shapes.chain(70)));
        return graphs;
    }

    private static GpuSetup setup(boolean wideOffsets, boolean eager, int hoplessSearches, ThinLevels.When when) {
        return new GpuSetup(Faults.NONE, wideOffsets, eager, Long.MAX_VALUE)
                .withHopRounds(new HopRounds.When(hoplessSearches, false))
                .withThinLevels(when);
    }

    /// The host takes over after one level, two or three, keeps levels that it should not for some time or for none,
    /// and
    /// tells what it finds at once or in the end.
    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsAndParents(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        Random random = new Random(13);
        for (String ordering : new String[] {"natural", "degree"}) {
            boolean natural = ordering.equals("natural");
            ThinLevels.When when = new ThinLevels.When(
                    1 + random.nextInt(4),
                    random.nextInt(3) * 20,
                    1 + random.nextInt(3),
                    0,
                    random.nextInt(2) * 100_000L,
                    random.nextBoolean() ? 2 : 1 << 20);
            try (Graph graph = Prepared.graph(test, ordering);
                    GpuEngine engine =
                            new GpuEngine(graph, device, setup(!natural, natural, natural ? 1 : 100, when))) {
                for (int source : random.ints(4, 0, test.vertexCount()).toArray()) {
                    String what = "%s, %s order, source %d, %s".formatted(test.name(), ordering, source, when);
                    LabResult result = engine.bfs(LabRequest.from(source).withParents(true));
                    OracleCheck.levelsAndParents(what, test, source, result);
                    assertThat(engine.defect(source)).as(what).isNull();
                    int most = 1 + random.nextInt(8);
                    int[] levels = BfsOracle.levels(test, source);
                    assertThat(engine.bfs(LabRequest.from(source).withMaxLevel(most))
                                    .level()
                                    .toArray())
                            .as(what)
                            .isEqualTo(upTo(levels, most));
                    int[] targets = random.ints(2, 0, test.vertexCount()).toArray();
                    assertThat(engine.bfs(LabRequest.from(source).withTargets(targets[0], targets[1]))
                                    .level()
                                    .toArray())
                            .as(what)
                            .isEqualTo(upTo(levels, deepest(levels, targets)));
                }
            }
        }
    }

    private static int[] upTo(int[] levels, int most) {
        return Arrays.stream(levels).map(level -> level > most ? -1 : level).toArray();
    }

    /// The level at which all are found; the last one of all where some are not.
    private static int deepest(int[] levels, int... targets) {
        return Arrays.stream(targets).anyMatch(target -> levels[target] < 0)
                ? Integer.MAX_VALUE
                : Arrays.stream(targets).map(target -> levels[target]).max().orElseThrow();
    }

    /// From one end of a path between two cliques the host runs the path, the device what is at its ends.
    @Test
    void theHostRunsWhatIsThin() {
        TestGraph test = Shapes.joinedByPath(Shapes.complete(90), 200, Shapes.complete(90));
        ThinLevels.When when = new ThinLevels.When(8, 1_000, 8, 0, 0, 1 << 20);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 100, when))) {
            assertThat(engine.bfs(LabRequest.from(0)).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
            assertThat(engine.hostLevels()).isBetween(185, 200);
            engine.bfs(LabRequest.from(0).withMaxLevel(5));
            assertThat(engine.hostLevels()).isZero();
        }
    }

    /// After a search of which the host ran most levels it is asked early, until it runs few of one.
    @Test
    void theHostIsAskedEarlierOfAGraphOfThinLevels() {
        TestGraph test = Shapes.beside(Shapes.chain(300), Shapes.grid(90, 90));
        ThinLevels.When when = new ThinLevels.When(8, 1_000, 40, 0, 0, 1 << 20);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 100, when))) {
            assertThat(hostLevels(engine, test, 0)).isBetween(255, 260);
            assertThat(hostLevels(engine, test, 0)).isBetween(285, 292);
            assertThat(hostLevels(engine, test, 300 + 45 * 90 + 45)).isBetween(1, 30);
            assertThat(hostLevels(engine, test, 0)).isBetween(255, 260);
        }
    }

    /// Short paths between cliques: to hand each over and back would take longer than they do.
    @Test
    void theHostIsAskedAsUsualAfterItGaveBackSoon() {
        TestGraph test = Shapes.chain(400);
        for (int path = 0; path < 8; path++) {
            test = Shapes.joinedByPath(test, 30, Shapes.complete(90));
        }
        ThinLevels.When when = new ThinLevels.When(8, 1_000, 40, 0, 0, 1 << 20);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 100, when))) {
            hostLevels(engine, test, 0);
            hostLevels(engine, test, 0);
            assertThat(engine.timesLooked()).isBetween(1, 6);
        }
    }

    /// Rounds of several levels end where the host is asked: in vain on a grid, so that it is asked later.
    @Test
    void theHostIsAskedLaterOfAGraphOfWideLevels() {
        TestGraph test = Shapes.grid(70, 70);
        ThinLevels.When when = new ThinLevels.When(8, 1_000, 16, 0, 0, 1 << 20);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 1, when))) {
            int middle = 35 * 70 + 35;
            List<Integer> looks = new ArrayList<>();
            for (int search = 0; search < 3; search++) {
                assertThat(hostLevels(engine, test, middle)).isZero();
                looks.add(engine.timesLooked());
            }
            assertThat(looks.getFirst()).isPositive();
            assertThat(looks.getLast()).isZero();
        }
    }

    private static int hostLevels(GpuEngine engine, TestGraph test, int source) {
        assertThat(engine.bfs(LabRequest.from(source)).level().toArray()).isEqualTo(BfsOracle.levels(test, source));
        return engine.hostLevels();
    }

    /// A grid in the order of degrees is no mesh as far as is known before it is searched.
    @Test
    void deepSearchesGoOnInSmallRounds() {
        TestGraph test = Shapes.joinedByPath(Shapes.grid(40, 12), 2, Shapes.star(600));
        ThinLevels.When when = new ThinLevels.When(4, 4, 500, 0, 0, 1 << 20);
        try (Graph graph = Prepared.graph(test, "random");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 100, when))) {
            for (int source : new int[] {0, 39, 300, 479, 481, 900}) {
                assertThat(engine.bfs(LabRequest.from(source)).level().toArray())
                        .isEqualTo(BfsOracle.levels(test, source));
                assertThat(engine.defect(source)).isNull();
            }
        }
    }

    /// Traces tell what the device does at each level, and a mode that is asked for is the one that runs.
    @Test
    void whatIsForcedOrTracedStaysOnTheDevice() {
        TestGraph test = Shapes.chain(40);
        ThinLevels.When when = new ThinLevels.When(1, 1_000, 1, 0, 0, 1 << 20);
        LabRequest request = LabRequest.from(3);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(false, false, 100, when))) {
            for (LabRequest forced : List.of(
                    request.withTrace(true),
                    request.withMode(BfsMode.PUSH),
                    request.withMode(BfsMode.PULL),
                    request.withMode(BfsMode.PAPER),
                    request.withPlan(LevelPlan.all(LevelMode.PUSH)),
                    request.withSwitching(SwitchRule.NEVER.policy()))) {
                assertThat(engine.bfs(forced).level().toArray()).isEqualTo(BfsOracle.levels(test, 3));
                assertThat(engine.hostLevels()).isZero();
            }
            assertThat(engine.bfs(request).level().toArray()).isEqualTo(BfsOracle.levels(test, 3));
            assertThat(engine.hostLevels()).isPositive();
        }
    }
}
