package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.LevelTable;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.spi.Backend;
import io.bitfront.file.FileException;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.ReadOptions;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What an engine promises whoever calls it, from however many threads and in whatever order.
@Timeout(120)
final class SharedEngineTest {
    private static final int THREADS = 8;
    private static final int RUNS = 40;
    private static final int SOURCES = 16;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void answersEightThreadsOneAfterTheOther() throws Exception {
        TestGraph test = GraphKind.SCALE_FREE.draw(1, 2_000);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Engine.open(graph, new Device.Cpu(2))) {
            answersAll(engine, test);
        }
    }

    @Test
    @Tag("gpu")
    void answersEightThreadsOneAfterTheOtherOnAGpu() throws Exception {
        TestGraph test = GraphKind.SCALE_FREE.draw(1, 200);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Engine.open(graph, new Device.Gpu(0))) {
            answersAll(engine, test);
        }
    }

    /// A mapped file that is cut short faults; what was not written to has another reason.
    @Test
    void aFaultOfAGraphWhoseFileWasWrittenToIsTheFiles(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("g.el"), "0 1\n1 2\n");
        GraphCache.Opened opened = GraphCache.open(
                new GraphCache.Request(file, ReadOptions.AUTO, PreprocessOptions.defaults(), null, false),
                Progress.NONE,
                line -> {});
        Graph graph = opened.graph();
        try (Engine engine = Prepared.engine(faulting(new CpuEngine(graph, 1)))) {
            assertThatThrownBy(() -> engine.bfs(0)).isInstanceOf(InternalError.class);
            Files.write(opened.cache(), new byte[1], StandardOpenOption.APPEND);
            assertThatThrownBy(() -> engine.bfs(0))
                    .isInstanceOf(FileException.class)
                    .hasMessageContaining("was written to while it was in use");
            assertThatThrownBy(() -> engine.closeness(ClosenessJob.allSources()))
                    .isInstanceOf(FileException.class);
        }
        assertThatThrownBy(graph::close).isInstanceOf(FileException.class);
    }

    private static Backend faulting(Backend works) {
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "bfs", "measure", "multiSource", "multiSources" -> throw new InternalError("a fault");
                    default -> method.invoke(works, arguments);
                });
    }

    @Test
    void jobsShowTheirProgress() {
        List<String> shown = Collections.synchronizedList(new ArrayList<>());
        Progress progress = (name, total, unit) -> {
            shown.add(name);
            return amount -> {};
        };
        try (Graph graph = Prepared.graph(Shapes.cycle(40));
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            engine.closeness(ClosenessJob.allSources(), progress);
            engine.diameter(progress);
        }
        assertThat(shown).contains("closeness", "eccentricities");
    }

    @Test
    void aGraphIsInUseUntilEachUseIsClosedHoweverOften() {
        Graph graph = Prepared.graph(Shapes.chain(3));
        Graph.Use one = graph.use();
        Graph.Use other = graph.use();
        one.close();
        one.close();
        assertThatThrownBy(graph::close).hasMessageContaining("in use by 1 ");
        other.close();
        graph.close();
        other.close();
        assertThatThrownBy(graph::use).hasMessageContaining("closed");
    }

    @Test
    void takesAsManyThreadsAsAMachineMayHave() {
        assertThat(new Device.Cpu(4_096).threads()).isEqualTo(4_096);
        for (int threads : new int[] {-1, 0, 4_097}) {
            assertThatThrownBy(() -> new Device.Cpu(threads))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("%d threads: expected 1 to 4096", threads);
        }
    }

    /// 320 runs: traversals, with parents or without, tables of levels, closeness jobs.
    private void answersAll(Engine engine, TestGraph test) throws Exception {
        int[][] expected = new int[SOURCES][];
        for (int source = 0; source < SOURCES; source++) {
            expected[source] = BfsOracle.levels(test, source);
        }
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread;
            all.add(threads.submit(() -> {
                for (int run = 0; run < RUNS; run++) {
                    ask(engine, (first + run) % SOURCES, run, expected);
                }
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
    }

    private static void ask(Engine engine, int source, int run, int[][] expected) {
        long reached = reached(expected[source]);
        switch (run % 20) {
            case 7 -> {
                try (Arena arena = Arena.ofConfined()) {
                    LevelTable table = engine.levels(new long[] {source, 0}, arena);
                    assertThat(table.levelOf(0, 5)).isEqualTo(expected[source][5]);
                    assertThat(table.levelOf(1, 9)).isEqualTo(expected[0][9]);
                }
            }
            case 13 -> {
                ClosenessResult one = engine.closeness(
                        ClosenessJob.sources(List.of((long) source)).measures(ClosenessMeasure.REACHED));
                assertThat(one.value(0, ClosenessMeasure.REACHED)).isEqualTo(reached);
            }
            default -> {
                try (Arena arena = run % 3 == 0 ? Arena.ofConfined() : Arena.ofShared()) {
                    BfsResult result = engine.bfs(BfsRequest.from(source).withParents(run % 2 == 0), arena);
                    assertThat(result.toArray()).isEqualTo(expected[source]);
                    assertThat(result.reached()).isEqualTo(reached);
                }
            }
        }
    }

    private static long reached(int... levels) {
        long reached = 0;
        for (int level : levels) {
            reached += level >= 0 ? 1 : 0;
        }
        return reached;
    }

    @Test
    void refusesEverythingOnceClosedAndMayBeClosedAgain() {
        try (Graph graph = Prepared.graph(Shapes.star(9));
                Arena arena = Arena.ofConfined()) {
            Engine engine = Engine.open(graph, new Device.Cpu(1));
            Lab lab = Lab.of(engine);
            Batches batches = lab.batches(0, Direction.OUT, BatchMode.AUTO);
            engine.close();
            List<Consumer<Engine>> all = List.of(
                    Engine::graph,
                    Engine::description,
                    one -> one.bfs(0),
                    one -> one.bfs(BfsRequest.from(0)),
                    one -> one.bfs(BfsRequest.from(0), arena),
                    one -> one.levels(new long[] {0}, arena),
                    one -> one.levels(LevelTable.Request.from(0), (_, _) -> MemorySegment.NULL, Progress.NONE),
                    one -> one.closeness(ClosenessJob.allSources()),
                    _ -> lab.bfs(LabRequest.from(0), arena),
                    _ -> lab.measure(LabRequest.from(0)),
                    _ -> lab.checksLevels(),
                    _ -> lab.defect(LabRequest.from(0)),
                    _ -> lab.batches(0, Direction.OUT, BatchMode.AUTO),
                    _ -> lab.batchWidth(0, Direction.OUT, BatchMode.AUTO),
                    _ -> lab.singleSourceBytes(),
                    _ -> lab.levelModes(),
                    _ -> lab.busId(),
                    _ -> lab.upload(),
                    _ -> lab.tiles(),
                    _ -> lab.switchTrial(),
                    _ -> lab.calibrate(),
                    _ -> lab.calibration(),
                    _ -> lab.probeSources(),
                    _ -> batches.width(),
                    _ -> batches.perSource(new int[] {0}),
                    _ -> batches.expect(1),
                    _ -> batches.settled());
            for (Consumer<Engine> method : all) {
                assertThatThrownBy(() -> method.accept(engine))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the engine is closed");
            }
            batches.close();
            batches.close();
            engine.close();
        }
    }

    @Test
    void traversesNoClosedGraph() {
        Graph graph = Prepared.graph(Shapes.star(9));
        try (Engine engine = Engine.open(graph, new Device.Cpu(1));
                Arena arena = Arena.ofConfined()) {
            graph.close();
            List<Consumer<Engine>> all = List.of(
                    one -> one.bfs(0),
                    one -> one.levels(new long[] {0}, arena),
                    one -> one.closeness(ClosenessJob.allSources()));
            for (Consumer<Engine> method : all) {
                assertThatThrownBy(() -> method.accept(engine))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the graph is closed");
            }
        }
    }

    @Test
    void closingEndsARunningJobAtItsNextBatch() throws Exception {
        try (Graph graph = Prepared.graph(GraphKind.ROAD.draw(1, 4_000))) {
            Engine engine = Engine.open(graph, new Device.Cpu(2));
            CountDownLatch running = new CountDownLatch(1);
            Progress progress = (_, _, _) -> _ -> running.countDown();
            ClosenessJob job = ClosenessJob.allSources().width(64);
            Future<ClosenessResult> found =
                    threads.submit(() -> new ClosenessRunner(List.of(engine), job, progress).run());
            assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
            engine.close();
            try {
                assertThat(found.get().rowCount()).isEqualTo(graph.vertexCount());
            } catch (ExecutionException stopped) {
                assertThat(stopped).hasCauseInstanceOf(JobStoppedException.class);
            }
            assertThatThrownBy(() -> engine.bfs(0)).hasMessage("the engine is closed");
        }
    }

    @Test
    void closingWhileOthersCallGivesEachAnAnswerOrARefusal() throws Exception {
        TestGraph test = GraphKind.SCALE_FREE.draw(2, 1_500);
        try (Graph graph = Prepared.graph(test)) {
            int[] expected = BfsOracle.levels(test, 3);
            for (int round = 0; round < 10; round++) {
                Engine engine = Engine.open(graph, new Device.Cpu(1));
                CountDownLatch begun = new CountDownLatch(THREADS - 2);
                List<Future<?>> all = new ArrayList<>();
                for (int thread = 0; thread < THREADS - 2; thread++) {
                    all.add(threads.submit(() -> askUntilClosed(engine, begun, expected)));
                }
                assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
                all.add(threads.submit(engine::close));
                all.add(threads.submit(engine::close));
                for (Future<?> one : all) {
                    one.get();
                }
            }
        }
    }

    private static void askUntilClosed(Engine engine, CountDownLatch begun, int... expected) {
        while (true) {
            try {
                assertThat(engine.bfs(3).toArray()).isEqualTo(expected);
                begun.countDown();
            } catch (IllegalStateException closed) {
                assertThat(closed).hasMessage("the engine is closed");
                return;
            }
        }
    }

    @Test
    void refusesACallFromWithinACall() {
        try (Graph graph = Prepared.graph(Shapes.star(9));
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            Runnable closing = engine::close;
            assertThatThrownBy(() -> engine.levels(
                            LevelTable.Request.from(0),
                            (_, _) -> {
                                engine.bfs(0);
                                return MemorySegment.NULL;
                            },
                            Progress.NONE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the engine is in the middle of a call of this very thread");
            assertThatThrownBy(() -> engine.levels(
                            LevelTable.Request.from(0),
                            (_, _) -> {
                                closing.run();
                                return MemorySegment.NULL;
                            },
                            Progress.NONE))
                    .hasMessage("the engine is in the middle of a call of this very thread");
            assertThat(engine.bfs(0).reached()).isEqualTo(9);
        }
    }

    /// Ids that are no indices, sources twice, cells of one byte and of two.
    @Test
    void tablesLevelsFromManySourcesInInputIds() {
        for (TestGraph test : List.of(GraphKind.MESSY.draw(4, 400), Shapes.chain(300), Shapes.chain(127))) {
            int n = test.vertexCount();
            try (Graph graph = Prepared.graph(test, new VertexIds.Range(1_000, n), "random");
                    Engine engine = Engine.open(graph, new Device.Cpu(2));
                    Arena arena = Arena.ofConfined()) {
                long[] sources = new long[n + 1];
                for (int i = 0; i <= n; i++) {
                    sources[i] = 1_000 + (i * 7L) % n;
                }
                LevelTable table = engine.levels(sources, arena);
                LevelTable some = engine.levels(
                        LevelTable.Request.from(sources).to(1_003, 1_001),
                        (bytes, _) -> arena.allocate(4L * n * bytes),
                        Progress.NONE);
                int deepest = 0;
                for (int row = 0; row <= n; row++) {
                    int[] expected = BfsOracle.levels(test, (int) sources[row] - 1_000);
                    for (int column = 0; column < n; column++) {
                        assertThat(table.level(row, column)).isEqualTo(expected[column]);
                        deepest = Math.max(deepest, expected[column]);
                    }
                    assertThat(table.levelOf(row, 1_005)).isEqualTo(expected[5]);
                    assertThat(some.level(row, 0)).isEqualTo(expected[3]);
                    assertThat(some.levelOf(row, 1_001)).isEqualTo(expected[1]);
                }
                assertThat(table.cellBytes()).isEqualTo(deepest > Byte.MAX_VALUE - 1 ? 2 : 1);
                assertThatThrownBy(() -> some.levelOf(0, 1_002)).hasMessage("vertex 1002 is not in the table");
                assertThatThrownBy(() -> table.levelOf(0, 5)).hasMessage("vertex 5 is not in the table");
                assertThatThrownBy(() -> engine.levels(new long[] {3}, arena)).hasMessageContaining("vertex 3 is not");
            }
        }
    }

    @Test
    void tellsLevelsAndParentsByInputId() {
        try (Graph graph = Prepared.graph(Shapes.chain(4), new VertexIds.Range(10, 4), "random");
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            BfsResult result = engine.bfs(BfsRequest.from(11).withParents(true));
            assertThat(result.levelOf(13)).isEqualTo(2);
            assertThat(result.parentOf(13)).isEqualTo(12);
            assertThat(result.toArray()).containsExactly(1, 0, 1, 2);
            assertThatThrownBy(() -> result.levelOf(14)).hasMessageStartingWith("vertex 14 is not in the graph");
            assertThatThrownBy(() -> engine.bfs(11).parentOf(13))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the traversal was not asked for parents");
        }
    }

    @Test
    void passesOnWhatABackendIsToMeasure() {
        try (Graph graph = Prepared.graph(Shapes.star(9))) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            try (Engine engine = Prepared.engine(recorded.backend())) {
                Lab lab = Lab.of(engine);
                lab.calibrate();
                lab.measure(LabRequest.from(0));
                assertThatThrownBy(() -> lab.defect(LabRequest.from(0)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("cpu (1 thread) cannot check levels");
                assertThat(recorded.calls("calibrate", "measure", "defect").stream()
                                .map(call -> call.replaceAll("\\(.*", "")))
                        .containsExactly("calibrate", "measure", "measure", "defect");
            }
        }
    }
}
