package io.bitfront.engine.gpu;

import static io.bitfront.engine.gpu.SumsCheck.expectSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Batches that the host runs for a GPU, against the CPU engine, which is tested against oracles: the same bits.
class ThinSearchesTest {
    private static final double LONG = 1e9;

    static List<TestGraph> graphs() {
        return TestGraphs.small().stream()
                .filter(test -> test.vertexCount() > 0)
                .toList();
    }

    private static ThinLevels.When when(long lost, int most) {
        return new ThinLevels.When(64, 12, 2_048, 8, lost, most);
    }

    /// However seldom a search looks whether others have given up.
    @ParameterizedTest
    @MethodSource("graphs")
    void findTheSameBitsAsTheCpu(TestGraph test) {
        for (int threads : new int[] {1, 3}) {
            try (Graph graph = Prepared.graph(test, "degree");
                    Workers workers = new Workers(threads);
                    CpuEngine cpu = new CpuEngine(graph, 2)) {
                for (Direction direction : Direction.values()) {
                    ThinSearches thin = ThinSearches.of(
                            graph, direction, workers, when(Long.MAX_VALUE / 2, threads == 1 ? 1 : 1_000));
                    try (MultiSource expected = cpu.multiSource(256, direction)) {
                        for (int sources : new int[] {0, 1, 40}) {
                            int[] batch = new Random(sources)
                                    .ints(sources, 0, test.vertexCount())
                                    .toArray();
                            expectSame(expected.perSource(batch), thin.perSource(batch, LONG));
                        }
                    }
                    assertThat(thin.batches()).isEqualTo(3);
                }
            }
        }
    }

    /// A device with which one search costs as much as the host loses leaves a chain to the host and a star to itself.
    @Test
    void givesUpWhereLevelsAreWide() {
        try (Workers workers = new Workers(2)) {
            assertThat(sums(Shapes.chain(20_000), workers, 64 * 40)).isNotNull();
            assertThat(sums(Shapes.chain(20_000), workers, 20)).isNull();
            assertThat(sums(Shapes.star(20_000), workers, LONG)).isNull();
        }
    }

    private static SourceSums sums(TestGraph test, Workers workers, double levelNanos) {
        try (Graph graph = Prepared.graph(test, "natural")) {
            return ThinSearches.of(graph, Direction.OUT, workers, ThinLevels.When.USUAL)
                    .perSource(IntStream.range(0, 64).toArray(), levelNanos);
        }
    }

    /// After each batch that is given up fewer are tried, and all of them after one that is not.
    @Test
    void triesMoreAndMoreSeldom() {
        try (Graph graph = Prepared.graph(Shapes.chain(20_000), "natural");
                Workers workers = new Workers(2)) {
            ThinSearches thin = ThinSearches.of(graph, Direction.OUT, workers, ThinLevels.When.USUAL);
            int[] batch = {0};
            for (int passed : new int[] {1, 3, 7}) {
                assertThat(thin.perSource(batch, 1)).isNull();
                for (int i = 0; i < passed; i++) {
                    assertThat(thin.perSource(batch, LONG)).isNull();
                }
            }
            for (int i = 0; i < 5; i++) {
                assertThat(thin.perSource(batch, LONG)).isNotNull();
            }
            assertThat(thin.batches()).isEqualTo(5);
            assertThat(thin.perSource(batch, 1)).isNull();
            assertThat(thin.perSource(batch, LONG)).isNull();
            assertThat(thin.perSource(batch, LONG)).isNotNull();
        }
    }
}
