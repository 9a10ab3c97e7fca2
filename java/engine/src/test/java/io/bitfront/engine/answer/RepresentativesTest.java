package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.random.CounterHash;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.Share;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RepresentativesTest {
    private static final BooleanSupplier NEVER = () -> false;

    static List<TestGraph> graphs() {
        List<TestGraph> graphs = new ArrayList<>(TestGraphs.small());
        for (int seed = 0; seed < 40; seed++) {
            graphs.add(TestGraphs.random(GraphKind.TREE, 500 + seed));
        }
        graphs.addAll(sparse());
        return graphs;
    }

    static List<TestGraph> sparse() {
        return IntStream.range(0, 80).mapToObj(i -> sparse(i / 2, i % 2 == 1)).toList();
    }

    /// Few edges among few vertices: trees, chains, pairs, twins and ways back of every kind.
    private static TestGraph sparse(int seed, boolean directed) {
        Random dice = new Random(seed);
        int n = 2 + dice.nextInt(14);
        int edges = 1 + dice.nextInt(2 * n);
        int[] from = new int[2 * edges];
        int[] to = new int[2 * edges];
        for (int i = 0; i < edges; i++) {
            boolean back = dice.nextBoolean();
            from[2 * i] = dice.nextInt(n);
            to[2 * i] = dice.nextInt(n);
            from[2 * i + 1] = back ? to[2 * i] : from[2 * i];
            to[2 * i + 1] = back ? from[2 * i] : to[2 * i];
        }
        return new TestGraph("sparse %d %s".formatted(seed, directed), n, from, to, directed);
    }

    /// Or a graph could be made whose lists all have hashes that begin alike.
    @Test
    void areFoundByHashesThatNobodyForesees() {
        assertThat(FollowerSearch.mix(0)).isNotEqualTo(CounterHash.draw(0, 0));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void tellsTheRowsOfAllThatFollow(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            for (boolean out : new boolean[] {true, false}) {
                for (Representatives.Kinds kinds : List.of(
                        Representatives.Kinds.ALL,
                        new Representatives.Kinds(2, false, false),
                        new Representatives.Kinds(0, false, true),
                        Representatives.Kinds.FROM_SUMS,
                        Representatives.Kinds.FROM_SUMS.withoutAlike(),
                        Representatives.Kinds.NO_BETTER,
                        Representatives.Kinds.TWINS)) {
                    expectRows(test, graph, out, kinds);
                }
            }
        }
    }

    private static void expectRows(TestGraph test, Graph graph, boolean out, Representatives.Kinds kinds) {
        int[][] neighbours = out ? test.outNeighbours() : test.inNeighbours();
        DistanceSums[] expected = out ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
        Representatives found = Representatives.of(graph, out, kinds);
        int n = test.vertexCount();
        boolean[] told = new boolean[n];
        int searched = 0;
        for (int v = 0; v < n; v++) {
            if (!found.isSearched(v)) {
                assertThat(found.isSearched(found.root(v))).isTrue();
                continue;
            }
            searched++;
            int index = graph.permutation().oldIdOf().get(v);
            told[index] = true;
            LevelCounts counts = counts(neighbours, index);
            VertexSums own = counts.sums();
            expectSame(own, expected[index], false, "search of " + index);
            found.follow(
                    v,
                    counts,
                    (w, sums) -> {
                        int follower = graph.permutation().oldIdOf().get(w);
                        assertThat(told[follower]).as("%d told twice", follower).isFalse();
                        told[follower] = true;
                        expectSame(sums, expected[follower], false, follower + " follows " + index);
                        if (kinds == Representatives.Kinds.NO_BETTER) {
                            assertThat(sums.reached()).isEqualTo(own.reached());
                            assertThat(sums.distanceSum()).isGreaterThanOrEqualTo(own.distanceSum());
                            assertThat(sums.harmonicSum()).isLessThanOrEqualTo(own.harmonicSum() * (1 + 1e-12));
                        }
                    },
                    NEVER);
            BitSet bySums = new BitSet();
            found.follow(v, own, (w, sums) -> {
                int follower = graph.permutation().oldIdOf().get(w);
                assertThat(bySums.get(follower)).as("%d told twice", follower).isFalse();
                bySums.set(follower);
                expectSame(sums, expected[follower], true, follower + " follows the sums of " + index);
            });
            found.forEachFollower(
                    v, w -> bySums.clear(graph.permutation().oldIdOf().get(w)));
            assertThat(bySums.isEmpty()).isTrue();
        }
        assertThat(told).doesNotContain(false);
        assertThat(found.searchedCount()).isEqualTo(searched);
    }

    private static LevelCounts counts(int[][] neighbours, int source) {
        int[] levels = BfsOracle.levels(neighbours, source);
        LevelCounts counts = LevelCounts.start();
        int last = IntStream.of(levels).max().orElse(0);
        for (int level = 1; level <= last; level++) {
            int at = level;
            counts.append((int) IntStream.of(levels).filter(l -> l == at).count());
        }
        return counts;
    }

    private static void expectSame(VertexSums found, DistanceSums expected, boolean mayLackHarmonic, String which) {
        assertThat(found.reached()).as(which).isEqualTo(expected.reached());
        assertThat(found.distanceSum()).as(which).isEqualTo(expected.distanceSum());
        assertThat(found.eccentricity()).as(which).isEqualTo(expected.eccentricity());
        if (!mayLackHarmonic || !Double.isNaN(found.harmonicSum())) {
            assertThat(found.harmonicSum()).as(which).isEqualTo(expected.harmonic());
        }
    }

    /// Whichever have the same neighbours both ways, each other aside, and all that have none to follow to.
    @ParameterizedTest
    @MethodSource("sparse")
    void searchesOneOfAllTwins(TestGraph test) {
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test)) {
            for (boolean out : new boolean[] {true, false}) {
                int[][] ahead = out ? test.outNeighbours() : test.inNeighbours();
                int[][] back = out ? test.inNeighbours() : test.outNeighbours();
                Map<List<?>, Integer> firsts = new HashMap<>();
                Set<Integer> classes = new HashSet<>();
                for (int v = 0; v < n; v++) {
                    int first = Math.min(
                            firsts.computeIfAbsent(around(ahead, back, v, false), same(v)),
                            firsts.computeIfAbsent(around(ahead, back, v, true), same(v)));
                    classes.add(ahead[v].length == 0 ? -1 : first);
                }
                assertThat(Representatives.of(graph, out, Representatives.Kinds.TWINS)
                                .searchedCount())
                        .isEqualTo(classes.size());
            }
        }
    }

    private static Function<List<?>, Integer> same(int v) {
        return _ -> v;
    }

    /// A vertex's neighbours, itself among them where closed.
    private static List<?> around(int[][] ahead, int[][] back, int v, boolean closed) {
        List<Object> both = new ArrayList<>(List.of(closed));
        for (int[][] neighbours : List.of(ahead, back)) {
            IntStream others = IntStream.of(neighbours[v]).filter(w -> w != v);
            both.add((closed ? IntStream.concat(others, IntStream.of(v)) : others)
                    .distinct()
                    .sorted()
                    .boxed()
                    .toList());
        }
        return both;
    }

    @Test
    void searchesOneVertexOfATreeAStarAndACompleteGraph() {
        expectSearched(Shapes.star(500), 1);
        expectSearched(Shapes.complete(40), 1);
        expectSearched(Shapes.completeBipartite(7, 30), 2);
        expectSearched(Shapes.chain(64), 1);
        expectSearched(Shapes.chain(40_000), 1);
        expectSearched(Shapes.chain(70_000), 70_000 - 2 * Representatives.HIGHEST);
        expectSearched(Shapes.cycle(50), 50);
        expectSearched(Shapes.oneWayChain(50), 1);
    }

    @Test
    void followsLowTreesAlone() {
        expectLow(Shapes.chain(64), 1);
        expectLow(Shapes.chain(3_000), 3_000 - 2 * 64);
        expectLow(Shapes.chain(40_000), 40_000 - 2 * ((40_000 + 2 * 39_999) / 256));
    }

    private static void expectLow(TestGraph test, int searched) {
        try (Graph graph = Prepared.graph(test)) {
            Representatives.Kinds low = Representatives.Kinds.low(graph);
            Representatives found = Representatives.of(graph, true, low);
            assertThat(found.searchedCount()).isEqualTo(searched);
            assertThat(found.tallest()).isLessThanOrEqualTo(low.height());
        }
    }

    @Test
    void followsTallTreesWhereASearchTakesLonger() {
        TestGraph test = Shapes.withTrees(Shapes.complete(180), 120, Share.seed());
        try (Graph graph = Prepared.graph(test)) {
            expectRows(test, graph, true, Representatives.Kinds.ALL);
            expectRows(test, graph, true, new Representatives.Kinds(90, false, false));
            assertThat(Representatives.Kinds.low(graph).height()).isGreaterThan(120);
        }
        expectSearched(test, 4);
    }

    /// As many levels as a thread's stack has no room for, were each leader told of by a call.
    @Test
    void followsATreeAsHighAsAStackHasRoomFor() {
        int high = 30_000;
        int[] leader =
                IntStream.rangeClosed(0, high).map(v -> Math.max(v - 1, 0)).toArray();
        byte[] how = new byte[high + 1];
        Arrays.fill(how, 1, high + 1, Representatives.BRANCH);
        Representatives found = new Representatives(leader, how, high, null, null);
        assertThat(found.root(high)).isZero();
        LevelCounts counts = LevelCounts.start();
        IntStream.rangeClosed(1, high).forEach(_ -> counts.append(1));
        BitSet visited = new BitSet();
        found.forEachFollower(0, visited::set);
        assertThat(visited.cardinality()).isEqualTo(high);
        found.follow(
                0,
                counts,
                (v, sums) -> {
                    long left = v;
                    long right = high - v;
                    assertThat(sums.distanceSum()).isEqualTo((left * (left + 1) + right * (right + 1)) / 2);
                    assertThat(sums.eccentricity()).isEqualTo(Math.max(left, right));
                    visited.clear(v);
                },
                NEVER);
        assertThat(visited.isEmpty()).isTrue();
        found.follow(0, counts.sums(), (v, sums) -> {
            long left = v;
            long right = high - v;
            assertThat(sums.distanceSum()).isEqualTo((left * (left + 1) + right * (right + 1)) / 2);
            assertThat(sums.eccentricity()).isEqualTo(Math.max(left, right));
            visited.set(v);
        });
        assertThat(visited.cardinality()).isEqualTo(high);
        AtomicInteger asked = new AtomicInteger();
        assertThatThrownBy(() ->
                        found.follow(0, counts, (v, _) -> visited.clear(v), () -> asked.incrementAndGet() > 1_000))
                .isInstanceOf(CancellationException.class);
        assertThat(visited.cardinality()).isBetween(high - 1_000, high - 1);
    }

    /// A row takes as long as there are levels, and a hub may have millions of pendants.
    @Test
    void pendantsOfOneVertexShareARow() {
        TestGraph comet = Shapes.joinedByPath(Shapes.star(500), 200, Shapes.empty(1));
        try (Graph graph = Prepared.graph(comet)) {
            Representatives found = Representatives.of(graph, true, Representatives.Kinds.ALL);
            int hub = graph.vertexOf(0);
            IdentityHashMap<VertexSums, Integer> rows = new IdentityHashMap<>();
            found.follow(hub, counts(comet.outNeighbours(), 0), (_, sums) -> rows.merge(sums, 1, Integer::sum), NEVER);
            assertThat(rows.values()).contains(498);
        }
    }

    /// Groups of twins are dealt to threads by thousands of vertices, wherever one ends.
    @Test
    void findsEveryPairAmongManyGroupsOfTwins() {
        int stars = 8_000;
        int leaves = 3;
        int[] from = IntStream.range(0, leaves * stars).map(i -> i / leaves).toArray();
        int[] to = IntStream.range(0, leaves * stars).map(i -> stars + i).toArray();
        TestGraph test = new TestGraph("stars", stars + leaves * stars, from, to, false);
        try (Graph graph = Prepared.graph(test)) {
            Representatives found = Representatives.of(graph, true, Representatives.Kinds.TWINS);
            assertThat(found.searchedCount()).isEqualTo(2 * stars);
            for (int v = 0; v < test.vertexCount(); v++) {
                int root = found.root(v);
                assertThat(graph.out().degree(root)).isEqualTo(graph.out().degree(v));
                assertThat(graph.out().row(graph.out().start(root)))
                        .isEqualTo(graph.out().row(graph.out().start(v)));
            }
        }
    }

    private static void expectSearched(TestGraph test, int searched) {
        try (Graph graph = Prepared.graph(test)) {
            assertThat(Representatives.of(graph, true, Representatives.Kinds.ALL)
                            .searchedCount())
                    .as(test.name())
                    .isEqualTo(searched);
        }
    }

    /// A leader's followers are those whose root it is.
    @ParameterizedTest
    @MethodSource("sparse")
    void visitsAllThatFollow(TestGraph test) {
        try (Graph graph = Prepared.graph(test)) {
            Representatives found = Representatives.of(graph, true, Representatives.Kinds.ALL);
            for (int v = 0; v < test.vertexCount(); v++) {
                int leader = v;
                List<Integer> followers = new ArrayList<>();
                found.forEachFollower(v, followers::add);
                if (found.isSearched(v)) {
                    assertThat(followers)
                            .containsExactlyInAnyOrderElementsOf(IntStream.range(0, test.vertexCount())
                                    .filter(w -> w != leader && found.root(w) == leader)
                                    .boxed()
                                    .toList());
                } else {
                    assertThat(followers).doesNotContain(v);
                }
            }
        }
    }
}
