package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.TargetSums;

/// Sums of one engine against another's, bit by bit.
final class SumsCheck {
    private SumsCheck() {}

    static void expectSame(SourceSums expected, SourceSums found) {
        assertThat(found.reached()).isEqualTo(expected.reached());
        assertThat(found.distanceSum()).isEqualTo(expected.distanceSum());
        assertThat(found.harmonicSum()).isEqualTo(expected.harmonicSum());
        assertThat(found.eccentricity()).isEqualTo(expected.eccentricity());
    }

    static void expectSame(TargetSums expected, TargetSums found) {
        assertThat(found.pivots().segment().mismatch(expected.pivots().segment()))
                .isEqualTo(-1);
        assertThat(found.distance().segment().mismatch(expected.distance().segment()))
                .isEqualTo(-1);
        assertThat(found.distanceSquared()
                        .segment()
                        .mismatch(expected.distanceSquared().segment()))
                .isEqualTo(-1);
        assertThat(found.harmonic().segment().mismatch(expected.harmonic().segment()))
                .isEqualTo(-1);
    }
}
