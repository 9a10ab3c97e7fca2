package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.gpu.abi.ProfileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of a cell that is left to searches from each of its vertices.
class CellFailureTest {
    @ParameterizedTest
    @CsvSource({
        "TOO_MANY, too many profiles",
        "COLLISION, hashes that collide",
        "OUT_OF_RANGE, hops within it that are too many",
        "HISTOGRAM_FULL, histograms that are too long"
    })
    void namesWhatTheKernelsSay(ProfileFailure failure, String text) {
        assertThat(GpuCells.text(failure.number())).isEqualTo(text);
        assertThat(GpuCells.text(0)).isEqualTo("its border or itself is too large");
    }

    @Test
    void namesTheFirstOfSeveral() {
        int all = 0;
        for (ProfileFailure failure : ProfileFailure.values()) {
            all |= failure.number();
        }
        assertThat(GpuCells.text(all)).isEqualTo("too many profiles");
    }
}
