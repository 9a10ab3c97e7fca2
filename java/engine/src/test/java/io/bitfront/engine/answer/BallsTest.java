package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BallsTest {
    private static final int SIDE = 300;
    private static final int N = SIDE * SIDE;

    /// Large enough for many threads; balls overlap, grow and lie within others.
    @Test
    void rulesOutWhatIsWithinABallOnAGraphForManyThreads() {
        try (Graph graph = grid()) {
            SplittableRandom dice = new SplittableRandom(17);
            int[] centres = dice.ints(12, 0, N).toArray();
            int[] carried = new int[N];
            BitSet ruledOut = new BitSet(N);
            Balls balls = new Balls(graph.out());
            for (int round = 1; round <= 3; round++) {
                for (int centre : centres) {
                    int radius = dice.nextInt(20 * round);
                    balls.add(centre, radius);
                    carry(graph, centre, radius, carried);
                }
                balls.spread(v -> {
                    assertThat(ruledOut.get(v)).as("%d is told once", v).isFalse();
                    ruledOut.set(v);
                });
                for (int v = 0; v < N; v++) {
                    int vertex = v;
                    boolean centre = Arrays.stream(centres).anyMatch(c -> c == vertex);
                    assertThat(centre || ruledOut.get(v) == carried[v] > 0)
                            .as("%d in round %d", v, round)
                            .isTrue();
                }
            }
        }
    }

    private static Graph grid() {
        int[] from = new int[2 * N];
        int[] to = new int[2 * N];
        int edges = 0;
        for (int v = 0; v < N; v++) {
            if (v % SIDE != SIDE - 1) {
                from[edges] = v;
                to[edges++] = v + 1;
            }
            if (v + SIDE < N) {
                from[edges] = v;
                to[edges++] = v + SIDE;
            }
        }
        return Graph.of(N, Arrays.copyOf(from, edges), Arrays.copyOf(to, edges)).undirected();
    }

    /// Marks what lies at 1 to `radius` hops by a search of its own.
    private static void carry(Graph graph, int centre, int radius, int[] carried) {
        int[] away = new int[N];
        Arrays.fill(away, -1);
        away[centre] = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(centre);
        while (!queue.isEmpty()) {
            int v = queue.remove();
            for (long edge = graph.out().start(v); edge < graph.out().end(v) && away[v] < radius; edge++) {
                int w = graph.out().row(edge);
                if (away[w] < 0) {
                    away[w] = away[v] + 1;
                    carried[w] = 1;
                    queue.add(w);
                }
            }
        }
    }
}
