package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;

/// Cuthill-McKee over one component after another, by one thread.
final class ComponentSearch {
    private static final int ORDERED = 1;

    private final RcmGraph graph;
    private final IntArray list;
    private final IntArray met;
    private final Siblings siblings = new Siblings();
    private int levels;
    private int farthest;

    ComponentSearch(RcmGraph graph) {
        this.graph = graph;
        this.list = graph.list();
        this.met = graph.met();
    }

    /// Orders the component of `vertex` into the list from `base` on.
    void order(int vertex, int base) {
        int sweeps = 1;
        sweep(vertex, base, -sweeps);
        int root = farthest;
        for (int depth = 0; sweeps < RcmOrdering.MAX_SWEEPS && levels > depth; ) {
            depth = levels;
            root = farthest;
            sweep(root, base, - ++sweeps);
        }
        number(root, base);
    }

    /// Breadth-first from `root`: sets `levels`, and `farthest` to the vertex of smallest degree, then smallest
    /// number, on the last level.
    private void sweep(int root, int base, int mark) {
        list.set(base, root);
        met.set(root, mark);
        levels = 0;
        int last = base;
        int begin = base;
        int end = base + 1;
        while (begin < end) {
            levels++;
            last = begin;
            int next = end;
            for (int i = begin; i < end; i++) {
                int u = list.get(i);
                next = enqueue(graph.out(), u, mark, next);
                if (graph.directed()) {
                    next = enqueue(graph.in(), u, mark, next);
                }
            }
            begin = end;
            end = next;
        }
        farthest = graph.smallest(last, end);
    }

    private int enqueue(Csc csc, int u, int mark, int next) {
        int at = next;
        for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
            int w = csc.row(edge);
            if (met.get(w) != mark) {
                met.set(w, mark);
                list.set(at++, w);
            }
        }
        return at;
    }

    private void number(int root, int base) {
        list.set(base, root);
        met.set(root, ORDERED);
        int end = base + 1;
        for (int i = base; i < end; i++) {
            int u = list.get(i);
            siblings.clear();
            gather(graph.out(), u);
            if (graph.directed()) {
                gather(graph.in(), u);
            }
            siblings.sort();
            for (int s = 0; s < siblings.count(); s++) {
                list.set(end++, siblings.vertex(s));
            }
        }
    }

    /// Adds the unordered neighbours of `u` to the siblings.
    private void gather(Csc csc, int u) {
        for (long edge = csc.start(u), last = csc.end(u); edge < last; edge++) {
            int w = csc.row(edge);
            if (met.get(w) != ORDERED) {
                met.set(w, ORDERED);
                siblings.add(graph.key(w));
            }
        }
    }
}
