package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngineProvider;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.EngineProvider;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.testkit.Shapes;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which devices a job runs on, on machines with GPUs that are made up.
final class EngineTeamTest {
    /// Of a GPU that can be used, but not opened.
    private static final String FAILS = "it fails";

    private static final Function<Engine, String> ANY_JOB = engine -> null;

    private final Graph graph = Prepared.graph(Shapes.star(9));
    private final List<Backend> open = new ArrayList<>();

    @AfterEach
    void close() {
        graph.close();
    }

    /// A host whose GPUs have these problems, null for none.
    private List<EngineProvider> host(String... problems) {
        return List.of(new Gpus(problems), new CpuEngineProvider());
    }

    private List<String> descriptions(List<EngineProvider> host, Function<Engine, String> whyNot, String... words) {
        List<Device> asked = Arrays.stream(words).map(Device::parse).toList();
        try (EngineTeam team = OpenTeam.open(host, graph, asked, 3, whyNot)) {
            return team.engines().stream().map(Engine::description).toList();
        } finally {
            assertThat(open).as("engines left open").isEmpty();
        }
    }

    private List<String> passedOver(List<EngineProvider> host, String word) {
        try (EngineTeam team = OpenTeam.open(host, graph, List.of(Device.parse(word)), 3, ANY_JOB)) {
            return team.passedOver();
        }
    }

    @Test
    void takesEveryGpuForAll() {
        assertThat(descriptions(host(null, null, null), ANY_JOB, "all"))
                .containsExactly("gpu:0 (made up)", "gpu:1 (made up)", "gpu:2 (made up)");
    }

    /// Memory, for instance, may be gone by then.
    @Test
    void leavesOutAGpuThatFailsToOpen() {
        assertThat(descriptions(host(null, FAILS), ANY_JOB, "all")).containsExactly("gpu:0 (made up)");
        assertThat(descriptions(host(FAILS), ANY_JOB, "auto")).containsExactly("cpu (3 threads)");
        assertThat(passedOver(host(FAILS), "auto")).containsExactly("gpu:0: it fails");
        assertThatThrownBy(() -> descriptions(host(FAILS), ANY_JOB, "gpu:0"))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:0: it fails");
    }

    @Test
    void leavesOutAGpuThatCannotRunAndSaysWhy() {
        assertThat(descriptions(host(null, "it is on fire", null), ANY_JOB, "all"))
                .containsExactly("gpu:0 (made up)", "gpu:2 (made up)");
        assertThat(passedOver(host(null, "it is on fire"), "all")).containsExactly("gpu:1: it is on fire");
    }

    @Test
    void takesTheCpuForAllWhereNoGpuCanRun() {
        assertThat(descriptions(host(), ANY_JOB, "all")).containsExactly("cpu (3 threads)");
        assertThat(descriptions(host("lost"), ANY_JOB, "all")).containsExactly("cpu (3 threads)");
        assertThat(passedOver(host("lost"), "all")).containsExactly("gpu:0: lost");
    }

    /// Also where a device that is named takes part.
    @Test
    void saysWhyDevicesAreMissing() {
        List<Device> asked = List.of(Device.auto(), new Device.Cpu(2));
        try (EngineTeam team = OpenTeam.open(host("lost"), graph, asked, 3, ANY_JOB)) {
            assertThat(team.engines()).hasSize(2);
            assertThat(team.passedOver()).containsExactly("gpu:0: lost");
        }
        assertThatThrownBy(() -> descriptions(host("lost", "burnt"), ANY_JOB, "auto", "1"))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:1: burnt");
    }

    @Test
    void refusesATeamForNoDevice() {
        assertThatThrownBy(() -> descriptions(host(), ANY_JOB))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a team for no device: expected one or more");
    }

    @Test
    void takesOneGpuForAutoOrElseTheCpu() {
        assertThat(descriptions(host(null, null), ANY_JOB, "auto")).containsExactly("gpu:0 (made up)");
        assertThat(descriptions(host("lost"), ANY_JOB, "auto")).containsExactly("cpu (3 threads)");
    }

