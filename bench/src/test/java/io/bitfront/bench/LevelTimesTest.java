package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.bench.SwitchStudy.LevelCost;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.generate.ChainGenerator;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What levels are found to take each way, of times that are drawn: every run of a plan has its own.
final class LevelTimesTest {
    private static final List<LevelMode> MODES =
            List.of(LevelMode.PULL, LevelMode.PUSH, LevelMode.PUSH_MARKED, LevelMode.PUSH_SMALL);

    private final Map<LevelPlan, Integer> asked = new HashMap<>();
    private long seed;
    private int depth;

    /// The mode that the rule chooses for a level, behind one of this mode.
    private LevelMode chosen(int level, LevelMode before) {
        int drawn = new Random(seed * 31 + level).nextInt(5);
        return drawn == 4 ? before : MODES.get(Math.min(drawn, seed % 2 == 0 ? 3 : 2));
    }

    /// The levels of a run: those that are pulled all the way are one more, those that are pushed one fewer.
    private List<LevelTrace> run(LevelPlan plan, int time) {
        List<LevelTrace> levels = new ArrayList<>();
        LevelMode before = LevelMode.PUSH;
        int more = plan.mode() == LevelMode.PULL ? 1 : plan.mode() == LevelMode.PUSH && depth > 1 ? -1 : 0;
        for (int level = 1; level <= depth + more; level++) {
            LevelMode mode = plan.modeOf(level) == null ? chosen(level, before) : plan.modeOf(level);
            long nanos = 200
                    + new Random(seed * 17 + 5L * level + mode.ordinal()).nextInt(900)
                    + new Random(seed + 3L * time + level).nextInt(60);
            levels.add(new LevelTrace(level, mode, 1, 2, 3, 4, 5, nanos));
            before = mode;
        }
        return levels;
    }

    private static List<LevelTrace> medians(List<List<LevelTrace>> runs) {
        List<LevelTrace> medians = new ArrayList<>();
        for (LevelTrace level : runs.getFirst()) {
            List<Long> times = runs.stream()
                    .map(run -> run.get(level.level() - 1).nanos())
                    .sorted()
                    .toList();
            medians.add(level.withNanos(times.get(times.size() / 2)));
        }
        return medians;
    }

    private List<LevelTrace> medians(LevelPlan plan, int from, int times) {
        List<List<LevelTrace>> runs = new ArrayList<>();
        for (int time = from; time < from + times; time++) {
            runs.add(run(plan, time));
        }
        return medians(runs);
    }

    /// Whether one of some runs comes near the rule's way at a level that is forced.
    private boolean near(LevelPlan plan, int times, List<LevelTrace> rule, double factor) {
        for (int time = 0; time < times; time++) {
            for (LevelTrace level : run(plan, time)) {
                if (level.level() <= rule.size()
                        && plan.modeOf(level.level()) != null
                        && level.nanos() <= factor * rule.get(level.level() - 1).nanos()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Times of a mode by level: a level by level up to 16 of them, else every second one; small rounds all together.
    private Map<Integer, Double> expected(LevelMode mode, List<LevelTrace> rule, int runs) {
        Map<Integer, Double> times = new HashMap<>();
        int stride = mode == LevelMode.PUSH_SMALL ? 1 : depth <= 16 ? depth : 2;
        for (int first = 1; first <= stride; first++) {
            LevelPlan plan = new LevelPlan(mode, first, stride);
            int repeated = !near(plan, 1, rule, 3) ? 1 : !near(plan, 3, rule, 1.5) ? 3 : Math.max(3, runs);
            assertThat(asked.get(plan)).as("runs of %s", plan).isEqualTo(repeated);
            List<LevelTrace> found = medians(plan, 0, repeated);
            for (int level = first; level <= Math.min(found.size(), depth); level += stride) {
                if (level == 1
                        || found.get(level - 2).mode().queues()
                                == rule.get(level - 2).mode().queues()) {
                    times.put(level, found.get(level - 1).nanos() / 1e6);
                }
            }
        }
        return times;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 5", "3, 1", "3, 4", "16, 5", "17, 5", "20, 3", "21, 7"})
    void eachLevelIsTimedFromTheStateThatTheRuleLeaves(int levels, int runs) {
        depth = levels;
        try (SmallEngine small = SmallEngine.of(new ChainGenerator(6))) {
            Lab scripted = Scripted.like(Lab.class, small.lab(), (method, arguments) -> switch (method.getName()) {
                case "checksLevels" -> true;
                case "defect" -> null;
                case "levelModes" -> MODES;
                case "measure" -> {
                    LevelPlan plan = ((LabRequest) arguments[0]).plan();
                    yield new BfsSummary(2, null, 0, null, run(plan, asked.merge(plan, 1, Integer::sum) - 1));
                }
                default -> Scripted.REALLY;
            });
            BenchEngine engine = new BenchEngine(small.real(), scripted, GpuMonitor.none());
            Subject subject = new Subject("chain", "chain", 0, engine, LabRequest.from(0), "");
            for (seed = 1; seed <= 12; seed++) {
                asked.clear();
                SwitchStudy study =
                        new LevelOracle(engine, LabRequest.from(0), runs).study(subject, new long[] {2}, Progress.NONE);
                List<LevelTrace> rule = medians(LevelPlan.FREE, 0, runs);
                List<LevelTrace> again = medians(LevelPlan.FREE, runs, runs);
                assertThat(asked.get(LevelPlan.FREE)).isEqualTo(2 * runs);
                Map<LevelMode, Map<Integer, Double>> times = new LinkedHashMap<>();
                for (LevelMode mode : MODES) {
                    if (mode != LevelMode.PUSH_SMALL || rule.stream().anyMatch(level -> level.mode() == mode)) {
                        times.put(mode, expected(mode, rule, runs));
                    }
                }
                assertThat(study.sources()).isEqualTo(1);
                assertThat(study.runs()).isEqualTo(runs);
                assertThat(study.example()).hasSize(levels);
                long noisy = 0;
                for (LevelCost level : study.example()) {
                    Map<String, Double> ways = new HashMap<>();
                    times.forEach((mode, byLevel) -> {
                        if (byLevel.containsKey(level.level())) {
                            ways.put(
                                    mode.name().toLowerCase(Locale.ROOT).replace('_', ' '), byLevel.get(level.level()));
                        }
                    });
                    assertThat(level.waysMs()).isEqualTo(ways);
                    long nanos = rule.get(level.level() - 1).nanos();
                    assertThat(level.chosenMs()).isEqualTo(nanos / 1e6);
                    noisy += nanos > 1.1 * again.get(level.level() - 1).nanos() ? 1 : 0;
                }
                assertThat(study.noisy()).isEqualTo(noisy);
            }
        }
    }
}
