package io.bitfront.engine;

/// A checkpoint that cannot serve this job; the message names the folder and the difference, in one line.
public final class CheckpointException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CheckpointException(String message) {
        super(message);
    }

    public CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
