package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A level bottom-up, of records drawn at random, against what a look at every neighbour finds.
class BitPullTest {
    /// By vertex what it gains, and edges into those that still want a bit.
    private record Level(long[][] gained, long wanting) {}

    private static Level byHand(Csc in, int n, int words, long[] seen, long[] dead, long hubDegree) {
        long[][] gained = new long[n][];
        long wanting = 0;
        for (int v = 0; v < n; v++) {
            long[] found = new long[words];
            boolean some = false;
            boolean wants = false;
            for (int w = 0; w < words; w++) {
                long known = seen[v * words + w] | dead[w];
                for (long edge = in.start(v); edge < in.end(v); edge++) {
                    found[w] |= seen[in.row(edge) * words + w];
                }
                found[w] &= ~known;
                some |= found[w] != 0;
                // A vertex that threads share out is counted by what it wanted before.
                long after = in.degree(v) > hubDegree ? known : known | found[w];
                wants |= after != -1;
            }
            gained[v] = some ? found : null;
            wanting += wants ? in.degree(v) : 0;
        }
        return new Level(gained, wanting);
    }

    private static void expectLevel(Graph graph, int words, int threads, int full, Random dice) {
        try (Workers workers = new Workers(threads)) {
            int n = graph.verticesWithEdges();
            BitState state = new BitState(n, words, threads);
            BitFrontier frontier = new BitFrontier(n, words, threads);
            BitPull pull = new BitPull(new Adjacency(graph.in(), workers), n, state, frontier, workers);
            long[] seen = state.seen();
            long[] dead = new long[words];
            for (int level = 0; level < 3; level++) {
                Arrays.setAll(seen, i -> drawn(dice, full));
                Arrays.setAll(dead, i -> drawn(dice, full));
                long hubDegree = threads == 1 ? Long.MAX_VALUE : BitPull.HUB_EDGES;
                Level expected = byHand(graph.in(), n, words, seen, dead, hubDegree);
                assertThat(pull.run(dead)).isEqualTo(expected.wanting);
                frontier.seal();
                long[][] found = new long[n][];
                int slots = frontier.blocks() * BitFrontier.BLOCK;
                for (int slot = 0; slot < slots; slot++) {
                    int v = frontier.vertices()[slot];
                    if (v >= 0) {
                        assertThat(found[v]).isNull();
                        found[v] = Arrays.copyOfRange(frontier.bits(), slot * words, (slot + 1) * words);
                    }
                }
                assertThat(found).isDeepEqualTo(expected.gained);
                frontier.advance();
                assertThat(frontier.queueEnd()).isEqualTo(slots);
                assertThat(frontier.blocks()).isZero();
            }
        }
    }

    /// All bits, none, or some.
    private static long drawn(Random dice, int full) {
        int kind = dice.nextInt(10);
        long some = dice.nextLong();
        return kind < full ? -1 : kind == full ? 0 : some | Long.rotateLeft(some, 17);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "1, 3, 8", "8, 1, 9", "8, 2, 2", "16, 1, 9", "16, 3, 0"})
    void findsWhatNeighboursHaveSeenAndCountsEdgesIntoWhatIsWanting(int words, int threads, int full) {
        Random dice = new Random(words + threads);
        for (GraphKind kind : GraphKind.values()) {
            try (Graph graph = Prepared.graph(kind.draw(words, 150))) {
                expectLevel(graph, words, threads, full, dice);
            }
        }
    }

    /// A hub whose list threads share out, and one whose list is too short for that by an edge.
    @Test
    void sharesOutTheListsOfHubs() {
        for (int leaves = BitPull.HUB_EDGES; leaves <= BitPull.HUB_EDGES + 1; leaves++) {
            try (Graph graph = Prepared.graph(Shapes.star(leaves + 1))) {
                for (int full : new int[] {0, 9}) {
                    expectLevel(graph, 1, 2, full, new Random(full));
                    expectLevel(graph, 8, 2, full, new Random(full));
                }
                expectLevel(graph, 1, 1, 9, new Random(1));
            }
        }
    }

    /// Ranges of vertices end where they hold many edges: after two vertices here, and after some two hundred.
    @Test
    void dealsVerticesOfManyEdgesInShortRanges() {
        try (Graph graph = Prepared.graph(Shapes.completeBipartite(40, 3_000))) {
            for (int threads = 1; threads <= 3; threads++) {
                expectLevel(graph, 1, threads, 0, new Random(threads));
                expectLevel(graph, 8, threads, 5, new Random(threads));
            }
        }
    }

    @Test
    void forgetsTheStretchesThatAWorkerTouched() {
        for (int words : new int[] {1, 8}) {
            BitState state = new BitState(130, words, 2);
            Arrays.fill(state.seen(), -1);
            state.touch(63, 0);
            state.touch(0, 1);
            state.touch(64, 1);
            state.touch(127, 1);
            state.clear(0);
            expectForgotten(state, 0, 64);
            state.clear(1);
            expectForgotten(state, 0, 128);
            Arrays.fill(state.seen(), -1);
            state.clear(0);
            state.clear(1);
            expectForgotten(state, 0, 0);
            state.touch(129, 1);
            state.clear(1);
            expectForgotten(state, 128, 130);
        }
    }

    private static void expectForgotten(BitState state, int from, int to) {
        long[] expected = new long[130 * state.words()];
        Arrays.fill(expected, -1);
        Arrays.fill(expected, from * state.words(), to * state.words(), 0);
        assertThat(state.seen()).isEqualTo(expected);
    }

    /// Each worker has blocks of its own; a new one has no bits.
    @Test
    void workersAppendToBlocksOfTheirOwn() {
        int words = 8;
        BitFrontier frontier = new BitFrontier(300, words, 2);
        Arrays.fill(frontier.bits(), -1);
        for (int i = 0; i < 65; i++) {
            int slot = frontier.appender(0).slot();
            assertThat(slot).isEqualTo(i < 64 ? i : 128);
            assertThat(Arrays.copyOfRange(frontier.bits(), slot * words, (slot + 1) * words))
                    .containsOnly(0);
            frontier.appender(0).append(1_000 + i);
            if (i == 5) {
                assertThat(frontier.appender(1).slot()).isEqualTo(64);
                frontier.appender(1).append(7);
            }
        }
        assertThat(frontier.blocks()).isEqualTo(3);
        frontier.seal();
        int[] built = Arrays.copyOf(frontier.vertices(), 192);
        int[] expected = new int[192];
        Arrays.setAll(expected, i -> i < 64 ? 1_000 + i : i == 64 ? 7 : i == 128 ? 1_064 : -1);
        assertThat(built).isEqualTo(expected);
        frontier.advance();
        assertThat(Arrays.copyOf(frontier.queue(), 192)).isEqualTo(expected);
        assertThat(frontier.queueEnd()).isEqualTo(192);
        assertThat(frontier.blocks()).isZero();
        assertThat(frontier.appender(1).slot()).isZero();
        frontier.seal();
        assertThat(Arrays.copyOf(frontier.vertices(), 64)).containsOnly(-1);
    }
}
