package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JaccardOrderingTest {
    private static final int[] WINDOWS = {8, 16, 40, 128, 1024};

    static List<TestGraph> graphs() {
        return TestGraphs.small();
    }

    static LongStream seeds() {
        return Seeds.upTo(25);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void equalsADirectQuadraticImplementation(TestGraph graph) {
        check(graph, graph.name());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void equalsADirectQuadraticImplementationForAnySeed(long seed) {
        for (GraphKind kind : GraphKind.values()) {
            check(TestGraphs.random(kind, seed), Seeds.rerun(getClass(), seed));
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void sortingSetsAndWindowsKeepsTheNumberOfSlices(TestGraph graph) {
        int[][] out = graph.outNeighbours();
        for (int window : WINDOWS) {
            try (OrderedGraph ordered = OrderedGraph.of(graph, new JaccardOrdering(window), 2)) {
                assertThat(slices(ordered.oldIdOf(), out)).isEqualTo(slices(algorithm1(graph, window), out));
            }
        }
    }

    private static void check(TestGraph graph, String about) {
        for (int window : WINDOWS) {
            int[] expected = sortedByInDegree(graph, algorithm1(graph, window), window);
            for (int threads : new int[] {1, 3}) {
                try (OrderedGraph ordered = OrderedGraph.of(graph, new JaccardOrdering(window), threads)) {
                    assertThat(ordered.oldIdOf())
                            .as("window %d, %s", window, about)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// Algorithm 1 as printed, every intersection counted anew; isolated vertices behind.
    private static int[] algorithm1(TestGraph graph, int window) {
        BitSet[] columns = Arrays.stream(graph.outNeighbours())
                .map(list -> {
                    BitSet rows = new BitSet();
                    Arrays.stream(list).forEach(rows::set);
                    return rows;
                })
                .toArray(BitSet[]::new);
        List<Integer> connected = connected(graph);
        List<Integer> order = new ArrayList<>();
        for (int begin = 0; begin < connected.size(); begin += window) {
            List<Integer> free = new ArrayList<>(connected.subList(begin, Math.min(begin + window, connected.size())));
            BitSet covered = new BitSet();
            for (int i = 0; !free.isEmpty(); i++) {
                if (i % 8 == 0) {
                    covered.clear();
                }
                int chosen = i % 8 == 0 ? -1 : mostSimilar(free, columns, covered);
                chosen = chosen < 0 ? highestDegree(free, columns) : chosen;
                free.remove((Integer) chosen);
                order.add(chosen);
                covered.or(columns[chosen]);
            }
        }
        Set<Integer> placed = new HashSet<>(order);
        IntStream.range(0, columns.length).filter(v -> !placed.contains(v)).forEach(order::add);
        return order.stream().mapToInt(v -> v).toArray();
    }

    private static int mostSimilar(List<Integer> free, BitSet[] columns, BitSet covered) {
        int best = -1;
        long bestShared = 0;
        long bestUnion = 1;
        for (int v : free) {
            BitSet common = (BitSet) columns[v].clone();
            common.and(covered);
            long shared = common.cardinality();
            long union = covered.cardinality() + columns[v].cardinality() - shared;
            if (shared > 0 && shared * bestUnion > bestShared * union) {
                best = v;
                bestShared = shared;
                bestUnion = union;
            }
        }
        return best;
    }

    private static int highestDegree(List<Integer> free, BitSet[] columns) {
        int best = free.getFirst();
        for (int v : free) {
            best = columns[v].cardinality() > columns[best].cardinality() ? v : best;
        }
        return best;
    }

    private static List<Integer> connected(TestGraph graph) {
        int[][] out = graph.outNeighbours();
        int[][] in = graph.inNeighbours();
        return IntStream.range(0, graph.vertexCount())
                .filter(v -> out[v].length + in[v].length > 0)
                .boxed()
                .toList();
    }

    private static int[] sortedByInDegree(TestGraph graph, int[] order, int window) {
        int[][] in = graph.inNeighbours();
        int whole = connected(graph).size() / 8 * 8;
        List<List<int[]>> windows = new ArrayList<>();
        for (int begin = 0; begin < whole; begin += window) {
            List<int[]> sets = new ArrayList<>();
            for (int at = begin; at < Math.min(begin + window, whole); at += 8) {
                sets.add(Arrays.copyOfRange(order, at, at + 8));
            }
            sets.sort(Comparator.comparingInt(set -> -largest(set, in)));
            windows.add(sets);
        }
        windows.sort(Comparator.comparingInt(sets -> -largest(sets.getFirst(), in)));
        int[] sorted = order.clone();
        int next = 0;
        for (List<int[]> sets : windows) {
            for (int[] set : sets) {
                System.arraycopy(set, 0, sorted, next, 8);
                next += 8;
            }
        }
        return sorted;
    }

    private static int largest(int[] set, int[][] in) {
        return Arrays.stream(set).map(v -> in[v].length).max().orElseThrow();
    }

    private static long slices(int[] order, int[][] out) {
        long slices = 0;
        for (int begin = 0; begin < order.length; begin += 8) {
            slices += Arrays.stream(order, begin, Math.min(begin + 8, order.length))
                    .flatMap(v -> Arrays.stream(out[v]))
                    .distinct()
                    .count();
        }
        return slices;
    }
}
