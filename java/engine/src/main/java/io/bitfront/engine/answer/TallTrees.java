package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// High trees that hang on the rest of a graph, each by one vertex of the rest, its *foot*. A search
/// from the rest spends as many levels in such a tree as it is high, though all that it finds there
/// follows from how far the foot is ([TreeSums]). Where edges lead one way, all of a tree's lead
/// away from the foot, some of them perhaps back as well. Components that are trees have no rest,
/// and none is found in them.
///
/// So it is with long paths that are all that joins two parts of a graph, whichever way edges lead:
/// they are left out with all that hangs on them, each of their ends is a foot, and a search from
/// one part meets nothing of the other. Any thread may ask what is left out, one at a time for sums.
public final class TallTrees {
    private static final int NONE = -1;

    private final BitSet vertices;
    private final BitSet paths;
    private final BitSet feet;
    private final int height;
    private final BridgeSums sums;

    /// A vertex of the rest, and what searches find beyond it.
    ///
    /// @param size vertices there
    /// @param hops sum of theirs from the foot
    /// @param height hops to the farthest
    public record Foot(int vertex, int size, long hops, int height) {
        Foot and(Foot more) {
            return new Foot(vertex, size + more.size, hops + more.hops, Math.max(height, more.height));
        }
    }

    private TallTrees(BitSet vertices, BitSet paths, BitSet feet, int height, BridgeSums sums) {
        this.vertices = vertices;
        this.paths = paths;
        this.feet = feet;
        this.height = height;
        this.sums = sums;
    }

    /// Finds those that are at least so high or long: a sweep over the vertices, of a directed graph
    /// over the edges, one over the edges of whatever is a tree or a path, and where a path is long,
    /// one over all.
    ///
    /// @param ahead lists of the vertices that searches go on to
    /// @param back of those that they come from; the very object `ahead` where the graph is undirected
    public static TallTrees of(Csc ahead, Csc back, int leastHeight) {
        return new Peeling(ahead, back).tall(leastHeight);
    }

    /// Whether a vertex is left out.
    public boolean contains(int vertex) {
        return vertices.get(vertex);
    }

    /// Memory of the heap that what is known of a graph of so many vertices takes.
    public static long bytes(int vertexCount) {
        return BridgeSums.bytes(vertexCount) + 3L * vertexCount / Byte.SIZE;
    }

    /// Vertices left out.
    public int size() {
        return vertices.cardinality();
    }

    /// Vertices that high trees hang on, and ends of long paths.
    public int[] feet() {
        return feet.stream().toArray();
    }

    /// What lies beyond a foot: the first time, of a path, that takes a search of the part at its
    /// other end.
    public Foot foot(int vertex) {
        return sums.beyond(vertex);
    }

    /// Whether all sums of a vertex that is left out are known.
    public boolean knows(int vertex) {
        return paths.get(vertex);
    }

    /// All that a search from a vertex finds that is known, but harmonic sums.
    public VertexSums sums(int vertex) {
        return sums.of(vertex);
    }

    /// Vertices of the longest path, or hops from a foot to the farthest vertex of its trees.
    public int height() {
        return height;
    }

    /// Takes leaves off until none is left: of each vertex that went, who was its only neighbour
    /// then, and what went before and hangs on it.
    private static final class Peeling {
        private final Csc ahead;
        private final Csc back;
        private final int[] above;
        private final int[] left;
        private final int[] peeled;
        private int count;
        private final int[] height;

        Peeling(Csc ahead, Csc back) {
            int n = ahead.vertexCount();
            this.ahead = ahead;
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
            this.height = new int[room];
            Arrays.fill(above, NONE);
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

        TallTrees tall(int least) {
            BitSet gone = new BitSet();
            for (int i = 0; i < count; i++) {
                gone.set(peeled[i]);
            }
            List<BridgePaths.Path> bridges = BridgePaths.of(ahead, back, this::stays, this::isBetween, least);
            BitSet paths = new BitSet();
            BitSet feet = new BitSet();
            int longest = 0;
            for (BridgePaths.Path path : bridges) {
                feet.set(path.before());
                feet.set(path.behind());
                Arrays.stream(path.vertices()).forEach(paths::set);
                longest = Math.max(longest, path.vertices().length);
            }
            BitSet roots = new BitSet();
            BitSet out = (BitSet) paths.clone();
            for (int i = count - 1; i >= 0; i--) {
                int v = peeled[i];
                int u = above[v];
                if (u != NONE && !gone.get(u) && height[v] + 1 >= least) {
                    roots.set(v);
                    feet.set(u);
                    longest = Math.max(longest, height[v] + 1);
                }
                out.set(v, u != NONE && out.get(u) || roots.get(v));
            }
            feet.andNot(out);
            BridgeSums sums = feet.isEmpty() ? null : sums(bridges, paths, roots);
            Arrays.stream(feet.stream().toArray())
                    .filter(foot -> !sums.leadsAway(foot))
                    .forEach(feet::clear);
            return new TallTrees(out, paths, feet, longest, sums);
        }

        private boolean stays(int v) {
            return above.length == 0 || above[v] == NONE;
        }

        private boolean isBetween(int v) {
            return left[v] == 2 && stays(v);
        }

        private BridgeSums sums(List<BridgePaths.Path> bridges, BitSet paths, BitSet roots) {
            BridgeSums sums = new BridgeSums(
                    ahead, (one, other) -> crosses(one, other, paths, roots) || crosses(other, one, paths, roots));
            for (BridgePaths.Path path : bridges) {
                int previous = path.before();
                for (int v : path.vertices()) {
                    sums.add(previous, v);
                    previous = v;
                }
                sums.add(previous, path.behind());
            }
            roots.stream().forEach(root -> sums.add(root, above[root]));
            return sums;
        }

        private boolean crosses(int one, int other, BitSet paths, BitSet roots) {
            return paths.get(one) && stays(other) || roots.get(one) && above[one] == other;
        }
    }
}
