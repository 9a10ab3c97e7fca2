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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Which searches find a diameter, against the same rule followed step by step: the vertex with the most edges first,
/// then in turn one that may be farthest from all and one that may be nearest to all, of several the one that lies
/// farthest from, or nearest to, the searches before; of these the first. After one from farther than any before comes
/// the first at its other end. As long as none was farther than 16 hops, the nearest is one of all that are not known.
/// Pendants are no candidates: they lie a hop farther from all than their only neighbour, and are as eccentric.
class EccentricityRunTest {
    private static final int ROUNDS = 16;

    private static final class ByHand {
        private final int[][] neighbours;
        private final int[][] levels;
        private final int[] least;
        private final int[] most;
        private final int[] total;
        private final int[] component;
        /// Of the component, those that are no pendants.
        private final int[] members;
        private int diameter = -1;
        private int radius = Integer.MAX_VALUE;
        private int from;
        private int centre;
        private int searches;
        private int last;
        private int eccentricity;
        private int farthestYet;

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
            component = IntStream.range(0, n).filter(v -> levels[first][v] >= 0).toArray();
            members = IntStream.of(component).filter(v -> !isPendant(v)).toArray();
            least = new int[n];
            most = new int[n];
            total = new int[n];
            Arrays.fill(least, Math.min(1, largest - 1));
            Arrays.fill(most, largest - 1);
        }

        private boolean isPendant(int v) {
            return neighbours[v].length == 1 && neighbours[neighbours[v][0]].length > 1;
        }

        /// Hops from a vertex to its pendants.
        private int beyond(int v) {
            return IntStream.of(neighbours[v]).anyMatch(this::isPendant) ? 1 : 0;
        }

        private void search(int source) {
            searches++;
            last = source;
            eccentricity = IntStream.of(levels[source]).max().orElseThrow();
            for (int v : members) {
                int hops = levels[source][v];
                least[v] = Math.max(least[v], Math.max(hops + beyond(source), eccentricity - hops));
                most[v] = Math.min(most[v], eccentricity + hops);
                total[v] += hops;
            }
            if (isPendant(source)) {
                int neighbour = neighbours[source][0];
                least[neighbour] = eccentricity - 1;
                most[neighbour] = eccentricity - 1;
            }
        }

        private static int first(Stream<Integer> vertices, Comparator<Integer> order) {
            return vertices.min(order.thenComparing(v -> v)).orElseThrow();
        }

        /// What comes after searches from the hub, and from the nearest.
        private String searchFarthest(List<Integer> open) {
            search(first(
                    open.stream(),
                    Comparator.<Integer>comparingInt(v -> -most[v] - beyond(v))
                            .thenComparing(v -> -total[v] - beyond(v) * searches)));
            boolean fartherThanAny = eccentricity > farthestYet;
            farthestYet = Math.max(farthestYet, eccentricity);
            return fartherThanAny ? "other end" : "nearest";
        }

        private String searchOtherEnd() {
            search(IntStream.of(component)
                    .filter(v -> levels[last][v] == eccentricity)
                    .findFirst()
                    .orElseThrow());
            farthestYet = Math.max(farthestYet, eccentricity);
            return "nearest";
        }

        private String searchNearest(List<Integer> open) {
            Stream<Integer> among = farthestYet <= 16
                    ? IntStream.of(members).filter(v -> least[v] < most[v]).boxed()
                    : open.stream();
            search(first(among, Comparator.<Integer>comparingInt(v -> least[v]).thenComparing(v -> total[v])));
            farthestYet = Math.max(farthestYet, eccentricity);
            return "farthest";
        }

        private String searchHub() {
            search(first(IntStream.of(members).boxed(), Comparator.comparing(v -> -neighbours[v].length)));
            farthestYet = eccentricity;
            return "farthest";
        }

        /// @return false where rounds settle too little
        boolean run() {
            List<Integer> open = IntStream.of(members).boxed().toList();
            int before = open.size();
            String next = "hub";
            for (int round = 0; !open.isEmpty(); round++) {
                if (round > 0 && round % ROUNDS == 0) {
                    int useful = least[open.getFirst()] > 64 ? 4 : 16;
                    if (before - open.size() < useful * ROUNDS) {
                        return false;
                    }
                    before = open.size();
                }
                next = switch (next) {
                    case "hub" -> searchHub();
                    case "farthest" -> searchFarthest(open);
                    case "other end" -> searchOtherEnd();
                    default -> searchNearest(open);
                };
                int[] known =
                        IntStream.of(members).filter(v -> least[v] == most[v]).toArray();
                diameter =
                        IntStream.of(known).map(v -> least[v] + beyond(v)).max().orElse(-1);
                radius = IntStream.of(known).map(v -> least[v]).min().orElse(Integer.MAX_VALUE);
                from = IntStream.of(known)
                        .filter(v -> least[v] + beyond(v) == diameter)
                        .map(v -> IntStream.of(neighbours[v])
                                .filter(this::isPendant)
                                .min()
                                .orElse(v))
                        .findFirst()
                        .orElse(0);
                centre = IntStream.of(known)
                        .filter(v -> least[v] == radius)
                        .findFirst()
                        .orElse(0);
                open = open.stream()
                        .filter(v -> least[v] < most[v] && (most[v] + beyond(v) > diameter || least[v] < radius))
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
                Shapes.caterpillar(20, 4),
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
                int to = IntStream.of(expected.component)
                        .filter(v -> expected.levels[expected.from][v] == expected.diameter)
                        .findFirst()
                        .orElseThrow();
                assertThat(found)
                        .as(test.name())
                        .isEqualTo(new Diameter(
                                expected.component.length,
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

    /// All eccentricities of a tree follow from a centre, or two, and two ends.
    @Test
    void eccentricitiesOfATreeTakeFewSearches() {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        try (Graph graph = Prepared.graph(Shapes.binaryTree(12));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.traversals()).isLessThan(6);
        }
    }

    /// Of two centres, where the legs of one half lie a step farther than the other's centre tells.
    @Test
    void eccentricitiesOfACaterpillarTakeFewSearches() {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        try (Graph graph = Prepared.graph(Shapes.caterpillar(64, 9));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.traversals()).isLessThan(10);
        }
    }
}
