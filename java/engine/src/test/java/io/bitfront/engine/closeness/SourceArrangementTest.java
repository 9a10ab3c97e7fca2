package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SourceArrangementTest {
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void givesEveryVertexOnceWhateverTheBatchesAskedFor(GraphKind kind) {
        TestGraph test = kind.draw(6, 500);
        try (Graph graph = Prepared.graph(test)) {
            int n = graph.vertexCount();
            int[] all = IntStream.range(0, n).toArray();
            int[] whole = new SourceArrangement(graph, all, 64).next(n);
            assertThat(Arrays.stream(whole).sorted().toArray()).isEqualTo(all);
            SourceArrangement pieces = new SourceArrangement(graph, all, 64);
            Random dice = new Random(1);
            int at = 0;
            while (!pieces.exhausted()) {
                int[] some = pieces.next(1 + dice.nextInt(90));
                assertThat(some).isEqualTo(Arrays.copyOfRange(whole, at, at + some.length));
                at += some.length;
            }
            assertThat(at).isEqualTo(n);
            assertThat(pieces.next(5)).isEmpty();
        }
    }

    /// On a scale-free graph the order is that of a plain search with a queue, whether found by one core or by all.
    @ParameterizedTest
    @EnumSource(GraphKind.class)
    void followsOneSearchOverAScaleFreeGraph(GraphKind kind) {
        for (int seed = 1; seed <= 8; seed++) {
            TestGraph test = kind.draw(seed, 3_000);
            try (Graph graph = Prepared.graph(test, "degree")) {
                int n = graph.vertexCount();
                int[] all = IntStream.range(0, n).toArray();
                int[] alone = new SourceArrangement(graph, all, n, 1).next(n);
                int[] atOnce = new SourceArrangement(graph, all, n, 1_000_000).next(n);
                assertThat(atOnce).as("seed %d", seed).isEqualTo(alone);
                if (graph.statistics().scaleFree()) {
                    assertThat(alone).as("seed %d", seed).isEqualTo(searched(graph));
                }
            }
        }
    }

    private static int[] searched(Graph graph) {
        Set<Integer> order = new LinkedHashSet<>();
        for (int root = 0; root < graph.vertexCount(); root++) {
            Deque<Integer> queue = new ArrayDeque<>();
            if (order.add(root)) {
                queue.add(root);
            }
            while (!queue.isEmpty()) {
                neighbours(graph, queue.remove()).filter(order::add).forEach(queue::add);
            }
        }
        return order.stream().mapToInt(v -> v).toArray();
    }

    @Test
    void leavesOutWhatIsNotWanted() {
        try (Graph graph = Prepared.graph(Shapes.grid(20, 20))) {
            int[] wanted = IntStream.range(0, 400).filter(v -> v % 7 == 3).toArray();
            int[] arranged = wanted.clone();
            SourceArrangement.arrange(graph, arranged, 10);
            assertThat(Arrays.stream(arranged).sorted().toArray()).isEqualTo(wanted);
        }
    }

    /// Every second vertex of a path's middle: batches are stretches of it that hold so many of these.
    @Test
    void givesFewThatLieTogetherInBallsOfThose() {
        try (Graph graph = Prepared.graph(Shapes.chain(2_000), "natural")) {
            int[] wanted = IntStream.range(500, 1_000).filter(v -> v % 2 == 0).toArray();
            SourceArrangement few = SourceArrangement.ofFew(graph, wanted, 25);
            int[] all = IntStream.range(0, 10)
                    .mapToObj(_ -> few.next(25))
                    .peek(batch -> assertThat(Arrays.stream(batch).max().getAsInt()
                                    - Arrays.stream(batch).min().getAsInt())
                            .isEqualTo(48))
                    .flatMapToInt(Arrays::stream)
                    .sorted()
                    .toArray();
            assertThat(all).isEqualTo(wanted);
            assertThat(few.exhausted()).isTrue();
        }
    }

    /// On a mesh a batch is a ball: its vertices are neighbours of each other.
    @Test
    void batchesNeighboursOnAMesh() {
        try (Graph graph = Prepared.graph(Shapes.grid(40, 40), "random")) {
            SourceArrangement arrangement =
                    new SourceArrangement(graph, IntStream.range(0, 1_600).toArray(), 64);
            Set<Integer> ball = new HashSet<>();
            Arrays.stream(arrangement.next(64)).forEach(ball::add);
            long inner = ball.stream()
                    .filter(v -> neighbours(graph, v).anyMatch(ball::contains))
                    .count();
            assertThat(inner).isEqualTo(64);
        }
    }

    private static Stream<Integer> neighbours(Graph graph, int v) {
        return IntStream.range((int) graph.out().start(v), (int) graph.out().end(v))
                .mapToObj(edge -> graph.out().row(edge));
    }

    @Test
    void paysForMostVerticesAndNotForAFewOfThem() {
        assertThat(SourceArrangement.pays(1 << 24, 1 << 24, 1_024)).isTrue();
        assertThat(SourceArrangement.pays(1 << 19, 1 << 24, 1_024)).isTrue();
        assertThat(SourceArrangement.pays((1 << 19) - 1, 1 << 24, 1_024)).isFalse();
        assertThat(SourceArrangement.pays(1_100, 1 << 24, 1_024)).isFalse();
        assertThat(SourceArrangement.pays(1_024, 2_000, 1_024)).isFalse();
        assertThat(SourceArrangement.pays(1_025, 2_000, 1_024)).isTrue();
    }

    @Test
    void drawsFullBatchesOfAJobBySeed() {
        try (Graph graph = Prepared.graph(Shapes.grid(40, 40))) {
            int[] order = new SourceArrangement(graph, IntStream.range(0, 1_600).toArray(), 100).next(1_600);
            List<int[]> drawn = JobBatches.draw(graph, Direction.OUT, 100, 5, 9);
            assertThat(drawn).hasSize(5);
            for (int[] batch : drawn) {
                int first = IntStream.range(0, 16)
                        .filter(i -> order[100 * i] == batch[0])
                        .findFirst()
                        .orElseThrow();
                assertThat(batch).isEqualTo(Arrays.copyOfRange(order, 100 * first, 100 * first + 100));
            }
            assertThat(JobBatches.draw(graph, Direction.OUT, 100, 5, 9))
                    .usingRecursiveComparison()
                    .isEqualTo(drawn);
            assertThat(JobBatches.draw(graph, Direction.OUT, 100, 99, 1)).hasSize(16);
            assertThat(JobBatches.draw(graph, Direction.OUT, 1_600, 3, 1))
                    .containsExactly(new SourceArrangement(
                                    graph, IntStream.range(0, 1_600).toArray(), 1_600)
                            .next(1_600));
            assertThat(JobBatches.draw(graph, Direction.OUT, 2_000, 3, 1)).hasSize(1);
            assertThat(JobBatches.draw(graph, Direction.OUT, 2_000, 3, 1).getFirst())
                    .hasSize(1_600);
        }
    }

    /// Who has no edge to follow costs nothing: along in-edges it is who nobody leads to.
    @Test
    void batchesAreDrawnOfWhoHasAnEdgeToFollow() {
        TestGraph fan = new TestGraph("fan", 9, new int[] {0, 1, 2, 3, 4, 5}, new int[] {6, 6, 7, 7, 8, 8}, true);
        try (Graph graph = Prepared.graph(fan, "natural")) {
            assertThat(JobBatches.draw(graph, Direction.OUT, 100, 1, 1).getFirst())
                    .containsExactly(0, 1, 2, 3, 4, 5);
            assertThat(JobBatches.draw(graph, Direction.IN, 100, 1, 1).getFirst())
                    .containsExactly(6, 7, 8);
        }
    }
}
