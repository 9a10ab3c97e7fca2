package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.gpu.LevelSample.Shape;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.testkit.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is traversed to learn what levels cost, and what is learnt, of a device whose levels take what given costs say.
class CalibratorTest {
    static final Shape SHAPE = new Shape(500e6, 59, 60e6);
    static final LevelCosts EXPECTED = LevelCosts.expected(277_000, 500, true, LevelCosts.probe(true));
    private static final List<LevelMode> MODES =
            List.of(LevelMode.PUSH, LevelMode.PUSH_MARKED, LevelMode.PULL, LevelMode.TENSOR);
    private static final double HOPELESS = 8;

    /// Levels of a search, drawn by its source, two alike each; each run the way that expected costs choose unless it
    /// is forced. Whatever is run again takes twice as long.
    static class Device implements Calibrator.Runs {
        private final LevelCosts truth;
        private final int depth;
        final List<LabRequest> asked = new ArrayList<>();
        private LabRequest last;

        Device(LevelCosts truth, int depth) {
            this.truth = truth;
            this.depth = depth;
        }

        @Override
        public List<LevelTrace> run(LabRequest request) {
            int times = asked.contains(request) ? 2 : 1;
            asked.add(request);
            last = request;
            List<LevelTrace> levels = new ArrayList<>();
            boolean queued = true;
            for (int level = 1; level <= depth; level++) {
                LevelSample sample = sample(request.source(), level, queued);
                LevelMode forced = request.plan().modeOf(level);
                LevelMode mode = forced == null ? cheapest(sample, EXPECTED) : forced;
                long nanos = times * Math.round(sample.expected(mode, truth));
                levels.add(new LevelTrace(
                        level,
                        mode,
                        0,
                        (long) sample.frontierVertices(),
                        (long) sample.frontierEdges(),
                        (long) sample.unvisited(),
                        0,
                        nanos));
                queued = mode.queues();
            }
            return levels;
        }

        @Override
        public List<LevelSample> samples(List<LevelTrace> levels) {
            List<LevelSample> samples = new ArrayList<>();
            boolean queued = true;
            for (LevelTrace level : levels) {
                samples.add(sample(last.source(), level.level(), queued));
                queued = level.mode().queues();
            }
            return samples;
        }

        @Override
        public int traversals() {
            return asked.size();
        }

        static LevelSample sample(long source, int level, boolean queued) {
            SplittableRandom random = new SplittableRandom(1_000 * source + (level + 1) / 2);
            double edges = Math.pow(10, random.nextDouble(1, 8.5));
            double left = random.nextDouble() * (SHAPE.edges() - edges);
            return new LevelSample(edges / 30, edges, left, Math.pow(10, random.nextDouble(1, 7)), queued, SHAPE);
        }
    }

    /// Every search has the same levels. The rule pushes them, in a second each; forced ones all take equally long.
    private record Slow(List<LevelSample> levels, long forcedNanos, List<LabRequest> asked) implements Calibrator.Runs {
        private static final long CHOSEN = 1_000_000_000;

        static LevelSample level(int frontierEdges, int unvisited) {
            return new LevelSample(1, frontierEdges, unvisited, unvisited, true, SHAPE);
        }

        @Override
        public List<LevelTrace> run(LabRequest request) {
            asked.add(request);
            return IntStream.rangeClosed(1, levels.size())
                    .mapToObj(level -> {
                        LevelMode forced = request.plan().modeOf(level);
                        return new LevelTrace(
                                level,
                                forced == null ? LevelMode.PUSH : forced,
                                0,
                                1,
                                1,
                                1,
                                0,
                                forced == null ? CHOSEN : forcedNanos);
                    })
                    .toList();
        }

        @Override
        public List<LevelSample> samples(List<LevelTrace> traced) {
            return levels;
        }

        @Override
        public int traversals() {
            return asked.size();
        }

        /// Levels that are pulled, in the order in which they were asked for.
        List<Integer> pulled() {
            return asked.stream()
                    .map(LabRequest::plan)
                    .filter(plan -> plan.mode() == LevelMode.PULL)
                    .map(LevelPlan::first)
                    .toList();
        }
    }

    /// A level of a search that was forced to run in a mode.
    private record Forced(long source, int level, LevelMode mode) {}

    private static LevelMode cheapest(LevelSample level, LevelCosts costs) {
        return MODES.stream()
                .min(Comparator.comparing(mode -> level.expected(mode, costs)))
                .orElseThrow();
    }

    private static LevelCosts dearer(UnaryOperator<Map<LevelCost, Double>> change) {
        Map<LevelCost, Double> nanos = new HashMap<>();
        double[] values = EXPECTED.values();
        Arrays.stream(LevelCost.values()).forEach(cost -> nanos.put(cost, values[cost.ordinal()]));
        Map<LevelCost, Double> changed = change.apply(nanos);
        return LevelCosts.of(
                Arrays.stream(LevelCost.values()).mapToDouble(changed::get).toArray());
    }

