package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.progress.Elapsed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/// Measures what levels cost on this graph and GPU: a few traversals as the rule chooses, then with single
/// levels forced into the other ways that might pay. Levels are timed by the trace's clock; of two runs the
/// faster counts. It stops whenever its time is up, and goes on where it stopped.
final class Calibrator {
    /// Sources whose levels are forced. Those are left out whose levels are like those of another: of a star beside a
    /// web nearly all are, and say nothing of the web.
    static final int SOURCES = 4;

    /// Sources that they are chosen from, drawn by [#SEED]; whoever measures must use others.
    static final int CANDIDATES = 16;

    /// Levels are alike whose frontiers differ by no more than such a part.
    private static final int ALIKE = 8;

    private static final long SEED = 0x5EED_C057L;

    /// Graphs of fewer edges than this are traversed so quickly that no choice is worth measuring, on the GPU
    /// whose costs are expected; and on any.
    private static final long LEAST_EDGES = 1L << 24;

    private static final long LEAST_EDGES_ELSEWHERE = 1L << 16;

    private static final String EXPECTED_GPU = "NVIDIA H200";

    /// Deep graphs show what their levels cost long before the last.
    static final int MOST_LEVELS = 64;

    /// In deeper traversals every second level is forced, not one.
    private static final int EXACT_DEPTH = 16;

    /// A way that is expected to take longer than the chosen one by this factor is not tried, one that did is
    /// not repeated.
    private static final double HOPELESS = 8;

    private static final List<LevelMode> MODES = List.of(LevelMode.PUSH, LevelMode.PUSH_MARKED, LevelMode.PULL);

    private static final List<LevelMode> MODES_WITH_TENSOR =
            List.of(LevelMode.PUSH, LevelMode.PUSH_MARKED, LevelMode.PULL, LevelMode.TENSOR);

    private final Runs runs;
    private final SwitchCosts costs;
    private final boolean tensor;
    private double leastHopelessPull = Double.POSITIVE_INFINITY;
    private final CostFit fit;
    private final Queue<Long> sources = new ArrayDeque<>();
    private final List<List<LevelTrace>> probed = new ArrayList<>();
    private Probe probe;
    private long nanos;

    /// Traced traversals of the graph.
    interface Runs {
        List<LevelTrace> run(LabRequest request);

        /// What the levels of a traversal from the last source depended on.
        List<LevelSample> samples(List<LevelTrace> levels);

        /// Traversals run.
        int traversals();
    }

    /// @param tensor whether tensor levels may be chosen, and so are measured
    Calibrator(Graph graph, Runs runs, SwitchCosts costs, boolean tensor) {
        this.runs = runs;
        this.costs = costs;
        this.tensor = tensor;
        fit = new CostFit(costs.level());
        for (long source : sources(graph)) {
            sources.add(source);
        }
    }

    /// Edges of the smallest graph whose costs are measured on a GPU.
    static long leastEdges(String gpu) {
        return gpu.equals(EXPECTED_GPU) ? LEAST_EDGES : LEAST_EDGES_ELSEWHERE;
    }

    /// Input ids of the sources that may be traversed.
    static long[] sources(Graph graph) {
        return RandomSources.pick(graph, CANDIDATES, SEED);
    }

    int traversals() {
        return runs.traversals();
    }

    /// Nanoseconds that measuring has taken.
    long nanos() {
        return nanos;
    }

    /// Costs by what was measured so far; the expected ones where nothing was.
    LevelCosts measured() {
        return fit.solve();
    }

    /// Measures for about so many nanoseconds, a few traversals longer at most. Whether nothing is left to measure.
    boolean measure(long most) {
        long start = System.nanoTime();
        boolean left = true;
        while (left && Elapsed.nanos(start) < most) {
            left = step();
        }
        nanos += Elapsed.nanos(start);
        return !left;
    }

    /// The next few traversals; whether there were any.
    private boolean step() {
        if (probe != null && !probe.plans.isEmpty()) {
            LevelPlan plan = probe.plans.remove();
            if (mayPay(plan, probe.chosen, probe.samples)) {
                addForced(
                        forced(probe.request.withPlan(plan), probe.chosen, probe.samples),
                        plan,
                        probe.chosen,
                        probe.nanos);
            }
            return true;
        }
        if (probe != null) {
            probe.addTo(fit);
            probe = null;
        }
        if (sources.isEmpty() || probed.size() == SOURCES) {
            return false;
        }
        LabRequest request = LabRequest.from(sources.remove())
                .withTrace(true)
                .withMaxLevel(MOST_LEVELS)
                .withTensor(tensor);
        List<LevelTrace> once = runs.run(request);
        if (probed.stream().anyMatch(other -> areAlike(once, other))) {
            return true;
        }
        List<LevelTrace> chosen = fastest(once, runs.run(request));
        probed.add(chosen);
        probe = new Probe(request, chosen, runs.samples(chosen), tensor ? MODES_WITH_TENSOR : MODES);
        return true;
    }

