package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Descending in-degree, ties by id, vertices without any edge last: a counting sort, each worker counting and placing
/// its own share of the vertices. Degrees of 65,535 and more share one counter; those few vertices are then sorted.
final class DegreeOrdering implements Ordering {
    private static final int LARGE = (1 << 16) - 1;
    private static final int KEYS = LARGE + 2;

    @Override
    public String name() {
        return "degree";
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        int n = out.vertexCount();
        int shares = workers.threads();
        IntArray oldIdOf = IntArray.allocate(arena, n, "permutation");
        int[][] next = new int[shares][KEYS];
        workers.onEach(worker -> {
            int end = share(n, worker + 1, shares);
            for (int v = share(n, worker, shares); v < end; v++) {
                next[worker][key(out, in, v)]++;
            }
        });
        int large = countsToStarts(next);
        workers.onEach(worker -> {
            int end = share(n, worker + 1, shares);
            for (int v = share(n, worker, shares); v < end; v++) {
                oldIdOf.set(next[worker][key(out, in, v)]++, v);
            }
        });
        sortLarge(in, oldIdOf, large);
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    private static int share(int n, int index, int shares) {
        return (int) ((long) n * index / shares);
    }

    /// Ascending keys for descending degrees.
    private static int key(Csc out, Csc in, int vertex) {
        int degree = in.degree(vertex);
        return degree == 0 && out.degree(vertex) == 0 ? KEYS - 1 : LARGE - Math.min(degree, LARGE);
    }

    /// @return vertices of key 0
    private static int countsToStarts(int[][] next) {
        int start = 0;
        int large = 0;
        for (int key = 0; key < KEYS; key++) {
            for (int[] share : next) {
                int count = share[key];
                share[key] = start;
                start += count;
            }
            large = key == 0 ? start : large;
        }
        return large;
    }

    private static void sortLarge(Csc in, IntArray oldIdOf, int count) {
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            int vertex = oldIdOf.get(i);
            keys[i] = (long) (Integer.MAX_VALUE - in.degree(vertex)) << 32 | vertex;
        }
        Arrays.sort(keys);
        for (int i = 0; i < count; i++) {
            oldIdOf.set(i, (int) keys[i]);
        }
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return 4L * KEYS * threads + 8 * (edgeCount / LARGE);
    }
}
