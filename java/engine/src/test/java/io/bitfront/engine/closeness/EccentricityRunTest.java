package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which searches find a diameter, against the same rule followed step by step: the vertex with the most edges first,
/// then in turn one that may be farthest from all and one that may be nearest to all, of several the one that lies
/// farthest from, or nearest to, the searches before; of these the first.
class EccentricityRunTest {
    private static final int ROUNDS = 16;

    private static final class ByHand {
        private final int[][] neighbours;
        private final int[][] levels;
        private final int[] least;
        private final int[] most;
        private final int[] total;
        private final int[] members;
        private int diameter = -1;
        private int radius = Integer.MAX_VALUE;
        private int from;
        private int centre;
        private int searches;

        ByHand(TestGraph test) {
            int n = test.vertexCount();
            neighbours = test.outNeighbours();
            levels = new int[n][];
            Arrays.setAll(levels, v -> BfsOracle.levels(neighbours, v));
            int[] reached = new int[n];
            Arrays.setAll(reached, v ->
                    (int) IntStream.of(levels[v]).filter(level -> level >= 0).count());
            int largest = IntStream.of(reached).max().orElseThrow();
            int first = IntStream.range(0, n)
                    .filter(v -> reached[v] == largest)
                    .findFirst()
                    .orElseThrow();
            members = IntStream.range(0, n).filter(v -> levels[first][v] >= 0).toArray();
            least = new int[n];
            most = new int[n];
            total = new int[n];
            Arrays.fill(least, Math.min(1, largest - 1));
            Arrays.fill(most, largest - 1);
        }

        private void search(int source) {
            searches++;
            int eccentricity = IntStream.of(levels[source]).max().orElseThrow();
            for (int v : members) {
                int hops = levels[source][v];
                least[v] = Math.max(least[v], Math.max(hops, eccentricity - hops));
                most[v] = Math.min(most[v], eccentricity + hops);
                total[v] += hops;
            }
        }

        private int best(List<Integer> open, int round) {
            Comparator<Integer> order = round == 0
                    ? Comparator.comparing(v -> -neighbours[v].length)
                    : round % 2 == 1
                            ? Comparator.<Integer>comparingInt(v -> -most[v]).thenComparing(v -> -total[v])
                            : Comparator.<Integer>comparingInt(v -> least[v]).thenComparing(v -> total[v]);
            return open.stream().min(order.thenComparing(v -> v)).orElseThrow();
        }

        /// @return false where rounds settle too little
        boolean run() {
            List<Integer> open = IntStream.of(members).boxed().toList();
            int before = open.size();
            for (int round = 0; !open.isEmpty(); round++) {
                if (round > 0 && round % ROUNDS == 0) {
                    int useful = least[open.getFirst()] > 64 ? 4 : 16;
                    if (before - open.size() < useful * ROUNDS) {
                        return false;
                    }
                    before = open.size();
                }
                search(best(open, round));
                int[] known =
                        IntStream.of(members).filter(v -> least[v] == most[v]).toArray();
                diameter = IntStream.of(known).map(v -> least[v]).max().orElse(-1);
                radius = IntStream.of(known).map(v -> least[v]).min().orElse(Integer.MAX_VALUE);
                from = IntStream.of(known)
                        .filter(v -> least[v] == diameter)
                        .findFirst()
                        .orElse(0);
                centre = IntStream.of(known)
                        .filter(v -> least[v] == radius)
                        .findFirst()
                        .orElse(0);
                open = open.stream()
                        .filter(v -> least[v] < most[v] && (most[v] > diameter || least[v] < radius))
                        .toList();
            }
            return true;
        }
    }

    @Test
    void searchesAsTheRuleSays() {
        List<TestGraph> graphs = new ArrayList<>(List.of(
                Shapes.chain(1),
                Shapes.chain(2),
                Shapes.chain(300),
                Shapes.star(40),
                Shapes.grid(12, 17),
                Shapes.complete(20),
                Shapes.cycle(9),
                Shapes.beside(Shapes.chain(50), Shapes.grid(7, 7)),
                Shapes.joinedByPath(Shapes.complete(12), 30, Shapes.star(25))));
        for (int seed = 0; seed < 6; seed++) {
            for (GraphKind kind : List.of(GraphKind.TREE, GraphKind.ROAD, GraphKind.SCALE_FREE, GraphKind.MESH)) {
                graphs.add(kind.draw(seed, 200));
            }
        }
        int followed = 0;
        for (TestGraph test : graphs) {
            ByHand expected = new ByHand(test);
            if (test.directed() || !expected.run()) {
                continue;
            }
            followed++;
            try (Graph graph = Prepared.graph(test);
                    Engine engine = Prepared.cpu(graph, 1)) {
                Diameter found = engine.diameter();
                int to = IntStream.of(expected.members)
                        .filter(v -> expected.levels[expected.from][v] == expected.diameter)
                        .findFirst()
                        .orElseThrow();
                assertThat(found)
                        .as(test.name())
                        .isEqualTo(new Diameter(
                                expected.members.length,
                                expected.diameter,
                                expected.from,
                                to,
                                expected.radius,
                                expected.centre,
                                expected.searches + 1,
                                found.nanos()));
            }
        }
        assertThat(followed).isGreaterThan(20);
    }

    /// Bounds leave the leaves of a balanced tree open, which all follow from one search.
    @Test
    void eccentricitiesOfATreeTakeFewSearches() {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        try (Graph graph = Prepared.graph(Shapes.binaryTree(12));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.traversals()).isLessThan(50);
        }
    }
}
