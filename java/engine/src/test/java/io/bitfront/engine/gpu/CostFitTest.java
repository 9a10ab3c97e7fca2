package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bitfront.engine.gpu.LevelSample.Shape;
import io.bitfront.engine.gpu.abi.Layout;
import io.bitfront.engine.gpu.abi.MultiArguments;
import io.bitfront.engine.lab.LevelMode;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Costs found again in levels that were made from them, with no GPU.
class CostFitTest {
    private static final Shape SHAPE = new Shape(500e6, 59, 60e6);
    private static final LevelCosts EXPECTED = LevelCosts.expected(277_000, 500, true, LevelCosts.probe(true));
    private static final List<LevelMode> MODES =
            List.of(LevelMode.PUSH, LevelMode.PUSH_MARKED, LevelMode.PULL, LevelMode.TENSOR);

    /// Costs that differ from the expected ones by factors of 0.5 to 2.
    private static LevelCosts truth(SplittableRandom random) {
        return LevelCosts.of(Arrays.stream(EXPECTED.values())
                .map(value -> value * Math.pow(2, random.nextDouble(-1, 1)))
                .toArray());
    }

    private static LevelSample level(SplittableRandom random) {
        double edges = Math.pow(10, random.nextDouble(0, 8.5));
        double left = random.nextDouble() * (SHAPE.edges() - edges);
        return new LevelSample(
                edges / 30, edges, left, Math.pow(10, random.nextDouble(1, 7)), random.nextBoolean(), SHAPE);
    }

