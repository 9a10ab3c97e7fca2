package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Which vertices need a search, and from which of them the rows of all others follow: a vertex follows its *leader*,
/// which is searched or follows another.
///
/// | how | when | counts by level |
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
    /// Trees are followed up to this height: what a row costs grows with it.
    public static final int HIGHEST = 64;

    static final byte SEARCHED = 0;
    static final byte TWIN = 1;
    static final byte BRANCH = 2;
    static final byte ONE_WAY = 3;
    static final byte ALIKE = 4;

    private final int[] leader;
    private final byte[] how;
    private final int[] first;
    private final int[] next;
    private final int searched;
    /// Tells how many neighbours those have that are alike.
    private final Csc neighbours;
    /// Null where there is none.
    private final ReducedGraph reduced;

    /// @param neighbours of those that are alike; null where none are
    /// @param reduced null where there is none
    Representatives(int[] leader, byte[] how, Csc neighbours, ReducedGraph reduced) {
        this.neighbours = neighbours;
        this.reduced = reduced;
        this.leader = leader;
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
    }

    /// What may follow.
    ///
    /// @param height of trees, at most [#HIGHEST]; 1: pendants alone; 0: twins alone
    /// @param oneWay whether vertices from which there is no way back may
    /// @param alike whether, in undirected graphs, covered vertices may that are alike
    public record Kinds(int height, boolean oneWay, boolean alike) {
        /// Everything: needs counts by level.
        public static final Kinds ALL = new Kinds(HIGHEST, true, true);
        /// What follows from sums, the harmonic one excepted.
        public static final Kinds FROM_SUMS = new Kinds(1, true, false);
        /// What is no more central than its leader.
        public static final Kinds NO_BETTER = new Kinds(1, false, false);
        /// What has the very sums of its leader.
        public static final Kinds TWINS = new Kinds(0, false, false);
    }

    /// Finds them in a few sweeps over the edges.
    ///
    /// @param out whether distances follow out-edges
    public static Representatives of(Graph graph, boolean out, Kinds kinds) {
        return new FollowerSearch(graph, out, kinds).find();
    }

    /// Every vertex for itself.
    public static Representatives none(int vertexCount) {
        return new Representatives(new int[vertexCount], new byte[vertexCount], null, null);
    }

    /// Bytes that finding them takes at most.
    public static long bytes(int vertexCount) {
        return vertexCount * (7L * Integer.BYTES + Long.BYTES + 2);
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

    /// Vertices that are searched.
    public int searchedCount() {
        return searched;
    }

    public boolean isSearched(int vertex) {
        return how[vertex] == SEARCHED;
    }

    /// The searched vertex that everything about `vertex` follows from; itself where it is one.
    public int root(int vertex) {
        int v = vertex;
        while (how[v] != SEARCHED) {
            v = leader[v];
        }
        return v;
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
    public void follow(int vertex, LevelCounts counts, Rows rows) {
        if (first[vertex] < 0) {
            return;
        }
        Counted[] shared = new Counted[ALIKE + 1];
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            Counted known = isShared(f) ? shared[how[f]] : null;
            Counted own = known == null ? Counted.of(counts(f, counts)) : known;
            if (isShared(f)) {
                shared[how[f]] = own;
            }
            rows.put(f, own.sums);
            follow(f, own.counts, rows);
        }
    }

    private record Counted(LevelCounts counts, VertexSums sums) {
        static Counted of(LevelCounts counts) {
            return new Counted(counts, counts.sums());
        }
    }

    /// Whether all that follow the same vertex alike have the same counts: twins, pendants, and who has one way.
    private boolean isShared(int follower) {
        return how[follower] == TWIN || how[follower] == ONE_WAY || how[follower] == BRANCH && first[follower] < 0;
    }

    private LevelCounts counts(int follower, LevelCounts leaders) {
        return switch (how[follower]) {
            case TWIN -> leaders;
            case BRANCH -> leaders.later(branch(follower));
            case ALIKE -> leaders.alike(neighbours.degree(follower));
            default -> leaders.later(LevelCounts.NONE);
        };
    }

    /// The rows of all that follow a searched vertex, from its sums; the harmonic sum of those that are no
    /// twins is NaN. For [Kinds#FROM_SUMS] and less.
    public void follow(int vertex, VertexSums sums, Rows rows) {
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            VertexSums own = switch (how[f]) {
                case TWIN -> sums;
                case BRANCH -> sums.ofPendant();
                default -> sums.oneWayLater();
            };
            rows.put(f, own);
            follow(f, own, rows);
        }
    }

    /// How many vertices of the tree that hangs on a leader by this vertex are at each level from it.
    private LevelCounts branch(int vertex) {
        LevelCounts counts = LevelCounts.start();
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            if (how[f] == BRANCH) {
                counts.add(branch(f), 1);
            }
        }
        return counts;
    }

    /// Calls `visit` for all that follow `vertex`, directly or not.
    public void forEachFollower(int vertex, IntConsumer visit) {
        for (int f = first[vertex]; f >= 0; f = next[f]) {
            visit.accept(f);
            forEachFollower(f, visit);
        }
    }
}
