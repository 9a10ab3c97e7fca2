package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SourceSums;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/// Traverses batches of sources on several states at once and keeps the sums of each source as its row.
final class ExactBatches {
    private final Graph graph;
    private final ExactRows rows;
    private final RowLog log;
    private long traversals;

    /// @param log is appended every batch, or null
    ExactBatches(Graph graph, ExactRows rows, RowLog log) {
        this.graph = graph;
        this.rows = rows;
        this.log = log;
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
        return Lanes.run(
                queue,
                states.all().stream().map(state -> new ExactLane(state, phase)).toList(),
                say);
    }

    /// Sources traversed.
    synchronized long traversals() {
        return traversals;
    }

    private final class ExactLane implements Lanes.Lane {
        private final MultiSource state;
        private final Progress.Phase phase;

        ExactLane(MultiSource state, Progress.Phase phase) {
            this.state = state;
            this.phase = phase;
        }

        @Override
        public MultiSource state() {
            return state;
        }

        @Override
        public boolean full(int underWay) {
            return underWay >= state.depth();
        }

        @Override
        public void begin(int[] batch) {
            state.begin(batch);
        }

        @Override
        public int finish(List<int[]> underWay, Runnable answered) {
            int[] batch = underWay.getFirst();
            SourceSums sums = state.finish();
            answered.run();
            accept(Arrays.stream(batch).map(graph.permutation().oldIdOf()::get).toArray(), sums);
            phase.advanceBatch(batch.length);
            return 1;
        }
    }

    private synchronized void accept(int[] indices, SourceSums sums) {
        if (log != null) {
            log.append(indices, sums);
        }
        for (int i = 0; i < indices.length; i++) {
            rows.put(indices[i], sums, i);
        }
        traversals += indices.length;
    }
}
