package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// Weakly connected components by concurrent union-find: a root is only ever linked below a smaller one, so every
/// component ends with its smallest vertex as its label, whatever the threads did. The first few neighbours of every
/// vertex are united at once; what then belongs to the largest component found needs no further look, since each edge
/// out of it is also met from its other end (Sutton, Ben-Nun, Barak, IPDPS 2018).
public final class Components {
    private static final VarHandle PARENT = ValueLayout.JAVA_INT.arrayElementVarHandle();
    private static final long GRAIN = 1 << 14;
    private static final int FIRST_NEIGHBOURS = 2;
    private static final int SAMPLES = 1024;

    private final Csc out;
    private final Csc in;
    private final IntArray labels;
    private final MemorySegment parent;
    private final Workers workers;
    private final BooleanSupplier stop;

    private Components(Csc out, Csc in, IntArray labels, Workers workers, BooleanSupplier stop) {
        this.stop = stop;
        this.out = out;
        this.in = in;
        this.labels = labels;
        this.parent = labels.segment();
        this.workers = workers;
    }

    /// For each vertex the smallest vertex of its component.
    ///
    /// @param in the transpose of `out`; the same object where the graph is undirected
    /// @param arena receives the result
    public static IntArray label(Csc out, Csc in, Arena arena, Workers workers) {
        return label(out, in, arena, workers, () -> false);
    }

    /// As [#label(Csc, Csc, Arena, Workers)], unless it is given up.
    ///
    /// @param stop whether nobody wants the labels any more: asked by all threads at each [#GRAIN] vertices
    /// @throws CancellationException where it was given up
    public static IntArray label(Csc out, Csc in, Arena arena, Workers workers, BooleanSupplier stop) {
        IntArray labels = IntArray.allocate(arena, out.vertexCount(), "component labels");
        new Components(out, in, labels, workers, stop).run();
        return labels;
    }

    /// The number of weakly connected components, isolated vertices included; work memory of 4 bytes a vertex is freed
    /// before returning.
    ///
    /// @param in the transpose of `out`; the same object where the graph is undirected
    public static int count(Csc out, Csc in, Workers workers) {
        try (Arena work = Arena.ofShared()) {
            IntArray labels = label(out, in, work, workers);
            AtomicInteger roots = new AtomicInteger();
            workers.forRange(0, labels.length(), GRAIN, (worker, begin, end) -> {
                int[] block = new int[(int) (end - begin)];
                labels.read(begin, block, 0, block.length);
                int found = 0;
                for (int i = 0; i < block.length; i++) {
                    found += block[i] == begin + i ? 1 : 0;
                }
                roots.addAndGet(found);
            });
            return roots.get();
        }
    }

    private void run() {
        int n = out.vertexCount();
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            int[] block = new int[(int) (end - begin)];
            Arrays.setAll(block, i -> (int) begin + i);
            labels.write(begin, block, 0, block.length);
        });
        workers.forRange(0, n, GRAIN, (worker, begin, end) -> {
            goOn();
            uniteFirst((int) begin, (int) end);
        });
        flatten();
        int largest = mostFrequent();
        ColumnRanges.forEach(out.columnStart(), workers, GRAIN, (worker, first, end) -> {
            goOn();
            for (int v = first; v < end; v++) {
                if (root(v) != largest) {
                    uniteWithRows(v, out, Math.min(out.end(v), out.start(v) + FIRST_NEIGHBOURS), out.end(v));
                    if (directed()) {
                        uniteWithRows(v, in, in.start(v), in.end(v));
                    }
                }
            }
        });
        flatten();
    }

    private void goOn() {
        if (stop.getAsBoolean()) {
            throw new CancellationException("given up");
        }
    }

    private void uniteFirst(int begin, int end) {
        DegreeBlocks blocks = new DegreeBlocks(out.columnStart());
        for (int first = begin; first < end; first += DegreeBlocks.BLOCK) {
            int count = Math.min(DegreeBlocks.BLOCK, end - first);
            int[] degrees = blocks.read(first, count);
            for (int i = 0; i < count; i++) {
                long start = blocks.starts()[i];
                uniteWithRows(first + i, out, start, start + Math.min(degrees[i], FIRST_NEIGHBOURS));
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // one array for both directions is what makes a graph undirected
    private boolean directed() {
        return out != in;
    }

    private void flatten() {
        workers.forRange(0, labels.length(), GRAIN, (worker, begin, end) -> {
            goOn();
            for (int v = (int) begin; v < end; v++) {
                PARENT.setOpaque(parent, 0L, (long) v, root(v));
            }
        });
    }

    /// The label most frequent among samples spread over the vertices: a guess, which decides the time alone.
    private int mostFrequent() {
        if (labels.length() == 0) {
            return -1;
        }
        int[] samples = new int[SAMPLES];
        Arrays.setAll(samples, i -> labels.get(labels.length() * i / SAMPLES));
        return mostFrequent(samples);
    }

    /// The smallest of those numbers that occur most often.
    public static int mostFrequent(int... samples) {
        int[] sorted = samples.clone();
        Arrays.sort(sorted);
        int best = sorted[0];
        int most = 0;
        for (int i = 1, begin = 0; i < sorted.length; i++) {
            begin = sorted[i] == sorted[begin] ? begin : i;
            if (i - begin > most) {
                most = i - begin;
                best = sorted[i];
            }
        }
        return best;
    }

    private void uniteWithRows(int column, Csc csc, long from, long to) {
        for (long e = from; e < to; e++) {
            unite(column, csc.row(e));
        }
    }

    private void unite(int one, int other) {
        int a = root(one);
        int b = root(other);
        while (a != b) {
            int larger = Math.max(a, b);
            int smaller = Math.min(a, b);
            if (PARENT.compareAndSet(parent, 0L, (long) larger, larger, smaller)) {
                return;
            }
            a = root(larger);
            b = root(smaller);
        }
    }

    /// Halves the path on the way. A plain write may meet another's, but both name ancestors, and a vertex that is no
    /// root never becomes one again.
    private int root(int vertex) {
        int v = vertex;
        while (true) {
            int up = (int) PARENT.getOpaque(parent, 0L, (long) v);
            if (up == v) {
                return v;
            }
            int next = (int) PARENT.getOpaque(parent, 0L, (long) up);
            if (next == up) {
                return up;
            }
            PARENT.setOpaque(parent, 0L, (long) v, next);
            v = next;
        }
    }
}
