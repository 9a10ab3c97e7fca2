package io.bitfront.bench;

import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Adds up the levels of a [SwitchStudy].
final class StudyTally {
    /// A level counts as misclassified where it takes more than this many times its best way.
    static final double TOLERANCE = 1.1;

    private static final int MOST_EXAMPLES = 200;

    /// Levels of a source other than the first that are kept.
    private static final int FEW = 16;

    private final ModeShare.Tally wins = new ModeShare.Tally();
    private final List<SwitchStudy.LevelCost> example = new ArrayList<>();
    private final List<List<SwitchStudy.LevelCost>> others = new ArrayList<>();
    private long levels;
    private long misclassified;
    private long noisy;
    private long tickNanos;
    private double chosenNanos;
    private double oracleNanos;

    /// Adds the levels of one source.
    ///
    /// @param chosen as the rule ran them
    /// @param again the same in as many other runs
    /// @param costs nanoseconds by way and level, infinite where unknown
    void add(List<LevelTrace> chosen, List<LevelTrace> again, Map<LevelMode, double[]> costs) {
        boolean first = levels == 0;
        List<SwitchStudy.LevelCost> ofSource = new ArrayList<>();
        for (int i = 0; i < chosen.size(); i++) {
            LevelTrace level = chosen.get(i);
            noisy +=
                    i < again.size() && level.nanos() > TOLERANCE * again.get(i).nanos() ? 1 : 0;
            tickNanos = greatestCommonDivisor(tickNanos, level.nanos());
            ofSource.add(cost(level, costs));
        }
        if (first) {
            example.addAll(ofSource);
        } else if (ofSource.size() <= FEW) {
            others.add(ofSource);
        }
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    private SwitchStudy.LevelCost cost(LevelTrace level, Map<LevelMode, double[]> costs) {
        double best = level.nanos();
        LevelMode bestMode = level.mode();
        Map<String, Double> waysMs = new LinkedHashMap<>();
        for (Map.Entry<LevelMode, double[]> mode : costs.entrySet()) {
            double nanos = mode.getValue()[level.level() - 1];
            if (nanos < Double.POSITIVE_INFINITY) {
                waysMs.put(word(mode.getKey()), nanos / 1e6);
            }
            if (nanos < best) {
                best = nanos;
                bestMode = mode.getKey();
            }
        }
        levels++;
        misclassified += level.nanos() > TOLERANCE * best ? 1 : 0;
        chosenNanos += level.nanos();
        oracleNanos += best;
        wins.add(bestMode, best);
        return new SwitchStudy.LevelCost(
                level.level(),
                1,
                level.frontierVertices(),
                level.frontierEdges(),
                level.unvisited(),
                word(level.mode()),
                level.nanos() / 1e6,
                best / 1e6,
                waysMs);
    }

    private static String word(LevelMode mode) {
        return mode.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    SwitchStudy study(Subject subject, int sources, int runs) {
        Engine on = subject.engine().engine();
        return new SwitchStudy(
                subject.name(),
                subject.kind(),
                on.graph().ordering().word(),
                on.graph().vertexCount(),
                on.graph().edgeCount(),
                on.description(),
                sources,
                runs,
                tickNanos,
                levels,
                misclassified,
                noisy,
                chosenNanos / 1e6,
                oracleNanos / 1e6,
                oracleNanos == 0 ? 1 : chosenNanos / oracleNanos,
                wins.shares(),
                grouped(example),
                others);
    }

    /// At most [#MOST_EXAMPLES] rows, of equally many levels each.
    private static List<SwitchStudy.LevelCost> grouped(List<SwitchStudy.LevelCost> all) {
        int step = Math.ceilDiv(Math.max(1, all.size()), MOST_EXAMPLES);
        List<SwitchStudy.LevelCost> groups = new ArrayList<>();
        for (int from = 0; from < all.size(); from += step) {
            groups.add(together(all.subList(from, Math.min(from + step, all.size()))));
        }
        return groups;
    }

    private static SwitchStudy.LevelCost together(List<SwitchStudy.LevelCost> some) {
        SwitchStudy.LevelCost first = some.getFirst();
        Map<String, Double> waysMs = new LinkedHashMap<>();
        for (String mode : first.waysMs().keySet()) {
            if (some.stream().allMatch(one -> one.waysMs().containsKey(mode))) {
                waysMs.put(
                        mode,
                        some.stream().mapToDouble(one -> one.waysMs().get(mode)).sum());
            }
        }
        return new SwitchStudy.LevelCost(
                first.level(),
                some.size(),
                first.frontierVertices(),
                first.frontierEdges(),
                first.unvisited(),
                first.chosen(),
                some.stream().mapToDouble(SwitchStudy.LevelCost::chosenMs).sum(),
                some.stream().mapToDouble(SwitchStudy.LevelCost::bestMs).sum(),
                waysMs);
    }
}
