package io.bitfront.cache;

/// Work that cannot fit this machine's memory or disk. The message is one line naming what is needed and what
/// there is.
public final class ResourceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ResourceException(String message) {
        super(message);
    }

    ResourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
