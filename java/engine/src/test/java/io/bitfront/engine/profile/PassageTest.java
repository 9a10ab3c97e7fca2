package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Cuts of random pieces, compared with all there are.
class PassageTest {
    @Test
    void isTheNarrowestThatLeavesEitherSideItsShare() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(12);
            LocalGraph graph = graph(random, n);
            int[] piece = random.ints(n, 0, 2).toArray();
            int[] key = random.ints(n, -2, 2 + random.nextInt(6)).toArray();
            int[] vertices = IntStream.range(0, n).filter(v -> piece[v] == 0).toArray();
            int least = random.nextInt(51);
            if (vertices.length > 0) {
                assertThat(Passage.narrowest(graph, vertices, key, piece, least))
                        .as("seed %d", seed)
                        .isEqualTo(expected(graph, vertices, key, piece, least));
            }
        }
    }

    private static LocalGraph graph(Random random, int n) {
        List<List<Integer>> lists = new ArrayList<>();
        IntStream.range(0, n).forEach(_ -> lists.add(new ArrayList<>()));
        for (int edge = 0; edge < 2 * n; edge++) {
            int from = random.nextInt(n);
            int to = random.nextInt(n);
            lists.get(from).add(to);
            lists.get(to).add(from);
        }
        int[] start = new int[n + 1];
        for (int v = 0; v < n; v++) {
            start[v + 1] = start[v] + lists.get(v).size();
        }
        int[] neighbour =
                lists.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
        return new LocalGraph(start, neighbour, IntStream.range(0, n).toArray());
    }

    private static Passage expected(LocalGraph graph, int[] vertices, int[] key, int[] piece, int leastPercent) {
        int low = Arrays.stream(vertices).map(v -> key[v]).min().orElseThrow();
        int high = Arrays.stream(vertices).map(v -> key[v]).max().orElseThrow();
        int wanted = vertices.length * leastPercent / 100;
        Passage best = null;
        int bestSide = -1;
        for (int threshold = low; threshold < high; threshold++) {
            int at = threshold;
            int lower = (int) Arrays.stream(vertices).filter(v -> key[v] <= at).count();
            int width = (int) Arrays.stream(vertices)
                    .filter(v -> key[v] <= at && reachesAbove(graph, v, key, piece, at))
                    .count();
            int side = Math.min(wanted, Math.min(lower, vertices.length - lower));
            if (side > bestSide || side == bestSide && width < best.width()) {
                best = new Passage(threshold, width, side);
                bestSide = side;
            }
        }
        return best;
    }

    private static boolean reachesAbove(LocalGraph graph, int v, int[] key, int[] piece, int threshold) {
        return Arrays.stream(graph.neighbour(), graph.start()[v], graph.start()[v + 1])
                .anyMatch(w -> piece[w] == piece[v] && key[w] > threshold);
    }
}