    @Test
    void takesTheDevicesNamedInTheirOrder() {
        assertThat(descriptions(host(null, null, null), ANY_JOB, "2", "gpu:0", "cpu"))
                .startsWith("gpu:2 (made up)", "gpu:0 (made up)")
                .hasSize(3);
    }

    @Test
    void refusesTheWholeTeamWhereADeviceNamedCannotRun() {
        assertThatThrownBy(() -> descriptions(host(null, "lost"), ANY_JOB, "0", "1"))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:1: lost");
        assertThatThrownBy(() -> descriptions(host((String) null), ANY_JOB, "gpu:7"))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:7: there is no such GPU");
        assertThatThrownBy(() -> OpenTeam.open(List.of(), graph, List.of(Device.cpu()), 1, ANY_JOB))
                .isInstanceOf(DeviceException.class)
                .hasMessage("device cpu: this build of bitfront has no engine for it");
    }

    /// An engine may have no way to run this kind of job.
    @Test
    void passesOverEnginesThatCannotRunTheJobUnlessNamed() {
        Function<Engine, String> cpuOnly =
                engine -> engine.description().startsWith("gpu") ? engine.description() + ": cannot" : null;
        assertThat(descriptions(host(null, null), cpuOnly, "auto")).containsExactly("cpu (3 threads)");
        assertThat(descriptions(host(null, null), cpuOnly, "all")).containsExactly("cpu (3 threads)");
        assertThatThrownBy(() -> descriptions(host(null, null), cpuOnly, "1"))
                .isInstanceOf(DeviceException.class)
                .hasMessage("gpu:1 (made up): cannot");
    }

    @Test
    void opensASingleEngineOnlyForASingleDevice() {
        assertThatThrownBy(() -> Engine.open(graph, Device.parse("all")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("device all: an engine runs on one device; EngineTeam opens several");
    }

    private final class Gpus implements EngineProvider {
        private final String[] problems;

        Gpus(String... problems) {
            this.problems = problems;
        }

        @Override
        public int preference() {
            return 10;
        }

        @Override
        public List<Device.Report> devices() {
            return IntStream.range(0, problems.length)
                    .mapToObj(i -> new Device.Report(
                            "gpu:" + i, "made up", 1, 1, FAILS.equals(problems[i]) ? null : problems[i]))
                    .toList();
        }

        @Override
        public boolean handles(Device device) {
            return device instanceof Device.Auto || device instanceof Device.Gpu;
        }

        @Override
        public String whyNot(Graph on, Device device) {
            int index = index(device);
            return index < problems.length
                    ? problems[index] == null || problems[index].equals(FAILS)
                            ? null
                            : "gpu:%d: %s".formatted(index, problems[index])
                    : "gpu:%d: there is no such GPU".formatted(index);
        }

        private static int index(Device device) {
            return device instanceof Device.Gpu gpu ? gpu.index() : 0;
        }

        @Override
        public Backend open(Graph on, Device device) {
            if (FAILS.equals(problems[index(device)])) {
                throw new DeviceException("gpu:%d: %s".formatted(index(device), FAILS));
            }
            Backend engine = new MadeUp(index(device));
            open.add(engine);
            return engine;
        }
    }

    private final class MadeUp implements Backend {
        private final int index;

        MadeUp(int index) {
            this.index = index;
        }

        @Override
        public Graph graph() {
            return graph;
        }

        @Override
        public Backend over(Graph other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String description() {
            return "gpu:%d (made up)".formatted(index);
        }

        @Override
        public LabResult bfs(LabRequest request, Arena arena) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BfsSummary measure(LabRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<LevelMode> levelModes() {
            return List.of();
        }

        @Override
        public long singleSourceBytes() {
            return 1;
        }

        @Override
        public MultiSource multiSource(int width, Direction direction, BatchMode mode) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int batchWidth(int width, Direction direction, BatchMode mode) {
            return 64;
        }

        @Override
        public long multiSourceBytes(int width, Direction direction, BatchMode mode) {
            return 1;
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }
}
