package io.bitfront.order;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// JaccardWithWindows (paper Section 4.1, Algorithm 1) on the vertices with edges, in the input's order: windows are
/// independent and run in parallel. Afterwards whole slice sets within a window, and whole windows, are sorted by their
/// largest in-degree, descending, ties by position; which columns share a slice set, and so the compression, stays. A
/// last set of fewer than 8 columns stays last.
final class JaccardOrdering implements Ordering {
    private final int windowSize;
    private final int mostCommon;

    JaccardOrdering(int windowSize) {
        this(windowSize, OrderingOptions.MOST_COMMON);
    }

    /// @param mostCommon as in [OrderingOptions#MOST_COMMON]
    JaccardOrdering(int windowSize, int mostCommon) {
        this.windowSize = windowSize;
        this.mostCommon = mostCommon;
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        int n = out.vertexCount();
        IntArray oldIdOf = IntArray.allocate(arena, n, "permutation");
        try (Arena work = Arena.ofShared()) {
            IntArray ordered = IntArray.allocate(work, n, "columns by window");
            int connected = IsolatedLast.list(out, in, ordered, workers);
            long[] keys = windows(out, in, ordered, connected, workers, progress);
            Arrays.sort(keys);
            int whole = connected - connected % Bvss.SIGMA;
            int[] target = new int[keys.length];
            int next = 0;
            for (long key : keys) {
                int window = (int) key;
                target[window] = next;
                next += wholeEnd(window, whole) - window * windowSize;
            }
            workers.forRange(0, keys.length, 1, (worker, window, end) -> {
                int begin = (int) window * windowSize;
                int length = wholeEnd((int) window, whole) - begin;
                oldIdOf.slice(target[(int) window], length)
                        .segment()
                        .copyFrom(ordered.slice(begin, length).segment());
            });
            oldIdOf.slice(whole, n - whole)
                    .segment()
                    .copyFrom(ordered.slice(whole, n - whole).segment());
        }
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    private int wholeEnd(int window, int whole) {
        return (int) Math.min((window + 1L) * windowSize, whole);
    }

    /// Orders the columns of each window in place; returns for each window a key that sorts it among the others.
    private long[] windows(Csc out, Csc in, IntArray ordered, int connected, Workers workers, Progress progress) {
        long[] keys = new long[(int) ((connected + (long) windowSize - 1) / windowSize)];
        JaccardWindow[] states = new JaccardWindow[workers.threads()];
        try (Progress.Phase phase = progress.start("jaccard windows", keys.length, "window")) {
            workers.forRange(0, keys.length, 1, (worker, window, rangeEnd) -> {
                if (states[worker] == null) {
                    states[worker] = new JaccardWindow(out, mostCommon);
                }
                int begin = (int) window * windowSize;
                int end = (int) Math.min(begin + (long) windowSize, connected);
                states[worker].order(ordered, begin, end);
                int largest = SliceSets.sortByInDegree(in, ordered, begin, end);
                keys[(int) window] = (long) (Integer.MAX_VALUE - largest) << 32 | window;
                phase.advance(1);
            });
        }
        return keys;
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        long columns = Math.min(windowSize, vertexCount);
        long edges = vertexCount == 0 ? 0 : (long) ((double) edgeCount / vertexCount * columns);
        return 4L * vertexCount + threads * (12 * edges + 40 * columns);
    }
}
