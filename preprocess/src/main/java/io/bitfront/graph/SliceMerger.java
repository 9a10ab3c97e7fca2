package io.bitfront.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Turns the up to 8 sorted columns of a slice set into its slices, ascending by row. Holds work memory for one thread.
///
/// A slice is packed as `row << 8 | mask`. Small sets are merged pairwise in three rounds without branches on the data;
/// sets so large that scanning a mask byte per row is cheaper are scattered into bytes, a block of rows at a time.
final class SliceMerger {
    /// Rows of one block of the scattering way: its mask bytes stay in the second-level cache.
    private static final int BLOCK = 1 << 16;
    /// Most edges of a set that is merged; bounds the work memory.
    private static final int MOST_MERGED = 1 << 20;
    /// Merging costs about this many times more per edge than scanning costs per row.
    private static final int ROWS_PER_EDGE = 128;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Csc csc;
    private final int vertexCount;
    private final int mostMerged;
    private final long[] start = new long[Bvss.SIGMA + 1];
    private final int[] runs = new int[Bvss.SIGMA + 1];
    private final byte[] masks = new byte[BLOCK];
    private int[] rows = new int[0];
    private long[] front = new long[0];
    private long[] back = new long[0];

    /// Receives slices in ascending order, in one or several calls; the array is reused.
    @FunctionalInterface
    interface Sink {
        void accept(long[] slices, int from, int to);
    }

    SliceMerger(Csc csc) {
        this.csc = csc;
        this.vertexCount = csc.vertexCount();
        this.mostMerged = Math.clamp(vertexCount / ROWS_PER_EDGE, 1 << 10, MOST_MERGED);
    }

    /// Hands the slices of one slice set to `sink`.
    void slices(int set, Sink sink) {
        long first = (long) set * Bvss.SIGMA;
        int columns = (int) Math.min(Bvss.SIGMA, vertexCount - first);
        csc.columnStart().read(first, start, 0, columns + 1);
        Arrays.fill(start, columns + 1, start.length, start[columns]);
        long edges = start[Bvss.SIGMA] - start[0];
        if (edges == 0) {
            return;
        }
        if (edges <= mostMerged) {
            merge((int) edges, sink);
        } else {
            scatter(sink);
        }
    }

    private void merge(int edges, Sink sink) {
        load(edges);
        int runCount = Bvss.SIGMA;
        while (runCount > 1) {
            int at = 0;
            for (int r = 0; r < runCount; r += 2) {
                int begin = runs[r];
                int middle = runs[r + 1];
                int end = runs[r + 2];
                runs[r / 2] = at;
                at = mergeTwo(front, begin, middle, end, back, at);
            }
            runCount /= 2;
            runs[runCount] = at;
            long[] swap = front;
            front = back;
            back = swap;
        }
        sink.accept(front, 0, runs[1]);
    }

    private void load(int edges) {
        if (rows.length < edges) {
            int capacity = Math.max(edges, Math.min(mostMerged, 2 * rows.length));
            rows = new int[capacity];
            front = new long[capacity];
            back = new long[capacity];
        }
        csc.rowIndex().read(start[0], rows, 0, edges);
        for (int c = 0; c < Bvss.SIGMA; c++) {
            int begin = (int) (start[c] - start[0]);
            int end = (int) (start[c + 1] - start[0]);
            runs[c] = begin;
            long bit = 1L << c;
            for (int e = begin; e < end; e++) {
                front[e] = (long) rows[e] << Bvss.SIGMA | bit;
            }
        }
        runs[Bvss.SIGMA] = edges;
    }

    /// Merges `[begin, middle)` and `[middle, end)` of `from`; slices of the same row become one. Branches on which row
    /// is smaller would be mispredicted half the time, so both are computed and masked.
    private static int mergeTwo(long[] from, int begin, int middle, int end, long[] to, int at) {
        int a = begin;
        int b = middle;
        int out = at;
        while (a < middle && b < end) {
            long x = from[a];
            long y = from[b];
            long difference = (x >>> Bvss.SIGMA) - (y >>> Bvss.SIGMA);
            long takeX = difference - 1 >> 63;
            long takeY = -difference - 1 >> 63;
            to[out++] = x & takeX | y & takeY;
            a -= (int) takeX;
            b -= (int) takeY;
        }
        System.arraycopy(from, a, to, out, middle - a);
        out += middle - a;
        System.arraycopy(from, b, to, out, end - b);
        return out + end - b;
    }

    private void scatter(Sink sink) {
        if (front.length < BLOCK) {
            front = new long[BLOCK];
            back = new long[BLOCK];
            rows = new int[BLOCK];
        }
        long[] next = Arrays.copyOf(start, Bvss.SIGMA);
        for (long block = 0; block < vertexCount; block += BLOCK) {
            for (int c = 0; c < Bvss.SIGMA; c++) {
                next[c] = markBlock(c, next[c], block);
            }
            int count = gather(block);
            if (count > 0) {
                sink.accept(front, 0, count);
            }
        }
    }

    /// Marks the rows of column `c` that lie in a block, from entry `from` on. Reads about as many rows as a
    /// block of an even column has at a time.
    ///
    /// @return the first entry behind the block
    private long markBlock(int c, long from, long block) {
        byte bit = (byte) (1 << c);
        long end = start[c + 1];
        int step = (int) Math.min(BLOCK, (end - start[c]) * BLOCK / vertexCount + Long.SIZE);
        long at = from;
        while (at < end) {
            int count = (int) Math.min(step, end - at);
            csc.rowIndex().read(at, rows, 0, count);
            int marked = mark(count, block, bit);
            at += marked;
            if (marked < count) {
                break;
            }
        }
        return at;
    }

    /// @return how many of the first `count` rows lie in the block
    private int mark(int count, long block, byte bit) {
        long blockEnd = block + BLOCK;
        int i = 0;
        for (; i < count && rows[i] < blockEnd; i++) {
            masks[(int) (rows[i] - block)] |= bit;
        }
        return i;
    }

    /// Collects the non-zero masks of a block into `front` and clears them.
    private int gather(long block) {
        int count = 0;
        for (int at = 0; at < BLOCK; at += Long.BYTES) {
            long eight = (long) LONGS.get(masks, at);
            if (eight == 0) {
                continue;
            }
            LONGS.set(masks, at, 0L);
            for (int i = 0; i < Long.BYTES; i++) {
                long mask = eight >>> Byte.SIZE * i & 0xFF;
                front[count] = block + at + i << Bvss.SIGMA | mask;
                count += mask == 0 ? 0 : 1;
            }
        }
        return count;
    }
}
