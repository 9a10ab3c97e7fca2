package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// All levels from many sources at once, on the CPU.
@Tag("drawn")
final class LevelMatrixTest {
    static List<TestGraph> graphs() {
        return Share.of(LevelMatrixTest.class, TestGraphs.all());
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void holdsTheLevelsOfASearchFromEachSource(TestGraph test) {
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            for (Direction direction : Direction.values()) {
                int[][] neighbours = direction == Direction.OUT ? test.outNeighbours() : test.inNeighbours();
                try (CpuMultiSource engine = new CpuMultiSource(graph, workers, 128, direction)) {
                    for (int fill : new int[] {1, 33, 128}) {
                        int[] sources = draw(test, fill);
                        LevelMatrix wide = LevelMatrix.allocate(arena, graph.vertexCount(), sources.length, 4);
                        assertThat(engine.levels(sources, wide)).isTrue();
                        expect(graph, neighbours, sources, wide);
                        LevelMatrix narrow = LevelMatrix.allocate(arena, graph.vertexCount(), sources.length, 2);
                        assertThat(engine.levels(sources, narrow)).isTrue();
                        for (int row = 0; row < graph.vertexCount(); row++) {
                            assertThat(narrow.get(row, sources.length - 1))
                                    .isEqualTo(wide.get(row, sources.length - 1));
                        }
                    }
                }
            }
        }
    }

    private static int[] draw(TestGraph test, int count) {
        return test.vertexCount() == 0
                ? new int[0]
                : new Random(count).ints(count, 0, test.vertexCount()).toArray();
    }

    private static void expect(Graph graph, int[][] neighbours, int[] sources, LevelMatrix found) {
        for (int column = 0; column < sources.length; column++) {
            int[] byId = new int[graph.vertexCount()];
            for (int row = 0; row < byId.length; row++) {
                byId[(int) graph.idOf(row)] = found.get(row, column);
            }
            assertThat(byId).as("column %d", column).isEqualTo(BfsOracle.levels(neighbours, (int)
                    graph.idOf(sources[column])));
        }
    }

    /// A level is known to be the last only by a further one that is empty.
    @ParameterizedTest
    @CsvSource({
        "1, 127, true",
        "1, 128, false",
        "1, 700, false",
        "2, 700, true",
        "2, 32767, true",
        "2, 32768, false",
        "4, 32768, true"
    })
    void saysWhetherItsCellsHoldTheDeepestLevel(int cellBytes, int vertices, boolean fits) {
        try (Graph graph = Prepared.graph(Shapes.chain(vertices), "natural");
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT);
                Arena arena = Arena.ofShared()) {
            LevelMatrix levels = LevelMatrix.allocate(arena, vertices, 1, cellBytes);
            assertThat(engine.levels(new int[] {graph.vertexOf(0)}, levels)).isEqualTo(fits);
            if (fits) {
                assertThat(levels.get(graph.vertexOf(vertices - 1), 0)).isEqualTo(vertices - 1);
            }
        }
    }

    @Test
    void keepsSumsPerTargetUntilTheyAreCollected() {
        TestGraph test = GraphKind.MESH.draw(2, 300);
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(1);
                CpuMultiSource engine = new CpuMultiSource(graph, workers, 64, Direction.OUT);
                Arena arena = Arena.ofShared()) {
            TargetSums together = TargetSums.allocate(arena, 300);
            TargetSums apart = TargetSums.allocate(arena, 300);
            engine.collect(together);
            for (int batch = 0; batch < 3; batch++) {
                engine.perTarget(draw(test, 20 + batch), apart);
            }
            for (int batch = 0; batch < 3; batch++) {
                engine.perTarget(draw(test, 20 + batch));
            }
            engine.collect(together);
            engine.collect(together);
            assertThat(together.distance().segment().mismatch(apart.distance().segment()))
                    .isEqualTo(-1);
            assertThat(together.pivots().segment().mismatch(apart.pivots().segment()))
                    .isEqualTo(-1);
            assertThat(together.pivots().get(0)).isPositive();
        }
    }
}