    @Test
    void predictsTheBestWayOfLevelsItHasNotSeen() {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LevelCosts truth = truth(random);
            CostFit fit = new CostFit(EXPECTED);
            for (int i = 0; i < 200; i++) {
                LevelSample level = level(random);
                double best = best(level, truth);
                MODES.forEach(mode -> fit.add(level, mode, level.expected(mode, truth), best));
            }
            LevelCosts found = fit.solve();
            int wrong = 0;
            for (int i = 0; i < 1000; i++) {
                LevelSample level = level(random);
                LevelMode chosen = cheapest(level, found);
                wrong += level.expected(chosen, truth) > 1.1 * best(level, truth) ? 1 : 0;
            }
            assertThat(wrong).as("seed %d", seed).isLessThanOrEqualTo(10);
        }
    }

    private static double best(LevelSample level, LevelCosts costs) {
        return level.expected(cheapest(level, costs), costs);
    }

    private static LevelMode cheapest(LevelSample level, LevelCosts costs) {
        return MODES.stream()
                .min((a, b) -> Double.compare(level.expected(a, costs), level.expected(b, costs)))
                .orElseThrow();
    }

    @Test
    void keepsToTheExpectationWhereNothingWasMeasured() {
        double[] found = new CostFit(EXPECTED).solve().values();
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i]).as(LevelCosts.KIND.names().get(i)).isCloseTo(EXPECTED.values()[i], within(1e-9));
        }
    }

    @Test
    void learnsOfLevelsThatTookFarLongerThanTheBest() {
        LevelSample level = new LevelSample(1e5, 2e6, SHAPE.edges() / 2, 1e4, true, SHAPE);
        double best = level.expected(LevelMode.PUSH_MARKED, EXPECTED);
        assertThat(level.expected(LevelMode.PULL, EXPECTED)).isLessThan(best);
        CostFit fit = new CostFit(EXPECTED);
        for (int i = 0; i < 4; i++) {
            fit.add(level, LevelMode.PUSH_MARKED, best, best);
            fit.add(level, LevelMode.PULL, 70e6, best);
        }
        assertThat(cheapest(level, fit.solve())).isNotEqualTo(LevelMode.PULL);
    }

    @Test
    void isHardlyMisledByThemWhereThatWayIsTheBest() {
        LevelSample dear = new LevelSample(1, 5, SHAPE.edges() - 5, 2.4e6, true, SHAPE);
        LevelSample best = new LevelSample(1e6, 115e6, 6e6, 2.6e6, true, SHAPE);
        CostFit fit = new CostFit(EXPECTED);
        for (int i = 0; i < 4; i++) {
            fit.add(dear, LevelMode.PULL, 70e6, 6_000);
            fit.add(best, LevelMode.PULL, 32_000, 32_000);
        }
        assertThat(best.expected(LevelMode.PULL, fit.solve())).isCloseTo(32_000, withinPercentage(10));
    }

    @Test
    void findsNoNegativeCosts() {
        CostFit fit = new CostFit(EXPECTED);
        for (double edges = 10; edges < 1e8; edges *= 10) {
            LevelSample level = new LevelSample(edges, edges, SHAPE.edges() - edges, 1e6, true, SHAPE);
            // falls as edges grow
            MODES.forEach(mode -> fit.add(level, mode, 1e5 / Math.log10(level.frontierEdges()), 1e4));
        }
        assertThat(Arrays.stream(fit.solve().values()).min().orElseThrow()).isNotNegative();
    }

    @Test
    void countsATermOfEachWayOnlyThere() {
        LevelSample queued = new LevelSample(10, 1000, 400e6, 2e6, true, SHAPE);
        LevelSample bitmaps = new LevelSample(10, 1000, 400e6, 2e6, false, SHAPE);
        assertThat(queued.terms(LevelMode.PUSH)).startsWith(1, 0, 800, 1000, 0).endsWith(0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(bitmaps.terms(LevelMode.PUSH)[LevelCost.QUEUE_LEVEL.ordinal()])
                .isEqualTo(1);
        assertThat(bitmaps.terms(LevelMode.PUSH_MARKED)).containsSequence(1, 1, Math.sqrt(1000), 1000);
        assertThat(bitmaps.terms(LevelMode.PULL)).containsSequence(1, 2e6, 2e6 * 59);
        assertThat(queued.terms(LevelMode.TENSOR)).endsWith(1, 1, 10 + 1000 / 16.0);
        assertThat(bitmaps.terms(LevelMode.TENSOR)[LevelCost.TENSOR_SCAN.ordinal()])
                .isZero();
    }

    /// None where one in eight edges leads out of visited vertices.
    @Test
    void expectsABurstWhileHubsMayBeMet() {
        double[] left = {500e6, 500e6 * 15 / 16, 500e6 * 7 / 8, 0};
        double[] bursts = Arrays.stream(left)
                .map(edges -> new LevelSample(10, 1000, edges, 2e6, true, SHAPE)
                        .terms(LevelMode.PUSH)[LevelCost.PUSH_BURST.ordinal()])
                .toArray();
        assertThat(bursts).containsExactly(256, 128, 0, 0);
        assertThat(SHAPE.edges()).isEqualTo(500e6);
    }

    @Test
    void costsAreThoseOfTheirStructs() {
        assertThat(LevelCosts.KIND.names()).containsExactlyInAnyOrderElementsOf(fields("LevelCosts", "probe-limit"));
        assertThat(BatchCosts.kind("").names())
                .containsExactlyInAnyOrderElementsOf(fields("MultiCosts", "allowed"))
                .containsExactlyInAnyOrderElementsOf(fields("MultiPaid", ""));
    }

    @TestFactory
    Stream<DynamicTest> costsOfBatchesAreReadAndToldWhereKernelsHaveThem() {
        return Arrays.stream(BatchCost.values())
                .map(cost -> DynamicTest.dynamicTest(CostKind.word(cost), () -> {
                    String field = CostKind.word(cost).replace('-', '_');
                    Layout layout = Layout.committed();
                    assertThat(cost.term())
                            .as("offset of the term " + field)
                            .isEqualTo(layout.offset("MultiTraceRecord", "terms") + layout.offset("MultiPaid", field));
                    int costs = layout.offset("MultiArguments", "request") + layout.offset("MultiRequest", "costs");
                    assertThat(told(cost, costs + layout.offset("MultiCosts", field)))
                            .as("what is told at the field " + field)
                            .isEqualTo(7);
                }));
    }

    @SuppressWarnings("restricted")
    private static int told(BatchCost cost, int offset) {
        try (Arena arena = Arena.ofConfined()) {
            MultiArguments arguments = new MultiArguments(arena);
            cost.describe(arguments.request().costs(), 7);
            return arguments
                    .parameters()
                    .get(ValueLayout.ADDRESS, 0)
                    .reinterpret(offset + Integer.BYTES)
                    .get(ValueLayout.JAVA_INT, offset);
        }
    }

    private static List<String> fields(String struct, String but) {
        return Layout.committed().structs().get(struct).fields().stream()
                .map(field -> field.name().replace('_', '-'))
                .filter(name -> !name.equals(but))
                .toList();
    }
}
