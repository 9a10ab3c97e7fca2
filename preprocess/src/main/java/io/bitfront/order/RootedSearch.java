package io.bitfront.order;

import io.bitfront.memory.IntArray;

/// Cuthill-McKee over one component: sweeps for a root far from everything, then numbers the component from
/// there. How a level is searched is the subclass's.
abstract class RootedSearch {
    final RcmGraph graph;
    final IntArray list;
    final IntArray met;
    /// Of the last sweep.
    int levels;
    /// The vertex of smallest degree, then smallest number, on the last level of the last sweep.
    int farthest;

    RootedSearch(RcmGraph graph) {
        this.graph = graph;
        this.list = graph.list();
        this.met = graph.met();
    }

    /// Orders the component of `vertex` into the list from `base` on.
    final void order(int vertex, int base) {
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

    /// Breadth-first from `root`: sets `levels` and `farthest`.
    ///
    /// @param mark what a vertex met by this sweep holds
    abstract void sweep(int root, int base, int mark);

    /// Lists the component in Cuthill-McKee order from `root`.
    abstract void number(int root, int base);
}
