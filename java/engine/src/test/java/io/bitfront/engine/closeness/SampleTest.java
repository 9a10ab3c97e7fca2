package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SampleTest {
    private static final ClosenessMeasure[] SAMPLED = Stream.of(ClosenessMeasure.values())
            .filter(ClosenessMeasure::sampled)
            .toArray(ClosenessMeasure[]::new);

    static Stream<TestGraph> kinds() {
        return Stream.of(GraphKind.values()).map(kind -> kind.draw(13, 250));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void estimatesByTheFormulaFromTheDistancesToThePivots(TestGraph test) {
        for (Direction direction : Direction.values()) {
            expectFormula(test, direction, 40);
            expectFormula(test, direction, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isExactWhereEveryVertexIsAPivot(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2)) {
            for (Direction direction : Direction.values()) {
                ClosenessResult exact = engine.closeness(
                        ClosenessJob.allSources().direction(direction).measures(SAMPLED));
                ClosenessResult sample = engine.closeness(ClosenessJob.sample(test.vertexCount() + 5, 3)
                        .direction(direction)
                        .measures(SAMPLED)
                        .width(64));
                for (int row = 0; row < exact.rowCount(); row++) {
                    for (ClosenessMeasure measure : SAMPLED) {
                        assertThat(sample.value(row, measure))
                                .as("%s of %d", measure, row)
                                .isCloseTo(exact.value(row, measure), within(1e-6));
                    }
                    assertThat(sample.value(row, ClosenessMeasure.CLOSENESS))
                            .isEqualTo(exact.value(row, ClosenessMeasure.CLOSENESS));
                    assertThat(sample.standardError(row, ClosenessMeasure.CLOSENESS))
                            .isZero();
                }
            }
        }
    }

    /// A vertex with 16,777,215 pivots one hop away, and one with as many as fit in 63 bits.
    @Test
    void harmonicSumsHaveNoSign() {
        try (Arena arena = Arena.ofConfined()) {
            TargetSums sums = TargetSums.allocate(arena, 2);
            for (int i = 0; i < 3; i++) {
                sums.add(0, (int) (TargetSums.MOST_HARMONIC_PIVOTS / 3), 1);
            }
            sums.add(1, 1 << 22, 1);
            assertThat(sums.harmonic().get(0)).isNegative();
            assertThat(TargetSums.harmonicValue(sums.harmonic().get(0))).isEqualTo(16_777_215.0);
            assertThat(TargetSums.harmonicValue(sums.harmonic().get(1))).isEqualTo(4_194_304.0);
            assertThat(TargetSums.harmonicValue(-1L)).isEqualTo(0x1p24);
        }
    }

    @Test
    void refusesMorePivotsThanHarmonicSumsHold() {
        ClosenessJob harmonic = ClosenessJob.allSources().measures(ClosenessMeasure.HARMONIC);
        Pivots.requireSums(harmonic, TargetSums.MOST_HARMONIC_PIVOTS);
        Pivots.requireSums(ClosenessJob.allSources().measures(ClosenessMeasure.WF), Integer.MAX_VALUE);
        assertThatThrownBy(() -> Pivots.of(harmonic, new ClosenessJob.Sources.Sample(1 << 24, 1), 1 << 24))
                .hasMessageStartingWith("a sample of 16,777,216 pivots: ");
        assertThatThrownBy(() -> Pivots.requireSums(harmonic, TargetSums.MOST_HARMONIC_PIVOTS + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a sample of 16,777,216 pivots: harmonic sums hold at most 16,777,215, expected fewer, other"
                                + " measures or all sources");
    }

    @Test
    void drawsDifferentPivotsTheSameForTheSameSeed() {
        for (int count : new int[] {1, 10, 99, 100, 150}) {
            BitSet pivots = Pivots.draw(100, count, 7);
            assertThat(pivots.cardinality()).isEqualTo(Math.min(count, 100));
            assertThat(pivots.length()).isLessThanOrEqualTo(100);
            assertThat(Pivots.draw(100, count, 7)).isEqualTo(pivots);
        }
        assertThat(Pivots.draw(100, 10, 8)).isNotEqualTo(Pivots.draw(100, 10, 7));
        assertThat(Pivots.draw(0, 5, 1).isEmpty()).isTrue();
    }

    @Test
    void drawsEveryVertexEquallyOften() {
        int[] drawn = new int[20];
        for (int seed = 0; seed < 20_000; seed++) {
            Pivots.draw(20, 5, seed).stream().forEach(index -> drawn[index]++);
        }
        assertThat(Arrays.stream(drawn)).allMatch(count -> Math.abs(count - 5_000) < 350);
    }

    private static void expectFormula(TestGraph test, Direction direction, int count) {
        int n = test.vertexCount();
        BitSet pivots = Pivots.draw(n, count, 21);
        int[][] along = direction == Direction.OUT ? test.outNeighbours() : test.inNeighbours();
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult result =
                    engine.closeness(ClosenessJob.sample(count, 21).direction(direction));
            for (int v = 0; v < n; v++) {
                int[] levels = BfsOracle.levels(along, v);
                int vertex = v;
                double[] found = pivots.stream()
                        .filter(p -> p != vertex && levels[p] > 0)
                        .mapToDouble(p -> levels[p])
                        .toArray();
                String as = "%s, %s, %d pivots, vertex %d".formatted(test, direction, count, v);
                long component =
                        Arrays.stream(levels).filter(level -> level >= 0).count();
                double self = pivots.get(v) ? 1 : 0;
                double k = found.length;
                double others = pivots.cardinality() - self;
                double r = test.directed() ? 1 + (n - 1) * k / Math.max(1, others) : component;
                boolean complete = test.directed() ? others == n - 1 : k == component - 1;
                double mean = Arrays.stream(found).average().orElse(Double.NaN);
                double expected = k == 0 ? complete ? 0 : Double.NaN : 1 / mean;
                expectNumber(result.value(v, ClosenessMeasure.CLOSENESS), expected, as);
                double squares =
                        Arrays.stream(found).map(d -> (d - mean) * (d - mean)).sum();
                // Of the first pivot that hangs together with it, or of sixteen where edges have directions.
                int depth = pivots.stream()
                        .filter(p -> test.directed() || levels[p] >= 0)
                        .limit(test.directed() ? 16 : 1)
                        .map(p ->
                                Arrays.stream(BfsOracle.levels(along, p)).max().orElseThrow())
                        .max()
                        .orElse(0);
                double far = Math.max(depth - mean, mean - 1) * Math.log(20) / 1.96;
                double unseen = Math.max(1, far * far);
                double error = Math.sqrt((squares + unseen) / (k - 1) / k * (1 - (k + self) / r)) / mean / mean;
                expectNumber(
                        result.standardError(v, ClosenessMeasure.CLOSENESS),
                        complete ? 0 : k < 2 ? Double.NaN : error,
                        as);
            }
        }
    }

    private static void expectNumber(double found, double expected, String as) {
        if (Double.isNaN(expected)) {
            assertThat(found).as(as).isNaN();
        } else {
            assertThat(found).as(as).isCloseTo(expected, within(1e-6));
        }
    }
}
