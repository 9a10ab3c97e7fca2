package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeometricGenerator;
import io.bitfront.generate.RoadGenerator;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What was measured of two kinds of graph, by kinds of the same that are small.
class DeepCostsTest {
    @Test
    void areThoseMeasuredOfARoadAndAGeometricGraph() {
        DeepCosts road = costs(RoadGenerator.ofScale(17, RoadGenerator.KEEP, 1), true);
        assertThat(road.batched()).isCloseTo(0.86, within(0.12));
        assertThat(road.cell()).isCloseTo(0.0121, within(0.0005));
        assertThat(road.useful()).isEqualTo(1 / road.batched());
        DeepCosts geometric = costs(new GeometricGenerator(17, 1), true);
        // Of 16 M vertices neighbours are 16, not 11.
        assertThat(geometric.batched()).isCloseTo(0.26, within(0.04));
        assertThat(geometric.cell()).isCloseTo(0.032, within(0.003));
    }

    @Test
    void areSmallerInSearchesOneAfterAnother() {
        Generator road = RoadGenerator.ofScale(12, RoadGenerator.KEEP, 1);
        DeepCosts together = costs(road, true);
        DeepCosts alone = costs(road, false);
        assertThat(alone.batched()).isEqualTo(together.batched() / 10);
        assertThat(alone.cutting()).isEqualTo(together.cutting() / 10);
        assertThat(alone.useful()).isEqualTo(1 / alone.batched());
        assertThat(new DeepCosts(0, 2, 0.1, 0.01, 0.5, false).useful()).isEqualTo(DeepCosts.HOST.useful());
    }

    /// By what they were measured as, a search of that road takes 1.03 ms; one of a chain takes longer than its cells.
    @Test
    void areFewSearchesWhereSearchesAreSlow() {
        DeepCosts road = new DeepCosts(30_000, 1, 0.0121, 0.03, 0.86, true);
        DeepCosts measured = road.timed(1_030_000, 9_000, 24_000_000);
        assertThat(measured.cutting()).isCloseTo(30_300, within(100.0));
        assertThat(measured.cell()).isEqualTo(road.cell());
        assertThat(measured.batched()).isEqualTo(road.batched());
        DeepCosts chain = road.timed(2_700_000, 65_535, 1 << 16);
        assertThat(chain.cutting()).isCloseTo(31.6, within(0.1));
        assertThat(chain.cell()).isCloseTo(0.0011, within(0.0001));
        assertThat(road.timed(1.0 / 0, 5, 5)).isSameAs(road);
        assertThat(DeepCosts.HOST.timed(1_000, 5, 5)).isSameAs(DeepCosts.HOST);
    }

    /// A search of that grid takes 0.36 ms; a vertex in a batch 5.6 us.
    @Test
    void ofBatchesAreLessWhereLaunchesAreMostOfASearch() {
        DeepCosts grid = new DeepCosts(6_500, 0.1, 0.0015, 0.0026, 0.0416, false);
        DeepCosts measured = grid.timed(360_000, 90, 1 << 16);
        assertThat(measured.batched()).isCloseTo(0.0182, within(0.0001));
        assertThat(measured.batchHop() / measured.batched()).isCloseTo(0.0026 / 0.0416, within(1e-9));
        assertThat(measured.useful()).isCloseTo(55, within(1.0));
        assertThat(grid.timed(360_000, 4_096, 1 << 16).batched()).isEqualTo(grid.batched());
        assertThat(grid.timed(360_000, 0, 1 << 16).batched()).isEqualTo(grid.batched());
        assertThat(grid.timed(36_000, 90, 1 << 16).batched()).isEqualTo(grid.batched());
    }

    /// Cells are looked for where they may take less than batches; on the host wherever anything is left.
    @Test
    void sayWhetherCellsMayTakeLess() {
        DeepCosts costs = new DeepCosts(100, 2, 0.25, 0.01, 0.5, true);
        assertThat(costs.mayCut(400)).isFalse();
        assertThat(costs.mayCut(401)).isTrue();
        assertThat(DeepCosts.HOST.mayCut(1)).isTrue();
        assertThat(DeepCosts.HOST.mayCut(0)).isFalse();
    }

    @Test
    void addUpOverVertices() {
        DeepCosts costs = new DeepCosts(100, 2, 0.25, 0, 0.5, true);
        assertThat(costs.ofUncut(8)).isEqualTo(102);
        assertThat(costs.ofBatches(8)).isEqualTo(4);
        assertThat(costs.useful()).isEqualTo(2);
        assertThat(DeepCosts.HOST.ofUncut(1_000)).isCloseTo(15, within(1e-9));
        assertThat(DeepCosts.HOST.ofBatches(1_000)).isCloseTo(700, within(1e-9));
        assertThat(DeepCosts.HOST.border()).isEqualTo(2);
    }

    /// Where one vertex in sixteen is left, batches lie within four times as many hops.
    @Test
    void growWithWhatLiesBetweenTheVerticesThatAreLeft() {
        try (Graph graph = Prepared.graph(Shapes.grid(300, 300), "natural");
                Backend plain = new CpuEngine(graph, 1)) {
            DeepCosts all = DeepCosts.of(graph, List.of(device(plain)), true);
            DeepCosts some = all.among(graph, v -> v % 300 % 4 == 0 && v / 300 % 4 == 0, 150 * 300 + 148);
            assertThat(some.batched() / all.batched()).isCloseTo(4, within(0.7));
            assertThat(some.useful()).isEqualTo(1 / some.batched());
            assertThat(DeepCosts.HOST.among(graph, _ -> true, 0)).isSameAs(DeepCosts.HOST);
            assertThat(all.among(graph, _ -> false)).isSameAs(all);
        }
    }

    private static DeepCosts costs(Generator generator, boolean together) {
        PreprocessOptions options = PreprocessOptions.defaults().withThreads(2);
        try (Workers workers = new Workers(2);
                Graph graph = Preprocessor.prepare(generator.generate(workers, Progress.NONE), options);
                Backend plain = new CpuEngine(graph, 1)) {
            return DeepCosts.of(graph, List.of(device(plain)), together);
        }
    }

    private static Backend device(Backend plain) {
        return (Backend) Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, arguments) -> method.getName().equals("leastCellComponent")
                        ? OptionalInt.of(1)
                        : method.invoke(plain, arguments));
    }
}