    private static LevelCosts measured(Calibrator.Runs device) {
        try (Graph graph = Prepared.graph(Shapes.chain(100))) {
            Calibrator calibrator =
                    new Calibrator(graph, device, new SwitchCosts(EXPECTED, SHAPE, 0, 0, 30, true, 0, 0, false), true);
            assertThat(calibrator.measure(Long.MAX_VALUE)).isTrue();
            assertThat(calibrator.measure(Long.MAX_VALUE)).isTrue();
            return calibrator.measured();
        }
    }

    private static Map<Forced, Integer> forced(Device device) {
        Map<Forced, Integer> times = new HashMap<>();
        for (LabRequest request : device.asked) {
            for (int level = 1; level <= device.depth; level++) {
                if (request.plan().modeOf(level) != null) {
                    times.merge(
                            new Forced(request.source(), level, request.plan().modeOf(level)), 1, Integer::sum);
                }
            }
        }
        return times;
    }

    /// Whether a level finds its frontier queued where no level is forced.
    private static boolean queued(Device device, long source, int level) {
        return level == 1
                || device.run(LabRequest.from(source)).get(level - 2).mode().queues();
    }

    /// In the order in which they were searched from.
    private static Set<Long> sources(Device device) {
        Set<Long> sources = new LinkedHashSet<>();
        device.asked.forEach(request -> sources.add(request.source()));
        return sources;
    }

    /// Tensor levels are dear by the expected costs, so that none is chosen; the device takes a fifth of that.
    @ParameterizedTest
    @ValueSource(ints = {1, 12})
    void learnsFromForcedLevelsWhatAWayCostsThatIsNotChosen(int depth) {
        LevelCosts truth = dearer(nanos -> {
            nanos.merge(LevelCost.TENSOR_LEVEL, 0.2, (a, b) -> a * b);
            nanos.merge(LevelCost.TENSOR_SCAN, 0.2, (a, b) -> a * b);
            nanos.merge(LevelCost.TENSOR_VSS, 0.2, (a, b) -> a * b);
            return nanos;
        });
        Device device = new Device(truth, depth);
        LevelCosts found = measured(device);
        List<LevelSample> tried = forced(device).keySet().stream()
                .filter(level -> level.level() == 1 && level.mode() == LevelMode.TENSOR)
                .map(level -> Device.sample(level.source(), 1, true))
                .toList();
        assertThat(tried).isNotEmpty();
        for (LevelSample level : tried) {
            assertThat(cheapest(level, EXPECTED)).isNotEqualTo(LevelMode.TENSOR);
            assertThat(level.expected(LevelMode.TENSOR, found))
                    .isCloseTo(level.expected(LevelMode.TENSOR, truth), withinPercentage(20));
        }
    }

    /// A level is forced, twice, into each way that is expected to take at most eight times as long as the chosen one.
    @Test
    void triesEachLevelInEachWayThatMayPay() {
        int depth = 16;
        Device device = new Device(EXPECTED, depth);
        measured(device);
        Map<Forced, Integer> expected = new HashMap<>();
        assertThat(sources(device)).hasSize(Calibrator.SOURCES);
        for (long source : sources(device)) {
            boolean queued = true;
            for (int level = 1; level <= depth; level++) {
                LevelSample sample = Device.sample(source, level, queued);
                LevelMode chosen = cheapest(sample, EXPECTED);
                for (LevelMode mode : MODES) {
                    if (mode != chosen
                            && sample.expected(mode, EXPECTED) <= HOPELESS * sample.expected(chosen, EXPECTED)) {
                        expected.put(new Forced(source, level, mode), 2);
                    }
                }
                queued = chosen.queues();
            }
        }
        assertThat(expected).hasSizeGreaterThan(50);
        assertThat(forced(device)).isEqualTo(expected);
    }

    /// Most searches of one shape: all of them but the first, and of another one that differs by an eighth, are run
    /// once and left alone.
    @Test
    void searchesLikeEarlierOnesAreLeftOut() {
        Device device = new Device(EXPECTED, 5) {
            @Override
            public List<LevelTrace> run(LabRequest request) {
                long nearly = request.source() % 2;
                long shape = request.source() % 4 == 0 ? request.source() : 0;
                return super.run(LabRequest.from(shape).withPlan(request.plan())).stream()
                        .map(level -> new LevelTrace(
                                level.level(),
                                level.mode(),
                                0,
                                level.frontierVertices(),
                                level.frontierEdges() + nearly * (level.frontierEdges() / 10),
                                level.unvisited(),
                                0,
                                level.nanos()))
                        .toList();
            }
        };
        measured(device);
        Set<Long> forced = new LinkedHashSet<>();
        forced(device).keySet().forEach(level -> forced.add(level.source()));
        assertThat(forced).hasSizeBetween(2, Calibrator.SOURCES).contains(0L);
        assertThat(device.asked.stream()
                        .filter(request ->
                                request.source() == 0 && request.plan().mode() == null))
                .hasSizeGreaterThan(3);
        assertThat(forced(device).entrySet().stream()
                        .filter(level -> level.getKey().source() == 0)
                        .mapToInt(Map.Entry::getValue))
                .isNotEmpty()
                .allMatch(times -> times <= 2);
    }

