package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.command.TraversalSet.Traversal;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.graph.VertexIds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What a trace says of levels that are given, field by field.
final class TraceFileTest {
    private static Traversal traversal(long source, LevelTrace... levels) {
        return new Traversal(source, 1, 0, new long[] {1}, 0, Map.of(), Map.of(), List.of(), List.of(levels));
    }

    @Test
    void tellsAllOfEveryLevel() {
        List<Traversal> traversals = List.of(
                traversal(
                        12,
                        new LevelTrace(1, LevelMode.PUSH_SMALL, 2, 3, 4, 5, 6, 7_500_000),
                        new LevelTrace(2, LevelMode.TENSOR, 20, 30, 40, 50, 60, 1_000)),
                traversal(10));
        assertThat(JsonMapper.shared().writeValueAsString(TraceFile.fields(traversals, new VertexIds.Range(10, 5))))
                .isEqualTo("[{\"source\":12,\"levels\":[{\"level\":1,\"mode\":\"push\",\"queueLength\":2,"
                        + "\"frontierVertices\":3,\"frontierEdges\":4,\"unvisited\":5,\"found\":6,\"timeMs\":7.5},"
                        + "{\"level\":2,\"mode\":\"tensor\",\"queueLength\":20,\"frontierVertices\":30,"
                        + "\"frontierEdges\":40,\"unvisited\":50,\"found\":60,\"timeMs\":0.001}]},"
                        + "{\"source\":10,\"levels\":[]}]");
    }

    @Test
    void tellsHowTheTrialOfSwitchesCameOut() {
        assertThat(TraceFile.fields(new SwitchTrial(1_500_000, 2_000_000)).toString())
                .isEqualTo("{sources=3, withSwitchMs=1.5, withoutSwitchMs=2.0, switching=true}");
        assertThat(TraceFile.fields(new SwitchTrial(2_000_000, 2_000_000)).toString())
                .endsWith("withoutSwitchMs=2.0, switching=false}");
    }
}
