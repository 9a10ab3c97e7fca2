package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/// Which vertices need a search, and from which of them the rows of all others follow: a vertex follows its *leader*,
/// which is searched or follows another.
///
/// | how | when | counts by level, and sums likewise |
/// |---|---|---|
/// | [#TWIN] | same neighbourhoods but for an edge between the two; no edge to follow at all | the leader's |
/// | [#BRANCH] | the leader is the only neighbour outside a tree that hangs on it | the leader's one level later, the
/// branch's own instead |
/// | [#ONE_WAY] | the leader is the only vertex an edge leads to, and no way leads back | the leader's one level later
/// |
/// | [#ALIKE] | no shortest path needs either on its way, and where they lead on they have the same neighbours
/// ([CoveredVertices]) | the leader's, as many at the first level as there are neighbours, the others at the second |
///
/// 13 bytes a vertex, 17 with vertices that are alike. Immutable; any thread may read.
public final class Representatives {
    /// Height up to which trees are followed by counts.
    static final int HIGHEST = Short.MAX_VALUE;

    private static final int ANY_HEIGHT = Integer.MAX_VALUE;

    private static final int ALWAYS = 64;
    /// A row that follows from counts by level takes about as long as there are levels, of which a tree
    /// makes as many as it is high. A search of a shallow graph takes a thread as long for each vertex
    /// and edge, one from a tall tree in a batch 50 times as long for each level; cells take less than
    /// either.
    private static final int CHEAPER = 256;

    static final byte SEARCHED = 0;
    static final byte TWIN = 1;
    static final byte BRANCH = 2;
    static final byte ONE_WAY = 3;
    static final byte ALIKE = 4;

    private final int[] root;
    private final byte[] how;
    /// Who follows a vertex directly: the first, and by follower the next; of branches the largest is the first.
    private final int[] first;

    private final int[] next;
    private final int searched;
    private final int tallest;
    /// Tells how many neighbours those have that are alike.
    private final Csc neighbours;
    private final OutsideSearch outside;
    /// Null where there is none.
    private final ReducedGraph reduced;

    /// @param tallest height of the tallest tree that is followed
    /// @param neighbours along edges that are followed; null where trees are whole components and
    /// none are alike
    /// @param reduced null where there is none
    Representatives(int[] leader, byte[] how, int tallest, Csc neighbours, ReducedGraph reduced) {
        this.tallest = tallest;
        this.neighbours = neighbours;
        this.reduced = reduced;
        this.how = how;
        this.first = new int[leader.length];
        this.next = new int[leader.length];
        Arrays.fill(first, -1);
        int followers = 0;
        for (int v = leader.length - 1; v >= 0; v--) {
            if (how[v] != SEARCHED) {
                next[v] = first[leader[v]];
                first[leader[v]] = v;
                followers++;
            }
        }
        this.searched = leader.length - followers;
        if (hasTallTrees()) {
            putLargestFirst(sizes(leader));
        }
        this.root = roots(leader);
        this.outside = new OutsideSearch(neighbours, how, root);
    }

    private boolean hasTallTrees() {
        for (int v = 0; v < how.length; v++) {
            if (how[v] == BRANCH && first[v] >= 0) {
                return true;
            }
        }
        return false;
    }

    /// How many follow each vertex, directly or not, itself included.
    private int[] sizes(int[] leader) {
        int[] size = new int[how.length];
        int[] waits = new int[how.length];
        for (int v = 0; v < how.length; v++) {
            size[v] = 1;
            if (how[v] != SEARCHED) {
                waits[leader[v]]++;
            }
        }
        for (int v = 0; v < how.length; v++) {
            boolean whole = first[v] < 0;
            for (int f = v; whole && how[f] != SEARCHED; f = leader[f]) {
                size[leader[f]] += size[f];
                whole = --waits[leader[f]] == 0;
            }
        }
        return size;
    }

    /// Of the branches of a vertex the largest becomes the first.
    private void putLargestFirst(int[] size) {
        for (int v = 0; v < how.length; v++) {
            int beforeLargest = -1;
            int largest = first[v];
            for (int f = first[v]; f >= 0 && next[f] >= 0; f = next[f]) {
                if (how[next[f]] == BRANCH && (how[largest] != BRANCH || size[next[f]] > size[largest])) {
                    beforeLargest = f;
                    largest = next[f];
                }
            }
            if (beforeLargest >= 0) {
                next[beforeLargest] = next[largest];
                next[largest] = first[v];
                first[v] = largest;
            }
        }
    }

    /// By vertex the searched one at the end of its leaders; takes the array over.
    private int[] roots(int[] leader) {
        for (int v = 0; v < how.length; v++) {
            int end = v;
            while (how[end] != SEARCHED) {
                end = leader[end];
            }
            for (int f = v; f != end; ) {
                int ahead = leader[f];
                leader[f] = end;
                f = ahead;
            }
            leader[end] = end;
        }
        return leader;
    }

