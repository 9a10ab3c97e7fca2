package io.bitfront.cache;

/// A [GraphPreparer] found while preparing that it cannot prepare this graph. The message says why in one line.
public final class PassedOverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PassedOverException(String message) {
        super(message);
    }

    public PassedOverException(String message, Throwable cause) {
        super(message, cause);
    }
}
