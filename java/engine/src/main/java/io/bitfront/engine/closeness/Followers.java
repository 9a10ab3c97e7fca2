package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.LevelCounts;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.spi.ReducedGraph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Which rows of an exact job are searched, and which follow from them. Rows that were done before do
/// neither; vertices whose rows the job does not have may lead where levels are told.
final class Followers {
    /// Of fewer than one vertex in so many, next to none follows another of them, and to find out would take as long as
    /// a few searches.
    private static final int LEAST_SHARE = 64;

    private final Graph graph;
    /// Null: every row is searched.
    private final Representatives representatives;
    /// Null: all are wanted.
    private final ExactRows rows;
    /// Whether rows follow from counts by level.
    private final boolean counting;

    private Followers(Graph graph, Representatives representatives, ExactRows rows, boolean counting) {
        this.graph = graph;
        this.representatives = representatives;
        this.rows = rows;
        this.counting = counting;
    }

    /// Every row is searched.
    static Followers none(Graph graph) {
        return new Followers(graph, null, null, false);
    }

    /// Every row that is not done is searched.
    static Followers ofNone(Graph graph, ExactRows rows) {
        return new Followers(graph, null, rows, false);
    }

    /// Followers of the rows that are not done; what follows from sums that are known is put at once.
    ///
    /// @param watched whether the devices tell levels
    /// @param foresight tells what an estimate found
    static Followers of(Graph graph, ClosenessJob job, ExactRows rows, boolean watched, Foresight foresight) {
        return of(graph, job, rows, watched, kinds(graph, job, watched), foresight);
    }

    /// Likewise of trees that take [less than cells or bounds may][#quickKinds], where the devices
    /// tell levels.
    static Followers ofQuick(Graph graph, ClosenessJob job, ExactRows rows, Foresight foresight) {
        return of(graph, job, rows, true, quickKinds(graph, job), foresight);
    }

    private static Followers of(
            Graph graph,
            ClosenessJob job,
            ExactRows rows,
            boolean watched,
            Representatives.Kinds kinds,
            Foresight foresight) {
        boolean counting = watched && job.harmonic();
        return new Followers(graph, find(graph, job, rows, kinds, foresight), rows, counting).known();
    }

    /// Followers for a job for the top: none is more central than what it follows.
    ///
    /// @param watched whether the devices tell levels
    /// @param stop whether nobody wants the job any more
    /// @throws CancellationException where it was given up
    static Followers ofTop(Graph graph, ClosenessJob job, ExactRows rows, boolean watched, BooleanSupplier stop) {
        boolean counting = watched && job.harmonic();
        Representatives.Kinds kinds =
                !counting && job.harmonic() ? Representatives.Kinds.TWINS : Representatives.Kinds.NO_BETTER;
        Followers followers = new Followers(graph, find(graph, job, rows, kinds, new Foresight(stop)), rows, counting);
        return counting ? followers.knownTwins() : followers.known(sums -> true);
    }

    private static Representatives find(
            Graph graph, ClosenessJob job, ExactRows rows, Representatives.Kinds kinds, Foresight foresight) {
        return !job.bounds() || rows.rowCount() < graph.vertexCount() / LEAST_SHARE
                ? null
                : foresight.representatives(graph, job.direction() == Direction.OUT, kinds);
    }

    /// What may follow in a job: for harmonic sums by counts, else by sums. On the way down a tree
    /// whose edges lead one way counts are kept of as many vertices as it is high: such trees are
    /// low.
    ///
    /// @param watched whether the devices tell levels
    static Representatives.Kinds kinds(Graph graph, ClosenessJob job, boolean watched) {
        if (!job.harmonic()) {
            Representatives.Kinds fromSums = Representatives.Kinds.FROM_SUMS;
            return watched ? fromSums : fromSums.withoutAlike();
        }
        if (!watched) {
            return Representatives.Kinds.TWINS;
        }
        return graph.directed() ? Representatives.Kinds.low(graph) : Representatives.Kinds.ALL;
    }

    /// What may follow in less time than cells or bounds take, where the devices tell levels.
    static Representatives.Kinds quickKinds(Graph graph, ClosenessJob job) {
        return job.harmonic() ? Representatives.Kinds.low(graph) : kinds(graph, job, true);
    }

    /// Without counts, whatever follows from a row of a checkpoint follows from its sums.
    private Followers known() {
        return counting ? this : known(sums -> true);
    }

    /// A twin has all its sums from a row that is done, with or without counts.
    private Followers knownTwins() {
        return known(sums -> !Double.isNaN(sums.harmonicSum()));
    }

    private Followers known(Predicate<VertexSums> whole) {
        if (representatives != null && rows.doneCount() > 0) {
            for (int row = rows.nextDone(0); row >= 0; row = rows.nextDone(row + 1)) {
                int vertex = vertexOf(row);
                if (representatives.isSearched(vertex)) {
                    representatives.follow(vertex, rows.sums(row), (follower, sums) -> {
                        if (whole.test(sums)) {
                            putKnown(follower, sums);
                        }
                    });
                }
            }
        }
        return this;
    }

