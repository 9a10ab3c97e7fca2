package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches of mode auto by other kernels than the usual one, against the oracles.
@Tag("gpu")
@Tag("drawn")
class GpuKernelTrialTest extends OnFirstDevice {
    /// Another kernel is kept however long it takes.
    private static final double ANY = 1e9;

    static List<TestGraph> graphs() {
        return FirstDevice.graphs();
    }

    private static GpuSetup setup(boolean eager, int mostLevels) {
        return setup(eager, mostLevels, Long.MAX_VALUE);
    }

    private static GpuSetup setup(boolean eager, int mostLevels, long slowLevel) {
        return new GpuSetup(Faults.NONE, !eager, eager, Long.MAX_VALUE)
                .withKernelTrial(new KernelTrial.When(mostLevels, slowLevel, ANY, Long.MAX_VALUE, -1));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findTheOraclesLevelsAndParents(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        for (boolean eager : new boolean[] {false, true}) {
            try (Graph graph = Prepared.graph(test, "degree");
                    GpuEngine engine = new GpuEngine(graph, device, setup(eager, 64))) {
                for (int source : new Random(9).ints(4, 0, test.vertexCount()).toArray()) {
                    LabResult result = engine.bfs(LabRequest.from(source).withParents(true));
                    String what = "%s, source %d, eager %b".formatted(test.name(), source, eager);
                    OracleCheck.levelsAndParents(what, test, source, result);
                    assertThat(engine.defect(source)).as(what).isNull();
                }
                int[] levels = BfsOracle.levels(test, 0);
                LabResult near = engine.bfs(LabRequest.from(0).withMaxLevel(2));
                assertThat(near.level().toArray())
                        .isEqualTo(IntStream.of(levels).map(l -> l > 2 ? -1 : l).toArray());
            }
        }
    }

    /// A few hundred vertices joined at random, and a path beside them.
    @Test
    void aDeepSearchIsBegunAnewByTheUsualKernel() {
        int many = 2_000;
        int path = 100;
        Random random = new Random(4);
        int[] from = new int[4 * many + path - 1];
        int[] to = new int[from.length];
        for (int i = 0; i < 4 * many; i++) {
            from[i] = random.nextInt(many);
            to[i] = random.nextInt(many);
        }
        for (int i = 0; i < path - 1; i++) {
            from[4 * many + i] = many + i;
            to[4 * many + i] = many + i + 1;
        }
        TestGraph test = new TestGraph("a path beside others", many + path, from, to, false);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup(true, 40))) {
            for (int source : new int[] {3, 4, 5}) {
                OracleCheck.levelsAndParents(
                        "near", test, source, engine.bfs(LabRequest.from(source).withParents(true)));
            }
            assertThat(engine.keepsUsualKernel()).isFalse();
            int end = many + path - 1;
            LabResult deep = engine.bfs(LabRequest.from(end).withParents(true));
            OracleCheck.levelsAndParents("deep", test, end, deep);
            assertThat(deep.verticesPerLevel()).hasSize(path);
            assertThat(engine.keepsUsualKernel()).isTrue();
            OracleCheck.levelsAndParents(
                    "after", test, 3, engine.bfs(LabRequest.from(3).withParents(true)));
        }
    }

    /// Whatever a level takes is slow here. A search of far more levels than were seen is begun anew.
    @Test
    void aDeepSearchOfSlowLevelsIsRunByAnotherKernel() {
        int width = 40;
        int last = 190 * width;
        int apart = 60 * width;
        int[] starts =
                IntStream.range(0, last).filter(v -> v / width != apart / width).toArray();
        int[] from =
                IntStream.concat(IntStream.of(starts), IntStream.of(starts)).toArray();
        int[] to = IntStream.concat(
                        IntStream.of(starts).map(v -> v + width),
                        IntStream.of(starts).map(v -> v + (v % width == width - 1 ? 1 : width + 1)))
                .toArray();
        TestGraph test = new TestGraph("two tubes", last + width, from, to, false);
        for (boolean eager : new boolean[] {false, true}) {
            try (Graph graph = Prepared.graph(test, "natural");
                    GpuEngine engine = new GpuEngine(graph, device, setup(eager, 10, 1))) {
                for (int source : new int[] {0, apart, 1_000, 0, apart + width, 0, last, 5_000, apart + width}) {
                    OracleCheck.levelsAndParents(
                            "from " + source,
                            test,
                            source,
                            engine.bfs(LabRequest.from(source).withParents(true)));
                }
                assertThat(engine.keepsUsualKernel()).isFalse();
            }
        }
    }

    private static TestGraph dense() {
        int n = 400;
        int[] from = new Random(5).ints(8_000, 0, n).toArray();
        int[] to = new Random(6).ints(8_000, 0, n).toArray();
        return new TestGraph("dense", n, from, to, false);
    }

    /// Up to a number of edges.
    @Test
    void aSmallGraphIsTriedBeforeItsFirstSearch() {
        TestGraph test = dense();
        try (Graph graph = Prepared.graph(test, "natural")) {
            for (int less : new int[] {0, 1}) {
                GpuSetup setup = setup(false, 64)
                        .withKernelTrial(new KernelTrial.When(
                                64, Long.MAX_VALUE, ANY, Long.MAX_VALUE, graph.edgeCount() - less));
                try (GpuEngine engine = new GpuEngine(graph, device, setup)) {
                    assertThat(engine.tiles().orElseThrow().uploaded()).isFalse();
                    LabResult first = engine.bfs(LabRequest.from(1).withParents(true));
                    assertThat(engine.keepsUsualKernel()).isEqualTo(less == 1);
                    OracleCheck.levelsAndParents("first", test, 1, first);
                }
            }
        }
    }

    /// By calibration, whether the paper's kernels store levels on discovery or not.
    @Test
    void aDenseGraphOfFewVerticesIsTried() {
        TestGraph test = dense();
        for (boolean eager : new boolean[] {false, true}) {
            try (Graph graph = Prepared.graph(test, "natural");
                    GpuEngine engine = new GpuEngine(graph, device, setup(eager, 64))) {
                engine.calibrate();
                assertThat(engine.keepsUsualKernel()).isFalse();
                for (int source = 0; source < 4; source++) {
                    OracleCheck.levelsAndParents(
                            "dense",
                            test,
                            source,
                            engine.bfs(LabRequest.from(source).withParents(true)));
                }
                assertThat(engine.keepsUsualKernel()).isFalse();
            }
        }
    }

    /// Whatever tensor levels would save mode auto.
    @Test
    void fewTilesAreBroughtForThePapersKernel() {
        TestGraph test = Shapes.complete(60);
        try (Graph graph = Prepared.graph(test, "natural")) {
            for (long most : new long[] {graph.tileBytes() - 1, graph.tileBytes()}) {
                GpuSetup setup = setup(false, 64)
                        .withFewTileBytes(0)
                        .withKernelTrial(new KernelTrial.When(64, Long.MAX_VALUE, ANY, most, -1));
                try (GpuEngine engine = new GpuEngine(graph, device, setup)) {
                    engine.calibrate();
                    assertThat(engine.tiles().orElseThrow().uploaded()).isEqualTo(most == graph.tileBytes());
                    assertThat(engine.bfs(LabRequest.from(7)).level().toArray()).isEqualTo(BfsOracle.levels(test, 7));
                }
            }
        }
    }
}
