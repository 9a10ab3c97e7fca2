package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/// Batches whose searches the host runs, one a thread at a time, where their levels are thin from first
/// to last: along a path every level takes a device a microsecond or more, however many searches it runs.
final class ThinSearches {
    /// Vertices of a graph beyond which no batch is tried: each thread has a bit for every vertex.
    private static final int MOST_VERTICES = 1 << 25;

    /// Vertices that a search finds before it looks whether another one has given up.
    private static final int MOST_FOUND = 1 << 16;

    /// After batches that were given up so many pass before another is tried, at most.
    private static final int SELDOMEST = 256;

    private final Graph graph;
    private final Direction direction;
    private final Workers workers;
    private final ThinLevels.When when;
    private final Searcher[] searchers;
    private int pause;
    private int left;
    private int batches;

    /// One thread's state.
    ///
    /// @param reached no bits between searches
    private record Searcher(ThinLevels levels, int[] reached) {}

    private ThinSearches(Graph graph, Direction direction, Workers workers, ThinLevels.When when) {
        this.graph = graph;
        this.direction = direction;
        this.workers = workers;
        this.when = when;
        searchers = new Searcher[workers.threads()];
    }

    /// Null for a graph of too many vertices.
    ///
    /// @param when how much time the host may lose at wide levels before it gives up
    static ThinSearches of(Graph graph, Direction direction, Workers workers, ThinLevels.When when) {
        return graph.vertexCount() > MOST_VERTICES
                ? null
                : new ThinSearches(
                        graph,
                        direction,
                        workers,
                        new ThinLevels.When(
                                when.deep(),
                                when.wide(),
                                when.levels(),
                                when.perRoot(),
                                when.lost(),
                                Math.min(when.most(), MOST_FOUND)));
    }

    /// The sums of a batch; null where it is not tried, or given up, as a level was wide. Before the first
    /// one that is not, one search runs alone: it often tells, and threads that run what is not compiled
    /// yet are in each other's way.
    ///
    /// @param levelNanos that a level of all its searches is expected to take the device
    /// @throws IllegalStateException where the graph's lists have changed to what no graph has
    SourceSums perSource(int[] batch, double levelNanos) {
        if (left > 0) {
            left--;
            return null;
        }
        long nanosOfOne = Math.round(levelNanos * workers.threads() / Math.max(1, batch.length));
        SourceSums sums = SourceSums.allocate(batch.length);
        AtomicBoolean wide = new AtomicBoolean();
        try (Graph.Use _ = graph.use()) {
            Adjacency lists = new Adjacency(direction.ahead(graph));
            Workers.RangeTask searches = (worker, begin, end) -> {
                for (int row = (int) begin; row < end && !wide.get(); row++) {
                    search(searcher(worker, lists), batch[row], nanosOfOne, sums, row, wide);
                }
            };
            int alone = batches == 0 ? Math.min(1, batch.length) : 0;
            workers.forRange(0, alone, 1, searches);
            workers.forRange(alone, batch.length, 1, searches);
        }
        if (wide.get()) {
            pause = Math.min(2 * pause + 1, SELDOMEST);
            left = pause;
            return null;
        }
        pause = 0;
        batches++;
        return sums;
    }

    private Searcher searcher(int worker, Adjacency lists) {
        if (searchers[worker] == null) {
            int words = Math.ceilDiv(graph.vertexCount(), Integer.SIZE);
            searchers[worker] = new Searcher(new ThinLevels(lists, graph.vertexCount(), when), new int[words]);
        }
        return searchers[worker];
    }

    /// Searches from a vertex, unless a level is wide or another search has met one.
    private static void search(Searcher by, int source, long levelNanos, SourceSums sums, int row, AtomicBoolean wide) {
        by.reached[source >>> 5] = 1 << source;
        by.levels.begin(by.reached, 0, new int[] {source}, null, 0, levelNanos);
        sums.reached()[row] = 1;
        boolean inOneRun = false;
        try {
            ThinLevels.End end = by.levels.run(Integer.MAX_VALUE);
            inOneRun = end != ThinLevels.End.FULL;
            by.levels.addTo(sums, row);
            while (end == ThinLevels.End.FULL && !wide.get()) {
                end = by.levels.run(Integer.MAX_VALUE);
                by.levels.addTo(sums, row);
            }
            if (end == ThinLevels.End.WIDE) {
                wide.set(true);
            }
        } finally {
            // What is reached may be little, and the graph large.
            if (inOneRun) {
                by.levels.clearReached();
            } else {
                Arrays.fill(by.reached, 0);
            }
        }
    }

    /// Batches that the host has run.
    int batches() {
        return batches;
    }
}
