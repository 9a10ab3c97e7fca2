package io.bitfront.engine.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.LevelOracle;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class LevelVerifierTest {
    /// 0 - 1 - 2 - 3 - 4 and, apart, 5 - 6.
    private static final TestGraph TWO_PATHS =
            new TestGraph("two paths", 7, new int[] {0, 1, 2, 3, 5}, new int[] {1, 2, 3, 4, 6}, false);

    static List<TestGraph> graphs() {
        return Share.of(LevelVerifierTest.class, TestGraphs.all()).stream()
                .filter(graph -> graph.vertexCount() > 0)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void acceptsTheOraclesLevels(TestGraph test) {
        int source = test.vertexCount() / 3;
        assertThat(defect(test, source, BfsOracle.levels(test, source))).isNull();
    }

    @Test
    void namesEachKindOfDefect() {
        assertThat(defect(TWO_PATHS, 0, 1, 1, 2, 3, 4, -1, -1)).isEqualTo("source 0: level 1, expected 0");
        assertThat(defect(TWO_PATHS, 0, -1, -1, -1, -1, -1, -1, -1)).isEqualTo("source 0: level -1, expected 0");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2, 4, 5, -1, -1))
                .isEqualTo("vertex 3: level 4, but its in-neighbour 2 is at level 2");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2, 3, -1, -1, -1))
                .isEqualTo("vertex 4: unreached, but its in-neighbour 3 is at level 3");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2, 3, 4, 1, 2))
                .isEqualTo("vertex 5: level 1, but no in-neighbour is at level 0");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2, 3, 4, 0, 1))
                .isEqualTo("vertex 5: level 0, expected 0 at the source only");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2, 3, 4, -1, -2))
                .isEqualTo("vertex 6: level -2, expected -1 where unreached");
        assertThat(defect(TWO_PATHS, 0, 0, 1, 2)).isEqualTo("3 levels for 7 vertices");
    }

    @Test
    void acceptsAnIsolatedSourceAndNothingElse() {
        assertThat(defect(Shapes.empty(3), 1, -1, 0, -1)).isNull();
        assertThat(defect(Shapes.empty(3), 1, -1, 0, 1))
                .isEqualTo("vertex 2: level 1, but no in-neighbour is at level 0");
    }

    @Test
    void followsEdgesOneWayInADirectedGraph() {
        TestGraph chain = Shapes.oneWayChain(4);
        assertThat(defect(chain, 1, -1, 0, 1, 2)).isNull();
        assertThat(defect(chain, 1, 1, 0, 1, 2)).isEqualTo("vertex 0: level 1, but no in-neighbour is at level 0");
    }

    /// Whatever is planted, the testkit's checker, which shares no code, must agree on whether the levels are right.
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void agreesWithAnIndependentCheckerOnPlantedDefects(GraphKind kind) {
        Seeds.upTo(8).forEach(seed -> {
            TestGraph test = TestGraphs.random(kind, seed);
            Random dice = new Random(seed);
            int source = dice.nextInt(test.vertexCount());
            int[] right = BfsOracle.levels(test, source);
            try (Graph graph = Prepared.graph(test, "random")) {
                for (int planted = 0; planted < 25; planted++) {
                    int[] level = right.clone();
                    int v = dice.nextInt(level.length);
                    level[v] = Math.max(-1, level[v] + dice.nextInt(5) - 2);
                    assertThat(LevelVerifier.verify(graph, source, shared(level)) == null)
                            .as("%s, vertex %d at %d; %s", test, v, level[v], Seeds.rerun(getClass(), seed))
                            .isEqualTo(LevelOracle.check(test, source, level) == null);
                }
            }
        });
    }

    @Test
    void knowsWhereATraversalWasToStop() {
        int[] cut = {0, 1, 2, -1, -1, -1, -1};
        BfsRequest all = BfsRequest.from(0);
        assertThat(check(all, result(cut, 4, null, 1, 1, 1)))
                .isEqualTo("vertex 3: unreached, but its in-neighbour 2 is at level 2");
        assertThat(check(all.withMaxLevel(2), result(cut, 5, null, 1, 1, 1))).isNull();
        assertThat(check(all.withTargets(2), result(cut, 5, null, 1, 1, 1))).isNull();
        assertThat(check(all.withTargets(2, 5), result(cut, 5, null, 1, 1, 1)))
                .isEqualTo("vertex 3: unreached, but its in-neighbour 2 is at level 2");
        assertThat(check(all.withMaxLevel(1), result(cut, 5, null, 1, 1, 1)))
                .isEqualTo("vertex 2: level 2, beyond the last one, 1");
        assertThat(check(all.withMaxLevel(3), result(cut, 5, null, 1, 1, 1)))
                .isEqualTo("vertex 3: unreached, but its in-neighbour 2 is at level 2");
    }

    @Test
    void recountsVerticesAndEdges() {
        int[] level = {0, 1, 2, 3, 4, -1, -1};
        BfsRequest all = BfsRequest.from(0);
        assertThat(check(all, result(level, 8, null, 1, 1, 1, 1, 1))).isNull();
        assertThat(check(all, result(level, 7, null, 1, 1, 1, 1, 1))).isEqualTo("7 reached edges counted, 8 found");
        assertThat(check(all, result(level, 8, null, 1, 1, 2, 1, 1))).isEqualTo("level 2: 2 vertices counted, 1 found");
        assertThat(check(all, result(level, 8, null, 1, 1, 1, 1)))
                .isEqualTo("vertex 4: level 4, beyond the last one counted, 3");
    }

    @Test
    void checksParents() {
        int[] level = {0, 1, 2, 3, 4, -1, -1};
        BfsRequest asked = BfsRequest.from(0).withParents(true);
        long[] right = {0, 0, 1, 2, 3, -1, -1};
        assertThat(check(asked, result(level, 8, right, 1, 1, 1, 1, 1))).isNull();
        long[][] wrong = {{1, 0, 1, 2, 3, -1, -1}, {0, 0, 3, 2, 3, -1, -1}, {0, 0, 1, 2, 3, 6, -1}};
        String[] said = {
            "vertex 0: parent 1, expected 0", "vertex 2: parent 3, expected 1", "vertex 5: parent 6, expected -1"
        };
        for (int i = 0; i < wrong.length; i++) {
            assertThat(check(asked, result(level, 8, wrong[i], 1, 1, 1, 1, 1))).isEqualTo(said[i]);
        }
    }

    @Test
    void insistsOnTheParentWithTheSmallestId() {
        TestGraph diamond = new TestGraph("diamond", 4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3}, false);
        try (Graph graph = Prepared.graph(diamond, "random")) {
            BfsRequest asked = BfsRequest.from(0).withParents(true);
            int[] level = {0, 1, 1, 2};
            assertThat(LevelVerifier.verify(graph, asked, result(level, 8, new long[] {0, 0, 0, 1}, 1, 2, 1)))
                    .isNull();
            assertThat(LevelVerifier.verify(graph, asked, result(level, 8, new long[] {0, 0, 0, 2}, 1, 2, 1)))
                    .isEqualTo("vertex 3: parent 2, expected 1");
        }
    }

    private static String defect(TestGraph test, int source, int... level) {
        try (Graph graph = Prepared.graph(test, "random")) {
            return LevelVerifier.verify(graph, source, shared(level));
        }
    }

    private static String check(BfsRequest request, BfsResult result) {
        try (Graph graph = Prepared.graph(TWO_PATHS, "random")) {
            return LevelVerifier.verify(graph, request, result);
        }
    }

    private static BfsResult result(int[] level, long edges, long[] parent, long... perLevel) {
        LongArray parents = parent == null ? null : LongArray.copyOf(Arena.ofAuto(), parent);
        return new BfsResult(
                0,
                new VertexIds.Range(0, level.length),
                shared(level),
                parents,
                perLevel,
                edges,
                new BfsResult.Timings(0, 0, 0, 0, 0));
    }

    private static IntArray shared(int... values) {
        return IntArray.copyOf(Arena.ofAuto(), Arrays.copyOf(values, values.length));
    }
}
