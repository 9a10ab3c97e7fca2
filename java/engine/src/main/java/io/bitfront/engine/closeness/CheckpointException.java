package io.bitfront.engine.closeness;

import io.bitfront.file.FileException;
import java.io.Serial;

/// What a checkpoint holds is of no use to a job: it is damaged, or of another graph or job.
final class CheckpointException extends FileException {
    @Serial
    private static final long serialVersionUID = 1;

    private final boolean othersUse;

    CheckpointException(String message) {
        this(message, false);
    }

    /// @param othersUse whether another job on the same graph can use it
    CheckpointException(String message, boolean othersUse) {
        super(message);
        this.othersUse = othersUse;
    }

    boolean othersUse() {
        return othersUse;
    }
}
