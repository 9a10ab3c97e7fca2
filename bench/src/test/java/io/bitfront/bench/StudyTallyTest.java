package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.bench.SwitchStudy.LevelCost;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.generate.ChainGenerator;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a study of levels says, of times that are given.
class StudyTallyTest {
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private final StudyTally tally = new StudyTally();

    private static LevelTrace level(int level, LevelMode mode, long nanos) {
        return new LevelTrace(level, mode, 1, 10L * level, 100L * level, 1_000 - level, 5, nanos);
    }

    private static Map<LevelMode, double[]> costs(double[] pull, double[] push) {
        Map<LevelMode, double[]> costs = new LinkedHashMap<>();
        costs.put(LevelMode.PULL, pull);
        costs.put(LevelMode.PUSH_MARKED, push);
        return costs;
    }

    private SwitchStudy study() {
        try (SmallEngine small = SmallEngine.of(new ChainGenerator(7));
                BenchEngine engine = new BenchEngine(small.real(), small.lab(), GpuMonitor.none())) {
            return tally.study(new Subject("a chain", "chain", 3, engine, LabRequest.from(0), ""), 5, 3);
        }
    }

    @Test
    void levelsAreComparedWithTheirBestWayAndWithThemselves() {
        tally.add(
                List.of(
                        level(1, LevelMode.PUSH, 100),
                        level(2, LevelMode.PULL, 230),
                        level(3, LevelMode.PUSH_SMALL, 330)),
                List.of(level(1, LevelMode.PUSH, 90), level(2, LevelMode.PULL, 220)),
                costs(new double[] {UNKNOWN, 230, 310}, new double[] {95, 200, UNKNOWN}));
        tally.add(
                List.of(level(1, LevelMode.PULL, 1_000)),
                List.of(level(1, LevelMode.PULL, 1_000)),
                costs(new double[] {1_200}, new double[] {1_300}));
        SwitchStudy study = study();
        assertThat(study.graph()).isEqualTo("a chain");
        assertThat(study.kind()).isEqualTo("chain");
        assertThat(study.vertices()).isEqualTo(7);
        assertThat(study.edges()).isEqualTo(12);
        assertThat(study.sources()).isEqualTo(5);
        assertThat(study.runs()).isEqualTo(3);
        assertThat(study.levels()).isEqualTo(4);
        assertThat(study.misclassified()).isEqualTo(1);
        assertThat(study.noisy()).isEqualTo(1);
        assertThat(study.tickNanos()).isEqualTo(10);
        assertThat(study.chosenMs()).isCloseTo(1_660e-6, within(1e-12));
        assertThat(study.oracleMs()).isCloseTo(1_605e-6, within(1e-12));
        assertThat(study.overOracle()).isCloseTo(1_660.0 / 1_605, within(1e-12));
        assertThat(study.wins())
                .filteredOn(share -> share.levels() > 0)
                .extracting(ModeShare::way, ModeShare::levels)
                .containsExactlyInAnyOrder(tuple("pull", 0.5), tuple("push", 0.5));
        assertThat(study.example())
                .containsExactly(
                        new LevelCost(1, 1, 10, 100, 999, "push", 100e-6, 95e-6, Map.of("push marked", 95e-6)),
                        new LevelCost(
                                2,
                                1,
                                20,
                                200,
                                998,
                                "pull",
                                230e-6,
                                200e-6,
                                Map.of("pull", 230e-6, "push marked", 200e-6)),
                        new LevelCost(3, 1, 30, 300, 997, "push small", 330e-6, 310e-6, Map.of("pull", 310e-6)));
        assertThat(study.others())
                .containsExactly(List.of(new LevelCost(
                        1, 1, 10, 100, 999, "pull", 1e-3, 1e-3, Map.of("pull", 1.2e-3, "push marked", 1.3e-3))));
    }

    /// 1.1 times 20 is 22, as numbers of a machine too.
    @ParameterizedTest
    @CsvSource({"22, 20, 0", "23, 20, 1", "0, 0, 0"})
    void aTenthMoreThanTheBestIsNotTooMuch(long nanos, long best, int tooMuch) {
        tally.add(
                List.of(level(1, LevelMode.PULL, nanos)),
                List.of(level(1, LevelMode.PULL, best)),
                costs(new double[] {best}, new double[] {UNKNOWN}));
        assertThat(study().misclassified()).isEqualTo(tooMuch);
        assertThat(study().noisy()).isEqualTo(tooMuch);
    }

    /// Of other sources those of few levels; of the first all, some together where there are more than 200.
    @ParameterizedTest
    @CsvSource({"15, 1, 1", "16, 1, 1", "17, 0, 1", "200, 0, 1", "201, 0, 2", "400, 0, 2", "401, 0, 3"})
    void manyLevelsStandTogether(int count, int kept, int step) {
        List<LevelTrace> levels = IntStream.rangeClosed(1, count)
                .mapToObj(level -> level(level, LevelMode.PULL, 100))
                .toList();
        double[] pull = new double[count];
        Arrays.fill(pull, 80);
        double[] push = pull.clone();
        push[count - 1] = UNKNOWN;
        tally.add(levels, levels, costs(pull, push));
        tally.add(levels, levels, costs(pull, push));
        SwitchStudy study = study();
        assertThat(study.others()).hasSize(kept);
        assertThat(study.levels()).isEqualTo(2L * count);
        assertThat(study.misclassified()).isEqualTo(2L * count);
        assertThat(study.noisy()).isZero();
        assertThat(study.example()).hasSize(Math.ceilDiv(count, step));
        for (int i = 0; i < study.example().size(); i++) {
            LevelCost row = study.example().get(i);
            int together = Math.min(step, count - step * i);
            assertThat(row.level()).isEqualTo(step * i + 1);
            assertThat(row.levels()).isEqualTo(together);
            assertThat(row.frontierVertices()).isEqualTo(10L * row.level());
            assertThat(row.chosenMs()).isCloseTo(together * 100e-6, within(1e-12));
            assertThat(row.bestMs()).isCloseTo(together * 80e-6, within(1e-12));
            boolean last = i == study.example().size() - 1;
            assertThat(row.waysMs()).containsOnlyKeys(last ? List.of("pull") : List.of("pull", "push marked"));
            assertThat(row.waysMs().get("pull")).isCloseTo(together * 80e-6, within(1e-12));
        }
    }

    @Test
    void nothingIsNoWorseThanItsBest() {
        SwitchStudy study = study();
        assertThat(study.overOracle()).isEqualTo(1);
        assertThat(study.example()).isEmpty();
    }
}
