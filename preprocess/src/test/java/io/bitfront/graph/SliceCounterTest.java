package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SliceCounterTest {
    /// The star's centre has a list longer than two blocks; the others' lists end anywhere in a block.
    static List<TestGraph> graphs() {
        return List.of(Shapes.star(40_000), Shapes.chain(20_000), GraphKind.SCALE_FREE.draw(7, 3_000));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void countsTheSetsAmongTheInNeighboursOfEachRow(TestGraph graph) {
        int n = graph.vertexCount();
        try (Arena arena = Arena.ofShared()) {
            Csc csc = CscBuilder.of(arena, n, graph.from(), graph.to(), true);
            SliceCounter counter = new SliceCounter(csc);
            counter.count(0, n / 3);
            counter.count(n / 3, n);
            assertThat(counter.counts()).isEqualTo(expected(csc, n));
        }
    }

    private static int[] expected(Csc csc, int n) {
        int[] counts = new int[BvssPacker.sliceSetCount(n)];
        for (int row = 0; row < n; row++) {
            int[] list = new int[csc.degree(row)];
            csc.rowIndex().read(csc.start(row), list, 0, list.length);
            Arrays.stream(list).map(v -> v / Bvss.SIGMA).distinct().forEach(set -> counts[set]++);
        }
        return counts;
    }
}
