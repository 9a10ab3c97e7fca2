package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.BitSet;

/// How far the farthest vertex is from one on which trees hang, outside these. No two vertices of a
/// component have trees that are higher than that, each, so all searches that are needed together
/// take no longer than a sweep over the edges. A bit a vertex; any thread may search.
final class OutsideSearch {
    private final Csc neighbours;
    private final byte[] how;
    private final int[] root;
    private final BitSet met = new BitSet();

    /// @param how each vertex follows
    /// @param root by vertex whom it follows in the end
    OutsideSearch(Csc neighbours, byte[] how, int... root) {
        this.neighbours = neighbours;
        this.how = how;
        this.root = root;
    }

    /// Hops to the farthest vertex outside the trees that hang on a searched one.
    synchronized int hops(int vertex) {
        IntList queue = new IntList();
        add(vertex, queue);
        int depth = -1;
        int end = 0;
        for (int i = 0; i < queue.size(); i++) {
            if (i == end) {
                depth++;
                end = queue.size();
            }
            int v = queue.get(i);
            for (long edge = neighbours.start(v); edge < neighbours.end(v); edge++) {
                int w = neighbours.row(edge);
                if (root[w] != vertex || how[w] != Representatives.BRANCH) {
                    add(w, queue);
                }
            }
        }
        for (int i = 0; i < queue.size(); i++) {
            met.clear(queue.get(i));
        }
        return depth;
    }

    private void add(int vertex, IntList queue) {
        if (!met.get(vertex)) {
            met.set(vertex);
            queue.add(vertex);
        }
    }
}
