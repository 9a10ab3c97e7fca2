package io.bitfront.bench;

import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.LevelPlan;
import io.bitfront.engine.LevelTrace;
import io.bitfront.engine.LevelWay;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.memory.IntArray;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures every level of a traversal every way. A way's cost at a level is taken from traversals in which every
/// second
/// level is forced that way and those between run as chosen, so that a level starts from the state that it would find;
/// twice, for odd and for even levels. Times are medians of several runs.
final class LevelOracle {
    /// A level counts as misclassified from here on.
    static final double TOLERANCE = 1.1;

    private static final int MOST_EXAMPLES = 200;

    private final BenchEngine engine;
    private final BfsRequest request;
    private final int runs;
    private final List<LevelWay> ways;
    private final WayShare.Tally wins = new WayShare.Tally();
    private final List<SwitchStudy.LevelCost> example = new ArrayList<>();
    private long levels;
    private long misclassified;
    private double chosenNanos;
    private double oracleNanos;

    LevelOracle(BenchEngine engine, BfsRequest request, int runs) {
        this.engine = engine;
        this.request = request.withTrace(true);
        this.runs = runs;
        ways = engine.gpu() ? List.of(LevelWay.values()) : List.of(LevelWay.PUSH, LevelWay.PULL);
    }

    SwitchStudy study(Subject subject, long[] sources, Progress progress) {
        try (Progress.Phase phase =
                progress.start("each level each way, " + subject.name(), sources.length, "source")) {
            for (long source : sources) {
                add(source);
                phase.advance(1);
            }
        }
        Engine on = engine.engine();
        return new SwitchStudy(
                subject.name(),
                subject.kind(),
                on.graph().ordering(),
                on.graph().vertexCount(),
                on.graph().edgeCount(),
                on.description(),
                sources.length,
                runs,
                levels,
                misclassified,
                chosenNanos / 1e6,
                oracleNanos / 1e6,
                oracleNanos == 0 ? 1 : chosenNanos / oracleNanos,
                wins.shares(),
                grouped(example));
    }

    private void add(long source) {
        BfsRequest from = request.withSource(source);
        try (Arena arena = Arena.ofShared()) {
            IntArray levelsFound = engine.engine().bfs(from, arena).level();
            String defect = LevelVerifier.verify(engine.engine().graph(), source, levelsFound);
            if (defect != null) {
                throw new IllegalStateException("levels from source %d are wrong: %s".formatted(source, defect));
            }
            List<LevelTrace> chosen = median(from, levelsFound);
            Map<LevelWay, double[]> costs = new EnumMap<>(LevelWay.class);
            for (LevelWay way : ways) {
                costs.put(way, costs(from, way, levelsFound, chosen.size()));
            }
            count(chosen, costs);
        }
    }

    private void count(List<LevelTrace> chosen, Map<LevelWay, double[]> costs) {
        boolean first = levels == 0;
        for (LevelTrace level : chosen) {
            SwitchStudy.LevelCost cost = cost(level, costs);
            if (first) {
                example.add(cost);
            }
        }
    }

    private SwitchStudy.LevelCost cost(LevelTrace level, Map<LevelWay, double[]> costs) {
        double best = level.nanos();
        String bestWay = level.mode();
        Map<String, Double> waysMs = new LinkedHashMap<>();
        for (Map.Entry<LevelWay, double[]> way : costs.entrySet()) {
            double nanos = way.getValue()[level.level() - 1];
            waysMs.put(word(way.getKey()), nanos / 1e6);
            if (nanos < best) {
                best = nanos;
                bestWay = way.getKey().mode().word();
            }
        }
        levels++;
        misclassified += level.nanos() > TOLERANCE * best ? 1 : 0;
        chosenNanos += level.nanos();
        oracleNanos += best;
        wins.add(bestWay, best);
        return new SwitchStudy.LevelCost(
                level.level(),
                1,
                level.frontierVertices(),
                level.frontierEdges(),
                level.unvisited(),
                level.mode(),
                level.nanos() / 1e6,
                best / 1e6,
                waysMs);
    }

    private static String word(LevelWay way) {
        return way.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /// Nanoseconds of each level forced one way; unknown is infinite.
    private double[] costs(BfsRequest from, LevelWay way, IntArray right, int count) {
        double[] nanos = new double[count];
        Arrays.fill(nanos, Double.POSITIVE_INFINITY);
        for (int first = 1; first <= 2; first++) {
            LevelPlan plan = new LevelPlan(way, first, 2);
            for (LevelTrace level : median(from.withPlan(plan), right)) {
                if (level.level() <= count && plan.wayOf(level.level()) != null) {
                    nanos[level.level() - 1] = level.nanos();
                }
            }
        }
        return nanos;
    }

    /// A traversal's levels, each with the median of its times.
    ///
    /// @param right what every run must find
    private List<LevelTrace> median(BfsRequest from, IntArray right) {
        List<List<LevelTrace>> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            try (Arena arena = Arena.ofShared()) {
                BfsResult result = engine.engine().bfs(from, arena);
                if (result.level().segment().mismatch(right.segment()) >= 0) {
                    throw new IllegalStateException(
                            "levels from source %d are wrong where levels go %s".formatted(from.source(), from.plan()));
                }
                all.add(result.trace());
            }
        }
        List<LevelTrace> medians = new ArrayList<>();
        for (LevelTrace level : all.getFirst()) {
            long[] nanos = all.stream()
                    .mapToLong(trace -> trace.get(level.level() - 1).nanos())
                    .sorted()
                    .toArray();
            medians.add(new LevelTrace(
                    level.level(),
                    level.mode(),
                    level.queueLength(),
                    level.frontierVertices(),
                    level.frontierEdges(),
                    level.unvisited(),
                    level.found(),
                    nanos[nanos.length / 2]));
        }
        return medians;
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
        for (SwitchStudy.LevelCost one : some) {
            one.waysMs().forEach((way, ms) -> waysMs.merge(way, ms, Double::sum));
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
