package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

    /// As if they had been added so large; a ball that is added later has not grown by then.
    @Test
    void growFromTheirEnds() {
        try (Graph graph = grid()) {
            SplittableRandom dice = new SplittableRandom(23);
            int[] carried = new int[N];
            BitSet ruledOut = new BitSet(N);
            BitSet centres = new BitSet(N);
            List<int[]> added = new ArrayList<>();
            Balls balls = new Balls(graph.out());
            for (int by : new int[] {0, 3, 0, 1, 8}) {
                balls.grow(by);
                added.forEach(ball -> ball[1] += by);
                for (int i = 0; i < 5; i++) {
                    int[] ball = {dice.nextInt(N), 1 + dice.nextInt(25)};
                    balls.add(ball[0], ball[1]);
                    centres.set(ball[0]);
                    added.add(ball);
                }
                balls.spread(v -> {
                    assertThat(ruledOut.get(v)).as("%d is told once", v).isFalse();
                    ruledOut.set(v);
                });
                added.forEach(ball -> carry(graph, ball[0], ball[1], carried));
                for (int v = 0; v < N; v++) {
                    assertThat(centres.get(v) || ruledOut.get(v) == carried[v] > 0)
                            .as("%d, grown by %d", v, balls.grown())
                            .isTrue();
                }
            }
            assertThat(balls.grown()).isEqualTo(12);
        }
    }

    /// From the end of a path the bound of the next vertex is its value: a ball ends where the first is admitted.
    @Test
    void reachesFromTheEndOfAPathToTheFirstVertexThatIsAdmitted() {
        int n = 40;
        LevelCounts end = path(n);
        UpperBounds bounds = new UpperBounds((reached, distance, harmonic) -> 1.0 / distance);
        for (int best = 0; best < n / 2; best++) {
            Threshold threshold = new Threshold(1);
            threshold.offer(1.0 / distanceSum(n, best), best);
            // A tie is settled by input indices, which the ball does not know: a vertex as good as the best is
            // admitted.
            assertThat(Balls.radius(end, bounds, threshold, false))
                    .as("%d is the best", best)
                    .isEqualTo(Math.max(0, best - 1));
            assertThat(Balls.radius(end.sums(), bounds, threshold))
                    .as("%d is the best, by sums", best)
                    .isEqualTo(Math.max(0, best - 1));
        }
        assertThat(Balls.radius(end, bounds, new Threshold(1), false)).isZero();
        assertThat(Balls.radius(end.sums(), bounds, new Threshold(1))).isZero();
    }

    /// Levels of several vertices make balls larger, never smaller.
    @Test
    void reachesNoFurtherBySumsThanByLevels() {
        LevelCounts counts = LevelCounts.start();
        IntStream.rangeClosed(1, 30).forEach(level -> counts.append(1 + level % 7));
        UpperBounds bounds = new UpperBounds((reached, distance, harmonic) -> 1.0 / distance);
        int smaller = 0;
        for (long best = 200; best < counts.sums().distanceSum(); best++) {
            Threshold threshold = new Threshold(1);
            threshold.offer(1.0 / best, 0);
            int bySums = Balls.radius(counts.sums(), bounds, threshold);
            int byLevels = Balls.radius(counts, bounds, threshold, false);
            assertThat(bySums).isLessThanOrEqualTo(byLevels);
            smaller += bySums < byLevels ? 1 : 0;
        }
        assertThat(smaller).isPositive();
    }

    @Test
    void reachesNoFurtherThanTheDeepestLevel() {
        for (boolean harmonic : new boolean[] {false, true}) {
            Threshold threshold = new Threshold(1);
            threshold.offer(1e9, 0);
            UpperBounds bounds =
                    new UpperBounds((reached, distance, sum) -> harmonic ? sum : (double) reached / distance);
            assertThat(Balls.radius(path(40), bounds, threshold, harmonic)).isEqualTo(39);
            assertThat(harmonic ? 39 : Balls.radius(path(40).sums(), bounds, threshold))
                    .isEqualTo(39);
        }
    }

    /// No vertex of a ball may be better than what is asked for, whatever that is.
    @Test
    void holdsNoVertexOfAPathWhoseHarmonicSumIsAdmitted() {
        int n = 40;
        UpperBounds bounds = new UpperBounds((reached, distance, harmonic) -> harmonic);
        int largest = 0;
        for (int best = 0; best < n / 2; best++) {
            Threshold threshold = new Threshold(1);
            threshold.offer(harmonicSum(n, best), best);
            int radius = Balls.radius(path(n), bounds, threshold, true);
            assertThat(radius).as("%d is the best", best).isLessThan(Math.max(1, best));
            largest = Math.max(largest, radius);
        }
        assertThat(largest).isPositive();
    }

    private static LevelCounts path(int n) {
        LevelCounts counts = LevelCounts.start();
        for (int level = 1; level < n; level++) {
            counts.append(1);
        }
        return counts;
    }

    private static long distanceSum(int n, int v) {
        return IntStream.range(0, n).map(w -> Math.abs(w - v)).sum();
    }

    private static double harmonicSum(int n, int v) {
        return IntStream.range(0, n)
                .filter(w -> w != v)
                .mapToDouble(w -> 1.0 / Math.abs(w - v))
                .sum();
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
