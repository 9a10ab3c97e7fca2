package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.closeness.DiameterRunner;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Diameters with bounds kept on a GPU against those with bounds on the host.
@Tag("gpu")
@Tag("drawn")
class GpuEccentricitiesTest extends OnFirstDevice {
    /// Searches after which batches may follow, and the last one, for the other end.
    private static final int ROUND = 17;

    static List<TestGraph> graphs() {
        return Stream.concat(
                        FirstDevice.graphs().stream(),
                        Stream.of(
                                Shapes.chain(90),
                                Shapes.star(40),
                                Shapes.caterpillar(30, 5),
                                Shapes.grid(9, 31),
                                Shapes.beside(Shapes.grid(20, 20), Shapes.chain(3)),
                                Shapes.beside(Shapes.chain(90), Shapes.grid(20, 20)),
                                Shapes.beside(Shapes.grid(9, 9), Shapes.beside(Shapes.star(40), Shapes.chain(39))),
                                Shapes.beside(Shapes.chain(41), Shapes.star(40)),
                                Shapes.beside(GraphKind.SCALE_FREE.draw(2, 300), Shapes.chain(3)),
                                GraphKind.ROAD.draw(5, FirstDevice.size(20_000, 400))))
                .filter(test -> !test.directed() && test.vertexCount() > 0)
                .toList();
    }

    static List<TestGraph> directed() {
        return FirstDevice.graphs().stream()
                .filter(test -> test.directed() && test.vertexCount() > 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("directed")
    void ofDirectedGraphsAreThoseOfTheHost(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            expectSame(gpu.diameter(), cpu.diameter(), cpu);
        }
    }

    /// By as many searches, too, from and to the same vertices, unless batches follow or the host leaves out pendants.
    @ParameterizedTest
    @MethodSource("graphs")
    void areThoseOfTheHost(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device));
                Engine cpu = Prepared.cpu(graph, 2)) {
            Diameter expected = cpu.diameter();
            Diameter found = gpu.diameter();
            expectSame(found, expected, cpu);
            if (expected.searches() <= ROUND && !hasPendants(test)) {
                assertThat(figures(found)).isEqualTo(figures(expected));
                assertThat(found.searches()).isEqualTo(expected.searches());
            }
        }
    }

    private static boolean hasPendants(TestGraph test) {
        int[][] out = test.outNeighbours();
        return Arrays.stream(out).anyMatch(of -> of.length == 1 && out[of[0]].length > 1);
    }

    /// Batches follow after other rounds than on the host, which may then know of other vertices as far or as near.
    private static void expectSame(Diameter found, Diameter expected, Engine cpu) {
        assertThat(found.vertices()).isEqualTo(expected.vertices());
        assertThat(found.diameter()).isEqualTo(expected.diameter());
        assertThat(found.radius()).isEqualTo(expected.radius());
        assertThat(cpu.bfs(found.from()).levelOf(found.to())).isEqualTo(expected.diameter());
        assertThat(cpu.bfs(found.centre()).depth()).isEqualTo(expected.radius());
    }

    /// Of all vertices, also outside the largest component.
    @ParameterizedTest
    @MethodSource("graphs")
    void ofEveryVertexAreThoseOfPlainSearches(TestGraph test) {
        int[][] out = test.outNeighbours();
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device))) {
            ClosenessResult all = gpu.closeness(ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY));
            for (int v = 0; v < out.length; v += Math.max(1, out.length / 400)) {
                assertThat(all.value(v, ClosenessMeasure.ECCENTRICITY))
                        .isEqualTo(Arrays.stream(BfsOracle.levels(out, v)).max().orElse(0));
            }
        }
    }

    private static List<Long> figures(Diameter of) {
        return List.of((long) of.vertices(), (long) of.diameter(), of.from(), of.to(), (long) of.radius(), of.centre());
    }

    /// A cycle's vertices are all as central as each other: no search settles many.
    @Test
    void goOnInBatchesWhereSearchesSettleLittle() {
        TestGraph test = Shapes.cycle(180);
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device))) {
            Diameter found = gpu.diameter();
            assertThat(found.diameter()).isEqualTo(90);
            assertThat(found.radius()).isEqualTo(90);
            assertThat(found.searches()).isGreaterThan(ROUND);
        }
    }

    @Test
    void sayBetweenWhatTheyLieWhenStopped() {
        TestGraph test = Shapes.grid(9, 31);
        AtomicReference<DiameterRunner> runner = new AtomicReference<>();
        Progress stopping = (_, _, _) -> _ -> runner.get().cancel();
        try (Graph graph = Prepared.graph(test);
                Engine gpu = Prepared.engine(new GpuEngine(graph, device))) {
            runner.set(new DiameterRunner(List.of(gpu), stopping, line -> {}));
            assertThatThrownBy(() -> runner.get().run())
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessage("stopped after 1 of 279 vertices; the diameter is 36 to 72, the radius 18 to 36");
        }
    }
}