    private void putKnown(int vertex, VertexSums sums) {
        if (wants(vertex)) {
            rows.put(indexOf(vertex), sums);
        }
    }

    /// The fewest vertices from whose searches all rows follow that are not done: of the job, as far as
    /// others would not be fewer.
    int[] fewest() {
        int[] own = sources();
        boolean whole = rows.doneCount() == 0 && rows.rowCount() == graph.vertexCount();
        int[] all = representatives == null || whole ? own : roots();
        return all.length < own.length ? all : own;
    }

    /// Vertices of the job to be searched, ascending by input index.
    int[] sources() {
        if (representatives == null && rows.doneCount() == 0 && rows.rowCount() == graph.vertexCount()) {
            return graph.permutation().newIdOf().toArray();
        }
        return IntStream.range(0, rows.rowCount())
                .parallel()
                .filter(row -> !rows.isDone(row))
                .map(this::vertexOf)
                .filter(vertex -> isSearched(vertex) || !wants(sourceOf(vertex)))
                .toArray();
    }

    /// Vertices from whose counts by level all rows follow that are not done, whether their own are or not.
    int[] roots() {
        BitSet met = new BitSet(graph.vertexCount());
        return IntStream.range(0, rows.rowCount())
                .filter(row -> !rows.isDone(row))
                .map(row -> sourceOf(vertexOf(row)))
                .filter(root -> isFirst(met, root))
                .toArray();
    }

    private static boolean isFirst(BitSet met, int root) {
        boolean first = !met.get(root);
        met.set(root);
        return first;
    }

    /// The graph in fewer vertices, for devices that tell levels; empty where that is not worth while.
    Optional<ReducedGraph> reduced() {
        return representatives == null ? Optional.empty() : representatives.reduced();
    }

    /// Whether the rows that follow from a source, and are wanted, need its counts by level.
    boolean needsCounts(int source) {
        return counting && leads(source) && representatives.needsCounts(source) && isFollowed(source);
    }

    private boolean isFollowed(int source) {
        boolean[] any = {false};
        representatives.forEachFollower(source, vertex -> any[0] |= wants(vertex));
        return any[0];
    }

    private boolean isSearched(int vertex) {
        return representatives == null || representatives.isSearched(vertex);
    }

    /// Whether rows may follow from a vertex's.
    private boolean leads(int vertex) {
        return representatives != null && representatives.isSearched(vertex);
    }

    /// The vertex whose search gives a vertex's row, as long as none of the two is done.
    int sourceOf(int vertex) {
        return representatives == null ? vertex : representatives.root(vertex);
    }

    /// The sums of a vertex whose row is done; empty for others.
    Optional<VertexSums> done(int vertex) {
        int row = rows.rowOf(indexOf(vertex));
        return row >= 0 && rows.isDone(row) ? Optional.of(rows.sums(row)) : Optional.empty();
    }

    /// Whether the rows of a source and of all that follow it are done.
    boolean isDone(int source) {
        boolean[] done = {!wants(source)};
        if (leads(source)) {
            representatives.forEachFollower(source, vertex -> done[0] &= !wants(vertex));
        }
        return done[0];
    }

    /// Whether the job has a vertex's row and it is not done.
    boolean wants(int vertex) {
        if (rows == null) {
            return true;
        }
        int row = rows.rowOf(indexOf(vertex));
        return row >= 0 && !rows.isDone(row);
    }

    /// How many of these vertices the job has a row of that is not done.
    int wanted(int... vertices) {
        return (int) Arrays.stream(vertices).filter(this::wants).count();
    }

    /// Hands over what follows from a source's search.
    ///
    /// @param counts by level, null where they were not kept
    /// @param stop gives up once it is true
    /// @throws CancellationException where it was given up
    void follow(int source, VertexSums sums, LevelCounts counts, Representatives.Rows put, BooleanSupplier stop) {
        if (!leads(source)) {
            return;
        }
        Representatives.Rows wanted = (vertex, row) -> {
            if (wants(vertex)) {
                put.put(vertex, row);
            }
        };
        if (counts == null) {
            representatives.follow(source, sums, wanted);
        } else {
            representatives.follow(source, counts, wanted, stop);
        }
    }

    /// The smallest input index of a source and all that follow it.
    int firstIndex(int source) {
        int[] first = {indexOf(source)};
        if (leads(source)) {
            representatives.forEachFollower(source, vertex -> first[0] = Math.min(first[0], indexOf(vertex)));
        }
        return first[0];
    }

    private int indexOf(int vertex) {
        return graph.permutation().oldIdOf().get(vertex);
    }

    private int vertexOf(int row) {
        return graph.permutation().newIdOf().get(rows.index(row));
    }
}
