package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.Faults;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Searches of meshes whose blocks do not wait for each other's levels, against the oracles, where lists or frontiers
/// are larger than a block keeps.
@Tag("gpu")
class GpuCorrectingTest extends OnFirstDevice {
    /// A grid at whose corner hang `leaves` vertices with a leaf each.
    private static TestGraph gridWithTwigs(int side, int leaves) {
        TestGraph grid = Shapes.grid(side, side);
        int n = grid.vertexCount();
        int[] from = Arrays.copyOf(grid.from(), grid.from().length + 2 * leaves);
        int[] to = Arrays.copyOf(grid.to(), from.length);
        for (int leaf = 0, at = grid.from().length; leaf < leaves; leaf++) {
            from[at] = 0;
            to[at++] = n + leaf;
            from[at] = n + leaf;
            to[at++] = n + leaves + leaf;
        }
        return new TestGraph("grid with twigs", n + 2 * leaves, from, to, false);
    }

    @ParameterizedTest
    @CsvSource({"90, 200, false", "170, 1500, false", "170, 1500, true"})
    void hubsAndBurstsAreFollowedByAllBlocks(int side, int leaves, boolean wideOffsets) {
        TestGraph test = gridWithTwigs(side, leaves);
        try (Graph graph = Prepared.graph(test, "natural");
                Workers workers = new Workers(1);
                GpuEngine engine =
                        new GpuEngine(graph, device, new GpuSetup(Faults.NONE, wideOffsets, true, Long.MAX_VALUE))) {
            assertThat(SwitchCosts.of(graph, workers, SwitchCosts.Marking.USUAL).smallEdges())
                    .isPositive();
            for (int source : new int[] {0, side * side / 2, side * side, test.vertexCount() - 1}) {
                LabResult result = engine.bfs(LabRequest.from(source).withParents(true));
                OracleCheck.levelsAndParents("source " + source, test, source, result);
                assertThat(engine.defect(source)).isNull();
            }
        }
    }
}
