package io.bitfront.bench;

import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.memory.IntArray;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Measures every level of a traversal every way, each from the state that the level finds when the rule
/// chooses: the same frontier and unvisited vertices by nature, and the frontier held the same way, in queues
/// or bitmaps. Up to [#EXACT_DEPTH] levels, one is forced and those before it run as chosen; in deeper
/// traversals every second, and a time counts only where the level before left the frontier as it is when
/// chosen. Small rounds follow each other, so they are forced at all levels together, and only on graphs
/// whose traversals begin with one. Times are medians of several runs.
final class LevelOracle {
    private static final int EXACT_DEPTH = 16;

    private final BenchEngine engine;
    private final LabRequest request;
    private final int runs;
    private final List<LevelMode> modes;

    LevelOracle(BenchEngine engine, LabRequest request, int runs) {
        this.engine = engine;
        this.request = request.withTrace(true);
        this.runs = runs;
        modes = engine.lab().levelModes();
    }

    SwitchStudy study(Subject subject, long[] sources, Progress progress) {
        StudyTally tally = new StudyTally();
        try (Progress.Phase phase =
                progress.start("each level each way, " + subject.name(), sources.length, "source")) {
            for (long source : sources) {
                add(source, tally);
                phase.advance(1);
            }
        }
        return tally.study(subject, sources.length, runs);
    }

    private void add(long source, StudyTally tally) {
        LabRequest from = request.withSource(source);
        verify(from);
        List<List<LevelTrace>> before = repeat(from, runs);
        List<LevelTrace> chosen = medians(before);
        Map<LevelMode, double[]> costs = new EnumMap<>(LevelMode.class);
        for (LevelMode mode : modes) {
            if (!mode.followEachOther() || chosen.stream().anyMatch(level -> level.mode() == mode)) {
                costs.put(mode, costs(from, mode, chosen));
            }
        }
        List<LevelTrace> again = medians(repeat(from, runs));
        tally.add(chosen, again, costs);
    }

    /// Nanoseconds of each level run one way; unknown is infinite.
    private double[] costs(LabRequest from, LevelMode mode, List<LevelTrace> chosen) {
        double[] nanos = new double[chosen.size()];
        Arrays.fill(nanos, Double.POSITIVE_INFINITY);
        int stride = mode.followEachOther() ? 1 : chosen.size() <= EXACT_DEPTH ? chosen.size() : 2;
        for (int first = 1; first <= stride; first++) {
            LevelPlan plan = new LevelPlan(mode, first, stride);
            List<LevelTrace> levels = forced(from.withPlan(plan), chosen);
            for (LevelTrace level : levels) {
                int index = level.level() - 1;
                if (index < chosen.size()
                        && level.mode() == mode
                        && plan.modeOf(level.level()) != null
                        && sameState(levels, chosen, index)) {
                    nanos[index] = level.nanos();
                }
            }
        }
        return nanos;
    }

    private static boolean sameState(List<LevelTrace> levels, List<LevelTrace> chosen, int index) {
        return index == 0
                || levels.get(index - 1).mode().queues()
                        == chosen.get(index - 1).mode().queues();
    }

    /// A plan's levels. One that cannot win is not repeated as often: 50 ms of a hopeless pull teach nothing
    /// new.
    private List<LevelTrace> forced(LabRequest from, List<LevelTrace> chosen) {
        verify(from);
        List<List<LevelTrace>> all = new ArrayList<>(repeat(from, 1));
        if (near(all, chosen, from.plan(), 3)) {
            all.addAll(repeat(from, 2));
            if (near(all, chosen, from.plan(), 1.5)) {
                all.addAll(repeat(from, Math.max(0, runs - 3)));
            }
        }
        return medians(all);
    }

    /// Whether some forced level's fastest run was within a factor of the chosen way's time.
    private static boolean near(List<List<LevelTrace>> all, List<LevelTrace> chosen, LevelPlan plan, double factor) {
        return chosen.stream()
                .anyMatch(level -> plan.modeOf(level.level()) != null
                        && all.stream()
                                .filter(trace -> level.level() <= trace.size())
                                .anyMatch(trace -> trace.get(level.level() - 1).nanos() <= factor * level.nanos()));
    }

    /// @throws IllegalStateException where a level is wrong
    private void verify(LabRequest from) {
        String defect;
        if (engine.lab().checksLevels()) {
            defect = engine.lab().defect(from);
        } else {
            try (Arena arena = Arena.ofShared()) {
                IntArray levels = engine.lab().bfs(from, arena).level();
                defect = LevelVerifier.verify(engine.engine().graph(), from.source(), levels);
            }
        }
        if (defect != null) {
            throw new IllegalStateException("levels from source %d are wrong where they go %s: %s"
                    .formatted(from.source(), from.plan(), defect));
        }
    }

    private List<List<LevelTrace>> repeat(LabRequest from, int times) {
        List<List<LevelTrace>> all = new ArrayList<>();
        for (int run = 0; run < times; run++) {
            all.add(engine.lab().measure(from).trace());
        }
        return all;
    }

    /// A traversal's levels, each with the median of its times.
    private static List<LevelTrace> medians(List<List<LevelTrace>> all) {
        List<LevelTrace> medians = new ArrayList<>();
        for (LevelTrace level : all.getFirst()) {
            long[] nanos = all.stream()
                    .filter(trace -> trace.size() >= level.level())
                    .mapToLong(trace -> trace.get(level.level() - 1).nanos())
                    .sorted()
                    .toArray();
            medians.add(level.withNanos(nanos[nanos.length / 2]));
        }
        return medians;
    }
}
