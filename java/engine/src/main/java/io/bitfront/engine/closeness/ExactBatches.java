package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.memory.IntList;
import io.bitfront.progress.Progress;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Traverses batches of sources on several states at once and keeps the sums of each source, and what follows
/// from them, as rows.
final class ExactBatches {
    private final Graph graph;
    private final ExactRows rows;
    private final RowLog log;
    private final Followers followers;
    private long traversals;

    /// @param log is appended every batch, or null
    ExactBatches(Graph graph, ExactRows rows, RowLog log) {
        this(graph, rows, log, Followers.none(graph));
    }

    /// @param followers whose rows follow from those of the sources
    ExactBatches(Graph graph, ExactRows rows, RowLog log, Followers followers) {
        this.graph = graph;
        this.rows = rows;
        this.log = log;
        this.followers = followers;
    }

    /// Returns when the queue is exhausted or stopped; an interrupt stops it and stays set.
    ///
    /// @return what was dropped and why, a line each
    /// @throws DeviceException the last one, where every state was dropped before the queue was exhausted
    List<String> run(BatchQueue queue, States states, Progress.Phase phase) {
        return run(queue, states, phase, line -> {});
    }

    /// @param say is told at once, in one line, of each device that is dropped
    List<String> run(BatchQueue queue, States states, Progress.Phase phase, Consumer<String> say) {
        return run(
                queue, states, phase, say, CountingWatch.share(states.working().size()));
    }

    /// @param mostCounts ints that a batch's counts by level may take; sources that find no room are searched again
    List<String> run(BatchQueue queue, States states, Progress.Phase phase, Consumer<String> say, long mostCounts) {
        return states.run(queue, state -> new ExactLane(state, queue, mostCounts, phase), say);
    }

    /// Sources traversed.
    synchronized long traversals() {
        return traversals;
    }

    private final class ExactLane extends SearchLane<CountingWatch> {
        private final BatchQueue queue;
        private final long mostCounts;
        private final Progress.Phase phase;

        ExactLane(MultiSource state, BatchQueue queue, long mostCounts, Progress.Phase phase) {
            super(state);
            this.queue = queue;
            this.mostCounts = mostCounts;
            this.phase = phase;
        }

        @Override
        CountingWatch search(int[] batch) {
            CountingWatch watch = new CountingWatch(batch, followers::needsCounts, mostCounts);
            if (watch.counts()) {
                state().begin(batch, watch);
            } else {
                state().begin(batch);
            }
            return watch;
        }

        @Override
        void take(int[] batch, SourceSums sums, CountingWatch watch) {
            SearchedRows[] each = new SearchedRows[batch.length];
            // Whatever follows from counts may be a tall tree, whose rows take a thread as long as many searches.
            IntStream.range(0, batch.length)
                    .parallel()
                    .filter(i -> !watch.forgot(i) && watch.of(i) != null)
                    .forEach(i -> {
                        each[i] = new SearchedRows(graph, followers);
                        each[i].add(batch[i], sums, i, watch.of(i), queue::abandoned);
                    });
            SearchedRows found = new SearchedRows(graph, followers);
            IntList again = new IntList();
            for (int i = 0; i < batch.length; i++) {
                if (watch.forgot(i)) {
                    again.add(batch[i]);
                } else if (each[i] != null) {
                    found.addAll(each[i]);
                } else {
                    found.add(batch[i], sums, i, null, queue::abandoned);
                }
            }
            accept(found, batch.length);
            phase.advanceBatch(batch.length - again.size());
            if (!again.isEmpty()) {
                queue.again(again.toArray(), watch.kept());
            }
        }
    }

    private synchronized void accept(SearchedRows found, int searches) {
        found.putInto(rows, log);
        traversals += searches;
    }
}