    /// Once a pull took more than eight times as long as the chosen way, none is tried from as few edges for as many
    /// vertices, and that one not again.
    @Test
    void aHopelessPullIsRunOnceAndNoneThatIsRarer() {
        LevelCosts truth = dearer(nanos -> {
            nanos.merge(LevelCost.PULL_PROBE, 1e4, (a, b) -> a * b);
            return nanos;
        });
        Device device = new Device(truth, 12);
        measured(device);
        List<Forced> expected = new ArrayList<>();
        int untried = 0;
        double least = Double.POSITIVE_INFINITY;
        for (long source : sources(device)) {
            for (int level = device.depth; level >= 1; level--) {
                LevelSample sample = Device.sample(source, level, queued(device, source, level));
                LevelMode chosen = cheapest(sample, EXPECTED);
                double most = HOPELESS * sample.expected(chosen, truth);
                double rarity = sample.unvisited() / sample.frontierEdges();
                if (chosen != LevelMode.PULL && sample.expected(LevelMode.PULL, EXPECTED) <= most) {
                    boolean hopeless = sample.expected(LevelMode.PULL, truth) > most;
                    if (rarity < least) {
                        expected.addAll(
                                Collections.nCopies(hopeless ? 1 : 2, new Forced(source, level, LevelMode.PULL)));
                        least = hopeless ? rarity : least;
                    } else {
                        untried++;
                    }
                }
            }
        }
        assertThat(device.asked.stream()
                        .filter(request -> request.plan().mode() == LevelMode.PULL)
                        .map(request ->
                                new Forced(request.source(), request.plan().first(), LevelMode.PULL)))
                .containsExactlyElementsOf(expected);
        assertThat(expected).doesNotHaveDuplicates().hasSizeGreaterThan(1);
        assertThat(untried).isGreaterThan(1);
    }

    @Test
    void whatTakesEightTimesAsLongIsNotHopeless() {
        Slow device = new Slow(List.of(Slow.level(3, 100)), 8 * Slow.CHOSEN, new ArrayList<>());
        measured(device);
        assertThat(device.pulled()).containsExactly(1, 1);
        Slow slower = new Slow(device.levels, 8 * Slow.CHOSEN + 1, new ArrayList<>());
        measured(slower);
        assertThat(slower.pulled()).containsExactly(1);
    }

    /// The second level, from one edge for ten vertices, is forced first.
    @ParameterizedTest
    @CsvSource({"18, 2 1", "20, 2", "22, 2"})
    void aPullIsTriedAfterAHopelessOneWhereAnEdgeHasFewerVertices(int unvisited, String pulled) {
        Slow device =
                new Slow(List.of(Slow.level(2, unvisited), Slow.level(1, 10)), 9 * Slow.CHOSEN, new ArrayList<>());
        measured(device);
        assertThat(device.pulled())
                .isEqualTo(
                        Arrays.stream(pulled.split(" ")).map(Integer::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17})
    void everySecondLevelIsForcedWhereASearchHasMoreThanSixteen(int depth) {
        Device device = new Device(EXPECTED, depth);
        measured(device);
        for (LabRequest request : device.asked) {
            assertThat(request.maxLevel()).isEqualTo(Calibrator.MOST_LEVELS);
            assertThat(request.trace()).isTrue();
            if (request.plan().mode() != null) {
                assertThat(request.plan().stride()).isEqualTo(depth == 16 ? 16 : 2);
                assertThat(request.plan().first()).isBetween(1, depth == 16 ? 16 : 2);
            }
        }
        assertThat(forced(device)).isNotEmpty();
    }

    @Test
    void measuresNothingWithoutTime() {
        Device device = new Device(EXPECTED, 5);
        try (Graph graph = Prepared.graph(Shapes.chain(100))) {
            Calibrator calibrator =
                    new Calibrator(graph, device, new SwitchCosts(EXPECTED, SHAPE, 0, 0, 30, true, 0, 0, false), false);
            long begun = System.nanoTime();
            assertThat(calibrator.measure(0)).isFalse();
            assertThat(calibrator.traversals()).isZero();
            assertThat(calibrator.measured().values()).isEqualTo(EXPECTED.values());
            assertThat(calibrator.nanos()).isBetween(0L, System.nanoTime() - begun);
            assertThat(calibrator.measure(Long.MAX_VALUE)).isTrue();
            assertThat(calibrator.nanos()).isBetween(1L, System.nanoTime() - begun);
            assertThat(calibrator.traversals()).isEqualTo(device.asked.size()).isPositive();
            assertThat(forced(device).keySet()).isNotEmpty().noneMatch(level -> level.mode() == LevelMode.TENSOR);
        }
    }
}
