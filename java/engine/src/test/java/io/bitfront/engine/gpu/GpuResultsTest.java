package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.memory.IntArray;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Levels on their way to the host, which changes once memory is used again and again.
@Tag("gpu")
class GpuResultsTest extends OnFirstDevice {
    private static final int CALLS = 9;

    /// Of levels that take one byte, two, and one byte of vertices that end within a word.
    static List<TestGraph> graphs() {
        return List.of(GraphKind.SCALE_FREE.draw(7, 1_000), Shapes.chain(700), Shapes.chain(3));
    }

    /// Results closed one by one, and of which one is open when the next is asked for.
    @ParameterizedTest
    @MethodSource("graphs")
    void areRightHoweverOftenTheyAreFetched(TestGraph test) {
        try (Graph graph = Prepared.graph(test, "degree");
                GpuEngine engine = new GpuEngine(graph, device)) {
            for (int call = 0; call < CALLS; call++) {
                int source = call % test.vertexCount();
                int other = test.vertexCount() - 1 - source;
                try (Arena arena = Arena.ofConfined();
                        Arena shorter = Arena.ofConfined()) {
                    IntArray levels = levels(engine, source, arena);
                    assertThat(levels.toArray()).as("call %d", call).isEqualTo(BfsOracle.levels(test, source));
                    IntArray beside = levels(engine, other, shorter);
                    assertThat(beside.toArray()).as("call %d", call).isEqualTo(BfsOracle.levels(test, other));
                    assertThat(levels.toArray()).as("call %d", call).isEqualTo(BfsOracle.levels(test, source));
                }
            }
        }
    }

    /// Memory whose pages were locked is the caller's still.
    @Test
    void outliveTheEngine() {
        TestGraph test = Shapes.chain(700);
        try (Graph graph = Prepared.graph(test, "degree");
                Arena arena = Arena.ofConfined()) {
            IntArray levels = null;
            try (GpuEngine engine = new GpuEngine(graph, device)) {
                for (int call = 0; call < CALLS; call++) {
                    try (Arena passing = Arena.ofConfined()) {
                        levels(engine, call, passing);
                    }
                }
                levels = levels(engine, 5, arena);
            }
            assertThat(levels.toArray()).isEqualTo(BfsOracle.levels(test, 5));
        }
    }

    private static IntArray levels(GpuEngine engine, int source, Arena arena) {
        return engine.bfs(LabRequest.from(source), arena).level();
    }
}
