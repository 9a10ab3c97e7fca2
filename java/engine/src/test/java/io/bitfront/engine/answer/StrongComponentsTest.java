package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StrongComponentsTest {
    static Stream<TestGraph> graphs() {
        Stream<TestGraph> drawn = IntStream.range(0, 12)
                .boxed()
                .flatMap(seed -> Stream.of(
                        TestGraphs.random(GraphKind.DIRECTED_MESSY, seed),
                        TestGraphs.random(GraphKind.DAG, seed),
                        TestGraphs.random(GraphKind.DIRECTED_SCALE_FREE, seed)));
        return Stream.concat(
                        drawn,
                        Stream.of(
                                Shapes.empty(0),
                                Shapes.empty(3),
                                Shapes.oneWayChain(30),
                                Shapes.cycle(9),
                                Shapes.beside(Shapes.chain(7), Shapes.star(7))))
                .filter(test -> test.vertexCount() <= 400);
    }

    /// Two vertices are of one component where each reaches the other; edges lead to smaller numbers or within.
    @ParameterizedTest
    @MethodSource("graphs")
    void areThoseThatReachEachOther(TestGraph test) {
        int n = test.vertexCount();
        int[][] neighbours = test.outNeighbours();
        int[][] levels = new int[n][];
        Arrays.setAll(levels, v -> BfsOracle.levels(neighbours, v));
        try (Graph graph = Prepared.graph(test)) {
            for (boolean out : new boolean[] {true, false}) {
                StrongComponents found = StrongComponents.of(out ? graph.out() : graph.in());
                int[] label = IntStream.range(0, n)
                        .map(v -> found.labels()[graph.vertexOf(v)])
                        .toArray();
                int wrong = 0;
                for (int v = 0; v < n; v++) {
                    for (int w = 0; w < n; w++) {
                        boolean together = levels[v][w] >= 0 && levels[w][v] >= 0;
                        wrong += (label[v] == label[w]) != together ? 1 : 0;
                    }
                    for (int w : neighbours[v]) {
                        wrong += (out ? label[v] < label[w] : label[v] > label[w]) ? 1 : 0;
                    }
                }
                assertThat(wrong).isZero();
                expectPlaces(found, n);
                expectLargest(found, label, graph);
            }
        }
    }

    private static void expectPlaces(StrongComponents found, int n) {
        assertThat(found.count())
                .isEqualTo((int) IntStream.of(found.labels()).distinct().count());
        int place = 0;
        for (int c = 0; c < found.count(); c++) {
            int number = c;
            List<Integer> members = IntStream.range(found.start(c), found.start(c + 1))
                    .mapToObj(found::vertex)
                    .toList();
            assertThat(members)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, n)
                            .filter(v -> found.labels()[v] == number)
                            .boxed()
                            .toList());
            assertThat(found.start(c)).isEqualTo(place);
            assertThat(found.size(c)).isEqualTo(members.size());
            place += members.size();
        }
        assertThat(place).isEqualTo(n);
    }

    /// That of the first vertex, by id, that is together with most.
    private static void expectLargest(StrongComponents found, int[] label, Graph graph) {
        int best = -1;
        long most = 0;
        for (int of : label) {
            long together = IntStream.of(label).filter(other -> other == of).count();
            best = together > most ? of : best;
            most = Math.max(most, together);
        }
        assertThat(found.largest(graph.permutation().oldIdOf())).isEqualTo(best);
    }
}
