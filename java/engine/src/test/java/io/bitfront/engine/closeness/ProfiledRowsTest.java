package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.profile.SearchingCells;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole jobs on deep graphs, against those that search from every vertex.
final class ProfiledRowsTest {
    private static final TestGraph DEEP = Shapes.grid(9, 500);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesTheRowsOfSearchesFromEveryVertex(boolean harmonic) {
        ClosenessJob job = ClosenessJob.allSources()
                .measures(harmonic ? ClosenessMeasure.values() : new ClosenessMeasure[] {ClosenessMeasure.WF});
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(DEEP.vertexCount() / 10);
            assertThat(found.effort().orElseThrow().begun()
                            + found.effort().orElseThrow().following())
                    .isEqualTo(DEEP.vertexCount());
        }
    }

    @Test
    void tellsTheMemoryOfCellsBeforehand() {
        ClosenessJob job = ClosenessJob.allSources();
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 2)) {
            assertThat(cellBytes(engine, job))
                    .isEqualTo(ProfileSearch.mostBytes(DEEP.vertexCount(), graph.edgeCount(), false, 2));
            assertThat(cellBytes(engine, ClosenessJob.sample(1, 1).withSources(new ClosenessJob.Sources.Error(0.1, 1))))
                    .isEqualTo(cellBytes(engine, job));
            assertThat(cellBytes(engine, ClosenessJob.sample(9, 1))).isZero();
            assertThat(cellBytes(engine, ClosenessJob.sources(List.of(1L, 2L)))).isZero();
        }
        try (Graph shallow = Prepared.graph(GraphKind.SCALE_FREE.draw(3, 5_000));
                Engine engine = Prepared.cpu(shallow, 2)) {
            assertThat(cellBytes(engine, job)).isZero();
        }
    }

    /// What is told of a job beyond what is told where rows may not follow from others'.
    private static long cellBytes(Engine engine, ClosenessJob job) {
        return ClosenessRunner.memoryNeeded(List.of(engine), job)
                - ClosenessRunner.memoryNeeded(List.of(engine), job.bounds(false));
    }

    /// Meshes some of whose edges lead one way, and a chain along which all do.
    static Stream<TestGraph> oneWay() {
        return Stream.of(
                Shapes.oneWay(Shapes.grid(9, 500), 0.02, 0.2, 1),
                Shapes.oneWay(Shapes.grid(7, 650), 0, 0.6, 2),
                Shapes.oneWayChain(5_000));
    }

    @ParameterizedTest
    @MethodSource("oneWay")
    void givesTheRowsWhereEdgesLeadOneWay(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            for (Direction direction : Direction.values()) {
                for (boolean harmonic : new boolean[] {true, false}) {
                    ClosenessJob job = ClosenessJob.allSources()
                            .measures(harmonic ? ClosenessMeasure.HARMONIC : ClosenessMeasure.WF)
                            .direction(direction);
                    ClosenessResult found = engine.closeness(job);
                    assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
                    assertFewSearches(found, test);
                    ClosenessResult top = engine.closeness(job.top(7));
                    assertThat(Prepared.rows(top))
                            .isEqualTo(Prepared.rows(
                                    engine.closeness(job.bounds(false).top(7))));
                    assertFewSearches(top, test);
                }
            }
        }
    }

    private static void assertFewSearches(ClosenessResult found, TestGraph test) {
        ClosenessResult.Effort effort = found.effort().orElseThrow();
        assertThat(effort.begun()).isLessThan(test.vertexCount() / 8);
        assertThat(effort.begun() + effort.following()).isEqualTo(test.vertexCount());
    }

    /// A piece of a mesh that hangs together by edges that lead anywhere, of which a vertex reaches few.
    @Test
    void searchesFromEveryVertexWhereLittleIsReached() {
        List<String> said = new ArrayList<>();
        TestGraph test = Shapes.oneWay(Shapes.grid(30, 200), 0.2, 1, 3);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources();
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
        assertThat(said).noneMatch(line -> line.contains("of a deep component are searched"));
    }

    /// What a job was stopped after, whichever measures it has, is what it goes on from, and the cells that are left
    /// are searched as cells; harmonic sums that nobody asked for are searched for where they are.
    @ParameterizedTest
    @EnumSource(
            value = ClosenessMeasure.class,
            names = {"WF", "HARMONIC"})
    void whatIsKeptOfStoppedCellsIsAllThatWasFound(ClosenessMeasure measure, @TempDir Path folder) {
        Path kept = folder.resolve("kept");
        ClosenessJob job = ClosenessJob.allSources().measures(measure);
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 1)) {
            AtomicLong found = new AtomicLong();
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress stops = (name, total, unit) -> amount -> {
                if (found.addAndGet(amount) > DEEP.vertexCount() * 2L / 3) {
                    runner.get().cancel();
                }
            };
            runner.set(new ClosenessRunner(List.of(engine), job, stops));
            assertThatThrownBy(() -> runner.get().runKeeping(kept))
                    .hasMessageMatching("stopped after [\\d,]+ of 4,500 sources; the same job continues from .*");
            ClosenessResult rest = new ClosenessRunner(List.of(engine), job, Progress.NONE).runKeeping(kept);
            assertThat(rest.events())
                    .containsExactly("%,d of 4,500 sources were in checkpoint %s".formatted(found.get(), kept));
            assertThat(rest.effort().orElseThrow().begun()).isLessThan((4_500 - found.get()) / 10);
            assertThat(Prepared.rows(rest)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }

    /// Cells of devices are of graphs without directions, and hosts take longer for them than devices for searches.
    @Test
    void leavesEdgesThatLeadOneWayToADevicesSearches() {
        List<String> said = new ArrayList<>();
        TestGraph test = Shapes.oneWay(DEEP, 0, 0.1, 4);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.engine(withCells(new CpuEngine(graph, 1), true))) {
            ClosenessJob job = ClosenessJob.allSources();
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
        assertThat(said).noneMatch(line -> line.startsWith("a deep component"));
    }

    /// Half of the vertices are a hub's leaves, the other half its tail.
    @Test
    void givesTheRowsOfAStarWithALongTail() {
        TestGraph comet = Shapes.joinedByPath(Shapes.star(2_500), 2_500, Shapes.empty(1));
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(comet);
                Engine engine = Prepared.cpu(graph, 2)) {
            ClosenessResult found = engine.closeness(job);
            List<String> rows = Prepared.rows(engine.closeness(job.bounds(false)));
            assertThat(Prepared.rows(found)).isEqualTo(rows);
            assertThat(found.effort().orElseThrow().begun()).isLessThan(100);
            ClosenessResult top = engine.closeness(job.top(5));
            assertThat(Prepared.rows(top))
                    .isEqualTo(Prepared.rows(engine.closeness(job.bounds(false).top(5))));
            assertThat(top.effort().orElseThrow().begun()).isLessThan(1_000);
        }
    }

    /// A device's cells are preferred to the threads of its host.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesTheRowsThatADeviceFindsInCells(boolean harmonic) {
        TestGraph deep = Shapes.grid(5, 130);
        ClosenessJob job = ClosenessJob.allSources()
                .measures(harmonic ? ClosenessMeasure.values() : new ClosenessMeasure[] {ClosenessMeasure.WF});
        try (Graph graph = Prepared.graph(deep);
                Engine cpu = Prepared.cpu(graph, 1);
                Engine engine = Prepared.engine(withCells(new CpuEngine(graph, 1), true))) {
            List<String> said = new ArrayList<>();
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
            assertThat(found.effort().orElseThrow().begun()).isLessThan(650 / 10);
            assertThat(said).contains(willBeCut(650));
        }
    }

    /// The search that may show that nothing is deep begins at a vertex of many neighbours. What
    /// follows from few searches is not cut; of a tree no harmonic sums follow on a device.
    static Stream<Arguments> hubs() {
        TestGraph star = Shapes.star(700);
        return Stream.of(
                Arguments.of(star, 0, ClosenessMeasure.WF),
                Arguments.of(Shapes.beside(star, Shapes.grid(5, 120)), 600, ClosenessMeasure.WF),
                Arguments.of(Shapes.beside(star, Shapes.grid(5, 119)), 0, ClosenessMeasure.WF),
                Arguments.of(Shapes.joinedByPath(star, 62, Shapes.empty(1)), 0, ClosenessMeasure.WF),
                Arguments.of(Shapes.legs(20, 100), 0, ClosenessMeasure.WF),
                Arguments.of(Shapes.legs(20, 100), 2_001, ClosenessMeasure.HARMONIC),
                Arguments.of(Shapes.joinedByPath(star, 1, Shapes.grid(2, 62)), 825, ClosenessMeasure.WF),
                Arguments.of(Shapes.joinedByPath(Shapes.grid(2, 70), 1, star), 841, ClosenessMeasure.WF));
    }

    @ParameterizedTest
    @MethodSource("hubs")
    void cutsADeepComponentWhereverTheHubIs(TestGraph test, int deep, ClosenessMeasure measure) {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.engine(withCells(new CpuEngine(graph, 1), true))) {
            ClosenessJob job = ClosenessJob.allSources().measures(measure);
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
        assertThat(said.stream().filter(line -> line.startsWith("a deep component")))
                .isEqualTo(deep == 0 ? List.of() : List.of(willBeCut(deep)));
    }

    /// A job goes on without what only saves it time.
    @Test
    void walksThroughTheGraphWhereTheDeviceCannotSearchIt() {
        List<String> said = new ArrayList<>();
        try (Graph graph = Prepared.graph(Shapes.grid(5, 130));
                Engine engine = Prepared.engine(withCells(new CpuEngine(graph, 1), false))) {
            ClosenessJob job = ClosenessJob.allSources();
            ClosenessResult found = new ClosenessRunner(List.of(engine), job, Progress.NONE, said::add).run();
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
        assertThat(said).contains(willBeCut(650));
    }

    private static String willBeCut(int vertices) {
        return "a deep component of %,d vertices is cut into cells, whose borders tell of their rows"
                .formatted(vertices);
    }

    /// @param measures whether it runs single searches
    private static Backend withCells(Backend plain, boolean measures) {
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(), new Class<?>[] {Backend.class}, (_, method, arguments) -> {
                    return switch (method.getName()) {
                        case "leastCellComponent" -> OptionalInt.of(600);
                        case "measure" -> {
                            if (!measures) {
                                throw new DeviceException("out of memory");
                            }
                            yield method.invoke(plain, arguments);
                        }
                        case "cellDevice" -> new SearchingCells((CellDevice.Component) arguments[0], 20, 8);
                        default -> method.invoke(plain, arguments);
                    };
                });
    }

    /// By cells, and by bounds of eccentricities, in a graph whose tail of batches would take all the time.
    @ParameterizedTest
    @EnumSource(
            value = ClosenessMeasure.class,
            names = {"HARMONIC", "ECCENTRICITY"})
    void anInterruptEndsItSoonAndStaysSet(ClosenessMeasure measure) {
        Thread caller = Thread.currentThread();
        AtomicLong told = new AtomicLong();
        Progress interrupting = (name, total, unit) -> amount -> {
            told.addAndGet(amount);
            caller.interrupt();
        };
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob job = ClosenessJob.allSources().measures(measure);
            assertThatThrownBy(() -> new ClosenessRunner(List.of(engine), job, interrupting).run())
                    .isInstanceOf(JobStoppedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(told.get()).isLessThan(DEEP.vertexCount() / 2);
        }
    }

    @Test
    void anInterruptEndsTheSearchForTheDiameter() {
        Progress interrupting =
                (name, total, unit) -> amount -> Thread.currentThread().interrupt();
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 1)) {
            assertThatThrownBy(() -> new DiameterRunner(List.of(engine), interrupting, line -> {}).run())
                    .isInstanceOf(JobStoppedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(new DiameterRunner(List.of(engine), Progress.NONE, line -> {})
                            .run()
                            .diameter())
                    .isEqualTo(9 + 500 - 2);
        }
    }

    @Test
    void continuesFromTheCellsInACheckpoint(@TempDir Path folder) {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(DEEP);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob kept = job.checkpoint(folder.resolve("kept"));
            AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
            Progress stops = (name, total, unit) -> amount -> runner.get().cancel();
            runner.set(new ClosenessRunner(List.of(engine), kept, stops));
            assertThatThrownBy(() -> runner.get().run()).isInstanceOf(JobStoppedException.class);

            ClosenessResult continued = engine.closeness(kept);
            assertThat(continued.events()).anyMatch(event -> event.contains("sources were in checkpoint"));
            assertThat(Prepared.rows(continued)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }
}
