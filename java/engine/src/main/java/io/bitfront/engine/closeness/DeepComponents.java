package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.GivenUp;
import io.bitfront.engine.answer.HostSearch;
import io.bitfront.engine.profile.ProfileSearch;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/// Walks through a graph's components, whichever way edges lead, for those that are deep enough to be cut into cells.
final class DeepComponents {
    /// Searches that tell how much is reached along edges that lead one way, and the share of a component of which
    /// less is not worth cells.
    private static final int LOOKS = 8;

    private static final int LEAST_REACHED = 16;

    /// Takes one component.
    interface Taker {
        /// @param levels hops from some vertex of it to the farthest
        /// @param localOf scratch of one int a vertex of the graph
        /// @param stop says that nobody wants it any more
        void take(int[] vertices, int levels, int[] localOf, BooleanSupplier stop);
    }

    private DeepComponents() {}

    /// Hands over every component that is deep, large enough, and has a vertex that is wanted.
    ///
    /// @param direction that searches follow: where edges lead one way, they must reach much of a component
    /// @param least vertices of a component
    /// @param stop asked now and then: components after that are left out
    static void forEach(
            Graph graph, Direction direction, int least, IntPredicate wanted, Taker taker, BooleanSupplier stop) {
        try {
            walk(graph, direction, least, wanted, taker, stop);
        } catch (CancellationException _) {
            // Whoever told it to stop knows.
        }
    }

    private static void walk(
            Graph graph, Direction direction, int least, IntPredicate wanted, Taker taker, BooleanSupplier stop) {
        HostSearch walk =
                graph.directed() ? new HostSearch(stop, graph.out(), graph.in()) : new HostSearch(stop, graph.out());
        HostSearch search = null;
        int[] localOf = null;
        for (int root = 0; root < graph.vertexCount(); root++) {
            int levels = walk.goOn(root);
            if (walk.reached() < least || levels < ProfileSearch.DEEP) {
                continue;
            }
            GivenUp.check(stop);
            int[] vertices = walk.vertices();
            if (graph.directed() && search == null) {
                search = new HostSearch(stop, direction.ahead(graph));
            }
            if (Arrays.stream(vertices).anyMatch(wanted) && (search == null || reachMuch(search, vertices))) {
                localOf = localOf == null ? new int[graph.vertexCount()] : localOf;
                taker.take(vertices, levels, localOf, stop);
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
}
