package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Components beside one of 3,000 vertices, so that those of up to 46 vertices and edges are small.
class SmallComponentsTest {
    private static final List<TestGraph> SMALL = List.of(
            Shapes.chain(2),
            Shapes.chain(3),
            Shapes.chain(9),
            Shapes.cycle(7),
            Shapes.star(12),
            Shapes.complete(6),
            Shapes.binaryTree(3),
            Shapes.legs(3, 4),
            Shapes.grid(3, 3));

    @Test
    void findsEveryEccentricityOfSmallComponentsAndNoOther() {
        TestGraph all = GraphKind.ROAD.draw(4, 3_000);
        int large = all.vertexCount();
        for (TestGraph small : SMALL) {
            all = Shapes.beside(all, small);
        }
        int[] found = settled(all);
        int[][] neighbours = all.outNeighbours();
        for (int v = large; v < all.vertexCount(); v++) {
            assertThat(found[v]).as("vertex %d", v).isEqualTo(eccentricity(neighbours, v));
        }
        long known = 0;
        for (int v = 0; v < large; v++) {
            if (found[v] >= 0) {
                known++;
                assertThat(found[v]).as("vertex %d", v).isEqualTo(eccentricity(neighbours, v));
            }
        }
        assertThat(known).isLessThan(large / 2);
    }

    /// 24 vertices and 48 stored edges are more than a 64th of 3,072 vertices, 15 and 30 are not.
    @Test
    void leavesComponentsThatAreNotSmall() {
        TestGraph chains = Shapes.beside(Shapes.chain(3_033), Shapes.beside(Shapes.cycle(15), Shapes.cycle(24)));
        int[] found = settled(chains);
        assertThat(Arrays.copyOf(found, 3_033)).containsOnly(-1);
        assertThat(Arrays.copyOfRange(found, 3_033, 3_048)).containsOnly(7);
        assertThat(Arrays.copyOfRange(found, 3_048, 3_072)).containsOnly(-1);
    }

    @Test
    void beginsNothingOnceItIsToStop() {
        try (Graph graph = Prepared.graph(Shapes.beside(Shapes.chain(3_000), Shapes.cycle(7)))) {
            long searches = new SmallComponents(graph, new ComponentSizes(graph.out(), () -> false))
                    .settle((vertex, _) -> assertThat(vertex).isNull(), () -> true);
            assertThat(searches).isZero();
        }
    }

    /// By input index, -1 where none was found.
    private static int[] settled(TestGraph test) {
        int[] found = new int[test.vertexCount()];
        Arrays.fill(found, -1);
        try (Graph graph = Prepared.graph(test)) {
            long searches = new SmallComponents(graph, new ComponentSizes(graph.out(), () -> false))
                    .settle(
                            (vertex, hops) ->
                                    found[graph.permutation().oldIdOf().get(vertex)] = hops,
                            () -> false);
            assertThat(searches).isPositive();
        }
        return found;
    }

    private static int eccentricity(int[][] neighbours, int vertex) {
        return Arrays.stream(BfsOracle.levels(neighbours, vertex)).max().orElseThrow();
    }
}
