package io.bitfront.engine;

/// A job that ended before it was done because it was asked to; the message says how far it came, in one line.
public final class JobStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public JobStoppedException(String message) {
        super(message);
    }
}
