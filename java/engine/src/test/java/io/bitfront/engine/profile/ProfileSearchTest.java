package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.ClosenessOracle;
import io.bitfront.testkit.DistanceSums;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProfileSearchTest {
    /// All positions alike: vertices that are seen differently share a hash.
    private static final Profiles.HashWords COLLIDING = (_, _) -> 0;

    static Stream<TestGraph> graphs() {
        Stream<TestGraph> drawn =
                Stream.of(GraphKind.values()).flatMap(kind -> Stream.of(3L, 4L).map(seed -> kind.draw(seed, 150)));
        return Stream.concat(drawn, Stream.of(Shapes.chain(300), Shapes.star(40), Shapes.grid(13, 17)));
    }

    /// Grids of whose edges some are one way, the others both, and some are not there at all; a chain and a tree down
    /// which edges lead, and a circle.
    static Stream<TestGraph> oneWay() {
        return Stream.of(
                Shapes.oneWayChain(200),
                directed(Shapes.cycle(150)),
                directed(Shapes.binaryTree(8)),
                Shapes.oneWay(Shapes.grid(9, 30), 0, 0.2, 3),
                Shapes.oneWay(Shapes.grid(9, 30), 0.1, 0.5, 4),
                Shapes.oneWay(Shapes.grid(12, 15), 0.3, 0.3, 5),
                Shapes.oneWay(Shapes.grid(12, 15), 0, 1, 6));
    }

    private static TestGraph directed(TestGraph test) {
        return new TestGraph(test.name() + " one way", test.vertexCount(), test.from(), test.to(), true);
    }

    @ParameterizedTest
    @MethodSource({"graphs", "oneWay"})
    void findsTheSumsOfSearchesFromEveryVertex(TestGraph test) {
        int cut = 0;
        for (int cellSize : new int[] {1, 3, 16, 60}) {
            for (Direction direction : Direction.values()) {
                cut += expectSums(test, direction, cellSize, true, Profiles.HashWords.mixed());
                cut += expectSums(test, direction, cellSize, false, Profiles.HashWords.mixed());
            }
        }
        assertThat(cut).as("components that were cut").isPositive();
    }

    @ParameterizedTest
    @MethodSource({"graphs", "oneWay"})
    void findsThemWhereHashesCollide(TestGraph test) {
        expectSums(test, Direction.OUT, 16, true, COLLIDING);
    }

    /// @return components that were cut
    private static int expectSums(
            TestGraph test, Direction direction, int cellSize, boolean levels, Profiles.HashWords words) {
        boolean out = direction == Direction.OUT;
        DistanceSums[] expected = out ? ClosenessOracle.out(test) : ClosenessOracle.in(test);
        int cut = 0;
        try (Graph graph = Prepared.graph(test);
                Workers workers = new Workers(2)) {
            for (int[] component : Prepared.components(graph, test)) {
                ProfileSearch search = search(
                        out ? graph.out() : graph.in(),
                        out ? graph.in() : graph.out(),
                        component,
                        workers,
                        cellSize,
                        words);
                if (search == null) {
                    continue;
                }
                cut++;
                AtomicInteger rows = new AtomicInteger();
                search.run(
                        _ -> true,
                        levels,
                        (vertices, sums) -> {
                            for (int i = 0; i < vertices.length; i++) {
                                rows.incrementAndGet();
                                expect(expected[(int) graph.idOf(vertices[i])], sums[i]);
                            }
                        },
                        () -> false);
                assertThat(rows).hasValue(component.length);
            }
        }
        return cut;
    }

    private static void expect(DistanceSums expected, VertexSums found) {
        double harmonic = Double.isNaN(found.harmonicSum()) ? expected.harmonic() : found.harmonicSum();
        assertThat(new DistanceSums(found.reached(), found.distanceSum(), harmonic, found.eccentricity()))
                .isEqualTo(expected);
    }

    private static ProfileSearch search(
            Csc ahead, Csc back, int[] component, Workers workers, int cellSize, Profiles.HashWords words) {
        // Cutting gives up where most vertices would be in separators: small cells of small graphs may.
        return ProfileSearch.of(
                ahead,
                back,
                component,
                new int[ahead.vertexCount()],
                workers,
                1 << 26,
                bytes -> fail("%,d bytes", bytes),
                new CutLimits(cellSize, component.length, CutLimits.MOST_ROUNDS),
                words,
                () -> false);
    }

    @Test
    void asksOnlyForTheRowsThatAreWanted() {
        TestGraph grid = Shapes.grid(20, 20);
        try (Graph graph = Prepared.graph(grid);
                Workers workers = new Workers(1)) {
            int[] all = IntStream.range(0, 400).toArray();
            ProfileSearch search = search(graph.out(), graph.in(), all, workers, 30, Profiles.HashWords.mixed());
            BitSet found = new BitSet();
            search.run(
                    vertex -> vertex % 3 == 0,
                    true,
                    (vertices, _) -> {
                        synchronized (found) {
                            IntStream.of(vertices).forEach(found::set);
                        }
                    },
                    () -> false);
            assertThat(found.stream())
                    .containsExactlyElementsOf(IntStream.range(0, 400)
                            .filter(vertex -> vertex % 3 == 0)
                            .boxed()
                            .toList());
        }
    }

    /// Asked to stop at its n-th question, for every n: within a cell, between its searches, or between cells. Rows put
    /// by then are right; from then on there are none.
    @Test
    void stopsWithinCells() {
        TestGraph grid = Shapes.grid(20, 20);
        DistanceSums[] expected = ClosenessOracle.out(grid);
        try (Graph graph = Prepared.graph(grid);
                Workers workers = new Workers(1)) {
            int[] all = IntStream.range(0, 400).toArray();
            ProfileSearch search = search(graph.out(), graph.in(), all, workers, 30, Profiles.HashWords.mixed());
            Set<Integer> rowsByQuestion = new TreeSet<>();
            for (int most = 0; most < 400; most += 7) {
                int last = most;
                AtomicInteger questions = new AtomicInteger();
                AtomicInteger rows = new AtomicInteger();
                search.run(
                        _ -> true,
                        true,
                        (vertices, sums) -> {
                            rows.addAndGet(vertices.length);
                            for (int i = 0; i < vertices.length; i++) {
                                expect(expected[(int) graph.idOf(vertices[i])], sums[i]);
                            }
                        },
                        () -> questions.incrementAndGet() > last);
                rowsByQuestion.add(rows.get());
                assertThat(rows.get()).isLessThanOrEqualTo(most);
            }
            assertThat(rowsByQuestion).contains(0).hasSizeGreaterThan(5);
        }
    }

    @Test
    void leavesGraphsWithoutNarrowCutsToSearches() {
        try (Graph dense = Prepared.graph(Shapes.complete(600));
                Graph chain = Prepared.graph(Shapes.chain(6_000));
                Workers workers = new Workers(1)) {
            int[] few = IntStream.range(0, 600).toArray();
            assertThat(of(dense, few, workers, 1L << 30, () -> false)).isNull();
            int[] all = IntStream.range(0, 6_000).toArray();
            assertThat(of(chain, all, workers, 1L << 30, () -> true)).isNull();
            ProfileSearch search = of(chain, all, workers, 1L << 30, () -> false);
            assertThat(search.vertexCount()).isEqualTo(6_000);
            assertThat(search.separatorCount()).isLessThan(100);
        }
    }

    /// Of 2 times 96 vertices 16 are in separators, and as many of 2 times 95: one in 12, and more.
    @Test
    void leavesComponentsToSearchesWhereMoreThanOneIn12IsASeparator() {
        try (Graph few = Prepared.graph(Shapes.grid(2, 96), "natural");
                Graph many = Prepared.graph(Shapes.grid(2, 95), "natural");
                Workers workers = new Workers(1)) {
            int[] all = IntStream.range(0, 192).toArray();
            assertThat(of(few, all, workers, 1L << 30, () -> false).separatorCount())
                    .isEqualTo(16);
            assertThat(of(many, Arrays.copyOf(all, 190), workers, 1L << 30, () -> false))
                    .isNull();
        }
    }

    private static ProfileSearch of(
            Graph graph, int[] component, Workers workers, long mostBytes, BooleanSupplier stop) {
        return of(graph, component, workers, mostBytes, component.length, stop);
    }

    private static ProfileSearch of(
            Graph graph, int[] component, Workers workers, long mostBytes, long searches, BooleanSupplier stop) {
        LongConsumer tooLarge = bytes -> fail("%,d bytes", bytes);
        return ProfileSearch.of(
                graph.out(),
                graph.in(),
                component,
                new int[graph.vertexCount()],
                workers,
                mostBytes,
                tooLarge,
                searches,
                stop);
    }

    /// Next to every vertex of an expander whose edges are paths is seen differently by the border of a cell, and none
    /// of a grid of as many.
    @Test
    void cutsNothingWhereNearlyEveryVertexHasItsOwnProfile() {
        int core = 2_000;
        int length = 8;
        Random dice = new Random(3);
        List<int[]> edges = new ArrayList<>();
        int n = core;
        for (int i = 0; i < 2 * core; i++) {
            int at = dice.nextInt(core);
            for (int step = 0; step < length; step++, n++) {
                edges.add(new int[] {at, n});
                at = n;
            }
            edges.add(new int[] {at, dice.nextInt(core)});
        }
        TestGraph paths = new TestGraph(
                "paths",
                n,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
        try (Workers workers = new Workers(2);
                Graph graph = Prepared.graph(paths);
                Graph grid = Prepared.graph(Shapes.grid(200, 170))) {
            int[] largest = Prepared.components(graph, paths).stream()
                    .max(Comparator.comparingInt(component -> component.length))
                    .orElseThrow();
            assertThat(of(graph, largest, workers, 1L << 30, () -> false)).isNull();
            int[] all = IntStream.range(0, grid.vertexCount()).toArray();
            assertThat(of(grid, all, workers, 1L << 30, () -> false)).isNotNull();
        }
    }

    /// Of 6,000 vertices in cells of 277 there are five halvings, and 48 searches pay for one.
    @Test
    void cutsNothingThatFewSearchesTell() {
        int[] all = IntStream.range(0, 6_000).toArray();
        try (Graph chain = Prepared.graph(Shapes.chain(6_000));
                Workers workers = new Workers(1)) {
            for (long searches : new long[] {0, 48, 5 * 48 - 1, 5 * 48, 12 * 48, Long.MAX_VALUE}) {
                ProfileSearch cut = of(chain, all, workers, 1L << 30, searches, () -> false);
                assertThat(cut == null).as("%,d searches", searches).isEqualTo(searches < 12 * 48);
                assertThat(CutLimits.of(277, 500, searches).pay(6_000)).isEqualTo(searches >= 5 * 48);
            }
        }
    }

    /// A clique loses a vertex a cut: what a cut takes goes by its edges.
    @Test
    void givesUpWhereManyEdgesAreCutManyTimes() {
        TestGraph test = Shapes.joinedByPath(Shapes.complete(400), 4_000, Shapes.empty(1));
        int n = test.vertexCount();
        try (Graph graph = Prepared.graph(test)) {
            int[] all = IntStream.range(0, n).toArray();
            LocalGraph local = LocalGraph.of(graph.out(), all, new int[n]);
            assertThat(Separation.of(local, new CutLimits(100, n, CutLimits.MOST_ROUNDS), 1, () -> false))
                    .isNull();
        }
    }

    /// Before the borders are known it tells what those of any mesh take, then what these do; one byte less is too
    /// little.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void saysWhatMemoryWouldDo(int threads) {
        int[] all = IntStream.range(0, 6_000).toArray();
        try (Graph chain = Prepared.graph(Shapes.chain(6_000));
                Workers workers = new Workers(threads)) {
            // The component twice; three numbers a vertex and four rows of hops for each thread; and a border of two.
            long component = 6_000 * 8 + 2 * 5_999 * 4;
            long rows = threads * 6_000L * 4;
            long least = 2 * component + (3 + 4) * rows;
            long enough = least + 2 * rows;
            // Six rows for each unit of the root of a cell's 277 vertices.
            assertThat(refused(chain, all, workers, least - 1)).isBetween(least + 99 * rows, least + 100 * rows);
            assertThat(refused(chain, all, workers, least)).isEqualTo(enough);
            assertThat(refused(chain, all, workers, enough - 1)).isEqualTo(enough);
            assertThat(of(chain, all, workers, enough, () -> false).bytes()).isEqualTo(component + (3 + 2 + 4) * rows);
            // Of eight borders rows are kept where there is room.
            assertThat(of(chain, all, workers, 1L << 30, () -> false).bytes())
                    .isEqualTo(component + (3 + 8 * 2 + 4) * rows)
                    .isLessThan(ProfileSearch.mostBytes(6_000, 2 * 5_999, false, threads));
        }
    }

    /// What it says that it would take more than so many bytes.
    private static long refused(Graph graph, int[] component, Workers workers, long mostBytes) {
        List<Long> said = new ArrayList<>();
        assertThat(ProfileSearch.of(
                        graph.out(),
                        graph.in(),
                        component,
                        new int[graph.vertexCount()],
                        workers,
                        mostBytes,
                        said::add,
                        component.length,
                        () -> false))
                .isNull();
        assertThat(said).hasSize(1);
        return said.getFirst();
    }
}
