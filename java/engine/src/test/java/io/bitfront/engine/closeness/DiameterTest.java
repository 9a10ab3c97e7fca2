package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.algo.SumSweepDirectedDiameterRadius;
import it.unimi.dsi.webgraph.algo.SumSweepUndirectedDiameterRadius;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class DiameterTest {
    static Stream<TestGraph> graphs() {
        return Stream.concat(
                TestGraphs.small().stream().filter(test -> test.vertexCount() > 0),
                Stream.of(GraphKind.values()).map(kind -> kind.draw(31, 1_500)));
    }

    /// Every vertex's eccentricity, of plain searches.
    private static int[] eccentricities(TestGraph test) {
        int[][] out = test.outNeighbours();
        int[] found = new int[out.length];
        Arrays.setAll(found, v -> Arrays.stream(BfsOracle.levels(out, v)).max().orElse(0));
        return found;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void agreesWithSearchesFromEveryVertex(TestGraph test) {
        int[] expected = eccentricities(test);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            Diameter found = engine.diameter();
            boolean[] counted = counted(test);
            int diameter = -1;
            int radius = Integer.MAX_VALUE;
            for (int v = 0; v < expected.length; v++) {
                if (test.directed() || counted[v]) {
                    diameter = Math.max(diameter, expected[v]);
                }
                radius = counted[v] ? Math.min(radius, expected[v]) : radius;
            }
            ClosenessResult all = runner(engine).all();
            Diameter ofAll = runner(engine).run(all);
            if (test.directed()) {
                assertThat(ofAll.searches()).isBetween(all.traversals() + 1, all.traversals() + 2);
            }
            for (Diameter one : List.of(found, ofAll)) {
                assertThat(one.diameter()).isEqualTo(diameter);
                assertThat(one.radius()).isEqualTo(radius);
                assertThat(expected[(int) one.from()]).isEqualTo(diameter);
                assertThat(BfsOracle.levels(test.outNeighbours(), (int) one.from())[(int) one.to()])
                        .isEqualTo(diameter);
                assertThat(expected[(int) one.centre()]).isEqualTo(radius);
                assertThat(counted[(int) one.centre()]).isTrue();
            }
            ClosenessResult job = engine.closeness(ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY));
            for (int v = 0; v < expected.length; v++) {
                assertThat(all.value(v, ClosenessMeasure.ECCENTRICITY)).isEqualTo(expected[v]);
                assertThat(job.value(v, ClosenessMeasure.ECCENTRICITY)).isEqualTo(expected[v]);
            }
        }
    }

    /// Undirected: the members of the largest component that was measured. Directed: those that reach the largest
    /// strong component, of several the one with the least id.
    private static boolean[] counted(TestGraph test) {
        boolean[] counted = new boolean[test.vertexCount()];
        int[] reached = new int[counted.length];
        int[][] out = test.outNeighbours();
        int[][] in = test.inNeighbours();
        int best = -1;
        for (int v = 0; v < counted.length; v++) {
            int[] forward = BfsOracle.levels(out, v);
            int[] backward = BfsOracle.levels(in, v);
            for (int w = 0; w < counted.length; w++) {
                reached[v] += forward[w] >= 0 && backward[w] >= 0 ? 1 : 0;
            }
            best = best < 0 || reached[v] > reached[best] ? v : best;
        }
        int[] reach = BfsOracle.levels(in, best);
        Arrays.setAll(reach, v -> {
            counted[v] = reach[v] >= 0;
            return reach[v];
        });
        return counted;
    }

    private static DiameterRunner runner(Engine engine) {
        return new DiameterRunner(List.of(engine), Progress.NONE, line -> {});
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "MESH", "TREE", "DIRECTED_SCALE_FREE", "DIRECTED_UNIFORM", "DIRECTED_MESSY"})
    void agreesWithWebGraph(GraphKind kind) {
        TestGraph test = kind.draw(8, 600);
        int[][] out = test.outNeighbours();
        int[] place = test.directed() ? IntStream.range(0, out.length).toArray() : largestComponent(out);
        ArrayListMutableGraph other =
                new ArrayListMutableGraph(Arrays.stream(place).max().orElseThrow() + 1);
        for (int v = 0; v < out.length; v++) {
            for (int w : out[v]) {
                if (place[v] >= 0) {
                    other.addArc(place[v], place[w]);
                }
            }
        }
        ImmutableGraph view = other.immutableView();
        int diameter;
        int radius;
        if (test.directed()) {
            var sweep = new SumSweepDirectedDiameterRadius(
                    view, SumSweepDirectedDiameterRadius.OutputLevel.RADIUS_DIAMETER, null, null);
            sweep.compute();
            diameter = sweep.getDiameter();
            radius = sweep.getRadius();
        } else {
            var sweep = new SumSweepUndirectedDiameterRadius(
                    view, SumSweepUndirectedDiameterRadius.OutputLevel.RADIUSDIAMETER, null);
            sweep.compute();
            diameter = sweep.getDiameter();
            radius = sweep.getRadius();
        }
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            Diameter found = runner(engine).run();
            assertThat(found.diameter()).isEqualTo(diameter);
            assertThat(found.radius()).isEqualTo(radius);
        }
    }

    /// New numbers of the vertices of the largest component, -1 for all others.
    private static int[] largestComponent(int[][] out) {
        int[] place = new int[out.length];
        long most = 0;
        for (int v = 0; v < out.length; v++) {
            int[] levels = BfsOracle.levels(out, v);
            long reached = Arrays.stream(levels).filter(level -> level >= 0).count();
            if (reached > most) {
                most = reached;
                AtomicInteger next = new AtomicInteger();
                Arrays.setAll(place, w -> levels[w] >= 0 ? next.getAndIncrement() : -1);
            }
        }
        return place;
    }

    @Test
    void takesFewSearches() {
        for (TestGraph test : List.of(
                GraphKind.SCALE_FREE.draw(3, 5_000),
                GraphKind.ROAD.draw(3, 5_000),
                GraphKind.DIRECTED_SCALE_FREE.draw(3, 5_000))) {
            try (Graph graph = Prepared.graph(test);
                    Engine engine = Prepared.cpu(graph, 1)) {
                assertThat(runner(engine).run().searches()).as(test.name()).isLessThan(test.vertexCount() / 2);
            }
        }
    }

    @Test
    void measuresEveryComponent() {
        int[] from = {0, 1, 2, 5, 6, 7, 8, 3};
        int[] to = {1, 2, 9, 6, 7, 8, 5, 4};
        TestGraph test = new TestGraph("a path, a ring, a pair, one alone", 11, from, to, false);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            List<ComponentDiameter> found =
                    new ArrayList<>(ComponentDiameter.of(runner(engine).all(), graph));
            assertThat(found)
                    .containsExactly(
                            new ComponentDiameter(4, 3, 0, 2, 1),
                            new ComponentDiameter(4, 2, 5, 2, 5),
                            new ComponentDiameter(2, 1, 3, 1, 3));
        }
    }

    @Test
    void refusesAGraphWithoutVertices() {
        try (Graph graph = Prepared.graph(Shapes.empty(0));
                Engine engine = Prepared.cpu(graph, 1)) {
            assertThatThrownBy(() -> runner(engine).run())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a graph without vertices has no diameter");
            assertThat(runner(engine).all().rowCount()).isZero();
        }
    }

    @Test
    void followsTheDirectionOfAJob() {
        TestGraph test = GraphKind.DIRECTED_UNIFORM.draw(4, 200);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources()
                    .measures(ClosenessMeasure.ECCENTRICITY)
                    .direction(Direction.IN);
            int[][] in = test.inNeighbours();
            ClosenessResult found = engine.closeness(job);
            for (int v = 0; v < in.length; v++) {
                assertThat(found.value(v, ClosenessMeasure.ECCENTRICITY))
                        .isEqualTo(Arrays.stream(BfsOracle.levels(in, v)).max().orElse(0));
            }
        }
    }
}
