package io.bitfront.spark;

/// What a cluster could not do; the message is one line.
public final class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClusterException(String message) {
        super(message);
    }

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
