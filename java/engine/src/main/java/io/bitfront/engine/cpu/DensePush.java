package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import java.util.Arrays;

/// A top-down level whose frontier has many edges: each worker marks the ends of its edges in a bitmap of its own,
/// without looking whether they were visited and without atomics; then a sweep over all words merges the marks, drops
/// what was visited and stores levels in the order of memory. The paper's lazy update (Section 5.2), with as many
/// bitmaps as threads, which read back n/8 bytes each.
final class DensePush {
    private static final int BLOCK = 64;
    /// Rows from which four walks at once pay: the next mark of one walk often meets the word of its last.
    private static final int LONG = 128;

    private final SearchState state;
    /// Per worker; zero between levels.
    private final long[][] marks;
    private final Tally touched;

    DensePush(SearchState state) {
        this.state = state;
        marks = new long[state.workers.threads()][state.words];
        touched = new Tally(state.workers.threads());
    }

    /// Zeroes marks that a failed level left behind.
    void clear() {
        for (long[] mine : marks) {
            Arrays.fill(mine, 0);
        }
    }

    /// Runs one level.
    void run() {
        if (state.inQueue) {
            int grain = Math.clamp((state.end - state.begin) / (16L * state.workers.threads()), 1, BLOCK);
            state.workers.forRange(
                    state.begin,
                    state.end,
                    grain,
                    (worker, from, to) -> mark(worker, state.queue, (int) from, (int) to));
        } else {
            state.workers.forRange(0, state.words, SearchState.GRAIN / 4, this::markWords);
        }
        state.workers.forRange(0, state.words, 4 * SearchState.GRAIN, this::sweep);
        state.advanceBitmap();
    }

    private void markWords(int worker, long from, long to) {
        int[] vertices = state.scratch[worker];
        int count = 0;
        for (int w = (int) from; w < to; w++) {
            for (long bits = state.frontier[w]; bits != 0; bits &= bits - 1) {
                vertices[count++] = (w << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        for (int i = 0; i < count; i += BLOCK) {
            mark(worker, vertices, i, Math.min(i + BLOCK, count));
        }
    }

    private void mark(int worker, int[] vertices, int from, int to) {
        Adjacency out = state.out;
        long[] mine = marks[worker];
        touched.add(worker, out.touch(vertices, from, to));
        for (int i = from; i < to; i++) {
            long edge = out.start(vertices[i]);
            long end = out.end(vertices[i]);
            if (end - edge >= LONG) {
                edge = markQuarters(mine, edge, (int) (end - edge >>> 2));
            }
            for (; edge < end; edge++) {
                int v = out.row(edge);
                mine[v >>> 6] |= 1L << v;
            }
        }
    }

    /// Marks four runs of `length` rows at once, the first at `edge`.
    ///
    /// @return the first row after them
    private long markQuarters(long[] mine, long edge, int length) {
        Adjacency out = state.out;
        long second = edge + length;
        long third = second + length;
        long fourth = third + length;
        for (int i = 0; i < length; i++) {
            int a = out.row(edge + i);
            int b = out.row(second + i);
            int c = out.row(third + i);
            int d = out.row(fourth + i);
            mine[a >>> 6] |= 1L << a;
            mine[b >>> 6] |= 1L << b;
            mine[c >>> 6] |= 1L << c;
            mine[d >>> 6] |= 1L << d;
        }
        return fourth + length;
    }

    private void sweep(int worker, long from, long to) {
        long[] visited = state.visited;
        int[] level = state.level;
        int depth = state.depth;
        long found = 0;
        for (int w = (int) from; w < to; w++) {
            long marked = 0;
            for (long[] mine : marks) {
                marked |= mine[w];
                mine[w] = 0;
            }
            long fresh = marked & ~visited[w];
            state.next[w] = fresh;
            visited[w] |= fresh;
            found += Long.bitCount(fresh);
            for (long bits = fresh; bits != 0; bits &= bits - 1) {
                level[(w << 6) + Long.numberOfTrailingZeros(bits)] = depth;
            }
        }
        state.found.add(worker, found);
    }
}
