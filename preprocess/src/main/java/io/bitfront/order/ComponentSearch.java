package io.bitfront.order;

import io.bitfront.graph.Csc;

/// Cuthill-McKee over one component after another, by one thread.
final class ComponentSearch extends RootedSearch {
    private static final int ORDERED = 1;

    private final Siblings siblings = new Siblings();

    ComponentSearch(RcmGraph graph) {
        super(graph);
    }

    @Override
    void sweep(int root, int base, int mark) {
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

    @Override
    void number(int root, int base) {
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
