package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class JobMeasurementTest {
    /// A search of each of 1,024 vertices in 512 ms, where one device alone takes 768.
    @Test
    void tellsRatesOfTheMedianRun() {
        Distribution job = Distribution.of(LongStream.of(400_000_000, 512_000_000, 900_000_000));
        Distribution alone = Distribution.of(LongStream.of(768_000_000));
        try (SmallEngine engine = SmallEngine.of(Generators.create("urand", GeneratorOptions.ofScale(10)))) {
            JobMeasurement row =
                    JobMeasurement.of("urand 10", engine.graph(), List.of(engine.real(), engine.real()), job, alone);
            assertThat(row.vertices()).isEqualTo(1_024);
            assertThat(row.bfsPerSecond()).isEqualTo(1e3 * 1_024 / job.medianMs());
            assertThat(row.usPerBfs()).isEqualTo(1e3 * job.medianMs() / 1_024);
            assertThat(row.speedup()).isEqualTo(alone.medianMs() / job.medianMs());
            assertThat(row.seconds()).isEqualTo(job.medianMs() / 1e3);
            assertThat(row.key())
                    .isEqualTo("urand 10 %s, 2 devices"
                            .formatted(engine.graph().ordering().word()));
        }
    }
}
