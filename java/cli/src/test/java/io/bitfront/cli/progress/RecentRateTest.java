package io.bitfront.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/// Jobs of 1,000 seconds and a million units, looked at every ten seconds.
class RecentRateTest {
    private static final int SECONDS = 1_000;
    private static final int INTERVAL = 10;
    private static final double UNITS = 1e6;

    @Test
    void isExactAtAConstantRate() {
        RecentRate rate = new RecentRate(7);
        for (int second = INTERVAL; second <= SECONDS; second += INTERVAL) {
            assertThat(rate.at(7 + 30L * second, second)).isCloseTo(30, within(1e-9));
        }
    }

    @Test
    void isNothingBeforeAnythingIsDone() {
        RecentRate rate = new RecentRate(400);
        assertThat(rate.at(400, 0)).isZero();
        assertThat(rate.at(400, 5)).isZero();
        assertThat(rate.at(500, 10)).isEqualTo(10);
    }

    /// The mean since the beginning is off by a factor of 6.5 and of 3.2.
    @Test
    void tellsTheTimeLeftOfJobsThatSlowDownWithinAFactorOfTwo() {
        assertThat(worst(this::slowsDownToATenth, 0.15)).isLessThan(2);
        assertThat(worst(Math::sqrt, 0.2)).isLessThan(2);
    }

    /// The mean since the beginning is off by a factor of 6.8 and of 5.
    @Test
    void tellsTheTimeLeftOfJobsThatSpeedUpWithinAFactorOfThree() {
        assertThat(worst(x -> 1 - slowsDownToATenth(1 - x), 0.96)).isLessThan(3);
        assertThat(worst(x -> x * x, 0.25)).isLessThan(3);
    }

    /// Rates of the first seconds, as of the batches of a job on a web, in turns 200 and 2,000.
    @Test
    void weighsTheFirstSecondsAlmostAlike() {
        RecentRate rate = new RecentRate(0);
        long done = 0;
        for (int second = 1; second <= 20; second++) {
            done += second % 2 == 0 ? 200 : 2_000;
            double now = rate.at(done, second);
            if (second >= 4) {
                assertThat(now).isBetween(800.0, 1_500.0);
            }
        }
    }

    /// A batch that takes longer than the interval is no standstill, and none is a burst.
    @Test
    void doesNotJumpWhereUnitsComeInBatches() {
        RecentRate rate = new RecentRate(0);
        for (int second = INTERVAL; second <= SECONDS; second += INTERVAL) {
            double now = rate.at(second / 60 * 6_000L, second);
            if (second >= 60) {
                assertThat(now).isBetween(75.0, 130.0);
            }
        }
    }

    @Test
    void fallsWhereNothingIsDoneAnyLonger() {
        RecentRate rate = new RecentRate(0);
        rate.at(1_000, 10);
        assertThat(rate.at(1_000, 20)).isEqualTo(100);
        assertThat(rate.at(1_000, 60)).isCloseTo(100 / 65.0, within(1e-9));
        assertThat(rate.at(1_000, 40)).isBetween(100 / 65.0, 100.0);
    }

    /// Half of the work in an eleventh of the time, the rest at a tenth of the rate.
    private double slowsDownToATenth(double time) {
        double bend = 1 / 11.0;
        return time < bend ? time / bend / 2 : 0.5 + (time - bend) / (1 - bend) / 2;
    }

    /// @param done the share of the work, by the share of the time
    /// @param from the share of the time from which on is looked
    /// @return the largest factor, either way, between the time left and what the rate tells of it
    private static double worst(DoubleUnaryOperator done, double from) {
        RecentRate rate = new RecentRate(0);
        double worst = 1;
        for (int second = INTERVAL; second < SECONDS; second += INTERVAL) {
            long now = Math.round(UNITS * done.applyAsDouble((double) second / SECONDS));
            double told = (UNITS - now) / rate.at(now, second);
            if (second >= from * SECONDS) {
                double factor = told / (SECONDS - second);
                worst = Math.max(worst, Math.max(factor, 1 / factor));
            }
        }
        return worst;
    }
}
