package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Counts by level, and those of vertices beside, against searches from these.
class LevelCountsTest {
    private static LevelCounts of(int... counts) {
        LevelCounts found = LevelCounts.start();
        Arrays.stream(counts).skip(1).forEach(found::append);
        return found;
    }

    private static int[] array(LevelCounts counts) {
        return IntStream.range(0, counts.levels()).map(counts::at).toArray();
    }

    /// @param left levels of vertices that count
    private static int[] counted(int[] levels, IntStream left) {
        int[] counts = new int[levels.length];
        left.filter(v -> levels[v] >= 0).forEach(v -> counts[levels[v]]++);
        int end = 0;
        while (end < counts.length && counts[end] > 0) {
            end++;
        }
        return Arrays.copyOf(counts, end);
    }

    @Test
    void growLevelByLevelAndAddUpNearestFirst() {
        LevelCounts counts = LevelCounts.start();
        long reached = 1;
        long distance = 0;
        double harmonic = 0;
        for (int level = 0; level < 40; level++) {
            if (level > 0) {
                counts.append(3 * level % 7 + 1);
                reached += counts.at(level);
                distance += (long) level * counts.at(level);
                harmonic += (double) counts.at(level) / level;
            }
            assertThat(counts.levels()).isEqualTo(level + 1);
            assertThat(counts.at(level)).isEqualTo(level == 0 ? 1 : 3 * level % 7 + 1);
            assertThat(counts.at(level + 1)).isZero();
            assertThat(counts.reached()).isEqualTo(reached);
            assertThat(counts.sums()).isEqualTo(new VertexSums(reached, distance, harmonic, level));
        }
        assertThat(LevelCounts.NONE.levels()).isZero();
        assertThat(LevelCounts.NONE.reached()).isZero();
        assertThat(LevelCounts.NONE.at(0)).isZero();
    }

    @Test
    void areWhatIsLeftBeyondAVertexAndOthers() {
        assertThat(array(of(1, 3, 5, 4, 1).beyond(of(1, 1, 3)))).containsExactly(2, 4, 1, 1);
        assertThat(array(of(1, 3, 5, 4).beyond(of(1, 4, 4)))).containsExactly(2, 1);
        assertThat(array(of(1, 1, 2).beyond(LevelCounts.NONE))).containsExactly(1, 2);
        assertThat(array(of(1).beyond(LevelCounts.NONE))).isEmpty();
    }

    /// Every edge of a tree parts it in two: one end leads the other, which has its branch behind it.
    @Test
    void areLaterByALevelButForTheBranch() {
        List<TestGraph> trees = new ArrayList<>(List.of(Shapes.chain(2), Shapes.chain(9), Shapes.star(7)));
        for (int seed = 0; seed < 10; seed++) {
            trees.add(GraphKind.TREE.draw(seed, 30));
        }
        int edges = 0;
        for (TestGraph tree : trees) {
            int n = tree.vertexCount();
            int[][] next = tree.outNeighbours();
            for (int leader = 0; leader < n; leader++) {
                int[] from = BfsOracle.levels(next, leader);
                for (int v : next[leader]) {
                    int[] own = BfsOracle.levels(next, v);
                    IntStream behind = IntStream.range(0, n).filter(w -> own[w] >= 0 && own[w] < from[w]);
                    LevelCounts counts = of(counted(from, IntStream.range(0, n)));
                    LevelCounts found = counts.later(of(counted(own, behind)));
                    assertThat(array(found)).isEqualTo(counted(own, IntStream.range(0, n)));
                    edges++;
                }
            }
        }
        assertThat(edges).isGreaterThan(100);
        assertThat(array(of(1, 3, 2).later(LevelCounts.NONE))).containsExactly(1, 1, 3, 2);
        assertThat(array(of(1).later(LevelCounts.NONE))).containsExactly(1, 1);
    }

    @Test
    void ofThoseAlikeDifferInTheFirstTwoLevels() {
        assertThat(array(of(1, 4, 6, 3, 2).alike(1))).containsExactly(1, 1, 9, 3, 2);
        assertThat(array(of(1, 4, 6, 3, 2).alike(9))).containsExactly(1, 9, 1, 3, 2);
        assertThat(array(of(1, 4, 6).alike(4))).containsExactly(1, 4, 6);
        assertThat(array(of(1, 4).alike(4))).containsExactly(1, 4);
        assertThat(array(of(1, 4, 6).alike(10))).containsExactly(1, 10);
    }

    @Test
    void ofAVertexWithoutAWayBackFollowsFromSums() {
        VertexSums later = new VertexSums(6, 11, 3.5, 4).oneWayLater();
        assertThat(later).isEqualTo(new VertexSums(7, 17, Double.NaN, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9})
    void ofThoseAlikeFollowFromSums(int neighbours) {
        for (LevelCounts leader : List.of(of(1, 4, 6, 3, 2), of(1, 4, 6), of(1, 4, 5), of(1, 9))) {
            if (leader.at(1) + leader.at(2) < neighbours) {
                continue;
            }
            VertexSums expected = leader.alike(neighbours).sums();
            VertexSums found = leader.sums().alike(leader.at(1), neighbours);
            assertThat(found)
                    .isEqualTo(new VertexSums(
                            expected.reached(), expected.distanceSum(), Double.NaN, expected.eccentricity()));
        }
    }
}
