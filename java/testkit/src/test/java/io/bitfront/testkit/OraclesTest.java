package io.bitfront.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OraclesTest {
    /// 0 -> 1 -> 3, 0 -> 2 -> 3, 3 -> 4; 5 -> 0 and 6 are out of reach of 0.
    private static final TestGraph DIAMOND =
            new TestGraph("diamond", 7, new int[] {0, 0, 2, 1, 3, 5, 0}, new int[] {2, 1, 3, 3, 4, 0, 0}, true);

    @Test
    void findsTheLevelsAndParentsOfADiamond() {
        assertThat(BfsOracle.levels(DIAMOND, 0)).containsExactly(0, 1, 1, 2, 3, -1, -1);
        assertThat(BfsOracle.parents(DIAMOND, 0)).containsExactly(0, 0, 0, 1, 3, -1, -1);
        assertThat(BfsOracle.levels(DIAMOND.inNeighbours(), 4)).containsExactly(3, 2, 2, 1, 0, 4, -1);
    }

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#all")
    void acceptsTheLevelsOfAQueue(TestGraph graph) {
        for (int source = 0; source < graph.vertexCount(); source += 1 + graph.vertexCount() / 3) {
            assertThat(LevelOracle.check(graph, source, BfsOracle.levels(graph, source)))
                    .isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("io.bitfront.testkit.TestGraphs#small")
    void rejectsEveryChangeOfOneLevel(TestGraph graph) {
        for (int source = 0; source < graph.vertexCount(); source += 1 + graph.vertexCount() / 2) {
            int[] levels = BfsOracle.levels(graph, source);
            for (int v = 0; v < levels.length; v++) {
                for (int wrong : new int[] {-2, -1, 0, levels[v] - 1, levels[v] + 1, levels[v] + 2}) {
                    int[] changed = levels.clone();
                    changed[v] = wrong;
                    if (wrong != levels[v]) {
                        assertThat(LevelOracle.check(graph, source, changed))
                                .as("vertex %d: level %d for %d", v, wrong, levels[v])
                                .isNotNull();
                    }
                }
            }
        }
    }

    @Test
    void rejectsLevelsOfAPartNobodyReaches() {
        TestGraph twoCycles = new TestGraph("two cycles", 4, new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2}, true);
        assertThat(LevelOracle.check(twoCycles, 0, new int[] {0, 1, 1, 2}))
                .isEqualTo("vertex 2 has level 1 but no in-neighbour at level 0");
    }

    @Test
    void saysWhichEdgeAndLevelsAreWrong() {
        assertThat(LevelOracle.check(DIAMOND, 0, new int[] {0, 1, 1, 2, -1, -1, -1}))
                .isEqualTo("vertex 4 is unreached, its in-neighbour 3 has level 2");
        assertThat(LevelOracle.check(DIAMOND, 0, new int[] {0, 1, 1, 2, 4, -1, -1}))
                .isEqualTo("vertex 4 has level 4, its in-neighbour 3 level 2");
        assertThat(LevelOracle.check(DIAMOND, 0, new int[] {0, 1, 1, 2, 3, -1})).isEqualTo("6 levels for 7 vertices");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 17, 32})
    void agreesWithTheClosedForms(int n) {
        assertAll(Shapes.chain(n), v -> ClosedForms.chain(n, v));
        assertAll(Shapes.star(n), v -> ClosedForms.star(n, v));
        assertAll(Shapes.complete(n), v -> ClosedForms.complete(n));
        assertAll(Shapes.grid(n, 5), v -> ClosedForms.grid(n, 5, v % n, v / n));
        if (n > 2) {
            assertAll(Shapes.cycle(n), v -> ClosedForms.cycle(n));
        }
    }

    @Test
    void followsOutOrInEdgesAsAsked() {
        TestGraph chain = Shapes.oneWayChain(4);
        assertThat(ClosenessOracle.out(chain)[1]).isEqualTo(new DistanceSums(3, 3, 1.5, 2));
        assertThat(ClosenessOracle.in(chain)[1]).isEqualTo(new DistanceSums(2, 1, 1.0, 1));
    }

    @Test
    void derivesTheMeasuresOfAHandComputedVertex() {
        DistanceSums end = ClosenessOracle.out(Shapes.chain(4))[0];
        assertThat(end.closeness()).isEqualTo(3.0 / 6);
        assertThat(end.wassermanFaust(7)).isEqualTo(3.0 / 6 * 3 / 6);
        assertThat(end.lin()).isEqualTo(16.0 / 6);
        DistanceSums alone = ClosenessOracle.out(Shapes.empty(1))[0];
        assertThat(new double[] {alone.closeness(), alone.wassermanFaust(1), alone.lin(), alone.harmonic()})
                .containsExactly(0, 0, 1, 0);
    }

    private static void assertAll(TestGraph graph, java.util.function.IntFunction<DistanceSums> expected) {
        DistanceSums[] found = ClosenessOracle.out(graph);
        assertThat(found).hasSize(graph.vertexCount());
        IntStream.range(0, found.length).forEach(v -> {
            DistanceSums closed = expected.apply(v);
            assertThat(found[v])
                    .as("%s, vertex %d", graph, v)
                    .usingRecursiveComparison()
                    .ignoringFields("harmonic")
                    .isEqualTo(closed);
            assertThat(found[v].harmonic()).isCloseTo(closed.harmonic(), within(1e-12 * (1 + closed.harmonic())));
        });
        assertThat(Arrays.stream(found).mapToLong(DistanceSums::reached)).allMatch(r -> r == graph.vertexCount());
    }
}