    /// What may follow.
    ///
    /// @param height of trees; 1: pendants alone; 0: twins alone
    /// @param oneWay whether vertices from which there is no way back may
    /// @param alike whether, in undirected graphs, covered vertices may that are alike
    public record Kinds(int height, boolean oneWay, boolean alike) {
        /// Everything for which counts by level are kept.
        public static final Kinds ALL = new Kinds(HIGHEST, true, true);
        /// Everything, by sums, the harmonic one excepted: takes no longer for tall trees.
        public static final Kinds FROM_SUMS = new Kinds(ANY_HEIGHT, true, true);
        /// What is no more central than its leader.
        public static final Kinds NO_BETTER = new Kinds(1, false, false);
        /// What has the very sums of its leader.
        public static final Kinds TWINS = new Kinds(0, false, false);

        /// The same without vertices that are alike: to find them pays where searches go over fewer
        /// vertices.
        public Kinds withoutAlike() {
            return new Kinds(height, oneWay, false);
        }

        /// The same with trees of another height.
        public Kinds upTo(int trees) {
            return new Kinds(trees, oneWay, alike);
        }

        /// Everything, but trees only as high as that takes less time than cells or bounds may.
        public static Kinds low(Graph graph) {
            long height = Math.clamp((graph.vertexCount() + graph.edgeCount()) / CHEAPER, ALWAYS, HIGHEST);
            return new Kinds((int) height, true, true);
        }
    }

    /// Finds them in a few sweeps over the edges.
    ///
    /// @param out whether distances follow out-edges
    public static Representatives of(Graph graph, boolean out, Kinds kinds) {
        return of(graph, out, kinds, () -> false);
    }

    /// Likewise, unless nobody wants them any more.
    ///
    /// @param out whether distances follow out-edges
    /// @throws CancellationException where it was given up
    public static Representatives of(Graph graph, boolean out, Kinds kinds, BooleanSupplier stop) {
        return new FollowerSearch(graph, out, kinds, stop).find();
    }

    /// Bytes that finding them takes at most.
    public static long bytes(int vertexCount) {
        return vertexCount * (8L * Integer.BYTES + Long.BYTES + 1);
    }

    /// Bytes that finding covered vertices and making a graph of fewer takes at most, beside that.
    public static long reducedBytes(Graph graph) {
        return graph.directed()
                ? 0
                : CoverSearch.bytes(graph.vertexCount()) + GraphReduction.bytes(graph.vertexCount(), graph.edgeCount());
    }

    /// The graph in fewer vertices, for searches from any; empty where that is not worth while or was not asked for.
    public Optional<ReducedGraph> reduced() {
        return Optional.ofNullable(reduced);
    }

    /// Height of the tallest tree that is followed.
    public int tallest() {
        return tallest;
    }

    /// Vertices that are searched.
    public int searchedCount() {
        return searched;
    }

    public boolean isSearched(int vertex) {
        return how[vertex] == SEARCHED;
    }

    /// The searched vertex that everything about `vertex` follows from; itself where it is one.
    public int root(int vertex) {
        return root[vertex];
    }

    /// Whether counts by level are needed for all sums of those that follow.
    public boolean needsCounts(int vertex) {
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            if (how[f] != TWIN || needsCounts(f)) {
                return true;
            }
        }
        return false;
    }

    /// Receives what follows.
    @FunctionalInterface
    public interface Rows {
        void put(int vertex, VertexSums sums);
    }

    /// The rows of all that follow a searched vertex, from its counts by level.
    ///
    /// @param stop gives up once it is true: a row takes as long as there are levels
    /// @throws CancellationException where it was given up; some rows are told then
    public void follow(int vertex, LevelCounts counts, Rows rows, BooleanSupplier stop) {
        if (first[vertex] >= 0) {
            new FollowerCounts(how, first, next, neighbours, rows, stop).follow(vertex, counts);
        }
    }

    /// The rows of all that follow a searched vertex, from its sums; the harmonic sum of those that are no
    /// twins is NaN.
    public void follow(int vertex, VertexSums sums, Rows rows) {
        if (first[vertex] >= 0) {
            new FollowerSums(how, first, next, neighbours, outside, rows).follow(vertex, sums);
        }
    }

    /// Calls `visit` for all that follow `vertex`, directly or not.
    public void forEachFollower(int vertex, IntConsumer visit) {
        IntList left = new IntList();
        for (int f = first[vertex]; f >= 0; ) {
            visit.accept(f);
            if (first[f] < 0) {
                f = next[f] >= 0 || left.isEmpty() ? next[f] : left.removeLast();
            } else {
                if (next[f] >= 0) {
                    left.add(next[f]);
                }
                f = first[f];
            }
        }
    }
}
