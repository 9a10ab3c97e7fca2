package io.bitfront.engine.closeness;

import io.bitfront.engine.Engine;
import io.bitfront.progress.Progress;
import java.util.List;

/// Runs one closeness job over one or more engines of the same graph. [#run] once; [#cancel] from any thread.
public final class ClosenessRunner {
    private final List<Engine> engines;
    private final ClosenessJob job;
    private final Progress progress;
    private volatile boolean cancelled;

    /// @param engines at least one, all of the same graph
    public ClosenessRunner(List<? extends Engine> engines, ClosenessJob job, Progress progress) {
        this.engines = List.copyOf(engines);
        this.job = job;
        this.progress = progress;
    }

    /// Runs the job to its end.
    ///
    /// @throws JobStoppedException after [#cancel]; what was done is in the checkpoint, if there is one
    /// @throws CheckpointException where the checkpoint belongs to another graph or job, or cannot be used
    public ClosenessResult run() {
        throw new UnsupportedOperationException("%s on %s, %s, %s".formatted(job, engines, progress, cancelled));
    }

    /// Asks a running job to stop: batches under way are finished and kept, no new one starts.
    public void cancel() {
        cancelled = true;
    }

    /// Bytes the job needs beyond the graph itself on the machine of `engine`.
    public static long memoryNeeded(Engine engine, ClosenessJob job) {
        return engine.multiSourceBytes(job.width(), job.direction());
    }
}
