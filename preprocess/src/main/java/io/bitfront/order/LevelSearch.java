package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// Cuthill-McKee over a large component, each level by all workers; the same order as [ComponentSearch] gives. While
/// the component is numbered, a vertex met holds 1 + the smallest position of a neighbour that is in the list: the
/// parent that brings it into the order, whoever finds it first.
final class LevelSearch extends RootedSearch {
    private static final VarHandle INT = ValueLayout.JAVA_INT.arrayElementVarHandle();
    /// Vertices of a level dealt at a time; smaller levels are the calling thread's.
    private static final int GRAIN = 64;
    /// Pieces copied at a time.
    private static final int COPIED = 256;

    private final Workers workers;
    private final Worker[] states;
    /// End of the list while a sweep fills it.
    private final AtomicInteger tail = new AtomicInteger();
    /// By piece of the level at hand: who gathered its children, and where they lie there; then where they go.
    private Piece[] pieces = new Piece[0];

    private static final class Piece {
        private Worker by;
        private int from;
        private int count;
        private int target;
    }

    LevelSearch(RcmGraph graph, Workers workers) {
        super(graph);
        this.workers = workers;
        this.states = new Worker[workers.threads()];
        Arrays.setAll(states, i -> new Worker());
    }

    /// As that of [ComponentSearch]; the order within a level is left to chance, and nothing depends on it.
    @Override
    void sweep(int root, int base, int mark) {
        list.set(base, root);
        met.set(root, mark);
        tail.set(base + 1);
        levels = 0;
        int last = base;
        int begin = base;
        int end = base + 1;
        while (begin < end) {
            levels++;
            last = begin;
            workers.forRange(
                    begin, end, GRAIN, (worker, from, to) -> states[worker].enqueue((int) from, (int) to, mark));
            begin = end;
            end = tail.get();
        }
        farthest = graph.smallest(last, end);
    }

    @Override
    void number(int root, int base) {
        list.set(base, root);
        met.set(root, base + 1);
        int begin = base;
        int end = base + 1;
        while (begin < end) {
            int levelBegin = begin;
            int count = Math.ceilDiv(end - begin, GRAIN);
            reservePieces(count);
            workers.forRange(begin, end, GRAIN, (worker, from, to) -> states[worker].offer((int) from, (int) to));
            workers.forRange(
                    begin,
                    end,
                    GRAIN,
                    (worker, from, to) ->
                            states[worker].gather((int) from, (int) to, pieces[(int) (from - levelBegin) / GRAIN]));
            begin = end;
            for (int i = 0; i < count; i++) {
                pieces[i].target = end;
                end += pieces[i].count;
            }
            workers.forRange(0, count, COPIED, (worker, from, to) -> {
                for (int i = (int) from; i < to; i++) {
                    list.write(pieces[i].target, pieces[i].by.children, pieces[i].from, pieces[i].count);
                }
            });
            for (Worker state : states) {
                state.childCount = 0;
            }
        }
    }

    private void reservePieces(int count) {
        int before = pieces.length;
        if (before < count) {
            pieces = Arrays.copyOf(pieces, Math.max(count, 2 * before));
            for (int i = before; i < pieces.length; i++) {
                pieces[i] = new Piece();
            }
        }
    }

    /// One worker's side of a level.
    private final class Worker {
        private final int[] found = new int[256];
        private int foundCount;
        private int[] children = new int[1024];
        private int childCount;
        private final Siblings siblings = new Siblings();

        /// Puts the neighbours of `list[from..to)` that this sweep has not met behind the list.
        void enqueue(int from, int to, int mark) {
            for (int i = from; i < to; i++) {
                int u = list.get(i);
                enqueue(graph.out(), u, mark);
                if (graph.directed()) {
                    enqueue(graph.in(), u, mark);
                }
            }
            flush();
        }

        private void enqueue(Csc csc, int u, int mark) {
            for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
                int w = csc.row(edge);
                int before = (int) INT.getOpaque(met.segment(), 0L, (long) w);
                if (before != mark && INT.compareAndSet(met.segment(), 0L, (long) w, before, mark)) {
                    if (foundCount == found.length) {
                        flush();
                    }
                    found[foundCount++] = w;
                }
            }
        }

        private void flush() {
            if (foundCount > 0) {
                list.write(tail.getAndAdd(foundCount), found, 0, foundCount);
                foundCount = 0;
            }
        }

        /// Offers the vertices at positions `from` up to `to` to their neighbours as parents.
        void offer(int from, int to) {
            for (int i = from; i < to; i++) {
                int u = list.get(i);
                offer(graph.out(), u, i + 1);
                if (graph.directed()) {
                    offer(graph.in(), u, i + 1);
                }
            }
        }

        private void offer(Csc csc, int u, int parent) {
            for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
                long w = csc.row(edge);
                int before = (int) INT.getOpaque(met.segment(), 0L, w);
                while ((before <= 0 || before > parent) && !INT.compareAndSet(met.segment(), 0L, w, before, parent)) {
                    before = (int) INT.getOpaque(met.segment(), 0L, w);
                }
            }
        }

        /// Lists the children of the vertices at positions `from` up to `to`, those of each one sorted.
        void gather(int from, int to, Piece piece) {
            piece.by = this;
            piece.from = childCount;
            for (int i = from; i < to; i++) {
                int u = list.get(i);
                siblings.clear();
                gather(graph.out(), u, i + 1);
                if (graph.directed()) {
                    gather(graph.in(), u, i + 1);
                }
                siblings.sort();
                if (graph.directed()) {
                    siblings.dropDuplicates();
                }
                takeSiblings();
            }
            piece.count = childCount - piece.from;
        }

        private void gather(Csc csc, int u, int parent) {
            for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
                int w = csc.row(edge);
                if (met.get(w) == parent) {
                    siblings.add(graph.key(w));
                }
            }
        }

        private void takeSiblings() {
            int count = siblings.count();
            if (children.length - childCount < count) {
                children = Arrays.copyOf(children, Math.max(2 * children.length, childCount + count));
            }
            for (int s = 0; s < count; s++) {
                children[childCount++] = siblings.vertex(s);
            }
        }
    }
}
