package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.spi.EccentricityDevice;
import io.bitfront.order.OrderingKind;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Costs of levels measured on a device, on graphs of any size.
@Tag("gpu")
@Tag("drawn")
class CalibrationTest extends OnFirstDevice {
    private static final GpuSetup ANY_SIZE = new GpuSetup(Faults.NONE, false, false, 0);

    @TempDir
    private Path folder;

    static List<TestGraph> graphs() {
        return FirstDevice.graphs();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsByCostsMeasuredOnTheGraph(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device, ANY_SIZE)) {
            engine.bfs(LabRequest.from(0).withMode(BfsMode.PAPER));
            assertThat(engine.calibration()).isEmpty();
            long begun = System.nanoTime();
            assertThat(engine.bfs(LabRequest.from(0)).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
            Calibration found = engine.calibration().orElseThrow();
            assertThat(found.measured()).isTrue();
            assertThat(found.note()).isEmpty();
            assertThat(engine.bfs(LabRequest.from(0)).level().toArray()).isEqualTo(BfsOracle.levels(test, 0));
            assertThat(engine.calibration().orElseThrow()).isSameAs(found);
            assertThat(found.nanos()).isBetween(1L, System.nanoTime() - begun);
        }
    }

    /// What a job looks at once, and its few searches, wait for nothing; nor is that an answer's first time spent.
    @Test
    void measuresNothingBeforeSearchesByConstantsAndThoseOfAJob() {
        try (Graph graph = Prepared.graph(TestGraphs.all().getLast(), "degree");
                GpuEngine engine = new GpuEngine(graph, device, ANY_SIZE)) {
            engine.measure(LabRequest.byConstants(graph.idOf(0)));
            try (EccentricityDevice eccentricities = engine.eccentricities().orElseThrow()) {
                eccentricities.search(eccentricities.first(), true, EccentricityDevice.Wanted.EXTREMES);
            }
            assertThat(engine.calibration()).isEmpty();
            engine.measure(LabRequest.from(graph.idOf(0)));
            assertThat(engine.calibration().orElseThrow().traversals()).isPositive();
        }
    }

    @Test
    void aJobsSearchesGoByWhatIsKept() {
        Path cache = cache();
        calibrated(cache);
        try (Graph graph = Graph.open(cache);
                GpuEngine engine = new GpuEngine(graph, device, ANY_SIZE);
                EccentricityDevice eccentricities = engine.eccentricities().orElseThrow()) {
            eccentricities.search(eccentricities.first(), true, EccentricityDevice.Wanted.EXTREMES);
            assertThat(engine.calibration().orElseThrow().measured()).isFalse();
        }
    }

    @Test
    void asksNothingOfASmallGraph() {
        try (Graph graph = Prepared.graph(TestGraphs.all().getLast(), "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            engine.bfs(LabRequest.from(0));
            assertThat(engine.calibration()).isEmpty();
            assertThat(engine.probeSources()).isEmpty();
        }
    }

    @Test
    void keepsCostsBesideTheCacheAndMeasuresAgainWhereTheyAreDamaged() throws IOException {
        Path cache = cache();
        Calibration first = calibrated(cache);
        assertThat(first.measured()).isTrue();
        assertThat(first.traversals()).isPositive();
        Path kept = keptCosts();
        Calibration second = calibrated(cache);
        assertThat(second.measured()).isFalse();
        assertThat(second.traversals()).isZero();
        String text = Files.readString(kept);
        Files.writeString(kept, text.replace("push-edge", "push-hedge"));
        Calibration third = calibrated(cache);
        assertThat(third.measured()).isTrue();
        assertThat(third.note()).isEqualTo(kept + ": it is damaged");
        assertThat(calibrated(cache).measured()).isFalse();
    }

    @Test
    void goesOnWhereCostsCannotBeKept() throws IOException {
        Path cache = cache();
        // a folder under the file's name: nothing can be written there, whoever runs this
        calibrated(cache);
        Path kept = keptCosts();
        Files.delete(kept);
        Files.createDirectory(kept);
        Calibration found = calibrated(cache);
        assertThat(found.measured()).isTrue();
        assertThat(found.note()).contains("it is there already and is not a regular file");
    }

    /// Nothing before the first answer, then as long as the traversals themselves.
    @Test
    @Tag("once")
    void measuresInItsShareOfTheTime() {
        GpuSetup hasty = new GpuSetup(Faults.NONE, false, false, 0, new GpuSetup.CalibrationTime(0, 1));
        Path cache = cache();
        try (Graph graph = Graph.open(cache);
                GpuEngine engine = new GpuEngine(graph, device, hasty)) {
            LabRequest request = LabRequest.from(graph.idOf(0));
            int[] expected = engine.bfs(request).level().toArray();
            assertThat(engine.calibration().orElseThrow().traversals()).isZero();
            engine.bfs(request);
            int some = engine.calibration().orElseThrow().traversals();
            assertThat(some).isPositive();
            assertThat(engine.bfs(request).level().toArray()).isEqualTo(expected);
            engine.calibrate();
            assertThat(engine.calibration().orElseThrow().traversals()).isGreaterThan(some);
            assertThat(engine.bfs(request).level().toArray()).isEqualTo(expected);
        }
        assertThat(calibrated(cache).measured()).isFalse();
    }

    @Test
    void measuresSmallerGraphsWhereCostsAreNotThoseExpected() {
        for (String other : List.of("NVIDIA H100 80GB HBM3", "NVIDIA GH200 480GB", "NVIDIA H200 MIG 1g.18gb")) {
            assertThat(Calibrator.leastEdges("NVIDIA H200")).isGreaterThan(Calibrator.leastEdges(other));
        }
    }

    /// Of a graph whose searches follow no lists of what lies some hops away: these would be made first.
    private Path cache() {
        TestGraph test = GraphKind.SCALE_FREE.draw(3, 1_000);
        Path file = folder.resolve("graph.bvss");
        PreprocessOptions options =
                PreprocessOptions.defaults().withOrdering(OrderingKind.DEGREE).withThreads(2);
        GraphCache.build(Prepared.input(test), "a test", options, file, Progress.NONE, line -> {})
                .graph()
                .close();
        return file;
    }

    private static Calibration calibrated(Path cache) {
        try (Graph graph = Graph.open(cache);
                GpuEngine engine = new GpuEngine(graph, device, ANY_SIZE)) {
            engine.measure(LabRequest.from(engine.graph().idOf(0)));
            return engine.calibration().orElseThrow();
        }
    }

    private Path keptCosts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".costs"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
