package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What orderings are planned to take, beside the graph and the permutation.
final class OrderingMemoryTest {
    /// Numbers of vertices, edges and threads, then bytes.
    @ParameterizedTest
    @CsvSource({
        "NATURAL, 1000, 16000, 3, 0",
        // One mark a vertex.
        "RANDOM, 1000, 16000, 3, 4000",
        // A queue and what it is sorted by.
        "CELLS, 1000, 16000, 3, 8000",
        "RCM, 1000, 16000, 3, 12000",
        // A count of each degree and thread; the vertices that have more edges than are counted.
        "DEGREE, 1000, 16000, 3, 786444",
        "DEGREE, 1000, 655350, 1, 262228",
        // Each thread's window of 104 columns, 16 edges each.
        "JACCARD, 1000, 16000, 3, 76384",
        "JACCARD, 1000, 16000, 1, 28128",
        // A window is no wider than the graph.
        "JACCARD, 50, 800, 1, 11800",
        "JACCARD, 1, 0, 1, 44",
        "JACCARD, 0, 0, 1, 0"
    })
    void isKnownBefore(OrderingKind kind, int vertices, long edges, int threads, long bytes) {
        Ordering ordering = kind.with(new OrderingOptions(104, 1));
        assertThat(ordering.workBytes(vertices, edges, false, threads)).isEqualTo(bytes);
        assertThat(ordering.workBytes(vertices, edges, true, threads)).isEqualTo(bytes);
    }
}
