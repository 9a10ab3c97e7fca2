package io.bitfront.engine.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Fixed-point sums without sign, against whole numbers of any size.
class TargetSumsTest {
    private static final BigInteger ONE_HOP = BigInteger.TWO.pow(40);
    private static final BigInteger LIMIT = BigInteger.TWO.pow(64);

    @Test
    void asManyPivotsOneHopAwayAsFitAreTheMost() {
        BigInteger most = BigInteger.valueOf(TargetSums.MOST_HARMONIC_PIVOTS);
        assertThat(most.multiply(ONE_HOP)).isLessThan(LIMIT);
        assertThat(most.add(BigInteger.ONE).multiply(ONE_HOP)).isGreaterThanOrEqualTo(LIMIT);
        assertThat(TargetSums.harmonicValue(most.multiply(ONE_HOP).longValue())).isEqualTo(most.doubleValue());
    }

    /// Four numbers of 64 bits for each vertex.
    @Test
    void saysTheBytesItTakes() {
        try (Arena arena = Arena.ofConfined()) {
            TargetSums sums = TargetSums.allocate(arena, 1_000);
            assertThat(sums.pivots().segment().byteSize()
                            + sums.distance().segment().byteSize()
                            + sums.distanceSquared().segment().byteSize()
                            + sums.harmonic().segment().byteSize())
                    .isEqualTo(TargetSums.bytes(1_000));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "1099511627776",
                "9223372036854775807",
                "9223372036854775808",
                "9223372036854776833",
                "18446744073709550591",
                "18446744073709550592",
                "18446744073709551615"
            })
    void aSumStandsForTheNearestDouble(String sum) {
        BigInteger exact = new BigInteger(sum);
        assertThat(TargetSums.harmonicValue(exact.longValue())).isEqualTo(exact.doubleValue() / ONE_HOP.doubleValue());
    }
}
