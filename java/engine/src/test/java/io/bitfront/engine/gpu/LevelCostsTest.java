package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What levels are expected to cost, in nanoseconds, as the table of an H200 says: for a graph of 32 million vertices
/// without hubs, one as large with hubs, and a small one whose bitmap needs no scan of its own.
final class LevelCostsTest {
    @ParameterizedTest
    @CsvSource({
        "PUSH_LEVEL, 7100, 7100, 5601.5",
        "PUSH_BURST, 2.5, 100, 2.5",
        "PUSH_NEW, 0.05, 0.05, 0.05",
        "PUSH_EDGE, 0.01, 0.01, 0.01",
        "QUEUE_LEVEL, 3300, 3300, 303",
        "MARK_LEVEL, 10300, 10300, 5804.5",
        "MARK_ROOT, 25, 18, 25",
        "MARK_EDGE, 0.01, 0.004, 0.01",
        "PULL_LEVEL, 8000, 8000, 5502.5",
        "PULL_VERTEX, 0.01, 0.01, 0.01",
        "PULL_PROBE, 0.008, 0.001, 0.008",
        "TENSOR_LEVEL, 13500, 13500, 8505",
        "TENSOR_SCAN, 143000, 143000, 8000",
        "TENSOR_VSS, 0.2, 0.2, 0.2"
    })
    void areThoseMeasured(LevelCost cost, double large, double hubs, double small) {
        assertThat(LevelCosts.expected(1_000_000, 25, false, LevelCosts.probe(false))
                        .nanos())
                .containsEntry(cost, large);
        assertThat(LevelCosts.expected(1_000_000, 20_000, true, LevelCosts.probe(true))
                        .nanos())
                .containsEntry(cost, hubs);
        assertThat(LevelCosts.expected(1_000, 25, false, LevelCosts.probe(false))
                        .nanos())
                .containsEntry(cost, small);
    }
}
