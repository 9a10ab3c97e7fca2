package io.bitfront.engine.closeness;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.MultiSource;
import io.bitfront.engine.SourceSums;
import io.bitfront.graph.Graph;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.List;

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
    /// @return why states were dropped
    /// @throws DeviceException the last one, where every state was dropped before the queue was exhausted
    List<String> run(BatchQueue queue, States states, Progress.Phase phase) {
        return Lanes.run(
                queue,
                states.all().stream().map(state -> new ExactLane(state, phase)).toList());
    }

    /// Sources traversed.
    synchronized long traversals() {
        return traversals;
    }

    private final class ExactLane extends Lanes.StateLane {
        ExactLane(MultiSource state, Progress.Phase phase) {
            super(state, phase);
        }

        @Override
        void run(MultiSource on, int... batch) {
            SourceSums sums = on.perSource(batch);
            accept(Arrays.stream(batch).map(graph.permutation().oldIdOf()::get).toArray(), sums);
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
