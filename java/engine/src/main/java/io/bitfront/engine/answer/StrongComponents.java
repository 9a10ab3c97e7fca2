package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// The strong components of a graph, numbered so that edges lead to components of smaller numbers: Tarjan's algorithm,
/// with a stack of its own.
public final class StrongComponents {
    private final Csc edges;
    private final int[] label;
    private final int[] order;
    private final int[] start;
    private final BooleanSupplier stop;
    private int count;

    private StrongComponents(Csc edges, BooleanSupplier stop) {
        this.edges = edges;
        this.stop = stop;
        int n = edges.vertexCount();
        this.label = new int[n];
        this.order = new int[n];
        this.start = new int[n + 1];
    }

    /// @param edges columns list out-neighbours, or of all vertices in-neighbours
    public static StrongComponents of(Csc edges) {
        return of(edges, () -> false);
    }

    /// @param edges columns list out-neighbours, or of all vertices in-neighbours
    /// @throws CancellationException where it was given up
    static StrongComponents of(Csc edges, BooleanSupplier stop) {
        StrongComponents found = new StrongComponents(edges, stop);
        found.new Search().run();
        return found;
    }

    Csc edges() {
        return edges;
    }

    public int count() {
        return count;
    }

    /// Number of each vertex's component.
    public int[] labels() {
        return label;
    }

    public int size(int component) {
        return start[component + 1] - start[component];
    }

    /// Vertices, component by component: those of one are at `[start(c), start(c + 1))`.
    public int vertex(int place) {
        return order[place];
    }

    public int start(int component) {
        return start[component];
    }

    /// The largest component, of several the one with the least of `ids`, which does not depend on the order of the
    /// vertices; -1 in a graph without vertices.
    public int largest(IntArray ids) {
        int largest = -1;
        int least = 0;
        for (int v = 0; v < label.length; v++) {
            int more = largest < 0 ? 1 : size(label[v]) - size(largest);
            if (more > 0 || more == 0 && ids.get(v) < least) {
                largest = label[v];
                least = ids.get(v);
            }
        }
        return largest;
    }

    /// Tarjan's low links; a vertex is open from when it is found until its component is complete.
    private final class Search {
        private final int n = edges.vertexCount();
        /// When found, from 1; 0: not yet; [Integer#MAX_VALUE]: its component is complete.
        private final int[] found = new int[n];
        private final int[] low = new int[n];
        private final int[] open = new int[n];
        private final int[] path = new int[n];
        private final long[] next = new long[n];
        private int opened;
        private int depth;
        private int time;
        private int placed;

        void run() {
            for (int v = 0; v < n; v++) {
                if (found[v] == 0) {
                    enter(v);
                    while (depth > 0) {
                        step(path[depth - 1]);
                    }
                }
            }
        }

        private void enter(int v) {
            found[v] = ++time;
            GivenUp.checkAt(time, stop);
            low[v] = time;
            open[opened++] = v;
            path[depth++] = v;
            next[v] = edges.start(v);
        }

        private void step(int v) {
            long end = edges.end(v);
            while (next[v] < end) {
                int w = edges.row(next[v]++);
                if (found[w] == 0) {
                    enter(w);
                    return;
                }
                if (found[w] < Integer.MAX_VALUE) {
                    low[v] = Math.min(low[v], found[w]);
                }
            }
            depth--;
            if (low[v] == found[v]) {
                complete(v);
            }
            if (depth > 0) {
                int parent = path[depth - 1];
                low[parent] = Math.min(low[parent], low[v]);
            }
        }

        private void complete(int root) {
            int v;
            do {
                v = open[--opened];
                found[v] = Integer.MAX_VALUE;
                label[v] = count;
                order[placed++] = v;
            } while (v != root);
            low[root] = Integer.MAX_VALUE;
            start[++count] = placed;
        }
    }
}
