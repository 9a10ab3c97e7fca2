package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What an exact job asks of a backend's states.
class ExactRunTest {
    static List<String> asked(TestGraph test, ClosenessJob job) {
        try (Graph graph = Prepared.graph(test)) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            try (Engine engine = Prepared.engine(recorded.backend())) {
                engine.closeness(job);
            }
            return recorded.calls("expect", "begin", "perTarget", "close");
        }
    }

    /// On a cycle no row follows from another.
    @Test
    void anExactJobSaysHowManySourcesAreToCome() {
        assertThat(asked(Shapes.cycle(200), ClosenessJob.allSources().width(64)))
                .containsExactly(
                        "expect(200)",
                        "begin(64)",
                        "begin(64)",
                        "begin(64)",
                        "begin(8)",
                        "close(MultiSource)",
                        "close(Backend)");
        assertThat(asked(
                        Shapes.cycle(200),
                        ClosenessJob.sources(List.of(3L, 7L, 199L)).width(64)))
                .containsExactly("expect(3)", "begin(3)", "close(MultiSource)", "close(Backend)");
    }
}
