package io.bitfront.engine.cpu;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// A batch as searches that know nothing of each other, each by one worker: what deep graphs want, where the sources of
/// a batch reach a vertex at hundreds of different levels and a level is too small to share out. Sums and levels are
/// those of [CpuMultiSource], to the bit.
final class IndependentSearches {
    private static final int TARGETS_GRAIN = 1 << 12;
    private final Csc lists;
    private final int vertexCount;
    private final Workers workers;
    private final IndependentSearch[] searches;
    private Adjacency neighbours;
    /// @param lists read while [io.bitfront.cache.Graph.Use] is held by the caller
    /// @param vertexCount vertices with edges
    IndependentSearches(Csc lists, int vertexCount, Workers workers) {
        this.lists = lists;
        this.vertexCount = vertexCount;
        this.workers = workers;
        this.searches = new IndependentSearch[workers.threads()];
    }

    /// Fills in a row per source; rows begin as those of sources that reach themselves alone.
    ///
    /// @param watch may end searches; null for nobody
    /// @param unwanted says that nobody wants the rows, which are of no use then; once true it stays so
    void perSource(int[] sources, SourceSums sums, LevelWatch watch, BooleanSupplier unwanted) {
        ready();
        // Of their own: threads that write to rows beside each other, level by level, wait for the line.
        SourceSums[] own = new SourceSums[workers.threads()];
        workers.forRange(0, sources.length, 1, (worker, begin, _) -> {
            if (unwanted.getAsBoolean()) {
                return;
            }
            int i = (int) begin;
            SourceSums mine = own[worker] == null ? SourceSums.allocate(sources.length) : own[worker];
            own[worker] = mine;
            mine.copyRow(i, sums, i);
            run(searched(worker), sources[i], (level, count) -> {
                mine.addLevel(i, level, count);
                return !unwanted.getAsBoolean() && (watch == null || watch.goesOn(i, level, count, mine));
            });
            sums.copyRow(i, mine, i);
        });
    }

    /// Adds to every target what it is from the sources: a round of searches, one a worker, then their sums one after
    /// another, as a search meets each target once.
    void perTarget(int[] sources, TargetSums sums) {
        int round = workers.threads();
        ready();
        IndependentSearch[] done = new IndependentSearch[round];
        for (int first = 0; first < sources.length; first += round) {
            int from = first;
            int count = Math.min(round, sources.length - first);
            workers.onEach(worker -> done[worker] = worker < count ? search(worker, sources[from + worker]) : null);
            for (int i = 0; i < count; i++) {
                addTo(sums, done[i]);
            }
        }
    }

    private void addTo(TargetSums sums, IndependentSearch search) {
        workers.forRange(1, search.reached(), TARGETS_GRAIN, (_, begin, end) -> {
            int level = search.levelOf((int) begin);
            for (int i = (int) begin; i < end; i++) {
                while (i >= search.levelEnd(level)) {
                    level++;
                }
                sums.add(search.vertex(i), 1, level);
            }
        });
    }

    /// Fills in a column per source; cells begin as those of unreached vertices, but for the sources' own.
    ///
    /// @return whether all levels fit their cells, with one to spare: what may follow the last is not looked for
    boolean levels(int[] sources, LevelMatrix into) {
        ready();
        AtomicBoolean complete = new AtomicBoolean(true);
        int deepest = LevelCells.deepest(into.cellBytes());
        workers.forRange(0, sources.length, 1, (worker, begin, _) -> {
            int column = (int) begin;
            IndependentSearch search = searched(worker);
            if (!complete.get() || !run(search, sources[column], (level, _) -> level < deepest)) {
                complete.set(false);
                return;
            }
            int i = 0;
            for (int level = 0; level < search.levels(); level++) {
                for (; i < search.levelEnd(level); i++) {
                    into.set(search.vertex(i), column, level);
                }
            }
        });
        return complete.get();
    }

    static long bytes(int vertexCount, int threads) {
        return threads * IndependentSearch.bytes(vertexCount);
    }

    /// A worker's search, run to its end; its next one takes its place.
    IndependentSearch search(int worker, int source) {
        IndependentSearch search = searched(worker);
        run(search, source, (_, _) -> true);
        return search;
    }

    /// Whether it was not ended before there was nothing more to be found.
    boolean run(IndependentSearch search, int source, IndependentSearch.Levels follower) {
        return source < vertexCount ? search.run(source, follower) : search.none();
    }

    /// Checks the lists, once, on all workers.
    void ready() {
        if (neighbours == null) {
            neighbours = new Adjacency(lists, workers);
        }
    }

    /// The search of a worker, which is run again and again. After [#ready].
    IndependentSearch searched(int worker) {
        if (searches[worker] == null) {
            searches[worker] = new IndependentSearch(neighbours, vertexCount);
        }
        return searches[worker];
    }
}
