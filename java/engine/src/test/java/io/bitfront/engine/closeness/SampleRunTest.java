package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.testkit.Shapes;
import org.junit.jupiter.api.Test;

/// What a sample asks of a backend's states: after those of its pivots one that tells how deep components are.
class SampleRunTest {
    @Test
    void aSampleSaysHowManyOfItsPivotsAreToCome() {
        assertThat(ExactRunTest.asked(
                        Shapes.cycle(200), ClosenessJob.sample(130, 1).width(64)))
                .containsExactly(
                        "expect(130)",
                        "perTarget(64)",
                        "perTarget(64)",
                        "perTarget(2)",
                        "close(MultiSource)",
                        "expect(1)",
                        "begin(1)",
                        "close(MultiSource)",
                        "close(Backend)");
    }

    /// Each time it grows only what is new; then all rows.
    @Test
    void aSampleThatGrowsSaysHowManyMoreThereAre() {
        ClosenessJob job = ClosenessJob.allSources()
                .measures(ClosenessMeasure.CLOSENESS)
                .withSources(new ClosenessJob.Sources.Error(0.001, 1))
                .width(512);
        assertThat(ExactRunTest.asked(Shapes.grid(30, 40), job))
                .startsWith(
                        "expect(256)",
                        "perTarget(256)",
                        "close(MultiSource)",
                        "expect(1)",
                        "begin(1)",
                        "close(MultiSource)",
                        "expect(256)",
                        "perTarget(256)",
                        "close(MultiSource)",
                        "expect(1)",
                        "begin(1)",
                        "close(MultiSource)",
                        "expect(1200)")
                .endsWith("close(Backend)");
    }
}
