package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.file.FileException;
import io.bitfront.memory.CollectedArena;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A range of an exact job on its way from sources to rows. One thread. Holds 24 bytes a source outside the
/// heap until it is garbage: closing a shared arena would stop all threads of the process for every range.
public final class ExactRange {
    private final RangedJob job;
    private final int range;
    private final int[] vertices;
    private final ExactRows rows;
    private long traversals;

    ExactRange(RangedJob job, int range) {
        this.job = job;
        this.range = range;
        this.vertices = job.vertices(range);
        RunContext context = job.context();
        int[] indices = Arrays.stream(vertices).map(context::indexOf).sorted().toArray();
        this.rows = new ExactRows(new CollectedArena(), context.graph().vertexCount(), indices);
    }

    /// Takes the rows that [#traverse] kept in a file.
    ///
    /// @param place what messages call the file
    /// @throws FileException where it belongs to another job, or is damaged
    public void restore(Path file, Object place) {
        job.header().requireOf(file, place, "checkpoint " + place);
        long excess;
        try (RowLog log = RowLog.passing(file, place, job.header())) {
            excess = log.replay(rows, false);
        }
        if (excess > 0 || rows.doneCount() < rows.rowCount()) {
            throw new FileException("%s is damaged: it holds %,d of %,d rows; remove it to run its range once more"
                    .formatted(place, rows.doneCount(), rows.rowCount()));
        }
    }

    /// Traverses from every source of the range.
    ///
    /// @param keep where the rows are kept for [#restore]; null for nowhere
    /// @param phase advances with every batch, from any thread
    /// @throws JobStoppedException after an interrupt, which stays set
    /// @throws io.bitfront.engine.DeviceException where the engine fails; another may run the range once more
    public void traverse(RangeEngine engine, Path keep, Progress.Phase phase) {
        if (keep == null) {
            traversals = engine.exact(job.context().graph(), vertices, rows, null, phase);
        } else {
            try (RowLog log = RowLog.passing(keep, job.header())) {
                traversals = engine.exact(job.context().graph(), vertices, rows, log, phase);
            }
        }
        if (rows.doneCount() < rows.rowCount()) {
            throw new JobStoppedException(
                    "range %d stopped after %,d of %,d sources".formatted(range, rows.doneCount(), rows.rowCount()));
        }
    }

    /// The rows of the range, ascending by input id.
    public ClosenessResult result() {
        return new ExactResult(
                job.context(),
                rows,
                List.of(),
                ClosenessResult.Effort.of(rows.rowCount(), traversals, traversals, 0, Map.of()));
    }
}
