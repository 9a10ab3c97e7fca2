package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches that sort marks before they set them, or whose first vertices look for theirs, however few there are,
/// against
/// the oracles.
@Tag("gpu")
@Tag("drawn")
class GpuMarksTest extends OnFirstDevice {
    private static final SwitchCosts.Marking ALWAYS = new SwitchCosts.Marking(0, 1, 0);
    private static final TestGraph HUBS = GraphKind.HUBS.draw(3, 3_000);

    /// Among them one whose marks fall into several bins, and one with hubs, whose marks are divided.
    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(FirstDevice.graphs());
        graphs.add(GraphKind.UNIFORM.draw(3, 5_000));
        graphs.add(HUBS);
        return graphs;
    }

    @Test
    void marksAreDividedWhereHubsAre() {
        try (Graph graph = Prepared.graph(HUBS, "natural");
                Workers workers = new Workers(1)) {
            assertThat(SwitchCosts.of(graph, workers, ALWAYS).divides()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsTheOraclesLevelsAndParents(TestGraph test) {
        if (test.vertexCount() != 0) {
            compare(test, false);
        }
    }

    /// Marks are divided where offsets have 64 bits, too.
    @Test
    void findsThemWithWideOffsets() {
        compare(HUBS, true);
    }

    private static void compare(TestGraph test, boolean wideOffsets) {
        GpuSetup setup = new GpuSetup(Faults.NONE, wideOffsets, false, Long.MAX_VALUE).withMarking(ALWAYS);
        try (Graph graph = Prepared.graph(test, "natural");
                GpuEngine engine = new GpuEngine(graph, device, setup)) {
            for (int source : new Random(11).ints(3, 0, test.vertexCount()).toArray()) {
                String what = "%s, source %d".formatted(test.name(), source);
                int[] levels = BfsOracle.levels(test, source);
                LabRequest marked = LabRequest.from(source)
                        .withPlan(LevelPlan.all(LevelMode.PUSH_MARKED))
                        .withTrace(true);
                LabResult result = engine.bfs(marked.withParents(true));
                OracleCheck.levelsAndParents(what, test, source, result);
                assertThat(result.trace()).allMatch(level -> level.mode() == LevelMode.PUSH_MARKED);
                assertThat(engine.defect(source)).as(what).isNull();
                int[] first = Arrays.stream(levels)
                        .map(level -> level > 3 ? -1 : level)
                        .toArray();
                assertThat(engine.bfs(marked.withMaxLevel(3)).level().toArray())
                        .as(what)
                        .isEqualTo(first);
                assertThat(engine.bfs(LabRequest.from(source)).level().toArray())
                        .as(what)
                        .isEqualTo(levels);
            }
        }
    }
}
