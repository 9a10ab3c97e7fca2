package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.Turn;
import io.bitfront.testkit.Shapes;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void aTurnThatIsGivenBackTwiceLeavesTheNextOneAlone() {
        try (Graph graph = Prepared.graph(Shapes.chain(3));
                Backend backend = new CpuEngine(graph, 1);
                Turns turns = new Turns(backend)) {
            Turn first = turns.take(() -> {});
            assertThat(first.backend()).isSameAs(backend);
            first.close();
            Turn second = turns.take(() -> {});
            first.close();
            assertThatThrownBy(() -> turns.take(() -> {})).hasMessageContaining("a call of this very thread");
            second.close();
            turns.take(() -> {}).close();
        }
    }
}
