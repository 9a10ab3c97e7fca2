package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// High trees that hang on the rest of a graph, each by one vertex of the rest, its *foot*. A search
/// from the rest spends as many levels in such a tree as it is high, though all that it finds there
/// follows from how far the foot is ([TreeSums]). Where edges lead one way, all of a tree's lead
/// away from the foot, some of them perhaps back as well. Components that are trees have no rest,
/// and none is found in them. Immutable; any thread may read.
public final class TallTrees {
    private static final int NONE = -1;

    private final BitSet vertices;
    private final List<Foot> feet;
    private final int height;

    /// A vertex of the rest, and what hangs on it in high trees.
    ///
    /// @param size vertices of the trees
    /// @param hops sum of theirs from the foot
    /// @param height hops to the farthest
    public record Foot(int vertex, int size, long hops, int height) {
        private Foot and(Foot more) {
            return new Foot(vertex, size + more.size, hops + more.hops, Math.max(height, more.height));
        }
    }

    private TallTrees(BitSet vertices, Collection<Foot> feet) {
        this.vertices = vertices;
        this.feet = List.copyOf(feet);
        this.height = feet.stream().mapToInt(Foot::height).max().orElse(0);
    }

    /// Finds those that are at least so high: a sweep over the vertices, of a directed graph over the
    /// edges, and one over the edges of whatever is a tree.
    ///
    /// @param ahead lists of the vertices that searches go on to
    /// @param back of those that they come from; the very object `ahead` where the graph is undirected
    public static TallTrees of(Csc ahead, Csc back, int leastHeight) {
        return new Peeling(ahead, back).tall(leastHeight);
    }

    /// Whether a vertex is in a high tree.
    public boolean contains(int vertex) {
        return vertices.get(vertex);
    }

    /// Vertices of high trees.
    public int size() {
        return vertices.cardinality();
    }

    /// Of those that high trees hang on, each once.
    public List<Foot> feet() {
        return feet;
    }

    /// Hops from a foot to the farthest vertex of its trees, at most.
    public int height() {
        return height;
    }

    /// Takes leaves off until none is left: of each vertex that went, who was its only neighbour
    /// then, and what went before and hangs on it.
    private static final class Peeling {
        private final Csc back;
        private final int[] above;
        private final int[] left;
        private final int[] peeled;
        private int count;
        private final int[] size;
        private final int[] height;
        private final long[] hops;

        Peeling(Csc ahead, Csc back) {
            int n = ahead.vertexCount();
            this.back = back;
            this.left = new int[n];
            this.peeled = new int[n];
            Arrays.parallelSetAll(left, v -> degree(ahead, back, v));
            for (int v = 0; v < n; v++) {
                if (left[v] == 1) {
                    peeled[count++] = v;
                }
            }
            int room = count == 0 ? 0 : n;
            this.above = new int[room];
            this.size = new int[room];
            this.height = new int[room];
            this.hops = new long[room];
            Arrays.fill(above, NONE);
            Arrays.fill(size, 1);
            for (int i = 0; i < count; i++) {
                peel(peeled[i]);
            }
        }

        /// Neighbours either way, each counted once.
        @SuppressWarnings("ReferenceEquality") // sharing one array is what makes a graph undirected
        private static int degree(Csc ahead, Csc back, int v) {
            int both = 0;
            long edge = back.start(v);
            for (long other = ahead.start(v); ahead != back && other < ahead.end(v); other++) {
                while (edge < back.end(v) && back.row(edge) < ahead.row(other)) {
                    edge++;
                }
                both += edge < back.end(v) && back.row(edge) == ahead.row(other) ? 1 : 0;
            }
            return ahead == back ? ahead.degree(v) : ahead.degree(v) + back.degree(v) - both;
        }

        /// Where no edge leads here from the only neighbour, the vertex stays.
        private void peel(int v) {
            int u = onlyNeighbourBack(v);
            if (u == NONE) {
                return;
            }
            above[v] = u;
            size[u] += size[v];
            hops[u] += hops[v] + size[v];
            height[u] = Math.max(height[u], height[v] + 1);
            if (--left[u] == 1) {
                peeled[count++] = u;
            }
        }

        /// The neighbour that has not gone, if an edge leads from there; none of the last one of a
        /// component.
        private int onlyNeighbourBack(int v) {
            for (long edge = back.start(v); edge < back.end(v); edge++) {
                int u = back.row(edge);
                if (above[u] == NONE) {
                    return u;
                }
            }
            return NONE;
        }

        TallTrees tall(int leastHeight) {
            BitSet gone = new BitSet();
            for (int i = 0; i < count; i++) {
                gone.set(peeled[i]);
            }
            BitSet tall = new BitSet();
            Map<Integer, Foot> feet = new TreeMap<>();
            for (int i = count - 1; i >= 0; i--) {
                int v = peeled[i];
                int u = above[v];
                if (u != NONE && gone.get(u)) {
                    tall.set(v, tall.get(u));
                } else if (u != NONE && height[v] + 1 >= leastHeight) {
                    tall.set(v);
                    feet.merge(u, new Foot(u, size[v], hops[v] + size[v], height[v] + 1), Foot::and);
                }
            }
            return new TallTrees(tall, feet.values());
        }
    }
}
