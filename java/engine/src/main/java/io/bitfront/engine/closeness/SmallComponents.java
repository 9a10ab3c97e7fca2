package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.profile.LocalGraph;
import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// Eccentricities of components of an undirected graph that are so small that a search in them alone takes less time
/// than its share of a batch over the whole graph, which passes over all vertices: a core takes one component after
/// the other, in memory of its size. 4 bytes a vertex of the graph beside that.
final class SmallComponents {
    /// A component is small whose vertices and stored edges are no more than one in so many vertices of the graph: a
    /// search of it takes some 4 ns for each, one in a full batch 0.4 ns for each vertex of the graph.
    private static final int SHARE = 64;

    /// The same of large graphs, so that no core is left with the last component for long.
    private static final int MOST = 1 << 12;

    private final Csc edges;
    private final ComponentSizes sizes;
    private final int most;
    /// Place of a vertex in its component.
    private final int[] place;

    /// Takes eccentricities; called by many threads.
    @FunctionalInterface
    interface Taker {
        void take(int vertex, int eccentricity);
    }

    SmallComponents(Graph graph, ComponentSizes sizes) {
        this.edges = graph.out();
        this.sizes = sizes;
        this.most = Math.min(MOST, graph.vertexCount() / SHARE);
        this.place = new int[graph.vertexCount()];
    }

    /// Finds the eccentricities of all of their vertices, but for components not begun when it is told to stop.
    ///
    /// @return searches within components
    long settle(Taker taker, BooleanSupplier stop) {
        return IntStream.range(0, place.length)
                .parallel()
                .filter(v -> sizes.label(v) == v && sizes.of(v) > 1 && sizes.of(v) < most)
                .mapToLong(v -> stop.getAsBoolean() ? 0 : settle(v, taker))
                .sum();
    }

    private long settle(int root, Taker taker) {
        int[] vertices = collect(root);
        long ends = Arrays.stream(vertices).mapToLong(edges::degree).sum();
        if (vertices.length + ends > most) {
            return 0;
        }
        Component component = new Component(LocalGraph.of(edges, vertices, place));
        int searches = component.settle();
        for (int i = 0; i < vertices.length; i++) {
            taker.take(vertices[i], component.least[i]);
        }
        return searches;
    }

    /// The vertices of a component; numbers them.
    private int[] collect(int root) {
        int[] found = new int[sizes.of(root)];
        int end = 0;
        found[end++] = root;
        place[root] = 0;
        for (int i = 0; i < end; i++) {
            for (long edge = edges.start(found[i]); edge < edges.end(found[i]); edge++) {
                int w = edges.row(edge);
                // The root has place 0 from the start on, others have it until they are found.
                if (w != root && place[w] == 0) {
                    place[w] = end;
                    found[end++] = w;
                }
            }
        }
        return found;
    }

    /// A component by itself, and what is known of eccentricities in it.
    private static final class Component {
        private final LocalGraph graph;
        private final int[] least;
        private final int[] most;
        private final int[] hops;
        private final int[] queue;

        Component(LocalGraph graph) {
            int n = graph.vertexCount();
            this.graph = graph;
            least = new int[n];
            most = new int[n];
            hops = new int[n];
            queue = new int[n + 1];
            Arrays.fill(most, n);
        }

        /// Searches from the vertices that may be farthest and nearest by turns, until all are known. Of those with one
        /// neighbour all is known from that one.
        int settle() {
            int searches = 0;
            for (int next = next(true); next >= 0; next = next(searches % 2 == 0)) {
                search(next);
                searches++;
            }
            for (int i = 0; i < least.length; i++) {
                least[i] = isPendant(i) ? least[graph.neighbour()[graph.start()[i]]] + 1 : least[i];
            }
            return searches;
        }

        private boolean isPendant(int i) {
            return graph.start()[i + 1] - graph.start()[i] == 1 && least.length > 2;
        }

        /// @return -1 where none is open
        private int next(boolean far) {
            int best = -1;
            for (int i = 0; i < least.length; i++) {
                boolean better = best < 0 || (far ? most[i] > most[best] : least[i] < least[best]);
                best = least[i] < most[i] && better && !isPendant(i) ? i : best;
            }
            return best;
        }

        private void search(int source) {
            graph.levels(source, hops, queue);
            int eccentricity = hops[queue[hops.length - 1]];
            for (int i = 0; i < hops.length; i++) {
                least[i] = Math.max(least[i], Math.max(hops[i], eccentricity - hops[i]));
                most[i] = Math.min(most[i], eccentricity + hops[i]);
            }
        }
    }
}