    private static boolean areAlike(List<LevelTrace> one, List<LevelTrace> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!areNear(one.get(i).frontierVertices(), other.get(i).frontierVertices())
                    || !areNear(one.get(i).frontierEdges(), other.get(i).frontierEdges())) {
                return false;
            }
        }
        return true;
    }

    private static boolean areNear(long one, long other) {
        return Math.abs(one - other) <= Math.max(one, other) / ALIKE;
    }

    /// One source: its levels as chosen, and how long each took in which mode.
    private static final class Probe {
        private final LabRequest request;
        private final List<LevelTrace> chosen;
        private final List<LevelSample> samples;
        private final List<Map<LevelMode, Double>> nanos = new ArrayList<>();
        private final Queue<LevelPlan> plans = new ArrayDeque<>();

        Probe(LabRequest request, List<LevelTrace> chosen, List<LevelSample> samples, List<LevelMode> modes) {
            this.request = request;
            this.chosen = chosen;
            this.samples = samples;
            for (LevelTrace level : chosen) {
                nanos.add(new EnumMap<>(Map.of(level.mode(), (double) level.nanos())));
            }
            int stride = chosen.size() <= EXACT_DEPTH ? Math.max(1, chosen.size()) : 2;
            for (LevelMode mode : modes) {
                for (int first = Math.min(stride, chosen.size()); first >= 1; first--) {
                    plans.add(new LevelPlan(mode, first, stride));
                }
            }
        }

        void addTo(CostFit fit) {
            for (int i = 0; i < samples.size(); i++) {
                double best = nanos.get(i).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .min()
                        .orElseThrow();
                for (Map.Entry<LevelMode, Double> mode : nanos.get(i).entrySet()) {
                    if (!mode.getKey().followEachOther()) {
                        fit.add(samples.get(i), mode.getKey(), mode.getValue(), best);
                    }
                }
            }
        }
    }

    private boolean mayPay(LevelPlan plan, List<LevelTrace> chosen, List<LevelSample> samples) {
        for (int i = 0; i < chosen.size(); i++) {
            LevelMode mode = plan.modeOf(i + 1);
            if (mode != null
                    && mode != chosen.get(i).mode()
                    && samples.get(i).expected(mode, costs.level())
                            <= HOPELESS * chosen.get(i).nanos()
                    && (mode != LevelMode.PULL || rarity(samples.get(i)) < leastHopelessPull)) {
                return true;
            }
        }
        return false;
    }

    /// Unvisited vertices for each edge out of the frontier: what makes a pull long.
    private static double rarity(LevelSample level) {
        return level.unvisited() / Math.max(1, level.frontierEdges());
    }

    /// The levels of a traversal with forced ones; its second run is left out where they took far longer than the
    /// chosen.
    private List<LevelTrace> forced(LabRequest request, List<LevelTrace> chosen, List<LevelSample> samples) {
        List<LevelTrace> levels = runs.run(request);
        boolean near = false;
        for (int i = 0; i < Math.min(levels.size(), chosen.size()); i++) {
            if (request.plan().modeOf(i + 1) == null) {
                continue;
            }
            boolean hopeless = levels.get(i).nanos() > HOPELESS * chosen.get(i).nanos();
            near |= !hopeless;
            if (hopeless && levels.get(i).mode() == LevelMode.PULL) {
                leastHopelessPull = Math.min(leastHopelessPull, rarity(samples.get(i)));
            }
        }
        return near ? fastest(levels, runs.run(request)) : levels;
    }

    /// Counts the levels that found the frontier as they do when chosen.
    private static void addForced(
            List<LevelTrace> levels, LevelPlan plan, List<LevelTrace> chosen, List<Map<LevelMode, Double>> nanos) {
        for (int i = 0; i < Math.min(levels.size(), chosen.size()); i++) {
            boolean same = i == 0
                    || levels.get(i - 1).mode().queues()
                            == chosen.get(i - 1).mode().queues();
            if (same && plan.modeOf(i + 1) == levels.get(i).mode()) {
                nanos.get(i).merge(levels.get(i).mode(), (double) levels.get(i).nanos(), Math::min);
            }
        }
    }

    /// Level by level the faster of two runs.
    private static List<LevelTrace> fastest(List<LevelTrace> one, List<LevelTrace> other) {
        List<LevelTrace> fastest = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            fastest.add(one.get(i).nanos() <= other.get(i).nanos() ? one.get(i) : other.get(i));
        }
        return fastest;
    }
}
