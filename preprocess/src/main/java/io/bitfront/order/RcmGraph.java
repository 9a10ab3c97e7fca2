package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;

/// What the searches of [RcmOrdering] share. Components have parts of `list` and elements of `met` of their
/// own, so that several may be searched at a time.
///
/// @param in the same object as `out` where the graph is undirected
/// @param list vertices in Cuthill-McKee order; the part that a component will fill is the queue of its sweeps too
/// @param met of each vertex the sweep that met it last, negated, then what the numbering stores; starts at 0, and no
///     search clears it
record RcmGraph(Csc out, Csc in, IntArray list, IntArray met) {
    @SuppressWarnings("ReferenceEquality") // one array for both directions is what makes a graph undirected
    boolean directed() {
        return out != in;
    }

    int degree(int vertex) {
        return directed() ? out.degree(vertex) + in.degree(vertex) : out.degree(vertex);
    }

    /// The vertex of smallest degree, then of smallest number, among `list[begin..end)`.
    int smallest(int begin, int end) {
        int best = list.get(begin);
        for (int i = begin + 1; i < end; i++) {
            int v = list.get(i);
            int difference = degree(v) - degree(best);
            best = difference < 0 || (difference == 0 && v < best) ? v : best;
        }
        return best;
    }

    /// What siblings are sorted by: degree, then number.
    long key(int vertex) {
        return (long) degree(vertex) << 32 | vertex;
    }
}
