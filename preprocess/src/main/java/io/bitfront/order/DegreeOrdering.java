package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeBlocks;
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
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        int n = out.vertexCount();
        int shares = workers.threads();
        IntArray oldIdOf = IntArray.allocate(arena, n, "permutation");
        int[][] next = new int[shares][KEYS];
        workers.onEach(worker -> new Share(out, in, n, worker, shares).count(next[worker]));
        int large = countsToStarts(next);
        workers.onEach(worker -> new Share(out, in, n, worker, shares).place(next[worker], oldIdOf));
        sortLarge(in, oldIdOf, large);
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    /// One worker's vertices, taken by blocks.
    private static final class Share {
        private final int begin;
        private final int end;
        private final DegreeBlocks inDegrees;
        private final DegreeBlocks outDegrees;
        private final int[] keys = new int[DegreeBlocks.BLOCK];
        private final int[] vertices = new int[DegreeBlocks.BLOCK];

        @SuppressWarnings("ReferenceEquality") // one array for both directions is what makes a graph undirected
        Share(Csc out, Csc in, int n, int worker, int shares) {
            begin = (int) ((long) n * worker / shares);
            end = (int) ((long) n * (worker + 1) / shares);
            inDegrees = new DegreeBlocks(in.columnStart());
            outDegrees = in == out ? inDegrees : new DegreeBlocks(out.columnStart());
        }

        void count(int[] counts) {
            for (int first = begin; first < end; first += DegreeBlocks.BLOCK) {
                int count = readKeys(first);
                for (int i = 0; i < count; i++) {
                    counts[keys[i]]++;
                }
            }
        }

        void place(int[] next, IntArray oldIdOf) {
            for (int first = begin; first < end; first += DegreeBlocks.BLOCK) {
                int count = readKeys(first);
                for (int i = 0; i < count; i++) {
                    vertices[i] = first + i;
                    keys[i] = next[keys[i]]++;
                }
                oldIdOf.scatter(keys, vertices, count);
            }
        }

        /// Ascending keys for descending degrees.
        private int readKeys(int first) {
            int count = Math.min(DegreeBlocks.BLOCK, end - first);
            int[] out = outDegrees.read(first, count);
            int[] in = inDegrees.read(first, count);
            for (int i = 0; i < count; i++) {
                keys[i] = (in[i] | out[i]) == 0 ? KEYS - 1 : LARGE - Math.min(in[i], LARGE);
            }
            return count;
        }
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
