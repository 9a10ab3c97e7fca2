package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import org.junit.jupiter.api.Test;

class OpenGraphTest {
    @Test
    void closesAllGraphsWhereOneIsInUse() {
        Graph opened = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).directed();
        OpenGraph open = new OpenGraph(opened, Device.parse("cpu"), 1);
        open.reverse();
        Graph reversed = open.graph();
        try (Graph.Use _ = reversed.use()) {
            assertThatThrownBy(open::close).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(opened::use).isInstanceOf(IllegalStateException.class);
        open.close();
    }
}
