package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.LabResult;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;

/// Results of searches beside the oracle's.
final class OracleCheck {
    private OracleCheck() {}

    /// @param what the search, in messages
    static void levelsAndParents(String what, TestGraph test, int source, LabResult result) {
        assertThat(result.level().toArray()).as(what).isEqualTo(BfsOracle.levels(test, source));
        assertThat(result.parent().toArray())
                .as(what)
                .isEqualTo(Arrays.stream(BfsOracle.parents(test, source))
                        .asLongStream()
                        .toArray());
    }
}
