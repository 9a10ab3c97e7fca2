package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MultiSuiteTest {
    /// 2, 1.5, 1.25, and a batch that one of the ways did not run.
    @Test
    void comparesBatchByBatchWithTheBestForEach() {
        List<Double> wide = List.of(5.0, 8.0, 4.0, 1.0);
        List<Double> independent = List.of(9.0, 2.0, 6.0);
        assertThat(MultiSuite.timesTheBest(List.of(10.0, 3.0, 5.0, 70.0), List.of(wide, independent)))
                .isEqualTo(1.5);
        assertThat(MultiSuite.timesTheBest(List.of(10.0, 3.0), List.of(wide, independent)))
                .isEqualTo(1.75);
    }
}
