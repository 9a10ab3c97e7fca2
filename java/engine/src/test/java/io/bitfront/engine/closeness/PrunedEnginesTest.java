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
import io.bitfront.engine.spi.Backend;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs whose searches go without high trees, against those that search from every vertex.
class PrunedEnginesTest {
    /// Trees of height 2 are high, and even one search pays.
    private static final PrunedEngines.When ALWAYS = new PrunedEngines.When(2, Long.MAX_VALUE, 0, 0, 0);

    private static final ClosenessJob ALL = ClosenessJob.allSources()
            .measures(
                    ClosenessMeasure.WF,
                    ClosenessMeasure.CLOSENESS,
                    ClosenessMeasure.ECCENTRICITY,
                    ClosenessMeasure.REACHED);

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final StopRequest stop = new StopRequest();

    private List<String> rows(Backend backend, ClosenessJob job) {
        return Prepared.rows(new ExactRun(context(job, backend), ALWAYS).run());
    }

    private RunContext context(ClosenessJob job, Backend... backends) {
        return new RunContext(
                backends[0].graph(),
                List.of(backends),
                job,
                Progress.NONE,
                null,
                stop,
                said::add,
                System.nanoTime(),
                new Foresight());
    }

    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(FollowedTreesTest.graphs());
        graphs.add(Shapes.joinedByPath(Shapes.caterpillar(9, 1), 30, Shapes.cycle(70)));
        graphs.add(twoTails());
        for (int seed = 0; seed < 20; seed++) {
            graphs.add(Shapes.oneWay(twoTails(), 0, 0.2 + 0.04 * seed, seed));
        }
        graphs.add(Shapes.joinedByPath(Shapes.cycle(30), 40, Shapes.complete(20)));
        for (int seed = 0; seed < 60; seed++) {
            TestGraph joined = joinedCycles(seed);
            graphs.add(seed % 3 == 0 ? joined : Shapes.oneWay(joined, 0, seed % 3 == 1 ? 0.02 : 0.3, seed));
        }
        return graphs;
    }

    /// Cycles, with chords perhaps, joined to earlier ones by paths, here and there by two, and leaves, on paths too.
    private static TestGraph joinedCycles(int seed) {
        Random dice = new Random(seed);
        List<int[]> edges = new ArrayList<>();
        int n = 0;
        for (int part = 0; part < 2 + seed % 5; part++) {
            int first = n;
            int length = 3 + dice.nextInt(8);
            n += length;
            for (int v = 0; v < length; v++) {
                edges.add(new int[] {first + v, first + (v + 1) % length});
            }
            edges.add(new int[] {first, first + 2});
            for (int path = 0; first > 0 && path <= (dice.nextInt(4) == 0 ? 1 : 0); path++) {
                int at = dice.nextInt(first);
                for (int i = dice.nextInt(9); i > 0; i--) {
                    edges.add(new int[] {at, n});
                    at = n++;
                }
                edges.add(new int[] {at, first + dice.nextInt(length)});
            }
            for (int i = dice.nextInt(3); i > 0; i--) {
                edges.add(new int[] {dice.nextInt(n), n++});
            }
        }
        return new TestGraph(
                "joined cycles %d".formatted(seed),
                n,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
    }

    /// A cycle with a tail at either side, beside another component.
    private static TestGraph twoTails() {
        List<int[]> edges = new ArrayList<>();
        for (int v = 0; v < 20; v++) {
            edges.add(new int[] {v, (v + 1) % 20});
        }
        for (int v = 20; v < 40; v++) {
            edges.add(new int[] {v, v == 20 ? 3 : v == 30 ? 12 : v - 1});
        }
        edges.add(new int[] {41, 42});
        return new TestGraph(
                "two tails",
                43,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void rowsAreThoseOfSearchesFromEveryVertex(TestGraph test) {
        ClosenessJob some = ALL.withSources(new ClosenessJob.Sources.Listed(LongStream.range(0, test.vertexCount())
                .filter(id -> id % 3 != 1)
                .boxed()
                .toList()));
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1);
                CpuEngine host = new CpuEngine(graph, 1);
                FaultyEngine device =
                        new FaultyEngine(new CpuEngine(graph, 1), "device", FaultyEngine.Fault.NEVER, 0)) {
            for (ClosenessJob asked : List.of(ALL, some)) {
                for (Direction direction : test.directed() ? Direction.values() : new Direction[] {Direction.OUT}) {
                    ClosenessJob job = asked.direction(direction);
                    List<String> expected = Prepared.rows(engine.closeness(job.bounds(false)));
                    assertThat(rows(host, job)).isEqualTo(expected);
                    assertThat(rows(device, job)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void treesAreLeftOut() {
        try (Graph graph = Prepared.graph(twoTails());
                CpuEngine host = new CpuEngine(graph, 1)) {
            rows(host, ALL);
            assertThat(said)
                    .anyMatch(line -> line.startsWith(
                            "20 vertices in trees and on paths are left out of searches, what they add is known: "));
        }
    }

    /// Neither are vertices on these searched.
    @Test
    void pathsBetweenPartsAreLeftOut() {
        try (Graph graph = Prepared.graph(Shapes.joinedByPath(Shapes.cycle(31), 40, Shapes.cycle(37)));
                CpuEngine host = new CpuEngine(graph, 1)) {
            ClosenessResult found = new ExactRun(context(ALL, host), ALWAYS).run();
            assertThat(said).anyMatch(line -> line.startsWith("40 vertices in trees and on paths are left out"));
            assertThat(found.effort().orElseThrow().begun()).isEqualTo(68);
            List<Long> onPath = LongStream.range(68, 108).boxed().toList();
            ClosenessResult listed =
                    new ExactRun(context(ALL.withSources(new ClosenessJob.Sources.Listed(onPath)), host), ALWAYS).run();
            assertThat(listed.effort().orElseThrow().begun()).isZero();
            assertThat(Prepared.rows(listed)).hasSize(40).isSubsetOf(Prepared.rows(found));
        }
    }

    /// One search for the vertex at the end of a one-way tail, from which no edge leads on.
    @Test
    void treesAreLeftOutWhereEdgesLeadOneWay() {
        List<int[]> edges = new ArrayList<>();
        for (int v = 0; v < 20; v++) {
            edges.add(new int[] {v, (v + 1) % 20});
            edges.add(new int[] {v == 0 ? 7 : 19 + v, 20 + v});
        }
        TestGraph test = new TestGraph(
                "one-way tail",
                40,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                true);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1);
                CpuEngine host = new CpuEngine(graph, 1)) {
            assertThat(rows(host, ALL)).isEqualTo(Prepared.rows(engine.closeness(ALL.bounds(false))));
            assertThat(said)
                    .anyMatch(line -> line.startsWith("20 vertices in trees and on paths are left out of searches"));
        }
    }

    @Test
    void treesStayWhereTheyAreNotKnownToPay() {
        try (Graph graph = Prepared.graph(twoTails());
                Engine engine = Prepared.cpu(graph, 1);
                CpuEngine host = new CpuEngine(graph, 1)) {
            int[] all = LongStream.range(0, 20).mapToInt(graph::vertexOf).toArray();
            int[] inTree = Arrays.copyOf(all, 21);
            inTree[20] = graph.vertexOf(25);
            assertThat(ALWAYS.of(graph, ALL, all)).isPresent();
            assertThat(new PrunedEngines.When(2, Long.MAX_VALUE, 0, 0, 20).of(graph, ALL, inTree))
                    .isPresent();
            assertThat(new PrunedEngines.When(2, Long.MAX_VALUE, 0, 0, 21).of(graph, ALL, inTree))
                    .isEmpty();
            assertThat(ALWAYS.of(graph, ALL.bounds(false), all)).isEmpty();
            assertThat(ALWAYS.of(graph, ALL.measures(ClosenessMeasure.HARMONIC), all))
                    .isEmpty();
            assertThat(new PrunedEngines.When(10, Long.MAX_VALUE, 0, 10, 0).of(graph, ALL, all))
                    .isPresent();
            assertThat(new PrunedEngines.When(11, Long.MAX_VALUE, 0, 10, 0).of(graph, ALL, all))
                    .isEmpty();
            assertThat(new PrunedEngines.When(2, 4, 0, 10, 0).of(graph, ALL, all))
                    .isEmpty();
            assertThat(new PrunedEngines.When(2, Long.MAX_VALUE, 201, 10, 0).of(graph, ALL, all))
                    .isEmpty();
            assertThat(new PrunedEngines.When(2, Long.MAX_VALUE, 0, 11, 0).of(graph, ALL, all))
                    .isEmpty();
            rows(host, ALL.measures(ClosenessMeasure.HARMONIC));
            assertThat(said).noneMatch(line -> line.contains("left out"));
            assertThat(engine.closeness(ALL).rowCount()).isEqualTo(43);
        }
    }

    /// Or for its states.
    @ParameterizedTest
    @CsvSource({"0, no room", "1, lost"})
    void aDeviceWithoutMemoryForAnotherGraphSearchesTheWholeOne(int good, String reason) {
        try (Graph graph = Prepared.graph(twoTails());
                Engine engine = Prepared.cpu(graph, 1);
                FaultyEngine device =
                        new FaultyEngine(new CpuEngine(graph, 1), "device", FaultyEngine.Fault.OVER, good)) {
            assertThat(rows(device, ALL)).isEqualTo(Prepared.rows(engine.closeness(ALL.bounds(false))));
            assertThat(said).contains("searches go through 20 vertices in trees and on paths: " + reason);
        }
    }

    @Test
    void aDeviceThatFailsLeavesItsBatchesToAnother() {
        ClosenessJob narrow = ALL.width(64);
        try (Graph graph = Prepared.graph(Shapes.joinedByPath(Shapes.caterpillar(9, 1), 30, Shapes.cycle(271)));
                Engine engine = Prepared.cpu(graph, 1);
                FaultyEngine device = new FaultyEngine(new CpuEngine(graph, 1), "device", FaultyEngine.Fault.BEGIN, 1);
                FaultyEngine other =
                        new FaultyEngine(new CpuEngine(graph, 1), "other", FaultyEngine.Fault.NEVER, 0).after(device)) {
            List<String> found = Prepared.rows(new ExactRun(context(narrow, device, other), ALWAYS).run());
            assertThat(found).isEqualTo(Prepared.rows(engine.closeness(ALL.bounds(false))));
            assertThat(said).anyMatch(line -> line.startsWith("device failed"));
        }
    }

    @Test
    void aStoppedJobHasNoRowsOfTreesHalfKnown() {
        stop.ask();
        try (Graph graph = Prepared.graph(twoTails());
                CpuEngine host = new CpuEngine(graph, 1)) {
            ExactRun run = new ExactRun(context(ALL, host), ALWAYS);
            assertThatThrownBy(run::run).isInstanceOf(JobStoppedException.class);
            assertThat(run.hasResults()).isFalse();
        }
    }

    /// As a search through the tail takes as long as many that do not, all rows are soon found in the place of the top.
    @Test
    void theTopIsThatOfAllRowsWhereTheseTakeLess() {
        TestGraph test = Shapes.joinedByPath(GraphKind.UNIFORM.draw(3, 1_300), 60_000, Shapes.chain(1));
        try (Graph graph = Prepared.graph(test, "degree");
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessJob all = ClosenessJob.allSources().measures(ClosenessMeasure.WF);
            List<String> ranking = Prepared.rows(engine.closeness(all.top(Integer.MAX_VALUE)));
            ClosenessResult top = engine.closeness(all.top(10));
            assertThat(Prepared.rows(top)).isEqualTo(ranking.subList(0, 10));
            assertThat(top.effort().orElseThrow().begun()).isLessThan(1_600);
        }
    }
}
