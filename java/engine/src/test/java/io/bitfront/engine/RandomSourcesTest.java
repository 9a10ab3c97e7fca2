package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class RandomSourcesTest {
    private static long[] pick(TestGraph test, String ordering, int count, long seed) {
        try (Graph graph = Prepared.graph(test, ordering)) {
            return RandomSources.pick(graph, count, seed);
        }
    }

    /// Half of a directed uniform graph of degree 1 has no out-edge.
    @Test
    void haveAnOutEdgeAndAreDifferent() {
        TestGraph test = GraphKind.DAG.draw(4, 400);
        int[][] out = test.outNeighbours();
        assertThat(Arrays.stream(out).anyMatch(list -> list.length == 0)).isTrue();
        for (long seed = 0; seed < 50; seed++) {
            long[] sources = pick(test, "degree", 200, seed);
            assertThat(sources).hasSize(200).doesNotHaveDuplicates();
            for (long source : sources) {
                assertThat(out[(int) source])
                        .as("out-neighbours of %d, seed %d", source, seed)
                        .isNotEmpty();
            }
        }
    }

    /// Were the smallest ids taken instead, ten seeds would not lead above 900 of 1,000.
    @Test
    void areDrawnFromAllVertices() {
        TestGraph ring = Shapes.cycle(1_000);
        long largest = 0;
        for (long seed = 0; seed < 10; seed++) {
            largest = Math.max(
                    largest,
                    Arrays.stream(pick(ring, "natural", 70, seed)).max().orElseThrow());
        }
        assertThat(largest).isGreaterThan(900);
    }

    @Test
    void areFewerWhereFewerHaveAnOutEdge() {
        assertThat(pick(Shapes.funnel(5), "natural", 64, 1)).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
        assertThat(pick(Shapes.fanOfSlices(2_000), "degree", 3, 1)).containsExactly(0);
        assertThat(pick(Shapes.fanOfSlices(2_000), "degree", 1, 1)).containsExactly(0);
        assertThat(pick(Shapes.empty(9), "natural", 3, 1)).isEmpty();
        assertThat(pick(Shapes.empty(0), "natural", 3, 1)).isEmpty();
    }

    /// Draws for so many would take days.
    @Test
    void areAllThereAreWhereMoreAreAskedForThanAGraphCanHave() {
        assertThat(pick(Shapes.funnel(5), "degree", Integer.MAX_VALUE, 1)).containsExactly(1, 2, 3, 4, 5);
    }

    /// Of two among 20,000 the first: 64 draws for one meet neither.
    @Test
    void areTheSmallestWhereFewDrawsMeetNone() {
        TestGraph rare = new TestGraph("two to one", 20_000, new int[] {0, 1}, new int[] {2, 2}, true);
        for (long seed = 0; seed < 9; seed++) {
            assertThat(pick(rare, "natural", 1, seed)).containsExactly(0);
        }
    }

    @Test
    void doNotDependOnTheOrderingButOnTheSeed() {
        TestGraph test = GraphKind.SCALE_FREE.draw(1, 500);
        assertThat(pick(test, "degree", 20, 7)).isEqualTo(pick(test, "jaccard", 20, 7));
        assertThat(pick(test, "degree", 20, 8)).isNotEqualTo(pick(test, "degree", 20, 7));
    }
}
