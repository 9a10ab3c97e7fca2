package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Between which numbers lie the vertices that each reaches in a directed graph: no looser than it is said.
final class ReachTest {
    static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    /// Strong components of which one is the largest, some edges between them and others.
    private static TestGraph graph(int seed) {
        Random dice = new Random(seed);
        int n = 12 + dice.nextInt(14);
        int cycle = 3 + dice.nextInt(3);
        int edges = cycle + 2 + dice.nextInt(n);
        int[] from = new int[edges + 2];
        int[] to = new int[edges + 2];
        for (int i = 0; i < edges; i++) {
            from[i] = i < cycle ? i : dice.nextInt(n);
            to[i] = i < cycle ? (i + 1) % cycle : dice.nextInt(n);
        }
        from[edges] = n - 1;
        to[edges] = n - 2;
        from[edges + 1] = n - 2;
        to[edges + 1] = n - 1;
        return new TestGraph("components " + seed, n, from, to, true);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void boundsFollowFromComponentsAndWhatTheyLeadTo(int seed) {
        TestGraph test = graph(seed);
        try (Graph graph = Prepared.graph(test)) {
            for (boolean out : new boolean[] {true, false}) {
                Told told = new Told(out ? test.outNeighbours() : test.inNeighbours());
                Reach reach = Reach.of(graph, out);
                if (told.giant < 0) {
                    continue;
                }
                int largest = 0;
                for (int v = 0; v < test.vertexCount(); v++) {
                    int index = graph.permutation().oldIdOf().get(v);
                    assertThat(reach.least(v)).as("least of %d", index).isEqualTo(told.least(index));
                    assertThat(reach.most(v)).as("most of %d", index).isEqualTo(told.most(index));
                    largest = Math.max(largest, told.most(index));
                }
                assertThat(reach.largest()).isEqualTo(largest);
            }
        }
    }

    /// The bounds by definition, by the first vertex of each component.
    private static final class Told {
        private final int[][] neighbours;
        private final int n;
        private final int[] first;
        private final int[] size;
        private final BitSet ofGiant = new BitSet();
        private final Map<Integer, Integer> most = new HashMap<>();
        private int giant = -1;

        Told(int[][] neighbours) {
            this.neighbours = neighbours;
            this.n = neighbours.length;
            this.first = new int[n];
            this.size = new int[n];
            int[][] levels = new int[n][];
            Arrays.setAll(levels, v -> BfsOracle.levels(neighbours, v));
            for (int v = n - 1; v >= 0; v--) {
                int own = v;
                first[v] = IntStream.range(0, n)
                        .filter(w -> levels[own][w] >= 0 && levels[w][own] >= 0)
                        .min()
                        .orElseThrow();
                size[first[v]]++;
            }
            int largest = Arrays.stream(size).max().orElseThrow();
            if (Arrays.stream(size).filter(s -> s == largest).count() == 1) {
                giant = IntStream.range(0, n)
                        .filter(v -> size[v] == largest)
                        .findFirst()
                        .orElseThrow();
                IntStream.range(0, n).filter(v -> levels[giant][v] >= 0).forEach(ofGiant::set);
            }
        }

        private Set<Integer> next(int c) {
            Set<Integer> all = new HashSet<>();
            for (int v = 0; v < n; v++) {
                if (first[v] == c) {
                    Arrays.stream(neighbours[v]).map(w -> first[w]).forEach(all::add);
                }
            }
            all.remove(c);
            return all;
        }

        int least(int v) {
            int c = first[v];
            return c == giant
                    ? ofGiant.cardinality()
                    : size[c] + next(c).stream().mapToInt(this::least).max().orElse(0);
        }

        private boolean reachesGiant(int c) {
            return c == giant || next(c).stream().anyMatch(this::reachesGiant);
        }

        /// Besides what the largest component reaches.
        private int beside(int c) {
            return ofGiant.get(c)
                    ? 0
                    : Math.min(
                            n, size[c] + next(c).stream().mapToInt(this::beside).sum());
        }

        int most(int v) {
            int c = first[v];
            if (!most.containsKey(c)) {
                most.put(c, mostOf(c));
            }
            return most.get(c);
        }

        private int mostOf(int c) {
            if (c == giant) {
                return ofGiant.cardinality();
            }
            int bound = reachesGiant(c)
                    ? beside(c) + ofGiant.cardinality()
                    : size[c] + next(c).stream().mapToInt(this::most).sum();
            return Math.min(ofGiant.get(c) ? ofGiant.cardinality() : n, bound);
        }
    }

    /// A few small components beside the largest: as many as each has, and one where there is no edge.
    @Test
    void ofTheLargestComponentAllOthersAreCounted() {
        int[] from = {0, 1, 2, 3, 0, 6, 8, 9};
        int[] to = {1, 2, 3, 4, 5, 7, 9, 10};
        TestGraph test = new TestGraph("three components", 13, from, to, false);
        try (Graph graph = Prepared.graph(test, "natural")) {
            Reach all = Reach.of(graph, true);
            int[] outside = IntStream.range(0, graph.verticesWithEdges())
                    .filter(v -> all.most(v) < 6)
                    .toArray();
            assertThat(outside).hasSize(5);
            int[] firsts = {outside[0], outside[0], outside[2], outside[2], outside[2]};
            int[] sizes = {6, 6, 6, 6, 6, 6, 2, 2, 3, 3, 3, 1, 1};
            for (Optional<int[]> known : List.of(Optional.<int[]>empty(), Optional.of(firsts))) {
                Reach told = Reach.ofLargest(graph, 6, outside, known);
                for (int v = 0; v < 13; v++) {
                    int size = sizes[graph.permutation().oldIdOf().get(v)];
                    assertThat(told.most(v)).isEqualTo(size);
                    assertThat(told.least(v)).isEqualTo(size);
                    assertThat(all.most(v)).isEqualTo(size);
                }
                assertThat(told.largest()).isEqualTo(6);
            }
        }
    }
}
