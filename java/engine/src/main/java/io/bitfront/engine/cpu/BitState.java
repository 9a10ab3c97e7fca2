package io.bitfront.engine.cpu;

import java.util.Arrays;

/// What a batch knows of each vertex: which of its sources have reached it, a record of `words` longs per vertex.
/// Remembers which stretches of vertices were touched, so that clearing costs what the batch reached. Heap arrays: a
/// gather from memory segments took 1.5 times as long.
final class BitState {
    /// Longs handled together: a cache line, and as many as the pull kernel keeps in registers.
    static final int PART = 8;

    private static final int STRETCH_SHIFT = 6;

    private final int vertexCount;
    private final int words;
    private final long[] seen;
    private final byte[] touched;
    private final int[][] touchedStretches;
    private final int[] touchedCount;

    /// @param words longs per vertex: 1, or a multiple of [#PART]
    BitState(int vertexCount, int words, int workers) {
        this.vertexCount = vertexCount;
        this.words = words;
        this.seen = new long[vertexCount * words];
        int stretches = (vertexCount >> STRETCH_SHIFT) + 1;
        this.touched = new byte[stretches];
        this.touchedStretches = new int[workers][stretches];
        this.touchedCount = new int[workers];
    }

    /// Whether records of so many vertices fit a Java array.
    static boolean indexable(int vertexCount, int words, int workers) {
        return BitFrontier.slots(vertexCount, workers) * words <= Integer.MAX_VALUE - 8;
    }

    static long bytes(int vertexCount, int words, int workers) {
        long stretches = (vertexCount >> STRETCH_SHIFT) + 1L;
        return (long) vertexCount * words * Long.BYTES + stretches * (1 + (long) workers * Integer.BYTES);
    }

    int words() {
        return words;
    }

    long[] seen() {
        return seen;
    }

    /// Notes that a vertex has bits now; `worker` is the caller.
    void touch(int vertex, int worker) {
        int stretch = vertex >> STRETCH_SHIFT;
        if (touched[stretch] == 0) {
            touched[stretch] = 1;
            touchedStretches[worker][touchedCount[worker]++] = stretch;
        }
    }

    /// Forgets what this worker touched.
    void clear(int worker) {
        for (int i = 0; i < touchedCount[worker]; i++) {
            int stretch = touchedStretches[worker][i];
            touched[stretch] = 0;
            int begin = stretch << STRETCH_SHIFT;
            int end = Math.min(begin + (1 << STRETCH_SHIFT), vertexCount);
            Arrays.fill(seen, begin * words, end * words, 0);
        }
        touchedCount[worker] = 0;
    }
}
