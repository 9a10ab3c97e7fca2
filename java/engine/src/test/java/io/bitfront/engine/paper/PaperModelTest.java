package io.bitfront.engine.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.Bvss;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class PaperModelTest {
    static List<TestGraph> graphs() {
        return Share.of(PaperModelTest.class, TestGraphs.all()).stream()
                .filter(graph -> graph.vertexCount() > 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void everyAlgorithmOfThePaperFindsTheOraclesLevels(TestGraph test) {
        for (String ordering : Prepared.ORDERINGS) {
            try (Graph graph = Prepared.graph(test, ordering)) {
                for (int source : sources(test)) {
                    int vertex = graph.vertexOf(source);
                    int[] expected = BfsOracle.levels(test, source);
                    String what = "%s, %s order, source %d".formatted(test, ordering, source);
                    assertThat(byInputIndex(graph, PaperModel.eager(graph, vertex)))
                            .as(what)
                            .isEqualTo(expected);
                    assertThat(byInputIndex(
                                    graph, PaperModel.lazy(graph, vertex, false).level()))
                            .as(what)
                            .isEqualTo(expected);
                    assertThat(byInputIndex(
                                    graph, PaperModel.lazy(graph, vertex, true).level()))
                            .as(what)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void switchesToBottomUpOnceFewAreUnvisitedAndNeverUnasked() {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(1, 3_000), "degree")) {
            assertThat(PaperModel.lazy(graph, 0, true).bottomUp()).isPositive();
            assertThat(PaperModel.lazy(graph, 0, false).bottomUp()).isZero();
        }
        try (Graph graph = Prepared.graph(Shapes.chain(3_000), "natural")) {
            PaperModel.Lazy run = PaperModel.lazy(graph, 0, true);
            assertThat(run.bottomUp()).isBetween(1, 20);
        }
    }

    @Test
    void theMmaLayoutGivesEveryLaneItsOwnFourDotProducts() {
        Random dice = new Random(5);
        try (Graph graph = Prepared.graph(GraphKind.DENSE.draw(2, 150), "natural")) {
            Bvss bvss = graph.bvss();
            for (int vss = 0; vss < bvss.vssCount(); vss++) {
                int tested = vss;
                int frontier = dice.nextInt(256);
                int[] expected = IntStream.range(0, Bvss.TAU)
                        .map(slice -> Integer.bitCount(bvss.mask(tested, slice) & frontier))
                        .toArray();
                assertThat(BitMma.sliceHits(bvss, vss, frontier)).isEqualTo(expected);
            }
        }
    }

    private static int[] sources(TestGraph test) {
        int middle = test.vertexCount() / 2;
        return test.vertexCount() > 1_000 ? new int[] {middle} : new int[] {0, middle};
    }

    private static int[] byInputIndex(Graph graph, int[] level) {
        int[] byIndex = new int[level.length];
        Arrays.setAll(byIndex, index -> level[graph.permutation().newIdOf().get(index)]);
        return byIndex;
    }
}
