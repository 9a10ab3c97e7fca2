package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What steps share of a traversal, against sets of vertices.
class SearchStateTest {
    private static void with(TestGraph test, int threads, BiConsumer<Graph, SearchState> checks) {
        try (Graph graph = Prepared.graph(test, "natural");
                Workers workers = new Workers(threads)) {
            SearchState state = new SearchState(graph, workers);
            state.reset();
            checks.accept(graph, state);
        }
    }

    private static BitSet bits(long[] words, int n) {
        BitSet bits = BitSet.valueOf(words);
        bits.clear(n, Math.max(n, bits.length()));
        return bits;
    }

    /// Vertices to which no edge leads count as visited, and the bits behind the last.
    private static BitSet closed(Graph graph) {
        BitSet closed = new BitSet();
        IntStream.range(0, graph.vertexCount())
                .filter(v -> graph.in().degree(v) == 0)
                .forEach(closed::set);
        return closed;
    }

    private static void expectFresh(Graph graph, SearchState state) {
        int n = graph.vertexCount();
        assertThat(state.level).containsOnly(-1);
        assertThat(bits(state.visited, n)).isEqualTo(closed(graph));
        if (n % 64 != 0) {
            assertThat(state.visited[n / 64] >>> n).isEqualTo(-1L >>> n);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void isResetWhateverWasVisited(int threads) {
        for (int n : new int[] {70, 64, 3_000}) {
            with(GraphKind.DIRECTED_UNIFORM.draw(2, n), threads, (graph, state) -> {
                expectFresh(graph, state);
                for (int visited : new int[] {1, 2, n / 16, n / 16 + 1, n / 2}) {
                    state.begin(0);
                    assertThat(state.level[0]).isZero();
                    for (int i = 1; i < visited; i++) {
                        state.queue[i] = i;
                        state.level[i] = 1;
                        state.visited[i / 64] |= 1L << i;
                    }
                    state.edges.take();
                    state.advanceQueue(Math.max(1, visited));
                    state.reset();
                    expectFresh(graph, state);
                    // All at once, where not all is in the queue.
                    state.begin(n - 1);
                    state.level[n / 2] = 3;
                    state.visited[n / 2 / 64] |= 1L << n / 2;
                    state.forget();
                    state.reset();
                    expectFresh(graph, state);
                }
            });
        }
    }

    @Test
    void beginsWithTheSourceAndWhatIsOpenBesideIt() {
        with(GraphKind.DAG.draw(3, 200), 1, (graph, state) -> {
            BitSet closed = closed(graph);
            assertThat(closed.cardinality()).isPositive();
            for (int source = 0; source < graph.vertexCount(); source++) {
                state.begin(source);
                BitSet open = new BitSet();
                open.set(0, graph.vertexCount());
                open.andNot(closed);
                open.clear(source);
                assertThat(state.frontierVertices).isOne();
                assertThat(state.frontierEdges).isEqualTo(graph.out().degree(source));
                assertThat(state.openVertices).isEqualTo(open.cardinality());
                assertThat(state.openEdges).isEqualTo(edges(graph, open));
                assertThat(state.visited[source / 64] >>> source & 1).isOne();
                assertThat(state.queue[0]).isEqualTo(source);
                assertThat(state.begin).isZero();
                assertThat(state.end).isOne();
                assertThat(state.inQueue).isTrue();
                state.reset();
            }
        });
    }

    private static long edges(Graph graph, BitSet vertices) {
        return vertices.stream().mapToLong(graph.out()::degree).sum();
    }

    /// Few of the open vertices, half of them, most and all: over either side.
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 50, 51, 60, 99, 100})
    void countsTheEdgesOfABitmapOfVertices(int percent) {
        Random dice = new Random(percent);
        for (int n : new int[] {130, 700, 4_096}) {
            with(GraphKind.SCALE_FREE.draw(2, n), 2, (graph, state) -> {
                state.begin(0);
                BitSet open = new BitSet();
                open.set(1, graph.vertexCount());
                open.andNot(closed(graph));
                long openVertices = state.openVertices;
                long openEdges = state.openEdges;
                BitSet chosen = new BitSet();
                open.stream().filter(v -> dice.nextInt(100) < percent).forEach(chosen::set);
                long[] words = Arrays.copyOf(chosen.toLongArray(), state.words);
                System.arraycopy(words, 0, state.next, 0, words.length);
                for (int w = 0; w < words.length; w++) {
                    state.visited[w] |= words[w];
                }
                state.found.add(1, chosen.cardinality());
                state.advanceBitmap();
                assertThat(bits(state.frontier, graph.vertexCount())).isEqualTo(chosen);
                assertThat(state.inQueue).isFalse();
                assertThat(state.frontierVertices).isEqualTo(chosen.cardinality());
                assertThat(state.frontierEdges).isEqualTo(edges(graph, chosen));
                assertThat(state.openVertices).isEqualTo(openVertices - chosen.cardinality());
                assertThat(state.openEdges).isEqualTo(openEdges - edges(graph, chosen));
                state.toQueue();
                assertThat(Arrays.stream(state.queue, state.begin, state.end).sorted())
                        .containsExactly(chosen.stream().boxed().toArray(Integer[]::new));
                Arrays.fill(state.frontier, -1);
                state.toBitmap();
                assertThat(bits(state.frontier, graph.vertexCount())).isEqualTo(chosen);
            });
        }
    }

