package io.bitfront.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.CscTransforms;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("drawn")
class JaccardOrderingTest {
    private static final int[] WINDOWS = {8, 16, 40, 128, 1024};

    static List<TestGraph> graphs() {
        return Share.of(JaccardOrderingTest.class, TestGraphs.small());
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

    @ParameterizedTest
    @MethodSource("graphs")
    void rowsThatVeryManyColumnsMeetAreCommonToNone(TestGraph graph) {
        for (int window : WINDOWS) {
            for (int mostCommon : new int[] {1, 3, 8}) {
                int[] expected = sortedByInDegree(graph, algorithm1(graph, window, mostCommon), window);
                try (OrderedGraph ordered = OrderedGraph.of(graph, new JaccardOrdering(window, mostCommon), 2)) {
                    assertThat(ordered.oldIdOf())
                            .as("window %d, at most %d", window, mostCommon)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// In windows of several blocks of columns, most of which have nothing in common with a slice set.
    @Test
    void aStarWithFewOtherEdgesIsOrderedAsAnyOther() {
        int leaves = 700;
        SplittableRandom random = new SplittableRandom(3);
        for (int more : new int[] {0, 1, 60, 400}) {
            int[] from = new int[leaves + more];
            int[] to = new int[leaves + more];
            for (int e = 0; e < from.length; e++) {
                from[e] = e < leaves ? 0 : 1 + random.nextInt(leaves);
                to[e] = e < leaves ? e + 1 : 1 + random.nextInt(leaves);
            }
            TestGraph graph = new TestGraph("star and %d edges".formatted(more), leaves + 1, from, to, false);
            int[] expected = sortedByInDegree(graph, algorithm1(graph, 1024, 20), 1024);
            try (OrderedGraph ordered = OrderedGraph.of(graph, new JaccardOrdering(1024, 20), 2)) {
                assertThat(ordered.oldIdOf()).as(graph.name()).isEqualTo(expected);
            }
        }
    }

    /// Columns 749 apart share a row of their own; every even column meets the hub. Counting the hub would put even
    /// columns of other groups on a par with odd ones of the same group.
    @Test
    void aHubThatHalfAWindowMeetsPullsNoColumnsApart() {
        int columns = 8 * 749;
        int hub = columns;
        List<int[]> edges = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            edges.add(new int[] {c, columns + 1 + c % 749});
            edges.add(new int[] {c, c % 2 == 0 ? hub : columns + 750 + c});
        }
        int vertices = 2 * columns + 750;
        try (Workers workers = new Workers(2);
                Arena arena = Arena.ofShared()) {
            int[] from = edges.stream().mapToInt(edge -> edge[0]).toArray();
            int[] to = edges.stream().mapToInt(edge -> edge[1]).toArray();
            Csc out = CscBuilder.of(arena, vertices, from, to, false);
            Csc in = CscTransforms.transpose(out, arena, workers);
            IntArray order = new JaccardOrdering(1 << 16)
                    .order(out, in, arena, workers, Progress.NONE)
                    .oldIdOf();
            for (int set = 0; set < vertices / 8; set++) {
                for (int i = 0; i < 8; i++) {
                    int column = order.get(8L * set + i);
                    int first = order.get(8L * set);
                    if (column < columns && first < columns) {
                        assertThat(column % 749).isEqualTo(first % 749);
                    }
                }
            }
        }
    }

    /// Windows of several blocks of columns, whose degrees differ by little: many are as similar as the best.
    @Test
    void amongManyOfOneDegreeTheSmallestIdIsChosen() {
        SplittableRandom random = new SplittableRandom(7);
        for (int degree : new int[] {1, 2, 3}) {
            int n = 320;
            int[] from = IntStream.range(0, n * degree).map(e -> e % n).toArray();
            int[] to = Arrays.stream(from)
                    .map(v -> v / 16 * 16 + random.nextInt(32))
                    .map(v -> v % n)
                    .toArray();
            for (boolean directed : new boolean[] {false, true}) {
                expectAlgorithm1(new TestGraph("%d neighbours close by".formatted(degree), n, from, to, directed));
            }
        }
    }

    /// The seed covers 8 rows. A column of 7 rows, 3 of them common, is as similar as one of 2 that are both common:
    /// 3 / 15 = 2 / 10. Between them stand columns that have nothing in common, so that they lie in two blocks.
    @Test
    void ofTwoDegreesThatAreAsSimilarTheSmallerIdIsChosen() {
        for (int others : new int[] {61, 62, 63, 70, 125, 126, 127, 200}) {
            for (boolean smallerFirst : new boolean[] {true, false}) {
                List<int[]> edges = new ArrayList<>();
                int columns = others + 3;
                int small = smallerFirst ? 0 : 1;
                int next = columns + 8;
                for (int row = 0; row < 8; row++) {
                    edges.add(new int[] {2, columns + row});
                }
                for (int row = 0; row < 7; row++) {
                    edges.add(new int[] {1 - small, row < 3 ? columns + row : next++});
                }
                edges.add(new int[] {small, columns});
                edges.add(new int[] {small, columns + 7});
                for (int column = 3; column < columns; column++) {
                    for (int row = 0; row < 4; row++) {
                        edges.add(new int[] {column, next++});
                    }
                }
                TestGraph graph = new TestGraph(
                        "%d others".formatted(others),
                        next,
                        edges.stream().mapToInt(edge -> edge[0]).toArray(),
                        edges.stream().mapToInt(edge -> edge[1]).toArray(),
                        true);
                assertThat(algorithm1(graph, 1024)).startsWith(2, 0, 1);
                expectAlgorithm1(graph);
            }
        }
    }

    private static void expectAlgorithm1(TestGraph graph) {
        int[] expected = sortedByInDegree(graph, algorithm1(graph, 1024), 1024);
        try (OrderedGraph ordered = OrderedGraph.of(graph, new JaccardOrdering(1024), 2)) {
            assertThat(ordered.oldIdOf()).as(graph.name()).isEqualTo(expected);
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
        return algorithm1(graph, window, window);
    }

    /// Algorithm 1 as printed, but rows that more than `mostCommon` columns of a window meet are common to none.
    private static int[] algorithm1(TestGraph graph, int window, int mostCommon) {
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
            BitSet common = metByAtMost(mostCommon, free, columns);
            for (int i = 0; !free.isEmpty(); i++) {
                if (i % 8 == 0) {
                    covered.clear();
                }
                int chosen = i % 8 == 0 ? -1 : mostSimilar(free, columns, covered, common);
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

    private static BitSet metByAtMost(int most, List<Integer> window, BitSet[] columns) {
        Map<Integer, Integer> met = new HashMap<>();
        for (int v : window) {
            columns[v].stream().forEach(row -> met.merge(row, 1, Integer::sum));
        }
        BitSet rows = new BitSet();
        met.forEach((row, count) -> rows.set(row, count <= most));
        return rows;
    }

    private static int mostSimilar(List<Integer> free, BitSet[] columns, BitSet covered, BitSet countable) {
        int best = -1;
        long bestShared = 0;
        long bestUnion = 1;
        for (int v : free) {
            BitSet common = (BitSet) columns[v].clone();
            common.and(covered);
            common.and(countable);
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
