package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/// Walks through a graph's components, whichever way edges lead, for those that are deep enough to be cut into cells.
final class DeepComponents {
    /// Searches that tell how much is reached along edges that lead one way, and the share of a component of which
    /// less is not worth cells.
    private static final int LOOKS = 8;

    private static final int LEAST_REACHED = 16;

    private final Csc out;
    /// Null where edges lead both ways.
    private final Csc in;
    private final boolean[] seen;
    private final int[] queue;
    /// Hops from the root of the last component to the farthest vertex.
    private int levels;

    /// Takes one component.
    interface Taker {
        /// @param levels hops from some vertex of it to the farthest
        /// @param localOf scratch of one int a vertex of the graph
        /// @param stop says that nobody wants it any more
        void take(int[] vertices, int levels, int[] localOf, BooleanSupplier stop);
    }

    private DeepComponents(Graph graph) {
        this.out = graph.out();
        this.in = graph.directed() ? graph.in() : null;
        this.seen = new boolean[graph.vertexCount()];
        this.queue = new int[graph.vertexCount()];
    }

    /// Hands over every component that is deep, large enough, and has a vertex that is wanted.
    ///
    /// @param direction that searches follow: where edges lead one way, they must reach much of a component
    /// @param least vertices of a component
    /// @param stop asked between components
    static void forEach(
            Graph graph, Direction direction, int least, IntPredicate wanted, Taker taker, BooleanSupplier stop) {
        DeepComponents walk = new DeepComponents(graph);
        HostSearch search = null;
        int[] localOf = null;
        for (int root = 0; root < graph.vertexCount(); root++) {
            int count = walk.collect(root);
            if (count < Math.max(least, 1) || walk.levels < ProfileSearch.DEEP) {
                continue;
            }
            if (stop.getAsBoolean()) {
                return;
            }
            int[] vertices = Arrays.copyOf(walk.queue, count);
            if (graph.directed() && search == null) {
                search = new HostSearch(direction.ahead(graph));
            }
            if (Arrays.stream(vertices).anyMatch(wanted) && (search == null || reachMuch(search, vertices))) {
                localOf = localOf == null ? new int[graph.vertexCount()] : localOf;
                taker.take(vertices, walk.levels, localOf, stop);
            }
        }
    }

    /// Whether searches from a component's vertices are long and deep: what a cell takes does not depend on how much
    /// its vertices reach, as searches from them do.
    private static boolean reachMuch(HostSearch search, int[] vertices) {
        long reached = 0;
        int deepest = 0;
        for (int i = 0; i < LOOKS; i++) {
            int source = vertices[(int) ((2L * i + 1) * vertices.length / (2 * LOOKS))];
            deepest = Math.max(deepest, search.depth(source));
            reached += search.reached();
        }
        return deepest >= ProfileSearch.DEEP && LEAST_REACHED * reached >= (long) LOOKS * vertices.length;
    }

    /// @return vertices that hang together with the root, itself included; 0 where it was met before
    private int collect(int root) {
        if (seen[root]) {
            return 0;
        }
        seen[root] = true;
        queue[0] = root;
        int begin = 0;
        int end = 1;
        for (levels = -1; begin < end; levels++) {
            int next = end;
            for (int head = begin; head < end; head++) {
                next = expand(out, queue[head], next);
                next = in == null ? next : expand(in, queue[head], next);
            }
            begin = end;
            end = next;
        }
        return end;
    }

    private int expand(Csc csc, int vertex, int tail) {
        int next = tail;
        long last = csc.end(vertex);
        for (long edge = csc.start(vertex); edge < last; edge++) {
            int w = csc.row(edge);
            if (!seen[w]) {
                seen[w] = true;
                queue[next++] = w;
            }
        }
        return next;
    }
}
