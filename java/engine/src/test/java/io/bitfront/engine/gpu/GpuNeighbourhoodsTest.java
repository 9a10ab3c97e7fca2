package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.CountedByHand;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Neighbourhoods counted on a GPU against counts by hand, and tops found by them against full rankings.
@Tag("gpu")
@Tag("drawn")
class GpuNeighbourhoodsTest extends OnFirstDevice {
    static List<TestGraph> graphs() {
        return Stream.concat(
                        FirstDevice.graphs().stream(),
                        Stream.of(
                                Shapes.star(40),
                                Shapes.grid(23, 31),
                                Shapes.beside(Shapes.star(300), Shapes.chain(3)),
                                Shapes.beside(Shapes.chain(60), Shapes.star(300)),
                                Shapes.beside(Shapes.star(40), Shapes.chain(40))))
                .filter(test -> test.vertexCount() <= 1_000)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void areThoseCountedByHand(TestGraph test) {
        for (Direction direction : test.directed() ? Direction.values() : new Direction[] {Direction.OUT}) {
            try (Graph graph = Prepared.graph(test);
                    GpuEngine gpu = new GpuEngine(graph, device);
                    NeighbourhoodCounts found = gpu.neighbourhoods(direction).orElse(null)) {
                if (found == null) {
                    assertThat(graph.verticesWithEdges() == 0 || !graph.directed() && hasNoLargestComponent(graph))
                            .isTrue();
                    return;
                }
                expectCounts(graph, direction, found);
            }
        }
    }

    /// Whether no component has more than half of the vertices with edges.
    private static boolean hasNoLargestComponent(Graph graph) {
        CountedByHand expected = new CountedByHand(graph, Direction.OUT, Integer.MAX_VALUE);
        return expected.outside().length >= graph.verticesWithEdges() - expected.outside().length;
    }

    /// Lists so long that all warps share them.
    @Test
    @Tag("once")
    void areThoseCountedByHandOfLongLists() {
        try (Graph graph = Prepared.graph(Shapes.overlappingStars(4_200));
                GpuEngine gpu = new GpuEngine(graph, device);
                NeighbourhoodCounts found = gpu.neighbourhoods(Direction.OUT).orElseThrow()) {
            CountedByHand expected = new CountedByHand(graph, Direction.OUT, Integer.MAX_VALUE);
            assertThat(found.kinds()).isEqualTo(expected.kinds());
            assertThat(found.mostNeighbours(2)).containsExactly(expected.mostNeighbours(2));
            BitSet skipped = new BitSet();
            skipped.set(0, graph.vertexCount());
            IntStream.of(0, 1, 2, 2_101, 2_102, 4_201, 4_202, 6_301).forEach(id -> skipped.clear(graph.vertexOf(id)));
            for (long least : new long[] {4_000, 4_202, 4_203, 6_304, 8_400, 8_402}) {
                List<NeighbourhoodCounts.Limit> limits = Collections.nCopies(
                        expected.kinds().size(), new NeighbourhoodCounts.Limit(least, Long.MAX_VALUE));
                NeighbourhoodCounts.Bounded left = found.bounded(2, limits, skipped);
                NeighbourhoodCounts.Bounded byHand = expected.bounded(2, limits, skipped);
                assertThat(left.vertices()).as("%d", least).containsExactly(byHand.vertices());
                assertThat(left.second()).containsExactly(byHand.second());
            }
        }
    }

    private static void expectCounts(Graph graph, Direction direction, NeighbourhoodCounts found) {
        CountedByHand expected = new CountedByHand(graph, direction, Integer.MAX_VALUE);
        assertThat(found.kinds()).isEqualTo(expected.kinds());
        assertThat(found.outside()).containsExactly(expected.outside());
        if (graph.directed()) {
            for (int v = 0; v < graph.verticesWithEdges(); v++) {
                assertThat(found.kindOf(v)).as("kind of %d", v).isEqualTo(expected.kindOf(v));
            }
        }
        for (int count : new int[] {1, 7, graph.vertexCount()}) {
            assertThat(found.mostNeighbours(count)).containsExactly(expected.mostNeighbours(count));
        }
        int hub = expected.mostNeighbours(1)[0];
        long most = direction == Direction.OUT
                ? graph.out().degree(hub)
                : graph.in().degree(hub);
        long reached = expected.kinds().getLast().most();
        for (int weight : new int[] {2, 4}) {
            for (long least : new long[] {0, most, weight * most, weight * most + reached / 2}) {
                BitSet skipped = least % 2 == 0 ? new BitSet() : some(graph.vertexCount(), least);
                // Of each kind more is asked than of the one before, and near ones are good enough where it is even.
                List<NeighbourhoodCounts.Limit> limits = IntStream.range(
                                0, expected.kinds().size())
                        .mapToObj(kind -> new NeighbourhoodCounts.Limit(
                                least + kind, kind % 2 == 0 && least > 0 ? least - kind : Long.MAX_VALUE))
                        .toList();
                NeighbourhoodCounts.Bounded left = found.bounded(weight, limits, skipped);
                NeighbourhoodCounts.Bounded byHand = expected.bounded(weight, limits, skipped);
                assertThat(left.vertices()).containsExactly(byHand.vertices());
                assertThat(left.second()).containsExactly(byHand.second());
                assertThat(left.byWays()).isEqualTo(byHand.byWays());
            }
        }
    }

    private static BitSet some(int n, long seed) {
        Random dice = new Random(seed);
        BitSet some = new BitSet(n);
        IntStream.range(0, n).filter(_ -> dice.nextBoolean()).forEach(some::set);
        return some;
    }

    /// One way or the other from any vertex it is more than 1,024 hops to an end: what vertices reach stays open.
    @Test
    @Tag("once")
    void leaveOpenWhatVerticesOfDeepDirectedGraphsReach() {
        int n = 2_100;
        try (Graph graph = Prepared.graph(Shapes.oneWayChain(n));
                GpuEngine gpu = new GpuEngine(graph, device);
                NeighbourhoodCounts found = gpu.neighbourhoods(Direction.OUT).orElseThrow()) {
            NeighbourhoodCounts.Kind none = new NeighbourhoodCounts.Kind(0, 0);
            assertThat(found.kinds()).containsExactly(new NeighbourhoodCounts.Kind(1, n), none, none, none);
            assertThat(IntStream.range(0, n).map(found::kindOf)).containsOnly(0);
        }
    }

    /// A list that warps share is counted anew each time.
    @Test
    void areTheSameWheneverTheyAreAsked() {
        int leaves = 5_000;
        try (Graph graph = Prepared.graph(Shapes.star(leaves + 1));
                GpuEngine gpu = new GpuEngine(graph, device);
                NeighbourhoodCounts found = gpu.neighbourhoods(Direction.OUT).orElseThrow()) {
            int hub = found.mostNeighbours(1)[0];
            for (int time = 0; time < 3; time++) {
                NeighbourhoodCounts.Bounded left = found.bounded(
                        2, List.of(new NeighbourhoodCounts.Limit(2L * leaves, Long.MAX_VALUE)), new BitSet());
                assertThat(left.vertices()).containsExactly(hub);
                assertThat(left.second()).containsExactly(0);
            }
        }
    }

    /// Of listed sources, and of what a checkpoint leaves.
    @Test
    void findTheTopOfSomeVertices(@TempDir Path folder) {
        TestGraph test = GraphKind.SCALE_FREE.draw(5, FirstDevice.size(4_000, 900));
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            List<Long> listed =
                    LongStream.range(0, n).filter(id -> id % 5 != 2).boxed().toList();
            for (ClosenessMeasure measure : List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC)) {
                ClosenessJob job =
                        ClosenessJob.sources(listed).measures(measure).top(3);
                ClosenessResult found = gpu.closeness(job);
                List<String> expected = Prepared.rows(cpu.closeness(job.bounds(false)));
                assertThat(Prepared.rows(found)).isEqualTo(expected);
                ClosenessResult.Effort effort = found.effort().orElseThrow();
                assertThat(effort.begun()).isLessThan(n / 2);
                assertThat(effort.begun() + sum(effort)).isEqualTo(listed.size());
                // All else is searched by a job for more rows, whose checkpoint the next continues.
                ClosenessJob kept = job.checkpoint(folder.resolve(measure.name()));
                gpu.closeness(kept.top(1));
                ClosenessResult resumed = gpu.closeness(kept.top(3));
                assertThat(Prepared.rows(resumed)).isEqualTo(expected);
            }
        }
    }

    private static long sum(ClosenessResult.Effort effort) {
        return effort.spared().values().stream().mapToLong(Long::longValue).sum();
    }

    @Test
    @Tag("once")
    void findTheTopOfDirectedGraphs() {
        TestGraph test = GraphKind.DIRECTED_SCALE_FREE.draw(6, FirstDevice.size(4_000, 700));
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            for (Direction direction : Direction.values()) {
                for (ClosenessMeasure measure :
                        List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC, ClosenessMeasure.CLOSENESS)) {
                    ClosenessJob job = ClosenessJob.allSources()
                            .direction(direction)
                            .measures(measure)
                            .top(3);
                    assertThat(Prepared.rows(gpu.closeness(job)))
                            .isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
                }
            }
        }
    }

    /// Many small components: by some measures they hold the top, of many equals, by others nothing of them is
    /// searched.
    @Test
    @Tag("once")
    void findTheTopBesideSmallComponents() {
        TestGraph test = GraphKind.SCALE_FREE.draw(4, FirstDevice.size(4_000, 900));
        int components = test.vertexCount() / 30;
        for (int i = 0; i < components; i++) {
            test = Shapes.beside(test, i % 3 == 0 ? Shapes.star(4) : i % 3 == 1 ? Shapes.chain(2) : Shapes.chain(5));
        }
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            for (ClosenessMeasure measure : List.of(
                    ClosenessMeasure.WF, ClosenessMeasure.HARMONIC, ClosenessMeasure.CLOSENESS, ClosenessMeasure.LIN)) {
                for (int top : new int[] {3, components}) {
                    ClosenessJob job =
                            ClosenessJob.allSources().measures(measure).top(top);
                    ClosenessResult found = gpu.closeness(job);
                    assertThat(Prepared.rows(found))
                            .as("%s", measure)
                            .isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
                    if (top == 3) {
                        assertThat(found.effort().orElseThrow().begun()).isLessThan(test.vertexCount() / 2);
                    }
                }
            }
        }
    }

    /// Of components that promise more within two hops than they hold, too many are left for a device's bounds.
    @Test
    void findTheTopBesideDeepComponents() {
        TestGraph test = GraphKind.SCALE_FREE.draw(8, 900);
        for (int i = 0; i < 8; i++) {
            test = Shapes.beside(test, Shapes.chain(40));
        }
        ClosenessJob job =
                ClosenessJob.allSources().measures(ClosenessMeasure.CLOSENESS).top(3);
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            ClosenessResult found = gpu.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(test.vertexCount() / 2);
        }
    }

    @Test
    @Tag("once")
    void findTheTopOfTheFullRanking() {
        TestGraph test = GraphKind.SCALE_FREE.draw(3, FirstDevice.size(4_000, 700));
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            for (ClosenessMeasure measure : List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC)) {
                ClosenessJob job = ClosenessJob.allSources().measures(measure).top(3);
                ClosenessResult found = gpu.closeness(job);
                assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
                assertThat(found.effort().orElseThrow().spared().get("neighbourhoods"))
                        .isPositive();
                assertThat(found.effort().orElseThrow().begun()).isLessThan(test.vertexCount() / 2);
            }
        }
    }
}
