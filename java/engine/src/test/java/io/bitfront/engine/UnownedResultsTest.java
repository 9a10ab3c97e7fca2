package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.memory.OffHeap;
import org.junit.jupiter.api.Test;

/// Results that nobody closes.
final class UnownedResultsTest {
    private static final int VERTICES = 1 << 22;

    /// Twice as much as may gather before the garbage collector is asked to look.
    @Test
    void aLoopOfSearchesDoesNotKeepThem() {
        long results = Runtime.getRuntime().maxMemory() / 2 / (Integer.BYTES * (long) VERTICES) + 2;
        try (Graph graph = Graph.of(VERTICES, new int[] {0}, new int[] {1}).directed();
                Engine engine = Engine.open(graph, new Device.Cpu(1))) {
            long before = OffHeap.held();
            for (long i = 0; i < results; i++) {
                assertThat(engine.bfs(0).reached()).isEqualTo(2);
            }
            assertThat(OffHeap.held() - before).isLessThan(results);
        }
    }
}
