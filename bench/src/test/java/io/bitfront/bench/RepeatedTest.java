package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.verify.VerificationException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepeatedTest {
    private long now = 99;

    @Test
    void givesTheMedianOfItsRuns() {
        long[] nanos = {700_000_000, 100_000_000, 300_000_000, 200_000_000, 900_000_000};
        List<Integer> runs = new ArrayList<>();
        double seconds = new Repeated(5, () -> now).medianSeconds(run -> {
            runs.add(run);
            now += nanos[run - 1];
        });
        assertThat(seconds).isEqualTo(0.3);
        assertThat(runs).containsExactly(1, 2, 3, 4, 5);
    }

    /// A result of two rows.
    private static ClosenessResult result(long nanos, double closeness, double harmonic) {
        return result(nanos, closeness, harmonic, 2, 40);
    }

    private static ClosenessResult result(long nanos, double closeness, double harmonic, int rows, long firstId) {
        return Scripted.like(ClosenessResult.class, null, (method, arguments) -> switch (method.getName()) {
            case "rowCount" -> rows;
            case "id" -> firstId + (int) arguments[0];
            case "nanos" -> nanos;
            case "job" -> ClosenessJob.allSources().measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.HARMONIC);
            case "value" ->
                (int) arguments[0] == 0 ? 0.25 : arguments[1] == ClosenessMeasure.CLOSENESS ? closeness : harmonic;
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    @Test
    void jobsTakeTurnsAndKeepTheTimeOfEveryRun() {
        List<Integer> ran = new ArrayList<>();
        assertThat(new Repeated(2, () -> now).jobs(List.of(1, 2, 4), count -> {
                    ran.add(count);
                    return result(1_000L * ran.size(), 0.5, 0.5);
                }))
                .containsExactly(
                        org.assertj.core.api.Assertions.entry(1, List.of(1_000L, 4_000L)),
                        org.assertj.core.api.Assertions.entry(2, List.of(2_000L, 5_000L)),
                        org.assertj.core.api.Assertions.entry(4, List.of(3_000L, 6_000L)));
        assertThat(ran).containsExactly(1, 2, 4, 1, 2, 4);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSENESS", "HARMONIC"})
    void anotherResultOnMoreDevicesEndsTheMeasurement(ClosenessMeasure measure) {
        double other = Math.nextUp(0.5);
        assertThatThrownBy(() -> new Repeated(2, () -> now)
                        .jobs(
                                List.of(1, 2),
                                count -> count == 1
                                        ? result(1, 0.5, 0.5)
                                        : result(
                                                1,
                                                measure == ClosenessMeasure.CLOSENESS ? other : 0.5,
                                                measure == ClosenessMeasure.HARMONIC ? other : 0.5)))
                .isInstanceOf(VerificationException.class)
                .hasMessage("vertex 41: another number of GPUs gives another value");
    }

    @Test
    void otherRowsOnMoreDevicesEndTheMeasurement() {
        ClosenessResult first = result(1, 0.5, Double.NaN);
        Repeated twice = new Repeated(2, () -> now);
        assertThat(twice.jobs(List.of(1, 2), _ -> first)).hasSize(2);
        assertThatThrownBy(() ->
                        twice.jobs(List.of(1, 2), count -> count == 1 ? first : result(1, 0.5, Double.NaN, 1, 40)))
                .isInstanceOf(VerificationException.class)
                .hasMessage("another number of GPUs gives 1 rows, not 2");
        assertThatThrownBy(() ->
                        twice.jobs(List.of(1, 2), count -> count == 1 ? first : result(1, 0.5, Double.NaN, 2, 41)))
                .isInstanceOf(VerificationException.class)
                .hasMessage("vertex 40: another number of GPUs gives another value");
    }

    @Test
    void aRowOfAJobIsOfItsMedianRun() {
        Distribution job = new Distribution(1, 2, 3, 4, 5);
        JobMeasurement row = new JobMeasurement("g", "degree", 1, 1, List.of("a", "b"), job, 0, 0, 0);
        assertThat(row.seconds()).isEqualTo(0.002);
        assertThat(row.key()).isEqualTo("g degree, 2 devices");
    }

    @Test
    void gpuHoursAreThoseOfASearchFromEveryVertex() {
        assertThat(ProjectionSuite.gpuHours(3_600 / 65.6, 65.6e6))
                .isCloseTo(1, org.assertj.core.api.Assertions.within(1e-12));
    }
}
