package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Reverse Cuthill-McKee (paper Section 4.2): each weakly connected component from a pseudo-peripheral vertex of George
/// and Liu, neighbours by ascending degree, the whole reversed. Components are taken by their smallest vertex. Every
/// step costs what it touches, so half a million small components cost no more than one large one of their size.
/// Degrees count out- and in-edges of a directed graph.
final class RcmOrdering implements Ordering {
    /// Sweeps in search of a pseudo-peripheral vertex; each one that lengthens the level structure asks for another.
    private static final int MAX_SWEEPS = 6;

    private static final byte ORDERED = -1;
    private static final long REPORT = 1 << 16;

    @Override
    public String name() {
        return "rcm";
    }

    @Override
    public Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress) {
        IntArray oldIdOf = IntArray.allocate(arena, out.vertexCount(), "permutation");
        int connected = IsolatedLast.list(out, in, oldIdOf, workers);
        try (Arena scratch = Arena.ofConfined();
                Progress.Phase phase = progress.start("rcm", connected, "vertex")) {
            new Numbering(out, in, oldIdOf, scratch).run(connected, phase);
        }
        reverse(oldIdOf, connected);
        return IsolatedLast.permutation(oldIdOf, arena, workers);
    }

    private static void reverse(IntArray list, int length) {
        for (int low = 0, high = length - 1; low < high; low++, high--) {
            int vertex = list.get(low);
            list.set(low, list.get(high));
            list.set(high, vertex);
        }
    }

    @Override
    public long workBytes(int vertexCount, long edgeCount, boolean directed, int threads) {
        return vertexCount;
    }

    /// Cuthill-McKee over all components. The part of `list` that a component will fill is the queue of its sweeps too.
    private static final class Numbering {
        private final Csc out;
        private final Csc in;
        private final boolean directed;
        private final IntArray list;
        /// The sweep of its own component that met a vertex last, then [#ORDERED]: nothing needs clearing.
        private final MemorySegment met;

        private long[] siblings = new long[64];
        private int levels;
        private int farthest;

        @SuppressWarnings("ReferenceEquality") // one array for both directions is what makes a graph undirected
        Numbering(Csc out, Csc in, IntArray list, Arena scratch) {
            this.out = out;
            this.in = in;
            this.directed = out != in;
            this.list = list;
            this.met = OffHeap.allocate(scratch, out.vertexCount(), "vertices met");
        }

        void run(int connected, Progress.Phase phase) {
            int done = 0;
            long reported = 0;
            for (int v = 0; done < connected; v++) {
                if (met(v) != ORDERED && degree(v) > 0) {
                    done = orderComponent(v, done);
                    if (done - reported >= REPORT) {
                        phase.advance(done - reported);
                        reported = done;
                    }
                }
            }
            phase.advance(done - reported);
        }

        /// @return the position behind the component
        private int orderComponent(int vertex, int base) {
            byte sweeps = 1;
            sweep(vertex, base, sweeps);
            int root = farthest;
            for (int depth = 0; sweeps < MAX_SWEEPS && levels > depth; ) {
                depth = levels;
                root = farthest;
                sweep(root, base, ++sweeps);
            }
            return number(root, base);
        }

        /// Breadth-first from `root`: sets `levels`, and `farthest` to the vertex of smallest degree, then smallest
        /// number, on the last level.
        private void sweep(int root, int base, byte number) {
            list.set(base, root);
            meet(root, number);
            levels = 0;
            int begin = base;
            int end = base + 1;
            while (begin < end) {
                levels++;
                farthest = smallest(begin, end);
                int next = end;
                for (int i = begin; i < end; i++) {
                    int u = list.get(i);
                    next = enqueue(out, u, number, next);
                    if (directed) {
                        next = enqueue(in, u, number, next);
                    }
                }
                begin = end;
                end = next;
            }
        }

        private int enqueue(Csc csc, int u, byte number, int next) {
            int at = next;
            for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
                int w = csc.row(edge);
                if (met(w) != number) {
                    meet(w, number);
                    list.set(at++, w);
                }
            }
            return at;
        }

        private int smallest(int begin, int end) {
            int best = list.get(begin);
            for (int i = begin + 1; i < end; i++) {
                int v = list.get(i);
                int difference = degree(v) - degree(best);
                best = difference < 0 || (difference == 0 && v < best) ? v : best;
            }
            return best;
        }

        /// @return the position behind the component
        private int number(int root, int base) {
            list.set(base, root);
            meet(root, ORDERED);
            int end = base + 1;
            for (int i = base; i < end; i++) {
                int u = list.get(i);
                int count = gather(out, u, 0);
                if (directed) {
                    count = gather(in, u, count);
                }
                sortSiblings(count);
                for (int s = 0; s < count; s++) {
                    list.set(end++, (int) siblings[s]);
                }
            }
            return end;
        }

        /// Appends the unordered neighbours of `u` to the siblings, degree above number.
        private int gather(Csc csc, int u, int from) {
            int count = from;
            for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
                int w = csc.row(edge);
                if (met(w) != ORDERED) {
                    meet(w, ORDERED);
                    if (count == siblings.length) {
                        siblings = Arrays.copyOf(siblings, 2 * count);
                    }
                    siblings[count++] = (long) degree(w) << 32 | w;
                }
            }
            return count;
        }

        private void sortSiblings(int count) {
            if (count > 16) {
                Arrays.sort(siblings, 0, count);
                return;
            }
            for (int i = 1; i < count; i++) {
                long key = siblings[i];
                int j = i - 1;
                for (; j >= 0 && siblings[j] > key; j--) {
                    siblings[j + 1] = siblings[j];
                }
                siblings[j + 1] = key;
            }
        }

        private int degree(int vertex) {
            return directed ? out.degree(vertex) + in.degree(vertex) : out.degree(vertex);
        }

        private byte met(int vertex) {
            return met.get(ValueLayout.JAVA_BYTE, vertex);
        }

        private void meet(int vertex, byte sweep) {
            met.set(ValueLayout.JAVA_BYTE, vertex, sweep);
        }
    }
}