    /// The queue has an entry more than there are vertices: the frontier moves to its front where all that is open and
    /// one more would not fit behind it.
    @Test
    void movesTheFrontierToTheFrontWhereTheQueueIsTooShort() {
        with(Shapes.cycle(10), 1, (graph, state) -> {
            for (int open = 0; open < 4; open++) {
                state.begin(0);
                for (int i = 0; i < 9; i++) {
                    state.queue[i] = 10 * i;
                }
                state.begin = 6;
                state.end = 9;
                state.openVertices = open;
                state.makeRoom();
                boolean moved = open >= 2;
                assertThat(state.begin).isEqualTo(moved ? 0 : 6);
                assertThat(state.end).isEqualTo(moved ? 3 : 9);
                assertThat(Arrays.stream(state.queue, state.begin, state.end)).containsExactly(60, 70, 80);
                state.forget();
                state.reset();
                expectFresh(graph, state);
            }
        });
    }

    /// Vertices that levels tell alone, as a region of pushes leaves them, by the queue or all of them.
    @ParameterizedTest
    @ValueSource(ints = {1, 9, 100, 1_500})
    void marksWhatOnlyLevelsTell(int count) {
        int n = 2_000;
        with(Shapes.cycle(n), 2, (graph, state) -> {
            for (boolean listed : new boolean[] {true, false}) {
                state.begin(0);
                state.leaveVisited();
                for (int i = 1; i <= count; i++) {
                    state.level[i] = 1;
                }
                if (listed) {
                    for (int i = 1; i <= count; i++) {
                        state.queue[i] = i;
                    }
                    state.advanceQueue(1 + count);
                } else {
                    state.advanceElsewhere(n, 0);
                    assertThat(state.listed()).isFalse();
                }
                assertThat(bits(state.visited, n).cardinality()).isOne();
                state.markVisited();
                assertThat(bits(state.visited, n))
                        .isEqualTo(BitSet.valueOf(IntStream.rangeClosed(0, count)
                                .collect(BitSet::new, BitSet::set, BitSet::or)
                                .toLongArray()));
                assertThat(state.listed()).isTrue();
                state.forget();
                state.reset();
            }
        });
    }

    /// Room in the queue for a copy of vertices that are elsewhere, as long as all that was visited is a sixteenth of
    /// the graph at most.
    @Test
    void leavesRoomForAFrontierThatIsElsewhere() {
        int n = 1_600;
        with(Shapes.cycle(n), 1, (_, state) -> {
            for (int vertices : new int[] {1, 98, 99, 100}) {
                state.begin(0);
                long open = state.openVertices;
                long openEdges = state.openEdges;
                state.advanceElsewhere(vertices, 2L * vertices);
                boolean fits = vertices <= 99;
                assertThat(state.begin).isEqualTo(fits ? 1 : 0);
                assertThat(state.end).isEqualTo(fits ? 1 + vertices : 0);
                assertThat(state.listed()).isEqualTo(fits);
                assertThat(state.openVertices).isEqualTo(open - vertices);
                state.takeBack(1, 2);
                assertThat(state.frontierVertices).isEqualTo(vertices - 1);
                assertThat(state.frontierEdges).isEqualTo(2L * (vertices - 1));
                assertThat(state.openVertices).isEqualTo(open - vertices + 1);
                assertThat(state.openEdges).isEqualTo(openEdges - 2L * vertices + 2);
                state.forget();
                state.reset();
            }
        });
    }

    /// A frontier at the end of the queue, where vertices that were found twice have taken what is before it.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aPushFromTheEndOfTheQueueFindsRoomAtItsFront(int threads) {
        for (TestGraph test : new TestGraph[] {Shapes.star(2_000), Shapes.complete(70)}) {
            for (boolean alone : new boolean[] {true, false}) {
                with(test, threads, (graph, state) -> {
                    state.begin(0);
                    state.end = state.queue.length - 1;
                    state.begin = state.end - 1;
                    state.queue[state.begin] = 0;
                    state.depth = 1;
                    SparsePush push = new SparsePush(state);
                    if (alone) {
                        push.alone();
                    } else {
                        push.together();
                    }
                    assertThat(state.frontierVertices).isEqualTo(graph.vertexCount() - 1);
                    assertThat(IntStream.of(state.level).skip(1)).containsOnly(1);
                });
            }
        }
    }
}
