package io.bitfront.engine.core;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.lab.BatchedSums;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// Sums up the searches from many sources, batch by batch.
final class BatchedSumsRun {
    private final Backend backend;
    private final long[] sources;
    private final Progress progress;
    private final BooleanSupplier stop;

    /// @param sources input ids; duplicates allowed
    /// @param stop asked between batches
    BatchedSumsRun(Backend backend, long[] sources, Progress progress, BooleanSupplier stop) {
        this.backend = backend;
        this.sources = sources;
        this.progress = progress;
        this.stop = stop;
    }

    /// @throws JobStoppedException where it was asked to stop
    BatchedSums run() {
        Graph graph = backend.graph();
        int[] vertices = Arrays.stream(sources).mapToInt(graph::vertexOf).toArray();
        SourceSums sums = SourceSums.allocate(vertices.length);
        long nanos = 0;
        try (Graph.Use _ = graph.use();
                MultiSource state = backend.multiSource(0, Direction.OUT);
                Progress.Phase phase = progress.start("bfs", vertices.length, "BFS")) {
            int width = state.width();
            for (int first = 0; first < vertices.length; first += width) {
                SharedEngine.requireWanted(stop, first, vertices.length);
                int[] batch = Arrays.copyOfRange(vertices, first, Math.min(first + width, vertices.length));
                long begun = System.nanoTime();
                SourceSums found = state.perSource(batch);
                nanos += Elapsed.nanos(begun);
                for (int i = 0; i < batch.length; i++) {
                    sums.copyRow(first + i, found, i);
                }
                phase.advanceBatch(batch.length);
            }
            return new BatchedSums(sums, width, nanos);
        }
    }
}
